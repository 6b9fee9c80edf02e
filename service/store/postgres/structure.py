"""The tables and columns of each schema, read from its migration steps."""

import re
from functools import cache
from typing import Final

from service.store.postgres.migrations import STEPS

_TABLE: Final = re.compile(r"\s*CREATE TABLE haricot\.(\w+) \((.*)\)\s*", re.DOTALL)
_ADDED: Final = re.compile(r"ADD COLUMN (\w+)")
_ALTERED: Final = re.compile(r"\s*ALTER TABLE haricot\.(\w+) ")
_PARENTHESES: Final = re.compile(r"\([^()]*\)")
_CONSTRAINTS: Final = ("PRIMARY", "UNIQUE", "CHECK", "FOREIGN")


@cache
def columns(version: int) -> dict[str, frozenset[str]]:
    """Return the columns of each table in this schema."""
    tables: dict[str, set[str]] = {}
    for number in range(1, version + 1):
        for statement in STEPS[number]:
            if created := _TABLE.fullmatch(statement):
                tables[created[1]] = _columns_in(created[2])
            elif altered := _ALTERED.match(statement):
                tables[altered[1]] |= set(_ADDED.findall(statement))
    return {table: frozenset(names) for table, names in tables.items()}


def _columns_in(definition: str) -> set[str]:
    while (shorter := _PARENTHESES.sub("", definition)) != definition:
        definition = shorter
    names = (part.split()[0] for part in definition.split(","))
    return {name for name in names if name not in _CONSTRAINTS}
