"""Freeze the current rules of an edition before they become those of another version.

python -m tests.golden.freeze classic
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

import domain.versions
from domain.edition_data.edition import EditionData
from domain.editions import EDITIONS
from domain.versions import VersionData

VERSIONS = Path(domain.versions.__file__).parent
KEPT = Path(__file__).with_name("versions.sha256")
"""The hashes of the frozen files, in the format of sha256sum."""


def frozen(data: EditionData) -> str:
    """Return the text of the file of a version of the rules."""
    fields = {name: getattr(data, name) for name in VersionData.__struct_fields__ if name != "options"}
    fields["options"] = data.all_options
    opening = f"# {data.name['en']} {data.version}: what decides its games. Kept for ever; tests compare its bytes."
    return "\n".join([opening, *_table("", json.loads(msgspec.json.encode(VersionData(**fields))))]) + "\n"


def _table(name: str, table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a table: its values first, then its rows and nested tables."""
    if name:
        yield f"\n[{name}]"
    rest: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict) or (isinstance(value, list) and value and isinstance(value[0], dict)):
            rest[key] = value
        else:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in rest.items():
        inner = f"{name}.{_key(key)}" if name else _key(key)
        if isinstance(value, dict):
            yield from _table(inner, value)
        else:
            for row in value:
                first, *lines = _table(inner, row)
                yield from (f"\n[{first.strip()}]", *lines)


def _key(key: str) -> str:
    return key if key.isidentifier() else json.dumps(key, ensure_ascii=False)


def _value(value: object) -> str:
    if isinstance(value, str) and "\n" in value:
        return f'"""\n{value}"""'
    return json.dumps(value, ensure_ascii=False)


def main(keys: list[str]) -> None:
    """Write the file of each edition, and its hash into the list."""
    for key in keys or EDITIONS:
        data = EDITIONS[key].data
        path = VERSIONS / f"{key}.{data.version}.toml"
        with path.open("x", encoding="utf-8") as file:
            file.write(frozen(data))
        with KEPT.open("a", encoding="utf-8") as file:
            file.write(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
