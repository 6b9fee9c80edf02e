"""Checks positions of the duel that were written by hand."""

from collections.abc import Iterator

from domain.cards import FACE_DOWN
from domain.editions.duel.areas import offer, steps_this_turn
from domain.editions.duel.matching import top_discard_matches
from domain.rulebook import Rulebook
from domain.table import Table


def position_faults(rulebook: Rulebook, table: Table) -> Iterator[str]:
    """Yield a sentence for each thing in the position that no turn of the duel leads to.

    Rule: DU-3.5, DU-4.1, DU-4.4, DU-5.2, DU-5.3.
    """
    phase = table.turn.phase
    if any(seat.set_aside for seat in table.seats):
        yield "DU-3.5: set-aside cards, though there are no trades"
    if offer(table) and phase in ("plant", "turned_up"):
        yield "DU-4.1: an offer that should have been handled in step 1"
    if steps_this_turn(table).discarded and phase == "offer":
        yield "DU-4.4: a discard from the hand in step 1"
    if table.turned_up and phase != "turned_up":
        yield "DU-5.3: turned-up cards outside step 3"
    if steps_this_turn(table).matching and not _is_matching_possible(table):
        yield "DU-5.2: open matching without a matching discard"


def _is_matching_possible(table: Table) -> bool:
    chosen = table.rules.options["duel_matching"] == "choice" and table.turn.phase == "turned_up"
    known = FACE_DOWN not in (*table.discard_pile[:1], *table.turned_up)
    both = bool(table.discard_pile and table.turned_up)
    return chosen and both and (top_discard_matches(table) or not known)
