"""The official result of a table's game: its own, or the one that rulings in its disputes put in its place."""

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
from service.tournaments.game_results import result_command

REPLAYS_MAX: Final = 64
"""How many games may replace one another by rulings."""


class GameStanding(StrEnum):
    """The official standing of a table's game."""

    RUNNING = "running"
    ENDED = "ended"
    DEAL_HELD = "deal_held"
    """It has ended, but a game with the same deal has not, so its deal stays hidden."""
    VOIDED = "voided"
    """It has ended without a result."""
    OVERRULED = "overruled"
    """It has ended, but a ruling in force says that its result does not count."""
    REPLAY_ORDERED = "replay_ordered"
    """A ruling in force orders a replay, and the game of the replay does not exist yet."""
    NOT_PUBLIC = "not_public"
    """It was not created for the tournament, and its end is not public."""
    ABSENT = "absent"
    """The store has no readable game of this id."""


class OfficialResult(Value):
    """The game that counts for a table, its standing, and its result if it has ended.

    `settled` says that no dispute about it is undecided.
    """

    game: str
    standing: GameStanding
    result: TakeResult | None = None
    settled: bool = True


def official_result(context: Context, tournament: str, round_: int, table_number: int, game: str) -> OfficialResult:
    """Return the official result of a game that is linked to this table.

    A game that was not created for the tournament counts only once its end is public. So officials cannot learn the end
    of a hidden game by linking it.
    """
    ours = bool(context.register.find_entries(TournamentGame, game=game, tournament=tournament))
    seen, settled = set[str](), True
    while game not in seen and len(seen) < REPLAYS_MAX:
        seen.add(game)
        try:
            if not context.store.exists(game):
                return OfficialResult(game=game, standing=GameStanding.ABSENT)
            summary = context.tables.current(game).summary
            if not ours and not context.reader.is_end_public(game):
                return OfficialResult(game=game, standing=GameStanding.NOT_PUBLIC)
            docket = docket_of(filed for _, filed in filed_events(context.register, game))
            settled = settled and not docket.undecided
            ruled = [one for one in docket.disputes if one.state == RULED]
            if (following := _replacing_game(ruled, game)) is not None:
                game = following
                continue
            overturned = docket.overturned
            if overturned is not None and overturned.rulings[-1].remedy == REWIND:
                return OfficialResult(game=game, standing=GameStanding.REPLAY_ORDERED, settled=settled)
            if summary.result is None:
                return OfficialResult(game=game, standing=GameStanding.RUNNING, settled=settled)
            if summary.result.scores is None:
                return OfficialResult(game=game, standing=GameStanding.VOIDED, settled=settled)
            if overturned is not None and overturned.rulings[-1].remedy == VOID:
                return OfficialResult(game=game, standing=GameStanding.OVERRULED, settled=settled)
            if not summary.over:
                return OfficialResult(game=game, standing=GameStanding.DEAL_HELD, settled=settled)
            envelopes = context.records.envelopes(game, summary.version)
        except DamagedGame:
            return OfficialResult(game=game, standing=GameStanding.ABSENT)
        result = result_command(envelopes, round_, table_number, game)
        return OfficialResult(game=game, standing=GameStanding.ENDED, result=result, settled=settled)
    return OfficialResult(game=game, standing=GameStanding.REPLAY_ORDERED, settled=False)


def _replacing_game(ruled: list[Dispute], game: str) -> str | None:
    """Return the game that replaces this one by the last ruling in force that names one, or None."""
    for dispute in reversed(ruled):
        ruling = dispute.rulings[-1]
        if ruling.remedy == REWIND and dispute.fork is not None:
            return dispute.fork
        if ruling.branch is not None and ruling.branch != game:
            return ruling.branch
    return None
