"""A game that an arbiter corrects, and its replay by order from the middle."""

from functools import cache

from msgspec.structs import replace

from domain.corrections import ArbiterCorrection, TableCorrected, shown_to
from domain.engine import decide_correction, shuffle_draw_pile
from domain.forks import GameForked
from domain.zones import HAND, PILE, UNDER
from replay.codec import Cause
from replay.fork import ArbiterOrder, fork_exact
from replay.game import Game, batch_of
from replay.proofs.bundle import root_at_fork
from replay.proofs.shuffle import Deal, seed_of_text
from replay.record import Record
from replay.rewind import batch_end
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on, simulate
from tests.replay.proofs.bundles import key_of

CUT = 80
"""The event at about which the arbiter is called."""


def _moves(game: Game) -> list[ArbiterCorrection]:
    """Return corrections: a hand card goes under the pile, and the top card of the pile goes to a hand."""
    first = game.table.seats[0]
    ends = ((HAND, 0), (UNDER, None)), ((PILE, None), (HAND, 0))
    gone, came = (shown_to(game.table, *pair) for pair in ends)
    away = TableCorrected(
        origin=HAND, target=UNDER, shown=gone, cards=first.hand[-1:], from_seat=0, slots=first.slots[-1:]
    )
    back = TableCorrected(origin=PILE, target=HAND, shown=came, cards=game.table.draw_pile[:1], to_seat=0)
    return [away, back]


def _arbiter(game: Game, event: ArbiterCorrection) -> None:
    decision = decide_correction(game.rulebook, game.table, event, game.chance)
    cause = Cause(command=None, by="arbiter", key=None)
    game.envelopes += batch_of(game.game, game.version, decision.events, cause, at=game.envelopes[-1].at)
    game.table = decision.table


@cache
def corrected_game(edition: str = "classic", players: int = 3) -> Record:
    """Return the corrected game, played to its end with a revealed deal."""
    whole, seed = simulate(edition, players, "right", 1, {}, ["greedy"])
    cut = batch_end(whole.record(), CUT)
    game = Game(whole.game, Deal(whole.game, seed), whole.envelopes[:cut])
    for event in _moves(game):
        _arbiter(game, event)
    _arbiter(game, shuffle_draw_pile(game.table, game.chance))
    play_on(game, {seat: BOTS["greedy"](seat, str(seat)) for seat in range(players)})
    return game.record()


@cache
def replayed_game(edition: str = "classic", players: int = 3) -> Record:
    """Return the same game replayed from its middle, with the hands of that time and a shuffled pile."""
    parent = corrected_game(edition, players)
    deal = Deal("right-again", seed_of_text("again"))
    fork = fork_exact(parent, CUT * 2, deal.game, deal, at=0, ordered=ArbiterOrder())
    at = next(k for k, one in enumerate(fork.envelopes) if isinstance(one.event, GameForked))
    before, own = fork.envelopes[:at], fork.envelopes[at]
    root = root_at_fork(before, key_of(parent.game), parent.created.rules.options)
    bound = replace(own, event=replace(own.event, root=root))
    game = Game(deal.game, deal, (*before, bound, *fork.envelopes[at + 1 :]))
    play_on(game, {seat: BOTS["greedy"](seat, str(seat)) for seat in range(players)})
    return game.record()
