"""The JSON Schema of a line of a replay file, made from the structs: `python -m cardlab.replay.schema [FILE]`."""

import ast
import inspect
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from cardlab.replay import records
from cardlab.replay.records import FORMAT, KINDS, VERSION, Record
from cardlab.replay.writer import write_file


def schema() -> dict[str, Any]:
    """The schema of one line. Fields that are not listed are allowed, and so are lines of other kinds."""
    (known,), parts = msgspec.json.schema_components([Record], ref_template="#/$defs/{name}")
    told = field_docs()
    for name, part in parts.items():
        for field, shape in part["properties"].items():
            if field in told.get(name, {}):
                shape["description"] = told[name][field]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a {FORMAT} file, version {VERSION[0]}.{VERSION[1]}",
        "description": "Every line of the file is one JSON object; FORMAT.md says how the lines hang together.",
        "anyOf": [*known["anyOf"], {"$ref": "#/$defs/Unknown"}],
        "$defs": {
            **parts,
            "Unknown": {
                "title": "Unknown",
                "description": inspect.getdoc(records.Unknown),
                "type": "object",
                "properties": {"kind": {"type": "string", "not": {"enum": list(KINDS)}}, "seq": {"type": "integer", "minimum": 0}},
                "required": ["kind", "seq"],
            },
        },
    }


def field_docs() -> dict[str, dict[str, str]]:
    """What stands under each field of the structs, by struct and by the field's name in the file."""
    told: dict[str, dict[str, str]] = {}
    tree = ast.parse(inspect.getsource(records))
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or not isinstance(struct := getattr(records, node.name), type):
            continue
        if not issubclass(struct, msgspec.Struct):
            continue
        names = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
        told[node.name] = {
            names[field.target.id]: inspect.cleandoc(text.value.value)
            for field, text in zip(node.body, node.body[1:], strict=False)
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and field.target.id in names
            and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
        }  # fmt: skip
    return told


def text() -> str:
    """The schema as it stands in `replays/schema.json`."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write_file(Path(sys.argv[1]), text().encode("utf-8"))
    else:
        sys.stdout.write(text())
