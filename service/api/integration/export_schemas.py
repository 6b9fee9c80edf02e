"""The schemas of the lines of an export: one for each table, with a member for each column."""

from typing import Annotated, Final

from domain.deal_commitments import LEVELS
from domain.member_types import EditionId, SeatIndex, one_of
from domain.tournaments.events import DUPLICATES, FORMATS
from projections.analytics.game_course import GIFT, TRADE
from projections.analytics.ratings import OpponentPart
from projections.summary import GameStatus
from service.analytics.counted_games import BOT
from service.api.member_texts import member_text
from service.api.response_schemas import Answer
from service.api.table.command_schemas import AnyCommand, AnyEvent
from service.api.text_types import SeatKind, Timestamp
from service.exports.columns import FILES, columns_of
from service.exports.parquet import ParquetWriter
from service.exports.player_rows import PERSON, PLAYER_TABLES
from service.exports.rows import ROWS
from service.exports.writers import CsvWriter, ExportWriter, GameFileWriter, JsonLinesWriter, TableForm

PARQUET_MEDIA: Final = "application/vnd.apache.parquet"
"""The registered media type of Parquet."""
CSV_MEDIA: Final = "text/csv"


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
    counted: bool


class ExportedSeat(Answer):
    """A seat in the table `seats`."""

    game: str
    seat: SeatIndex
    taken: bool
    kind: SeatKind | None
    name: str | None
    bot: str | None
    turn_order: int | None
    player: str | None


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
    duplicate: Annotated[str, one_of(*DUPLICATES)] | None
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


class ExportedTurn(Answer):
    """A turn, in the table `turns`. The counts are of all seats in this turn."""

    game: str
    turn: int
    n: int
    at: Timestamp
    seat: SeatIndex
    turn_order: int
    planted: int
    offers: int
    trades: int
    gifts: int
    harvests: int
    coins: list[int] | None


class ExportedTrade(Answer):
    """A trade or a gift that came about, in the table `trades`. Values are in hundredths of a coin."""

    game: str
    n: int
    turn: int | None
    kind: Annotated[str, one_of(TRADE, GIFT)]
    seat: SeatIndex
    turn_order: int | None
    partner: SeatIndex
    partner_turn_order: int | None
    given: list[str]
    received: list[str]
    given_coins: int
    received_coins: int
    given_value: int | None
    received_value: int | None


class ExportedHarvest(Answer):
    """A field that was sold, in the table `harvests`. Its value is in hundredths of a coin."""

    game: str
    n: int
    turn: int | None
    seat: SeatIndex
    turn_order: int | None
    field: int
    variety: str
    cards: int
    coins: int
    value: int | None
    reason: str


class ExportedRating(Answer):
    """A step of a rating, in the table `ratings`: how one game changed the rating of one player in its edition."""

    edition: EditionId
    game: str
    ended: Timestamp
    player: str
    games: int
    before: float
    before_uncertainty: float
    after: float
    after_uncertainty: float
    provisional: bool
    opponents: list[OpponentPart]


class ExportedPlayer(Answer):
    """A player or bot in one edition, in the table `players`. Hidden players are not there."""

    edition: EditionId
    player: str
    kind: Annotated[str, one_of(BOT, PERSON)]
    games: int
    seats: int
    wins: float
    coins: int
    rated_games: int | None
    rating: float | None
    uncertainty: float | None
    provisional: bool | None


EXPORTED: Final = {
    "games": ExportedGame,
    "seats": ExportedSeat,
    "results": ExportedResult,
    "events": ExportedEvent,
    "tournaments": ExportedTournament,
    "standings": ExportedStanding,
    "placings": ExportedPlacing,
    "turns": ExportedTurn,
    "trades": ExportedTrade,
    "harvests": ExportedHarvest,
    "ratings": ExportedRating,
    "players": ExportedPlayer,
}
"""The schema of a line of each table."""
TABLES: Final = {
    name: columns_of(line, Timestamp, {member: member_text(line.__name__, member) for member in line.__struct_fields__})
    for name, line in EXPORTED.items()
}
"""The columns of each table in their order. A later version may add columns at the end."""
EXPORT_NAMES: Final = (*TABLES, FILES)
assert TABLES.keys() == {*ROWS, *PLAYER_TABLES} - {FILES}


def writer_of(table: str, form: TableForm, *, flat: bool = False) -> ExportWriter:
    """Return the writer of a table in this format, or of game files."""
    if table == FILES:
        return GameFileWriter()
    columns = TABLES[table]
    match form:
        case TableForm.PARQUET:
            return ParquetWriter(columns)
        case TableForm.CSV:
            return CsvWriter(columns)
    return JsonLinesWriter(columns, flat=flat)
