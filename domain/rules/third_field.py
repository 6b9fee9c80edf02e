"""Section 7 of every rulebook: buying a third field with coin cards."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from domain.cards import without_cards
from domain.commands import BuyThirdField
from domain.events import Cards, ThirdFieldBought
from domain.evolve import applies, remove_cards, require
from domain.pending_events import PendingEvents
from domain.rulebook import GuardFailure, Mechanism, Rulebook
from domain.table import Seat, Table


def find_payment(seat: Seat, price: int, chosen: Cards | None) -> Cards | None:
    """Return the coin cards that pay the price: those chosen, else those earned last; None when they cannot pay.

    Rule: CL-7.3, AMB-GE-14.
    """
    if chosen is None:
        return seat.coins[len(seat.coins) - price :] if len(seat.coins) >= price else None
    return chosen if len(chosen) == price and without_cards(seat.coins, chosen) is not None else None


def required_payment(seat: Seat, price: int, chosen: Cards | None) -> Cards:
    """Return the coin cards that pay the price; the guard has found that they can. Rule: CL-7.3."""
    coins = find_payment(seat, price, chosen)
    assert coins is not None
    return coins


def payment_fault(seat: Seat, price: int, chosen: Cards | None) -> str:
    """Return why the chosen coin cards cannot pay, naming the card."""
    if chosen is None or len(chosen) != price:
        return f"the price is {price} coins"
    return f"no {next(iter(Counter(chosen) - Counter(seat.coins)), 'such card')} left in the coin stack"


def forbids_buy(rulebook: Rulebook, table: Table, move: BuyThirdField) -> Mechanism | None:
    """Forbid buying twice, without enough coins, or where no third field is sold. Rule: CL-7.1, CL-7.2, CL-7.5."""
    seat = table.seats[move.seat]
    offer = rulebook.third_field
    if offer is None:
        return "third_field.not_sold"
    if len(seat.fields) >= rulebook.data.max_fields:
        return "third_field.twice"
    if len(seat.coins) < offer.price:
        return "third_field.price"
    if find_payment(seat, offer.price, move.coin_cards) is None:
        return GuardFailure("third_field.coin_cards", payment_fault(seat, offer.price, move.coin_cards))
    return None


def buy(rulebook: Rulebook, draft: PendingEvents, move: BuyThirdField) -> None:
    """Pay the price and add an empty field. Rule: CL-7.3, CL-7.4."""
    offer = rulebook.third_field
    assert offer is not None
    coins = required_payment(draft.table.seats[move.seat], offer.price, move.coin_cards)
    draft.record(ThirdFieldBought(seat=move.seat, coin_cards=coins, destination=offer.destination))


def buy_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[BuyThirdField]:
    """Yield the purchase with the latest coins, where a third field is for sale."""
    if rulebook.third_field is None or len(table.seats[seat].fields) >= rulebook.data.max_fields:
        return []
    return [BuyThirdField(seat=seat)]


def buy_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[BuyThirdField]:
    """Yield purchases of what is not for sale, or with too many coin cards."""
    return [BuyThirdField(seat=seat), BuyThirdField(seat=seat, coin_cards=rulebook.deck[:9])]


@applies(ThirdFieldBought)
def third_field_bought(table: Table, event: ThirdFieldBought) -> Table:
    """Add an empty field; the coin cards go bean side up to the discard pile, or out of the game."""
    seat = table.seats[event.seat]
    coins = remove_cards(seat.coins, event.coin_cards, "coins", event.seat)
    table = table.with_seat(event.seat, replace(seat, coins=coins, fields=(*seat.fields, ())))
    if event.destination == "removed":
        return replace(table, removed=table.removed + event.coin_cards)
    require(event.destination == "discard", f"coins do not go to {event.destination}")
    return replace(table, discard_pile=event.coin_cards[::-1] + table.discard_pile)
