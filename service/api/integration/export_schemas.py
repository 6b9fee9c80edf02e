"""The schemas of the lines of an export: one for each table, with a member for each column."""

from typing import Annotated, Final

from domain.deal_commitments import LEVELS
from domain.member_types import EditionId, SeatIndex, one_of
from domain.tournaments.events import FORMATS
from projections.summary import GameStatus
from service.api.member_texts import member_text
from service.api.response_schemas import Answer
from service.api.table.command_schemas import AnyCommand, AnyEvent
from service.api.text_types import SeatKind, Timestamp
from service.exports.columns import FILES, columns_of
from service.exports.rows import ROWS
from service.exports.writers import ExportWriter, Files, Lines

PARQUET_MEDIA: Final = "application/vnd.apache.parquet"
"""The registered media type of Parquet."""


class ExportedGame(Answer):
    """A game in the table `games`."""

    game: str
    status: GameStatus
    edition: EditionId
    rules_version: str
    rules_digest: str
    options: dict[str, bool | int | str]
    players: int
    practice: bool
    level: Annotated[str, one_of(*LEVELS)]
    private: bool
    created: Timestamp
    started: Timestamp | None
    ended: Timestamp | None
    reason: str | None
    events: int
    forked_from: str | None
    forked_at: int | None
    external_id: str | None
    metadata: dict[str, str] | None


class ExportedSeat(Answer):
    """A seat in the table `seats`."""

    game: str
    seat: SeatIndex
    taken: bool
    kind: SeatKind | None
    name: str | None
    bot: str | None


class ExportedResult(Answer):
    """The result of a seat, in the table `results`. Only games that ended with a result are there."""

    game: str
    seat: SeatIndex
    score: int
    won: bool


class ExportedEvent(Answer):
    """An event in the table `events`."""

    game: str
    n: int
    at: Timestamp
    type: str
    seat: SeatIndex | None
    by: str | None
    command: AnyCommand | None
    event: AnyEvent


class ExportedTournament(Answer):
    """A tournament in the table `tournaments`."""

    tournament: str
    title: str
    edition: EditionId
    options: dict[str, bool | int | str]
    format: Annotated[str, one_of(*FORMATS)]
    status: Annotated[str, one_of("registration", "running", "closed")]
    rounds: int
    rounds_released: int
    rounds_confirmed: int
    players: int
    table_points: list[str]
    tie_breaks: list[str]
    created: Timestamp
    events: int
    forked_from: str | None
    forked_at: int | None


class ExportedStanding(Answer):
    """A line of the standings of a tournament, in the table `standings`."""

    tournament: str
    rank: int
    player: str
    points: str
    points_above: int
    points_below: int
    tables: int
    excluded: bool
    tie_breaks: list[dict[str, str]]


class ExportedPlacing(Answer):
    """A seat at a table of a released round, in the table `placings`, with its result if there is one."""

    tournament: str
    round: int
    table: int
    game: str | None
    seat: SeatIndex
    player: str
    played_by: str
    source: Annotated[str, one_of("game", "paper", "ruling")] | None
    score: int | None
    place: int | None
    points: str | None


EXPORTED: Final = {
    "games": ExportedGame,
    "seats": ExportedSeat,
    "results": ExportedResult,
    "events": ExportedEvent,
    "tournaments": ExportedTournament,
    "standings": ExportedStanding,
    "placings": ExportedPlacing,
}
"""The schema of a line of each table."""
TABLES: Final = {
    name: columns_of(line, Timestamp, {member: member_text(line.__name__, member) for member in line.__struct_fields__})
    for name, line in EXPORTED.items()
}
"""The columns of each table in their order. A later version may add columns at the end."""
WHAT: Final = (*TABLES, FILES)
assert TABLES.keys() == ROWS.keys()


def lines_of(what: str, *, flat: bool = False) -> ExportWriter:
    """Return the form in lines of a table or of files."""
    return Files() if what == FILES else Lines(what, TABLES[what], flat=flat)
