"""The seats that a game waits for."""

from domain.editions import rulebook_of
from domain.engine import awaited_seats
from domain.events import DonationOffered
from domain.table import Table


def seats_to_act(table: Table) -> tuple[int, ...]:
    """Return the seats that a game waits for: the empty ones before it begins, none once it is over."""
    # A game that is over waits for no seat, even where its rules are unknown.
    return () if table.result is not None else awaited_seats(rulebook_of(table), table)


def seats_with_offers(table: Table) -> tuple[int, ...]:
    """Return the seats with an offer to answer, which the game does not wait for. Rule: CL-5.6, CL-5.8."""
    if table.result is not None:
        return ()
    found: set[int] = set()
    for offer in table.proposals:
        whom = offer.to if isinstance(offer, DonationOffered) else offer.partner
        found |= {whom} if whom is not None else {*range(len(table.seats))} - {offer.seat}
    return tuple(sorted(found))
