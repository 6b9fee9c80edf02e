"""Section 6 of every rulebook: selling a field, the beanometer, bean protection."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.cards import FACE_DOWN, coins_for
from domain.commands import HarvestField
from domain.events import Cards, FieldHarvested
from domain.evolve import applies, require, require_cards
from domain.pending_events import PendingEvents
from domain.rulebook import GuardFailure, Mechanism, Rulebook
from domain.rulebook_sections import Meters, Sale
from domain.table import Table
from domain.values import changed

Fields = tuple[Cards, ...]


def protects_lone_bean(fields: Fields, index: int) -> bool:
    """Return whether a lone bean is protected: unless each of the seat's fields holds exactly one.

    Rule: CL-6.4, AMB-GE-1 (a).
    """
    return len(fields[index]) == 1 and any(len(field) != 1 for field in fields)


def protects_beside_fuller_field(fields: Fields, index: int) -> bool:
    """Return whether a lone bean is protected: while another field of the seat holds two or more.

    Empty fields do not matter. Rule: AMB-GE-1 (b).
    """
    return len(fields[index]) == 1 and any(len(field) > 1 for field in fields)


def protects_nothing(fields: Fields, index: int) -> bool:
    """Return False: all beans may be sold. Rule: AMB-GE-1 (c)."""
    return False


PROTECTION = {"strict": protects_lone_bean, "ignore_empty": protects_beside_fuller_field, "off": protects_nothing}
"""The rulings of the option `bean_protection`."""


def sell_one_variety(meters: Meters, field: Cards, chosen: Cards | None) -> Sale | None:
    """Sell a field of one variety by its beanometer: the cards planted last become the coins.

    Never more coins than cards; None when `chosen` are not those coin cards. Rule: CL-6.2, CL-6.3, CL-6.8.
    """
    meter = field[-1]
    coins = min(coins_for(len(field), meters[meter]), len(field))
    kept = len(field) - coins
    if chosen is not None and sorted(chosen) != sorted(field[kept:]):
        return None
    return Sale(meter=meter, coins=field[kept:], discarded=field[:kept], counted=len(field))


def forbids_harvest(rulebook: Rulebook, table: Table, move: HarvestField) -> Mechanism | None:
    """Forbid harvesting a field that is not the seat's own, is empty or protected.

    Rule: CL-3.4, CL-6.1, CL-6.4, CL-6.6.
    """
    fields = table.seats[move.seat].fields
    index = move.field
    if not 0 <= index < len(fields):
        return GuardFailure("harvest.own_field", f"the fields are 1 to {len(fields)}")
    if refused := forbids_sale(rulebook, fields, index):
        return refused
    if move.coin_cards is not None and rulebook.selling.sale(fields[index], move.coin_cards) is None:
        return "harvest.coin_cards"
    return None


def forbids_sale(rulebook: Rulebook, fields: Fields, index: int) -> Mechanism | None:
    """Forbid selling an empty field or a protected bean, in all turns alike. Rule: CL-6.1, CL-6.4."""
    if not fields[index]:
        return "harvest.empty"
    return "harvest.protection" if rulebook.selling.protects(fields, index) else None


def harvest(rulebook: Rulebook, draft: PendingEvents, move: HarvestField) -> None:
    """Sell the whole field. Rule: CL-6.1, CL-6.2."""
    sell(rulebook, draft, move.seat, move.field, "choice", move.coin_cards)


def sell(
    rulebook: Rulebook, draft: PendingEvents, seat: int, index: int, reason: str, coin_cards: Cards | None = None
) -> None:
    """Turn one field into coins and discards. Rule: CL-6.2."""
    sale = rulebook.selling.sold(draft.table.seats[seat].fields[index], coin_cards)
    draft.record(
        FieldHarvested(
            seat=seat, field=index, meter=sale.meter, coins=sale.coins, discarded=sale.discarded, reason=reason
        )
    )


def harvest_all(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Sell every field at the end, in seat and field order, without protection. Rule: CL-9.4."""
    for index, seat in enumerate(draft.table.seats):
        for field, cards in enumerate(seat.fields):
            if cards:
                sell(rulebook, draft, index, field, "game_end")


def harvest_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[HarvestField]:
    """Yield one harvest for each field of the seat that is not empty."""
    return [HarvestField(seat=seat, field=index) for index, field in enumerate(table.seats[seat].fields) if field]


def harvest_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[HarvestField]:
    """Yield harvests of an empty or absent field, or with a choice of coin cards where there is none."""
    fields = table.seats[seat].fields
    for index in range(len(fields) + 1):
        yield HarvestField(seat=seat, field=index)
    for index, field in enumerate(fields):
        if field:
            yield HarvestField(seat=seat, field=index, coin_cards=field + field[:1])


@applies(FieldHarvested)
def field_harvested(table: Table, event: FieldHarvested) -> Table:
    """Empty the field: its coins go to the stack, the rest to the discard pile."""
    seat = table.seats[event.seat]
    fields, index = seat.fields, event.field
    field = fields[index]
    coins, discarded = event.coins, event.discarded
    cards = discarded + coins
    absent = () if cards == field else _absent_cards(field, cards)
    require_cards(not absent, absent, "field", event.seat)
    require(bool(field) and len(cards) == len(field), "the harvested cards are all those of a field")
    sold = replace(seat, fields=changed(fields, index, ()), coins=seat.coins + coins)
    return replace(
        table, seats=changed(table.seats, event.seat, sold), discard_pile=discarded[::-1] + table.discard_pile
    )


def _absent_cards(field: Cards, cards: Cards) -> Cards:
    """Return those of the cards that do not lie in the field; a face-down card there matches any card."""
    left, absent = list(field), []
    for card in cards:
        if card == FACE_DOWN:
            continue
        if card in left:
            left.remove(card)
        elif FACE_DOWN in left:
            left.remove(FACE_DOWN)
        else:
            absent.append(card)
    return tuple(absent)
