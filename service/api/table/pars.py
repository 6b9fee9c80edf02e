"""Par of a finished game: its coins beside what bots make of the same deal."""

from statistics import fmean
from typing import Annotated

from domain.member_types import Count, SeatIndex, one_of
from projections.analytics.bot_games import ExplainedShare, par_share
from service.access.visibility_scope import VisibilityScope
from service.api.response_schemas import Answer
from service.http.operation import Operations, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.lifecycle.par import (
    FAILED,
    MADE,
    PAR_BOT,
    PAR_RUNS,
    WAITING_GAMES_MAX,
    WANTED,
    coins_in,
    has_par,
    par_request_entry,
)
from service.problems import Problem
from service.store.entries.analytics_entries import ParEntry

pars = Operations()
NONE = "none"


class SeatPar(Answer):
    """A seat: its coins, the mean coins that bots made there, and the difference."""

    seat: SeatIndex
    coins: int
    par: float
    difference: float


class GamePar(Answer):
    """Par of a game: `bot` played all seats of its deal, `runs` times, in this `version` of the program.

    `state` is none, wanted, made or failed. `explained` is the share of the variance of coins that par explains,
    measured with other games of this edition and size; null where it was not measured.
    """

    game: str
    state: Annotated[str, one_of(NONE, WANTED, MADE, FAILED)]
    bot: str
    runs: Count
    version: str | None
    seats: list[SeatPar]
    explained: ExplainedShare | None


@pars.operation("GET", "/games/<game>/par", "get_par", ResponseSpec(GamePar), cost=1)
def get_par(call: Call) -> HttpAnswer:
    """Get par of a game: what bots make of the same deal.

    It is made on request, and for games of tournaments that count. Without a request `state` is `none`. So it is for a
    game of whose result the caller does not know.
    """
    return answer(_par(call), Vary="Authorization")


@pars.operation("POST", "/games/<game>/par", "request_par", ResponseSpec(GamePar, 202), cost=5)
def request_par(call: Call) -> HttpAnswer:
    """Ask for par of a finished game.

    Bots play its deal in the background, some seconds later. Where they cannot, `state` stays `none`: the game is not
    over, the caller may not know its result yet, or it is a fork, voided or imported.
    """
    sight, store = call.sight, call.context.store
    before = _entry(call)
    can = _is_known(sight) and has_par(sight.live.summary) and store.seed(sight.game) is not None
    if can and (before is None or before.state == FAILED):
        if len(store.find_entries(ParEntry, state=WANTED)) >= WAITING_GAMES_MAX:
            raise Problem("unavailable", f"{WAITING_GAMES_MAX} games wait for par: ask again in some minutes")
        store.change_entries([par_request_entry(sight.game)])
    return answer(_par(call), 202, Vary="Authorization")


def _is_known(sight: VisibilityScope) -> bool:
    return sight.over and not sight.sealed


def _entry(call: Call) -> ParEntry | None:
    return next(iter(call.context.store.find_entries(ParEntry, game=call.sight.game, bot=PAR_BOT)), None)


def _par(call: Call) -> GamePar:
    sight, summary = call.sight, call.sight.live.summary
    entry = _entry(call) if _is_known(sight) else None
    if entry is None:
        return GamePar(game=sight.game, state=NONE, bot=PAR_BOT, runs=PAR_RUNS, version=None, seats=[], explained=None)
    seats = []
    if entry.state == MADE:
        for seat, (coins, bot_coins) in enumerate(
            zip(summary.scores or (), zip(*coins_in(entry), strict=True), strict=True)
        ):
            par = round(fmean(bot_coins), 2)
            seats.append(SeatPar(seat=seat, coins=coins, par=par, difference=round(coins - par, 2)))
    return GamePar(
        game=sight.game,
        state=entry.state,
        bot=entry.bot,
        runs=entry.runs,
        version=entry.version,
        seats=seats,
        explained=par_share(summary.edition, summary.players),
    )
