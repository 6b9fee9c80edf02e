"""The columns of each schema's tables, read from its migration steps."""

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
    """Return the columns of each table that a store of this schema has."""
    found: dict[str, set[str]] = {}
    for number in range(1, version + 1):
        for statement in STEPS[number]:
            if made := _TABLE.fullmatch(statement):
                found[made[1]] = _columns_in(made[2])
            elif altered := _ALTERED.match(statement):
                found[altered[1]] |= set(_ADDED.findall(statement))
    return {table: frozenset(names) for table, names in found.items()}


def _columns_in(definition: str) -> set[str]:
    while (shorter := _PARENTHESES.sub("", definition)) != definition:
        definition = shorter
    names = (part.split()[0] for part in definition.split(","))
    return {name for name in names if name not in _CONSTRAINTS}
