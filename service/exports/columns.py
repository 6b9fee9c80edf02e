"""The columns of export tables, with their types and meanings."""

from enum import StrEnum
from types import NoneType
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

FILES: Final = "files"
"""The name of the form that is not a table: the game files, one after the other."""


class ColumnType(StrEnum):
    """The type of a column's values."""

    TEXT = "text"
    NUMBER = "number"
    DECIMAL = "decimal"
    FLAG = "flag"
    TIME = "time"
    JSON = "json"


class ExportColumn(NamedTuple):
    """A column of a table. `may_lack` says that it may hold no value."""

    name: str
    kind: ColumnType
    says: str
    may_lack: bool = False


def columns_of(line: type, moment: Any, says: dict[str, str]) -> tuple[ExportColumn, ...]:
    """Return the columns of a table whose lines are of this type.

    Args:
        line: the type of a line, with a member for each column.
        moment: the type of its times.
        says: what each member means.
    """
    found = []
    for name, hint in get_type_hints(line, include_extras=True).items():
        parts = [part for part in get_args(hint) if part is not NoneType]
        may_lack = NoneType in get_args(hint) and get_origin(hint) is not Annotated
        found.append(ExportColumn(name, _kind(parts[0] if may_lack else hint, moment), says[name], may_lack))
    return tuple(found)


def _kind(hint: Any, moment: Any) -> ColumnType:
    if hint == moment:
        return ColumnType.TIME
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if not isinstance(plain, type):
        return ColumnType.JSON
    if issubclass(plain, str):
        return ColumnType.TEXT
    return {bool: ColumnType.FLAG, int: ColumnType.NUMBER, float: ColumnType.DECIMAL}.get(plain, ColumnType.JSON)
