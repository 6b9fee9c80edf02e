"""The generated tables of docs/exports.md: columns, and the filters of lists and exports."""

import re
from collections.abc import Sequence
from typing import Final

from service.api.games.game_filters import GamesQuery
from service.api.integration.export_schemas import TABLES
from service.exports.columns import ColumnType, ExportColumn
from service.store.index.filters import FILTERS, FilterKind

_TYPES: Final = {
    ColumnType.TEXT: "text",
    ColumnType.NUMBER: "number",
    ColumnType.DECIMAL: "decimal",
    ColumnType.FLAG: "yes or no",
    ColumnType.TIME: "time",
    ColumnType.JSON: "JSON",
}
_FILTERS: Final = "| query | command line | games |\n|---|---|---|\n"
_COLUMNS: Final = "| column | of type | |\n|---|---|---|\n"


def exports_document(text: str) -> str:
    """Return the text of the guide with current tables."""
    text = _replaced(text, _FILTERS, _filters())
    for table, columns in TABLES.items():
        before, heading, after = text.partition(f"### `{table}`\n")
        text = before + heading + _replaced(after, _COLUMNS, _columns(columns))
    return text


def _replaced(text: str, head: str, rows: list[str]) -> str:
    """Return the text with these rows in the first table that has this header."""
    before, found, after = text.partition(head)
    assert found, f"there is no table {head!r}"
    return before + head + "".join(rows) + re.sub(r"^(?:\|.*\n)+", "", after)


def _columns(columns: Sequence[ExportColumn]) -> list[str]:
    return [
        f"| `{one.name}` | {_TYPES[one.kind]}{' or none' * one.nullable} | {one.description} |\n" for one in columns
    ]


def _filters() -> list[str]:
    rows = []
    for argument, field in GamesQuery().fields.items():
        name, filter_ = f"`--{argument.replace('_', '-')}`", FILTERS.get(argument)
        says = field.metadata["description"] if filter_ is None else filter_.description.partition(". ")[0]
        says = says.removeprefix("Only games ").removeprefix("Only ")
        if filter_ is not None and filter_.kind == FilterKind.FLAG:
            name += f", `--no-{argument}`"
        rows.append(f"| `{argument}` | {name if filter_ is not None else ''} | {says} |\n")
    return rows
