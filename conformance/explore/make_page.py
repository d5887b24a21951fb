# SPDX-License-Identifier: MIT
"""Makes the page, one file: make_page.py OUTPUT page.html page.css explore.wasm SCRIPT..."""
import base64
import gzip
import pathlib
import sys

output, page, style, module, *scripts = map(pathlib.Path, sys.argv[1:])
text = page.read_text()
parts = {
    'STYLE': style.read_text(),
    'MODULE': base64.b64encode(gzip.compress(module.read_bytes(), 9, mtime=0)).decode(),
    'SCRIPT': '\n'.join(script.read_text() for script in scripts),
}
for name, part in parts.items():
    text = text.replace(f'@{name}@', part)
output.write_text(text)
