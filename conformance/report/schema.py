# SPDX-License-Identifier: MIT
"""Checks lines of JSON by a JSON Schema: types, closed sets, patterns, bounds, and what must be there.

It knows the words that our schemas use, and no others. Keys that the schema does not know are ignored: later versions
of a format may add some.
"""
import json
import math
import re

TYPES = {"string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,), "null": (type(None),),
         "object": (dict,), "array": (list,)}
NAMES = {"string": "a string", "integer": "a whole number", "number": "a number", "boolean": "true or false", "null": "null",
         "object": "an object", "array": "a list"}
NOTES = {"$schema", "$comment", "title", "description", "$defs", "additionalProperties"}
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


def _all_of(checks):
    return checks[0] if len(checks) == 1 else lambda value: next(filter(None, (one(value) for one in checks)), None)


def _of_type(names):
    names = [names] if isinstance(names, str) else names
    types = {t for name in names for t in TYPES[name]}
    what = "is not " + " or ".join(NAMES[name] for name in names)
    if types & {int, float}:
        def check_number(value):
            if type(value) not in types:
                return what
            return "is too large" if isinstance(value, (int, float)) and not -MOST <= value <= MOST or value != value else None
        return check_number
    return lambda value: None if type(value) in types else what


def _one_of(values):
    types, known = {type(v) for v in values}, set(values)
    what = "is not one of " + ", ".join("null" if v is None else str(v) for v in values)
    return lambda value: None if type(value) in types and value in known else what


def _matches(pattern):
    # In Python `$` also matches before a last line end.
    found = re.compile(re.sub(r"\$$", r"\\Z", pattern)).search
    return lambda value: None if not isinstance(value, str) or found(value) else "is not as this format writes it"


def _object(node, schema):
    needed = frozenset(node.get("required", ()))
    known = {name: compiled(child, schema) for name, child in node.get("properties", {}).items()}
    others = compiled(node["additionalProperties"], schema) if isinstance(node.get("additionalProperties"), dict) else None
    names = compiled(node["propertyNames"], schema) if "propertyNames" in node else None

    def check(value):
        if type(value) is not dict:
            return None
        if not needed <= value.keys():
            return sorted(needed - value.keys())[0] + ": is missing"
        for name, item in value.items():
            one = known.get(name, others)
            why = (one and one(item)) or (names and names(name))
            if why:
                return f"{name}: {why}"
        return None
    return check


def _list(node, schema):
    each = compiled(node["items"], schema)
    least, most, differ = node.get("minItems", 0), node.get("maxItems", math.inf), node.get("uniqueItems", False)

    def check(value):
        if type(value) is not list:
            return None
        if not least <= len(value) <= most:
            return f"has {len(value)} members"
        why = next(filter(None, map(each, value)), None)
        return why or ("has a member twice" if differ and len(set(map(str, value))) < len(value) else None)
    return check


# The check of each word that needs no more than its value.
WORDS = {
    "type": _of_type, "enum": _one_of, "const": lambda value: _one_of([value]), "pattern": _matches,
    "minimum": lambda least: lambda value: f"is less than {least}" if isinstance(value, (int, float)) and value < least else None,
    "maximum": lambda most: lambda value: f"is more than {most}" if isinstance(value, (int, float)) and value > most else None,
    "minLength": lambda least: lambda value: "is empty" if isinstance(value, str) and len(value) < least else None,
}


def _any_of(checks):
    """One of our alternatives fits by its type: the last reason is that of the type that was meant."""
    def check(value):
        reasons = [one(value) for one in checks]
        return reasons[-1] if all(reasons) else None
    return check


def compiled(node, schema):
    """A function that says why a value is wrong, or None. `schema` is the whole document."""
    if "$ref" in node:
        return compiled(schema["$defs"][node["$ref"].rpartition("/")[2]], schema)
    checks = []
    for word, value in sorted(node.items(), key=lambda item: item[0] != "type"):
        if word in WORDS:
            checks.append(WORDS[word](value))
        elif word == "oneOf":
            checks.append(_any_of([compiled(child, schema) for child in value]))
        elif word in ("properties", "required", "propertyNames"):
            checks += [_object(node, schema)] if word == "properties" or "properties" not in node else []
        elif word == "items":
            checks.append(_list(node, schema))
        elif word not in NOTES | {"minItems", "maxItems", "uniqueItems"}:
            raise ValueError(f"the schema has the word {word}, which is not known here")
    return _all_of(checks or [lambda value: None])


# ---- Lines as this project writes them

# A text without NUL and halves of characters, as JSON.
PART = r'[^"\\\x00-\x1f]'
TEXT = rf'{PART}*(?:\\(?:["\\/bfnrt]|u(?!0000|[dD][89a-fA-F])[0-9a-fA-F]{{4}}){PART}*)*'
NOT_EMPTY = '(?!")'
# A pattern that matches no quotes and escapes.
PLAIN = re.compile(r"\^(?:[A-Za-z0-9()|+*?{},/-]|\[[A-Za-z0-9/.,+-]+\])*\$")
NUMBERS = {"integer": "", "number": r"(?:\.[0-9]{1,17})?"}


def _list_expression(node, schema):
    item, least, most = expression(node["items"], schema), node.get("minItems", 0), node.get("maxItems")
    some = rf"\[{item}(?:,{item}){{{max(least - 1, 0)},{'' if most is None else most - 1}}}\]"
    return some if least else rf"(?:\[\]|{some})"


def _object_expression(node, schema):
    return r"\{" + ",".join(f'"{name}":{expression(child, schema)}' for name, child in node["properties"].items()) + r"\}"


def expression(node, schema):
    """A regular expression for values that the node allows, as the runner writes them. It may match fewer, and no others."""
    if "$ref" in node:
        return expression(schema["$defs"][node["$ref"].rpartition("/")[2]], schema)
    if "oneOf" in node or "const" in node or "enum" in node:
        each = [expression(child, schema) for child in node["oneOf"]] if "oneOf" in node else map(re.escape, map(json.dumps, node.get("enum") or [node["const"]]))
        return f"(?:{'|'.join(each)})"
    types, made = [node["type"]] if isinstance(node["type"], str) else node["type"], []
    for kind in types:
        if kind == "string":
            pattern = node.get("pattern", "^$")
            if not PLAIN.fullmatch(pattern):
                continue
            made.append(f'"(?:{pattern[1:-1].replace("(", "(?:")})"' if "pattern" in node else f'"{NOT_EMPTY * bool(node.get("minLength"))}{TEXT}"')
        elif kind in NUMBERS and node.get("minimum") in (0, 1) and "maximum" not in node:
            made.append(("(?:0|[1-9][0-9]{0,17})" if node["minimum"] == 0 else "[1-9][0-9]{0,17}") + NUMBERS[kind])
        elif kind in ("array", "object"):
            made.append((_list_expression if kind == "array" else _object_expression)(node, schema))
        elif kind == "null":
            made.append("null")
    # What this does not know matches nothing.
    return f"(?:{'|'.join(made) or '(?!)'})"


def line_expression(node, schema):
    """The same for an object on a line of its own: its members are the groups, in the order of the schema. Those that are not required
    may be missing."""
    parts = [f'"{name}":({expression(child, schema)})' for name, child in node["properties"].items()]
    needed = [name in node["required"] for name in node["properties"]]
    return re.compile(r"\{" + parts[0] + "".join(f",{part}" if must else f"(?:,{part})?" for part, must in zip(parts[1:], needed[1:])) + r"\}")
