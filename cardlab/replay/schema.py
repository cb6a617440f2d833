"""What a line of a replay file may hold, made from the structs: the JSON Schema and the tables of FORMAT.md.

python -m cardlab.replay.schema replays     # writes replays/schema.json, and the tables in replays/FORMAT.md
"""

import ast
import inspect
import json
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec

from cardlab.replay import records
from cardlab.replay.records import FORMAT, KINDS, VERSION, Record
from cardlab.replay.writer import write_file
from cardlab.scratch import lines

BEGIN: Final = "<!-- made from cardlab/replay/records.py by `python -m cardlab.replay.schema replays` -->\n"
END: Final = "<!-- end of what is made -->\n"
SCRATCH_BEGIN: Final = "<!-- made from cardlab/scratch/lines.py by `python -m cardlab.replay.schema replays` -->\n"
SCRATCH_END: Final = "<!-- end of what is made of it -->\n"


def schema() -> dict[str, Any]:
    """The schema of one line. Fields that are not listed are allowed, and so are lines of other kinds."""
    (known,), parts = msgspec.json.schema_components([Record], ref_template="#/$defs/{name}")
    told = field_docs()
    for name, part in parts.items():
        for field, shape in part["properties"].items():
            if field in told[name]:
                shape["description"] = told[name][field]
    parts["Unknown"] = {
        "title": "Unknown",
        "description": inspect.getdoc(records.Unknown),
        "type": "object",
        "properties": {"kind": {"type": "string", "not": {"enum": list(KINDS)}}, "seq": {"type": "integer", "minimum": 0}},
        "required": ["kind", "seq"],
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a {FORMAT} file, version {VERSION[0]}.{VERSION[1]}",
        "description": "Every line of the file is one JSON object; FORMAT.md says how the lines hang together.",
        "anyOf": [*known["anyOf"], {"$ref": "#/$defs/Unknown"}],
        "$defs": parts,
    }


def field_docs(module: ModuleType = records, kinds: Mapping[str, type[msgspec.Struct]] = KINDS) -> dict[str, dict[str, str]]:
    """What stands under each field of the structs of a module, by struct and by the field's name in the file."""
    classes = {node.name: node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.ClassDef)}
    told: dict[str, dict[str, str]] = {}
    for struct in kinds.values():
        names = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
        body = classes[struct.__name__].body
        told[struct.__name__] = {
            names[field.target.id]: inspect.cleandoc(text.value.value)
            for field, text in pairwise(body)
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and field.target.id in names
            and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
        }  # fmt: skip
    return told


def tables() -> str:
    """The kinds of line of a replay file and their fields as Markdown."""
    return f"## Kinds\n\n{_tables(schema()['$defs'], KINDS, '###')}"


def scratch_tables() -> str:
    """The kinds of line of a scratch file and their fields as Markdown."""
    _, parts = msgspec.json.schema_components([lines.Begin | lines.Line], ref_template="#/$defs/{name}")
    told = field_docs(lines, lines.KINDS)
    for name, part in parts.items():
        for field, shape in part["properties"].items():
            if field in told[name]:
                shape["description"] = told[name][field]
    return _tables(parts, lines.KINDS, "####")


def _tables(parts: Mapping[str, Any], kinds: Mapping[str, type[msgspec.Struct]], head: str) -> str:
    told = []
    for kind, struct in kinds.items():
        part = parts[struct.__name__]
        told.append(f"{head} `{kind}`\n\n{inspect.getdoc(struct)}\n\n| field | type | needed | meaning |\n|---|---|---|---|\n")
        for field, shape in part["properties"].items():
            if field != "kind":
                must = "yes" if field in part["required"] else "no"
                told.append(f"| `{field}` | {_type(shape)} | {must} | {shape['description']} |\n")
        told.append("\n")
    return "".join(told)


def _type(shape: dict[str, Any]) -> str:
    if "anyOf" in shape:
        return " or ".join(_type(one) for one in shape["anyOf"])
    if "enum" in shape:
        return "one of " + ", ".join(f"`{word}`" for word in shape["enum"] if word is not None)
    if shape["type"] == "array":
        if "prefixItems" in shape["items"]:
            return f"list of pairs ({', '.join(map(_type, shape['items']['prefixItems']))})"
        each = _type(shape["items"])
        return f"list, each {each}" if " or " in each else f"list of {each}s"
    words = {"string": "text", "integer": "whole number", "number": "number", "null": "null", "object": "object", "boolean": "yes or no"}
    return words[shape["type"]]


def text() -> str:
    """The schema as it stands in `replays/schema.json`."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def with_tables(page: str) -> str:
    """The text of FORMAT.md with its tables made anew."""
    for first, last, made in ((BEGIN, END, tables()), (SCRATCH_BEGIN, SCRATCH_END, scratch_tables())):
        before, begin, rest = page.partition(first)
        _, end, after = rest.partition(last)
        if not begin or not end:
            raise ValueError("FORMAT.md has no place for the tables: one of its marks is missing")
        page = f"{before}{first}\n{made}{last}{after}"
    return page


def main(folder: Path) -> None:
    """Write what is made into the folder of the replays."""
    write_file(folder / "schema.json", text().encode("utf-8"))
    page = folder / "FORMAT.md"
    write_file(page, with_tables(page.read_text(encoding="utf-8")).encode("utf-8"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m cardlab.replay.schema FOLDER")
    main(Path(sys.argv[1]))
