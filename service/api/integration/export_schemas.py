"""The shapes of the lines of an export: one for each table, with the members that its columns have."""

from typing import Annotated, Final

from domain.deal_commitments import LEVELS
from domain.member_types import EditionId, SeatIndex, one_of
from projections.summary import GameStatus
from service.api.response_schemas import Answer
from service.api.table.command_schemas import AnyCommand, AnyEvent
from service.api.text_types import Moment, SeatKind

PARQUET_MEDIA: Final = "application/vnd.apache.parquet"
"""The type of Parquet, as it is registered."""


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
    created: Moment
    started: Moment | None
    ended: Moment | None
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
    """What a seat came to, in the table `results`: of games alone that ended with a result."""

    game: str
    seat: SeatIndex
    score: int
    won: bool


class ExportedEvent(Answer):
    """An event in the table `events`."""

    game: str
    n: int
    at: Moment
    type: str
    seat: SeatIndex | None
    by: str | None
    command: AnyCommand | None
    event: AnyEvent


EXPORTED: Final = {"games": ExportedGame, "seats": ExportedSeat, "results": ExportedResult, "events": ExportedEvent}
"""The shape of a line of each table."""
