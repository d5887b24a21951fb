# SPDX-License-Identifier: MIT
"""Files of numbers: what implementations or linkers reach, of which MATRIX.md and the site make tables.

The first line of JSON says of which corpus they are. Each line after it is about one implementation or linker.
"""
import schema
from files import read_bytes
from results import LEVELS, Fault, reached

FORMAT = 1
COUNTS = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "integer", "minimum": 0}}


def _checker(texts, **more):
    needed = {**dict.fromkeys(texts, {"type": "string", "minLength": 1}), **more}
    return schema.checker({"type": "object", "required": [*needed], "properties": needed}, {})


HEADER = _checker((), format={"const": FORMAT}, questions={"type": "string", "pattern": "^[0-9a-f]{64}$"})
IN_LEVELS = {"type": "object", "required": LEVELS, "propertyNames": {"enum": LEVELS}, "additionalProperties": COUNTS}
IMPLEMENTATION = _checker(("list", "name", "origin"), levels=IN_LEVELS, areas={"type": "object", "additionalProperties": {**COUNTS, "minItems": 3, "maxItems": 3}})
LINKER = _checker(("linker", "target", "version"), levels=IN_LEVELS)


class Line(dict):
    """A line of numbers: names of what they are about, `levels` {level: [right, asked]}, which `cells` has in order, and of an
    implementation `areas` {area: [passed, failed, skipped]}."""

    def __init__(self, *args, **keys):
        super().__init__(*args, **keys)
        self.cells = [tuple(self["levels"][level]) for level in LEVELS]
        self.reached = reached(self.cells)
        if any(right > asked for right, asked in self.cells):
            raise schema.Wrong("levels: more answers are right than were asked for")

    @property
    def sums(self):
        return [sum(column) for column in zip(*self["areas"].values())]


class Numbers:
    """The file at `path`, whose lines after the first the checker `kind` allows. `questions` is the hash of those in the corpus."""

    def __init__(self, path, kind):
        self.lines = []
        for number, data in enumerate(read_bytes(path)[0].removesuffix(b"\n").split(b"\n"), 1):
            try:
                value = schema.parse(data.decode())
                why = (kind if number > 1 else HEADER)[type(value)](value)
                if number == 1:
                    self.questions = not why and value["questions"]
                elif not why:
                    self.lines.append(Line(value))
            except (schema.Wrong, UnicodeDecodeError) as error:
                why = error
            if why:
                raise Fault(f"{path}:{number}: {why}")
        if not self.lines:
            raise Fault(f"{path}:1: no numbers follow this line")
