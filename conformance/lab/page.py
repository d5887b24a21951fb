# SPDX-License-Identifier: MIT
"""Pages in Markdown, from the templates of this folder."""
import os

import files
from files import Fault


def text(template, **values):
    try:
        import jinja2
    except ImportError:
        raise Fault("a page needs Jinja2: apt-get install python3-jinja2") from None
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(here), trim_blocks=True, lstrip_blocks=True,
                                     keep_trailing_newline=True, undefined=jinja2.StrictUndefined)
    environment.filters["cell"] = lambda text: str(text).replace("|", "\\|").replace("\n", " ")
    return environment.get_template(template).render(**values)


def write(path, template, **values):
    """To the file, or to standard output (None)."""
    files.put(path, text(template, **values))
