"""Section 1: coins finance the war; what is paid goes to the discard pile, bean side up."""

from msgspec.structs import replace

from domain.cards import without
from domain.events import Cards
from domain.history import require_cards
from domain.rulebook import Because, Slot
from domain.rules.third_field import payment, unpaid
from domain.table import Seat, Table


def forbids_price(seat: Seat, price: int, chosen: Cards | None, too_poor: Slot) -> Slot | None:
    """`too_poor` when the seat has fewer coins, else whether these coin cards cannot pay. Rule: BP-1.5."""
    if len(seat.coins) < price:
        return too_poor
    if payment(seat, price, chosen) is None:
        return Because("coins.chosen", unpaid(seat, price, chosen))
    return None


def price_of(seat: Seat, price: int, chosen: Cards | None) -> Cards:
    """The coin cards that pay, the latest earned unless others were chosen. Rule: BP-1.5."""
    coins = payment(seat, price, chosen)
    assert coins is not None
    return coins


def paid(table: Table, index: int, coins: Cards) -> Table:
    """The coin cards lie on the discard pile. Rule: BP-1.5."""
    seat = table.seats[index]
    left = without(seat.coins, coins)
    require_cards(left is not None, coins, "coins", index)
    assert left is not None
    table = table.with_seat(index, replace(seat, coins=left))
    return replace(table, discard_pile=coins[::-1] + table.discard_pile)
