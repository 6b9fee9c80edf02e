"""Section 1: paying for the war with coin cards."""

from msgspec.structs import replace

from domain.events import Cards
from domain.evolve import remove_cards
from domain.rulebook import GuardFailure, Mechanism
from domain.rules.third_field import find_payment, payment_fault
from domain.table import Seat, Table


def forbids_price(seat: Seat, price: int, chosen: Cards | None, too_poor: Mechanism) -> Mechanism | None:
    """Return `too_poor` when the seat has fewer coins, else what refuses coin cards that cannot pay. Rule: BP-1.5."""
    if len(seat.coins) < price:
        return too_poor
    if find_payment(seat, price, chosen) is None:
        return GuardFailure("coins.chosen", payment_fault(seat, price, chosen))
    return None


def pay(table: Table, index: int, coins: Cards) -> Table:
    """Move the coin cards from the seat to the discard pile. Rule: BP-1.5."""
    seat = table.seats[index]
    table = table.with_seat(index, replace(seat, coins=remove_cards(seat.coins, coins, "coins", index)))
    return replace(table, discard_pile=coins[::-1] + table.discard_pile)
