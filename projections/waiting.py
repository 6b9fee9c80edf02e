"""Whom a game waits for."""

from domain.editions import rulebook_of
from domain.engine import legal
from domain.events import DonationOffered
from domain.table import Table


def must_act(table: Table, seat: int) -> bool:
    """Whether the game waits for this seat: it is active, or has received cards to plant, or a step asks it alone."""
    rules = rulebook_of(table)
    if not rules.phase(table).interruptible:
        return bool(legal(rules, table, seat))  # such a step asks one seat at a time
    waiting = any(other.set_aside for other in table.seats) and table.turn.phase == "plant_set_aside"
    return bool(table.seats[seat].set_aside) if waiting else table.turn.seat == seat


def waited_for(table: Table) -> tuple[int, ...]:
    """The seats that a game waits for: the empty ones before it begins, nobody once it is over."""
    if table.result is not None:
        return ()
    if not table.begun:
        return tuple(index for index, seat in enumerate(table.seats) if seat.sitter is None)
    return tuple(index for index in range(len(table.seats)) if must_act(table, index))


def asked(table: Table) -> tuple[int, ...]:
    """The seats with an offer to answer, which the game does not wait for. Rule: CL-5.6, CL-5.8."""
    if table.result is not None:
        return ()
    found: set[int] = set()
    for offer in table.proposals:
        whom = offer.to if isinstance(offer, DonationOffered) else offer.partner
        found |= {whom} if whom is not None else {*range(len(table.seats))} - {offer.seat}
    return tuple(sorted(found))
