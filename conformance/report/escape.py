# SPDX-License-Identifier: MIT
"""Untrusted text for XML, HTML and Markdown, and the templates, which escape all that they print.

Texts of results come from implementations and from files that anybody may have made. Markup is text that is escaped
already: only templates and the functions here make it.
"""
import functools
import json
import os
import re
import sys

import jinja2
from markupsafe import Markup
from plain import line, printable

XML = {"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#39;", "\n": "&#10;", "\t": "&#9;"}
XML_SPECIAL = re.compile(f"[{''.join(XML)}]")
MARKDOWN_SPECIAL = re.compile(r"[\\`*_{}\[\]<>()#+!|~&$]")
# What begins a block: the marks of lists, rulers and headings, code and commands.
MARKDOWN_START = re.compile(r"\s*(?:([-=:])|([0-9]+)([.)])(?=\s|$)|)")


def xml(text):
    """Text or attribute of XML or HTML. The ends of lines are written out: they neither vanish nor begin a line of ours."""
    text = XML_SPECIAL.sub(lambda m: XML[m[0]], text) if XML_SPECIAL.search(text) else text
    return printable(text.replace("##[", "#&#35;[") if "##[" in text else text)


def markdown(text):
    """Text in Markdown, at the beginning of a block or within one."""
    text = printable(text.replace("\n", " ").replace("\t", " "))
    start = MARKDOWN_START.match(text)
    head = f"\\{start[1]}" if start[1] else f"{start[2]}\\{start[3]}" if start[2] else ""
    return head + MARKDOWN_SPECIAL.sub(r"\\\g<0>", text[start.end():])


def code(text):
    """A line of a code block in Markdown: every character as it is."""
    return Markup("    " + line(text or "(no line)"))


def literal(text):
    """Text that this program made, or that the schema limits to plain characters, and that stands in a line of its own, in code or in
    a link: its characters are kept, but for control characters."""
    return Markup(printable(text))


def script(value):
    """JSON as a part of a script: ASCII, in which no `<` begins markup."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def counted(number, one, several=None):
    """"1 known failure", "1,026 known failures"."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def _finalize(escape):
    """What a template prints: text is escaped, Markup is not, numbers are. Pages repeat most of their words."""
    @functools.lru_cache(maxsize=1 << 12)
    def escaped(text):
        return Markup(escape(text))
    return lambda value: escaped(value) if isinstance(value, str) and not isinstance(value, Markup) else value


ESCAPES = {"html": xml, "xml": xml, "md": markdown, "txt": line}


def _template(name):
    """Its text: of a file, or, where this program is one file, of a member of that."""
    try:
        return __loader__.get_data(os.path.join(os.path.dirname(__file__), "templates", name)).decode()
    except OSError:
        return None


@functools.lru_cache(maxsize=None)
def environment(kind):
    """The templates of a kind of file: html, xml, md or txt. Nothing is printed that is not escaped for it. Where
    PYTHONPYCACHEPREFIX names a folder for compiled modules, compiled templates are kept there too."""
    kept = sys.pycache_prefix if os.access(sys.pycache_prefix or "", os.W_OK) else None
    env = jinja2.Environment(
        loader=jinja2.FunctionLoader(_template), bytecode_cache=kept and jinja2.FileSystemBytecodeCache(kept, f"{kind}_%s.cache"),
        autoescape=True, finalize=_finalize(ESCAPES[kind]), undefined=jinja2.StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True, auto_reload=False)
    env.filters.update(code=code, literal=literal, counted=counted, number="{:,}".format)
    return env


def render(name, kind=None, **values):
    """A template for a kind of file, which is the end of its name unless it serves several."""
    return environment(kind or name.rpartition(".")[2]).get_template(name).render(**values)
