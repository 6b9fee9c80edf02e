"""The columns of export tables, with their types and meanings."""

from enum import StrEnum
from types import NoneType
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

FILES: Final = "files"
"""The name of the export that is not a table: game files, one after the other."""


class ColumnType(StrEnum):
    """The type of a column's values."""

    TEXT = "text"
    NUMBER = "number"
    DECIMAL = "decimal"
    FLAG = "flag"
    TIME = "time"
    JSON = "json"


class ExportColumn(NamedTuple):
    """A column of a table. `nullable` columns may have no value."""

    name: str
    kind: ColumnType
    description: str
    nullable: bool = False


def columns_of(line: type, moment: Any, descriptions: dict[str, str]) -> tuple[ExportColumn, ...]:
    """Return the columns of a table whose lines are of this type.

    Args:
        line: the type of a line, with a member for each column.
        moment: the type of its times.
        descriptions: what each member means.
    """
    columns = []
    for name, hint in get_type_hints(line, include_extras=True).items():
        parts = [part for part in get_args(hint) if part is not NoneType]
        nullable = NoneType in get_args(hint) and get_origin(hint) is not Annotated
        columns.append(ExportColumn(name, _kind(parts[0] if nullable else hint, moment), descriptions[name], nullable))
    return tuple(columns)


def _kind(hint: Any, moment: Any) -> ColumnType:
    if hint == moment:
        return ColumnType.TIME
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if not isinstance(plain, type):
        return ColumnType.JSON
    if issubclass(plain, str):
        return ColumnType.TEXT
    return {bool: ColumnType.FLAG, int: ColumnType.NUMBER, float: ColumnType.DECIMAL}.get(plain, ColumnType.JSON)
