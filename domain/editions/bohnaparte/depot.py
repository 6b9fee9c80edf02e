"""Section 13, the depot: its owner stores cards there instead of planting, takes them out for combat."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card
from domain.commands import CardRef, Command, OfferDonation, PlantSetAside, ProposeTrade
from domain.editions.bohnaparte.areas import Holdings, holdings, with_holdings
from domain.editions.bohnaparte.commands import BuyDepot, StoreInDepot
from domain.editions.bohnaparte.events import CardStoredInDepot, DepotBought
from domain.editions.bohnaparte.treasury import forbids_price, pay
from domain.evolve import applies, remove_cards, require, require_cards
from domain.pending_events import PendingEvents
from domain.refusals import UnknownCard
from domain.rulebook import GuardFailure, Mechanism, Move, Rulebook
from domain.rules.third_field import required_payment
from domain.table import Table


def forbids_buy(rulebook: Rulebook, table: Table, move: BuyDepot) -> Mechanism | None:
    """Forbid a second depot, or one that the seat cannot pay. Rule: BP-13.5, BP-1.5."""
    seat = table.seats[move.seat]
    if holdings(seat).depot is not None:
        return "depot.twice"
    return forbids_price(seat, rulebook.data.numbers["depot_cost"], move.coin_cards, "depot.price")


def buy(rulebook: Rulebook, draft: PendingEvents, move: BuyDepot) -> None:
    """Buy an empty depot. Rule: BP-13.5, BP-13.6."""
    coins = required_payment(draft.table.seats[move.seat], rulebook.data.numbers["depot_cost"], move.coin_cards)
    draft.record(DepotBought(seat=move.seat, coin_cards=coins))


def forbids_store(rulebook: Rulebook, table: Table, move: StoreInDepot) -> Mechanism | None:
    """Forbid storing without a depot, or in a full one: it holds as many cards as there are players.

    Rule: BP-4.2, BP-13.6.
    """
    depot = holdings(table.seats[move.seat]).depot
    if depot is None:
        return "depot.none"
    return "depot.full" if len(depot) >= rulebook.players else None


def forbids_store_from_hand(rulebook: Rulebook, table: Table, move: StoreInDepot) -> Mechanism | None:
    """Forbid storing in phase 1 but for the active seat's front card, which counts as a planting. Rule: BP-4.2."""
    if move.seat != table.turn.seat:
        return "plant.active"
    if table.turn.planted >= rulebook.data.plant_max:
        return "plant.limit"
    if not table.seats[move.seat].hand:
        return "plant.no_card"
    return "plant.not_front" if move.variety is not None else forbids_store(rulebook, table, move)


def store_from_hand(rulebook: Rulebook, draft: PendingEvents, move: StoreInDepot) -> None:
    """Move the front card of the hand face down to the depot. Rule: BP-4.2."""
    card = draft.table.seats[move.seat].hand[0]
    draft.record(CardStoredInDepot(seat=move.seat, source="hand", variety=card))


def forbids_store_set_aside(rulebook: Rulebook, table: Table, move: StoreInDepot) -> Mechanism | None:
    """Forbid storing in phase 3 unless the card is one that the seat itself has set aside. Rule: BP-4.2, AMB-BP-9."""
    own = table.seats[move.seat].set_aside
    if move.variety not in own:
        if FACE_DOWN in own:
            raise UnknownCard(f"seats[{move.seat}].set_aside[{own.index(FACE_DOWN)}]")
        named = f"no {move.variety} is set aside by seat {move.seat + 1}" if move.variety else "no card is named"
        return GuardFailure("plant.set_aside", named)
    return forbids_store(rulebook, table, move)


def store_set_aside(rulebook: Rulebook, draft: PendingEvents, move: StoreInDepot) -> None:
    """Move the set-aside card face down to the depot. Rule: BP-4.2."""
    variety = require(move.variety, "a set-aside card is named")
    draft.record(CardStoredInDepot(seat=move.seat, source="set_aside", variety=variety))


def _buy_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[BuyDepot]:
    return [BuyDepot(seat=seat)]


def _buy_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[BuyDepot]:
    return [BuyDepot(seat=seat, coin_cards=rulebook.deck[:9])]


def _front_card_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[StoreInDepot]:
    return [StoreInDepot(seat=seat)]


def _front_card_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[StoreInDepot]:
    return [StoreInDepot(seat=seat, variety=rulebook.deck[0])]


def _set_aside_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[StoreInDepot]:
    own = dict.fromkeys(card for card in table.seats[seat].set_aside if card != FACE_DOWN)
    return [StoreInDepot(seat=seat, variety=card) for card in own]


def _set_aside_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[StoreInDepot]:
    return [StoreInDepot(seat=seat), StoreInDepot(seat=seat, variety=rulebook.deck[0])]


def refusing_depot_cards(kind: type[Command], move: Move) -> Move:
    """Return the move with a reason of its own for refusing to take a card out of a depot. Rule: BP-4.3."""

    def guard(rulebook: Rulebook, table: Table, command: Any) -> Mechanism | None:
        refused = move.guard(rulebook, table, command)
        if refused is None or not _takes_from_depot(table, command):
            return refused
        return GuardFailure("depot.card", "the card named lies in the depot")

    def mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[Command]:
        yield from () if move.mistakes is None else move.mistakes(rulebook, table, seat)
        stored = [card for card in dict.fromkeys(holdings(table.seats[seat]).depot or ()) if card != FACE_DOWN]
        held = {*stored, *table.seats[seat].set_aside}
        stored += [card for card in dict.fromkeys(rulebook.deck) if card not in held][:1]
        yield from (
            command for command in _commands_with_stored_cards(stored, seat, table) if isinstance(command, kind)
        )

    return replace(move, guard=guard, mistakes=mistakes)


def _commands_with_stored_cards(stored: list[Card], seat: int, table: Table) -> Iterable[Command]:
    others = [other for other in range(len(table.seats)) if other != seat]
    for card in stored:
        reference = (CardRef(source="depot", variety=card),)
        yield PlantSetAside(seat=seat, variety=card, field=0)
        yield OfferDonation(seat=seat, to=others[0], cards=reference)
        yield ProposeTrade(seat=seat, partner=others[0], give=reference, want={card: 1})


def _takes_from_depot(table: Table, command: PlantSetAside | ProposeTrade | OfferDonation) -> bool:
    if isinstance(command, PlantSetAside):
        seat = table.seats[command.seat]
        return command.variety in (holdings(seat).depot or ()) and command.variety not in seat.set_aside
    cards = command.give if isinstance(command, ProposeTrade) else command.cards
    return any(card.source == "depot" for card in cards)


BUY = Move(guard=forbids_buy, rule=buy, candidates=_buy_candidates, mistakes=_buy_mistakes, wrong_phase="attack.open")
STORE_FROM_HAND = Move(
    guard=forbids_store_from_hand,
    rule=store_from_hand,
    candidates=_front_card_candidates,
    mistakes=_front_card_mistakes,
    wrong_phase="depot.phase",
)
STORE_SET_ASIDE = Move(
    guard=forbids_store_set_aside,
    rule=store_set_aside,
    candidates=_set_aside_candidates,
    mistakes=_set_aside_mistakes,
    wrong_phase="depot.phase",
)


@applies(DepotBought)
def depot_bought(table: Table, event: DepotBought) -> Table:
    """Give the seat an empty depot; its coins go to the discard pile."""
    held = holdings(table.seats[event.seat])
    require(held.depot is None, "a depot is bought once")
    return with_holdings(pay(table, event.seat, event.coin_cards), event.seat, replace(held, depot=()))


@applies(CardStoredInDepot)
def card_stored_in_depot(table: Table, event: CardStoredInDepot) -> Table:
    """Move the card from the hand or the set-aside area to the end of the depot."""
    seat = table.seats[event.seat]
    held = holdings(seat)
    stored: Holdings = replace(held, depot=(*require(held.depot, "there is no depot"), event.variety))
    if event.source == "set_aside":
        left = remove_cards(seat.set_aside, (event.variety,), "set_aside", event.seat)
        return table.with_seat(event.seat, replace(seat, set_aside=left, annex=stored))
    require(event.source == "hand", f"nothing is stored from {event.source}")
    there = bool(seat.hand) and (seat.hand[0] == event.variety or FACE_DOWN in (seat.hand[0], event.variety))
    require_cards(there, (event.variety,), "front" if event.variety in seat.hand else "hand", event.seat)
    turn = replace(table.turn, planted=table.turn.planted + 1)
    seat = replace(seat, hand=seat.hand[1:], slots=seat.slots[1:], annex=stored)
    return replace(table.with_seat(event.seat, seat), turn=turn)
