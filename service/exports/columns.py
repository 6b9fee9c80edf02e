"""The tables of an export: their columns, of which type each is, what it says."""

from enum import StrEnum
from typing import Final, NamedTuple


class ColumnType(StrEnum):
    """Of which type the values of a column are."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    TIME = "time"
    JSON = "json"


class ExportColumn(NamedTuple):
    """A column of a table; `may_lack` says that it may hold no value."""

    name: str
    kind: ColumnType
    says: str
    may_lack: bool = False


_GAME: Final = ExportColumn("game", ColumnType.TEXT, "the id of the game")
TABLES: Final[dict[str, tuple[ExportColumn, ...]]] = {
    "games": (
        _GAME,
        ExportColumn("status", ColumnType.TEXT, "`open`, `running`, `finished`, `voided` or `imported`"),
        ExportColumn("edition", ColumnType.TEXT, "the edition that is played"),
        ExportColumn("rules_version", ColumnType.TEXT, "the version of its rules"),
        ExportColumn("rules_digest", ColumnType.TEXT, "SHA-256 of the data that its rules are made of"),
        ExportColumn("options", ColumnType.JSON, "every option with its value"),
        ExportColumn("players", ColumnType.NUMBER, "how many play"),
        ExportColumn("practice", ColumnType.FLAG, "whether it is for practice"),
        ExportColumn("level", ColumnType.TEXT, "how its deal is made: `simple`, `tournament` or `duplicate`"),
        ExportColumn("private", ColumnType.FLAG, "whether only its members know of it"),
        ExportColumn("created", ColumnType.TIME, "when it was made; a fork, when it was forked"),
        ExportColumn("started", ColumnType.TIME, "when it began", may_lack=True),
        ExportColumn("ended", ColumnType.TIME, "when it ended, with or without a result", may_lack=True),
        ExportColumn("reason", ColumnType.TEXT, "why it ended", may_lack=True),
        ExportColumn(
            "events", ColumnType.NUMBER, "how many events there are of it, those of a fork's parent among them"
        ),
        ExportColumn("forked_from", ColumnType.TEXT, "the game that it was forked from", may_lack=True),
        ExportColumn("forked_at", ColumnType.NUMBER, "after which event of that", may_lack=True),
        ExportColumn("external_id", ColumnType.TEXT, "what the token that asks calls it, if it made it", may_lack=True),
        ExportColumn("metadata", ColumnType.JSON, "the words that this token noted, if it made it", may_lack=True),
    ),
    "seats": (
        _GAME,
        ExportColumn("seat", ColumnType.NUMBER, "the seat, from 0"),
        ExportColumn("taken", ColumnType.FLAG, "whether somebody sits there"),
        ExportColumn("kind", ColumnType.TEXT, "`human` or `bot`", may_lack=True),
        ExportColumn("name", ColumnType.TEXT, "what people call them", may_lack=True),
        ExportColumn("bot", ColumnType.TEXT, "which kind of bot plays there, such as `trader`", may_lack=True),
    ),
    "results": (
        _GAME,
        ExportColumn("seat", ColumnType.NUMBER, "the seat, from 0"),
        ExportColumn("score", ColumnType.NUMBER, "its score, which in most editions is its coins"),
        ExportColumn("won", ColumnType.FLAG, "whether it is among the winners"),
    ),
    "events": (
        _GAME,
        ExportColumn("n", ColumnType.NUMBER, "the number of the event in its game, from 1"),
        ExportColumn("at", ColumnType.TIME, "when it happened"),
        ExportColumn("type", ColumnType.TEXT, "its stored name, such as `bean_planted.1`"),
        ExportColumn("seat", ColumnType.NUMBER, "whose it is, where it is a seat's", may_lack=True),
        ExportColumn("by", ColumnType.TEXT, "who gave the command, on the first event that it led to", may_lack=True),
        ExportColumn("command", ColumnType.JSON, "that command, as this view sees it", may_lack=True),
        ExportColumn("event", ColumnType.JSON, "the event, as this view sees it"),
    ),
}
"""The columns of each table in their order; a table may come to have more at its end."""
FILES: Final = "files"
"""What is no table: the game files, one after the other."""
WHAT: Final = (*TABLES, FILES)
