"""The invariants: conditions that hold on every table that a game can reach."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import chain
from typing import Concatenate, Final, ParamSpec, TypeVar

from domain.cards import FACE_DOWN, Card
from domain.events import Cards
from domain.refusals import CorruptHistory
from domain.rulebook import Rulebook
from domain.table import Annex, Table

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")
_PROGRAM_ERRORS: Final = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError)


def zones(table: Table) -> Iterator[Cards]:
    """Yield the cards of every zone of the table. Rule: CL-1.5."""
    yield from (table.draw_pile, table.discard_pile, table.turned_up, table.removed)
    yield from _annex_zones(table.annex)
    yield from _annex_zones(table.turn.annex)
    for seat in table.seats:
        yield from (seat.hand, seat.coins, seat.set_aside)
        yield from seat.fields
        yield from _annex_zones(seat.annex)


def _annex_zones(annex: Annex | None) -> Iterator[Cards]:
    if annex is not None:
        yield from annex.zones()


def cards_on(table: Table) -> Counter[Card]:
    """Return how many cards of each variety lie on the table; face-down cards count as FACE_DOWN."""
    return Counter(chain.from_iterable(zones(table)))


def broken_invariants(rulebook: Rulebook, table: Table) -> list[str]:
    """Return a sentence for each invariant that this table breaks, after its clause; empty when all hold.

    Before the deal, cards are not counted.
    """
    faults, clause = [], rulebook.data.promises
    if table.begun:
        deck, counts = rulebook.deck_counts, cards_on(table)
        if not dict.__eq__(counts, deck):  # a Counter compares itself a card at a time
            face_down = counts.pop(FACE_DOWN, 0)
            if counts.total() + face_down != deck.total():
                faults.append(f"{clause['cards']}: {counts.total() + face_down} cards instead of {deck.total()}")
            if surplus := counts - deck:
                faults.append(f"{clause['cards']}: too many cards: {dict(surplus)}")
    for index, seat in enumerate(table.seats):
        known = [slot for slot in seat.slots if slot is not None]
        in_order = sorted(set(known)) == known and (not known or known[-1] < seat.next_slot)
        if len(seat.slots) != len(seat.hand) or not in_order:
            faults.append(f"{clause['hand']}: the hand of seat {index + 1} is out of order")
        if not rulebook.initial_fields <= len(seat.fields) <= rulebook.data.max_fields:
            faults.append(f"{clause['fields']}: seat {index + 1} has {len(seat.fields)} fields")
        if any(FACE_DOWN in field for field in seat.fields):
            faults.append(f"{clause['fields']}: a card lies face down in a field of seat {index + 1}")
    if table.exhaustions > rulebook.drawing.exhaustions_to_end:
        faults.append(f"{clause['exhaustions']}: {table.exhaustions} exhaustions")
    for invariant in rulebook.invariants:
        try:
            faults += invariant(rulebook, table)
        except (
            CorruptHistory,
            *_PROGRAM_ERRORS,
        ) as error:  # not even countable: the table is of another edition, or damaged
            faults.append(f"{clause['cards']}: {error}")
    return faults


def broken_tables_as_corrupt(
    function: Callable[Concatenate[Rulebook, Table, Parameters], Answer],
) -> Callable[Concatenate[Rulebook, Table, Parameters], Answer]:
    """Wrap a function: an error on a table with a broken invariant becomes CorruptHistory.

    Appliers move the cards that a record names, so a forged record can lead to tables that no rule expects. Only
    errors on such tables become CorruptHistory. An error on a sound table is a fault of this program, and is raised.
    """

    @wraps(function)
    def wrapped(rulebook: Rulebook, table: Table, /, *arguments: Parameters.args, **more: Parameters.kwargs) -> Answer:
        try:
            return function(rulebook, table, *arguments, **more)
        except _PROGRAM_ERRORS as error:
            if not (faults := broken_invariants(rulebook, table)):
                raise
            raise CorruptHistory(f"no game comes to this table: {faults[0]}") from error

    return wrapped
