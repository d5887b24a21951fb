# SPDX-License-Identifier: MIT
"""Checks lines of JSON by a JSON Schema: types, closed sets, patterns, bounds, and what must be there.

It knows the words that our schemas use, and no others. Keys that the schema does not know are ignored: later versions
of a format may add some.
"""
import collections
import functools
import json
import math
import re

TYPES = {"string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,), "null": (type(None),),
         "object": (dict,), "array": (list,)}
NAMES = {"string": "a string", "integer": "a whole number", "number": "a number", "boolean": "true or false", "null": "null",
         "object": "an object", "array": "a list"}
WORDS = {"$schema", "$comment", "$defs", "title", "description", "type", "enum", "const", "pattern", "minLength", "minimum", "maximum", "properties",
         "required", "propertyNames", "additionalProperties", "items", "minItems", "maxItems", "uniqueItems"}
# What readers in other languages can hold.
MOST = 2 ** 63 - 1


class Wrong(Exception):
    """A value that the schema does not allow, or text that is no JSON."""


def _unique(pairs):
    made = dict(pairs)
    if len(made) < len(pairs):
        raise Wrong("a key is there twice")
    return made


def _no_constant(name):
    raise Wrong(f"{name} is no JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)


def _check_texts(value):
    """Halves of characters, and NUL, are no text."""
    if isinstance(value, (dict, list)):
        for item in (*value, *(value.values() if isinstance(value, dict) else ())):
            _check_texts(item)
    elif isinstance(value, str) and re.search("[\0\ud800-\udfff]", value):
        raise Wrong("a text has NUL or half a character in it")


def parse(text):
    """One JSON value."""
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise Wrong(f"byte {len(text[:error.pos].encode()) + 1}: {error.msg}") from None
    except RecursionError:
        raise Wrong("is nested too deeply") from None
    except ValueError:
        raise Wrong("a number has too many digits") from None
    if "\\u0000" in text or "\\ud" in text or "\\uD" in text:
        _check_texts(value)
    return value


# ---- What is wrong with a value

class Document:
    """A schema: its definitions, and members of objects that were right before. Most members are the same in many lines."""
    MOST_KEPT = 1 << 16

    def __init__(self, definitions=None):
        self.definitions, self.right = definitions or {}, collections.defaultdict(lambda: collections.defaultdict(set))


@functools.lru_cache(maxsize=None)
def _pattern(text):
    """In Python `$` also matches before a last line end."""
    return re.compile(re.sub(r"\$$", r"\\Z", text))


def _text(value, node, _document):
    if "pattern" in node and not _pattern(node["pattern"]).search(value):
        return "is not as this format writes it"
    return "is empty" if len(value) < node.get("minLength", 0) else None


def _number(value, node, _document):
    if not -MOST <= value <= MOST:
        return "is too large"
    if value < node.get("minimum", -MOST):
        return f"is less than {node['minimum']}"
    return f"is more than {node['maximum']}" if value > node.get("maximum", MOST) else None


def _object(value, node, document):
    needed, members, right = node.get("required", ()), node.get("properties", {}), document.right[id(node)]
    if not all(map(value.__contains__, needed)):
        return min(set(needed) - value.keys()) + ": is missing"
    for name, item in value.items():
        # 1, 1.0 and true are equal.
        key, same = item if item.__class__ is str or item is None else (item.__class__, repr(item)), right[name]
        if key in same:
            continue
        why = why_not(item, members.get(name, node.get("additionalProperties") or {}), document) or why_not(name, node.get("propertyNames", {}), document)
        if why:
            return f"{name}: {why}"
        if len(same) < document.MOST_KEPT:
            same.add(key)
    return None


def _list(value, node, document):
    if not node.get("minItems", 0) <= len(value) <= node.get("maxItems", math.inf):
        return f"has {len(value)} members"
    why = next(filter(None, (why_not(item, node["items"], document) for item in value)), None)
    return why or ("has a member twice" if node.get("uniqueItems") and len(set(map(str, value))) < len(value) else None)


INNER = {str: _text, int: _number, float: _number, dict: _object, list: _list}


def why_not(value, node, document):
    """Why a node of the document does not allow a value, or None."""
    if "$ref" in node:
        return why_not(value, document.definitions[node["$ref"].rpartition("/")[2]], document)
    if "oneOf" in node:
        # One of our alternatives fits by its type: the last reason is that of the type that was meant.
        reasons = [why_not(value, child, document) for child in node["oneOf"]]
        return reasons[-1] if all(reasons) else None
    if not node.keys() <= WORDS:
        raise ValueError(f"the schema has words that are not known here: {', '.join(node.keys() - WORDS)}")
    names = [node["type"]] if isinstance(node.get("type"), str) else node.get("type", ())
    if names and not any(type(value) in TYPES[name] for name in names):
        return "is not " + " or ".join(NAMES[name] for name in names)
    values = node.get("enum") or ([node["const"]] if "const" in node else ())
    if values and not any(type(value) is type(one) and value == one for one in values):
        return "is not one of " + ", ".join("null" if one is None else str(one) for one in values)
    check = INNER.get(type(value))
    return check and check(value, node, document)
