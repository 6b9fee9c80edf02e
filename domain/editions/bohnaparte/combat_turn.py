"""Section 11: which side of an open attack is to commit a card."""

from typing import Final

from domain.editions.bohnaparte.areas import Attack, board_of, holdings, war
from domain.table import Table

ATTACK: Final = "attack"
DEFENCE: Final = "defence"
SWAMP: Final = "swamp"


def pile_has_cards(table: Table) -> bool:
    """Return whether the pile can supply a card, reshuffled if need be, even at the end of the game.

    Rule: BP-9.3, BP-11.14.
    """
    return bool(table.draw_pile or table.discard_pile)


def can_commit(table: Table, seat: int, target: str) -> bool:
    """Return whether a seat has any card to commit in an attack on this terrain; a swamp rules out the depot.

    Rule: BP-11.4, BP-11.7, AMB-BP-10.
    """
    own = table.seats[seat]
    depot = holdings(own).depot if board_of(table).kind(target) != SWAMP else None
    return bool(own.hand or depot or pile_has_cards(table))


def awaited_commitment(table: Table, attack: Attack) -> tuple[str, int | None]:
    """Return the side whose card is awaited, with its seat (None for neutral terrain). Rule: BP-11.4, BP-14.6."""
    if attack.committed.attack is None and not attack.by_riders:
        return ATTACK, table.turn.seat
    return DEFENCE, board_of(table).state(attack.target).owner


def committing_seats(table: Table) -> tuple[int, ...]:
    """Return the seat whose card is awaited; none without an open attack, or when the terrain is neutral.

    Rule: BP-11.4, BP-14.6.
    """
    attack = war(table).attack
    seat = None if attack is None else awaited_commitment(table, attack)[1]
    return () if seat is None else (seat,)
