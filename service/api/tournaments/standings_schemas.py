"""The schemas of standings, and of those of a tournament and its fork side by side."""

from typing import Annotated

from domain.member_types import one_of
from service.api.response_schemas import Answer
from service.api.tournaments.tournament_schemas import CreatedTournamentToken, TournamentOrigin

REASONS = ("game", "paper", "sit_out", "penalty", "ruling", "dropped")
"""The kinds of reasons for points."""


class TieBreakValue(Answer):
    """The value of a tie-break, as exact text, and the parts that it is made of."""

    name: str
    value: str
    trace: tuple[str, ...]


class SeatCompared(Answer):
    """The coins of a player, compared with those of this number of `others`.

    `tables` are those where the others held the same seat of the same deal, each entry the first and the last of some
    that follow on one another. Without any, the others sat at the same table. `mean` is theirs, as exact text.
    """

    coins: int
    tables: list[tuple[int, int]]
    others: int
    mean: str
    ahead_of: int
    level_with: int


class PointsReason(Answer):
    """Where points come from; `event` is that of the tournament. In duplicate they follow from the `comparison`."""

    kind: Annotated[str, one_of(*REASONS)]
    round: int | None
    table: int | None
    game: str | None
    place: int | None
    points: str
    event: int
    comparison: SeatCompared | None


class RankedPlayer(Answer):
    """A line of the standings; the points of `why` add up to `points`. `ranks` are the first and the last that fit."""

    rank: int
    player: str
    name: str | None
    points: str
    excluded: bool
    tie_breaks: list[TieBreakValue]
    why: list[PointsReason]
    ranks: tuple[int, int] | None


class TournamentStandings(Answer):
    """The standings after event `at`; `reliability` only with `certainty=true`."""

    at: int
    standings: list[RankedPlayer]
    reliability: float | None


class ComparedPlayer(Answer):
    """A player in the standings of a tournament and of its fork; `passes` are those who are behind them only there."""

    player: str
    name: str | None
    rank_before: int | None
    points_before: str | None
    rank_after: int | None
    points_after: str | None
    passes: tuple[str, ...]


class TournamentFork(Answer):
    """A fork, the token of its director, and its standings beside those of the tournament.

    `replayed` is the last event of the tournament that could be decided again; where that is not its last one, `says`
    tells why.
    """

    tournament: str
    forked_from: TournamentOrigin
    version: int
    tokens: list[CreatedTournamentToken]
    replayed: int
    says: str | None
    compared: list[ComparedPlayer]
