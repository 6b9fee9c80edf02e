"""What counts of a table's game: its result, or what the rulings in its disputes put in its place."""

from enum import StrEnum
from typing import Final

from domain.disputes.events import REWIND, VOID
from domain.disputes.state import RULED, Dispute, docket_of
from domain.tournaments.commands import TakeResult
from domain.values import Value
from service.access.arbiter_actions import filed_events
from service.access.context import Context
from service.store.entries.tournament_entries import TournamentGame
from service.store.errors import DamagedGame
from service.tournaments.game_results import result_of

REPLAYS_MAX: Final = 64
"""How many games may follow on one another by rulings."""


class Official(StrEnum):
    """How the game of a table stands."""

    RUNNING = "running"
    ENDED = "ended"
    DEAL_HELD = "deal_held"
    """It ended, and a game with the same deal has not."""
    VOIDED = "voided"
    """It ended without a result."""
    OVERRULED = "overruled"
    """It ended, and a ruling in force says that its result does not count."""
    REPLAY_ORDERED = "replay_ordered"
    """A ruling in force orders that it is played again, and that game is not made yet."""
    NOT_PUBLIC = "not_public"
    """It was not made for the tournament, and not everybody may know its end."""
    ABSENT = "absent"
    """No game of this id can be read here."""


class OfficialResult(Value):
    """The game that counts for a table, how it stands, and its result if it has ended.

    `settled` is whether no ruling is awaited on it.
    """

    game: str
    stands: Official
    result: TakeResult | None = None
    settled: bool = True


def official_result(context: Context, tournament: str, round_: int, table: int, game: str) -> OfficialResult:
    """Return what counts of a game that is linked to this table.

    A game that was not made for the tournament counts from when everybody may know its end, so that linking a game
    tells officials nothing of it.
    """
    ours = bool(context.register.find_entries(TournamentGame, game=game, tournament=tournament))
    seen, settled = set[str](), True
    while game not in seen and len(seen) < REPLAYS_MAX:
        seen.add(game)
        try:
            if not context.store.exists(game):
                return OfficialResult(game=game, stands=Official.ABSENT)
            summary = context.tables.at_present(game).summary
            if not ours and not context.reader.is_end_public(game):
                return OfficialResult(game=game, stands=Official.NOT_PUBLIC)
            docket = docket_of(filed for _, filed in filed_events(context.register, game))
            settled = settled and not docket.undecided
            ruled = [one for one in docket.disputes if one.state == RULED]
            if (following := _following(ruled, game)) is not None:
                game = following
                continue
            overturned = docket.overturned
            if overturned is not None and overturned.rulings[-1].remedy == REWIND:
                return OfficialResult(game=game, stands=Official.REPLAY_ORDERED, settled=settled)
            if summary.result is None:
                return OfficialResult(game=game, stands=Official.RUNNING, settled=settled)
            if summary.result.scores is None:
                return OfficialResult(game=game, stands=Official.VOIDED, settled=settled)
            if overturned is not None and overturned.rulings[-1].remedy == VOID:
                return OfficialResult(game=game, stands=Official.OVERRULED, settled=settled)
            if not summary.over:
                return OfficialResult(game=game, stands=Official.DEAL_HELD, settled=settled)
            envelopes = context.records.envelopes(game, summary.version)
        except DamagedGame:
            return OfficialResult(game=game, stands=Official.ABSENT)
        result = result_of(envelopes, round_, table, game)
        return OfficialResult(game=game, stands=Official.ENDED, result=result, settled=settled)
    return OfficialResult(game=game, stands=Official.REPLAY_ORDERED, settled=False)


def _following(ruled: list[Dispute], game: str) -> str | None:
    """Return the game that counts in place of this one by the last ruling in force that names one."""
    for dispute in reversed(ruled):
        ruling = dispute.rulings[-1]
        if ruling.remedy == REWIND and dispute.fork is not None:
            return dispute.fork
        if ruling.branch is not None and ruling.branch != game:
            return ruling.branch
    return None
