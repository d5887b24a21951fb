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
        if "\\u0000" in text or "\\ud" in text or "\\uD" in text:
            _check_texts(value)
    except json.JSONDecodeError as error:
        raise Wrong(f"byte {len(text[:error.pos].encode()) + 1}: {error.msg}") from None
    except RecursionError:
        raise Wrong("is nested too deeply") from None
    except ValueError:
        raise Wrong("a number has too many digits") from None
    return value


# ---- What is wrong with a value

def _text(value, node, _schema):
    # In Python `$` also matches before a last line end.
    if "pattern" in node and not re.search(re.sub(r"\$$", r"\\Z", node["pattern"]), value):
        return "is not as this format writes it"
    return "is empty" if len(value) < node.get("minLength", 0) else None


def _number(value, node, _schema):
    if not -MOST <= value <= MOST:
        return "is too large"
    if value < node.get("minimum", -MOST):
        return f"is less than {node['minimum']}"
    return f"is more than {node['maximum']}" if value > node.get("maximum", MOST) else None


def _object(value, node, schema):
    missing = sorted(set(node.get("required", ())) - value.keys())
    if missing:
        return missing[0] + ": is missing"
    others = node.get("additionalProperties") or {}
    for name, item in value.items():
        why = why_not(item, node.get("properties", {}).get(name, others), schema) or why_not(name, node.get("propertyNames", {}), schema)
        if why:
            return f"{name}: {why}"
    return None


def _list(value, node, schema):
    if not node.get("minItems", 0) <= len(value) <= node.get("maxItems", math.inf):
        return f"has {len(value)} members"
    why = next(filter(None, (why_not(item, node["items"], schema) for item in value)), None)
    return why or ("has a member twice" if node.get("uniqueItems") and len(set(map(str, value))) < len(value) else None)


INNER = {str: _text, int: _number, float: _number, dict: _object, list: _list}


def why_not(value, node, schema):
    """Why a node of the schema does not allow a value, or None. `schema` is the whole document."""
    if "$ref" in node:
        return why_not(value, schema["$defs"][node["$ref"].rpartition("/")[2]], schema)
    if "oneOf" in node:
        # One of our alternatives fits by its type: the last reason is that of the type that was meant.
        reasons = [why_not(value, child, schema) for child in node["oneOf"]]
        return reasons[-1] if all(reasons) else None
    if not node.keys() <= WORDS:
        raise ValueError(f"the schema has words that are not known here: {', '.join(node.keys() - WORDS)}")
    names = [node["type"]] if isinstance(node.get("type"), str) else node.get("type", ())
    if names and type(value) not in {t for name in names for t in TYPES[name]}:
        return "is not " + " or ".join(NAMES[name] for name in names)
    values = node.get("enum") or ([node["const"]] if "const" in node else ())
    if values and not any(type(value) is type(one) and value == one for one in values):
        return "is not one of " + ", ".join("null" if one is None else str(one) for one in values)
    check = INNER.get(type(value))
    return check and check(value, node, schema)


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


def _object_expression(node, schema, form="{}"):
    """Its members in the order of the schema, each in this form. Those that are not required may be missing; the first is not."""
    parts = [f'"{name}":{form.format(expression(child, schema))}' for name, child in node["properties"].items()]
    needed = [name in node["required"] for name in node["properties"]]
    return r"\{" + parts[0] + "".join(f",{part}" if must else f"(?:,{part})?" for part, must in zip(parts[1:], needed[1:])) + r"\}"


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
    """The same for an object on a line of its own: its members are the groups."""
    return re.compile(_object_expression(node, schema, "({})"))
