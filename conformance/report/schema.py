# SPDX-License-Identifier: MIT
"""Checks lines of JSON by a JSON Schema: types, closed sets, patterns, bounds, and what must be there.

It knows the words that our schemas use, and no others. Keys that the schema does not know are ignored: later versions
of a format may add some.
"""
import collections
import json
import math
import re
import sys

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
    # The names are the same in every line: one copy is kept of each.
    made = {sys.intern(name): value for name, value in pairs}
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
        if "\\u0000" in text or "\\ud" in text or "\\uD" in text:
            _check_texts(value)
    except json.JSONDecodeError as error:
        raise Wrong(f"byte {len(text[:error.pos].encode()) + 1}: is not JSON: {error.msg}") from None
    except RecursionError:
        raise Wrong("is nested too deeply") from None
    except ValueError:
        raise Wrong("a number has too many digits") from None
    return value


# ---- What is wrong with a value. Each of these makes a function that says why the node does not allow a value, or None.

def _nothing(_value):
    return None


def _one_of(kind, values):
    allowed, what = {one for one in values if type(one) is kind}, ", ".join("null" if one is None else str(one) for one in values)
    return lambda value: None if allowed and value in allowed else f"is not one of {what}"


def _text(node, _schema):
    least = node.get("minLength", 0)
    if "pattern" not in node:
        return lambda value: "is empty" if len(value) < least else None
    # In Python `$` also matches before a last line end.
    fits = re.compile(re.sub(r"\$$", r"\\Z", node["pattern"])).search
    return lambda value: "is not as this format writes it" if not fits(value) else "is empty" if len(value) < least else None


def _number(node, _schema):
    least, most = node.get("minimum", -MOST), node.get("maximum", MOST)

    def check(value):
        if not -MOST <= value <= MOST:
            return "is too large"
        return f"is less than {least}" if value < least else f"is more than {most}" if value > most else None
    return check


def _object(node, schema):
    needed, others = set(node.get("required", ())), checker(node.get("additionalProperties") or {}, schema)
    checks = {name: checker(child, schema) for name, child in node.get("properties", {}).items()}
    check_name = "propertyNames" in node and checker(node["propertyNames"], schema)

    def check(value):
        if not needed <= value.keys():
            return min(needed - value.keys()) + ": is missing"
        for name, item in value.items():
            why = checks.get(name, others)[type(item)](item) or (check_name and check_name[str](name))
            if why:
                return f"{name}: {why}"
        return None
    return check


def _list(node, schema):
    least, most, check_item = node.get("minItems", 0), node.get("maxItems", math.inf), checker(node.get("items", {}), schema)
    is_unique = node.get("uniqueItems")

    def check(value):
        if not least <= len(value) <= most:
            return f"has {len(value)} members"
        for item in value:
            why = check_item[type(item)](item)
            if why:
                return why
        return "has a member twice" if is_unique and len(set(map(str, value))) < len(value) else None
    return check


INNER = {str: _text, int: _number, float: _number, dict: _object, list: _list}


def checker(node, schema):
    """{type: a function of a value of this type: why a node of the schema does not allow it, or None}. `schema` is the whole document."""
    if "$ref" in node:
        return checker(schema["$defs"][node["$ref"].rpartition("/")[2]], schema)
    if "oneOf" in node:
        each = [checker(child, schema) for child in node["oneOf"]]
        # One of our alternatives fits by its type: the last reason is that of the type that was meant.
        return collections.defaultdict(lambda: lambda value: reasons[-1] if all(reasons := [its[type(value)](value) for its in each]) else None)
    if not node.keys() <= WORDS:
        raise ValueError(f"the schema has words that are not known here: {', '.join(node.keys() - WORDS)}")
    if not node:
        return collections.defaultdict(lambda: _nothing)
    names = [node["type"]] if isinstance(node.get("type"), str) else node.get("type", NAMES)
    types = {t for name in names for t in TYPES[name]}
    values = node.get("enum") or ([node["const"]] if "const" in node else ())
    if values:
        checks = {kind: _one_of(kind, values) for kind in types}
    else:
        checks = {kind: INNER[kind](node, schema) if kind in INNER else _nothing for kind in types}
    wrong_type = "is not " + " or ".join(NAMES[name] for name in names)
    return collections.defaultdict(lambda: lambda _value: wrong_type, checks)
