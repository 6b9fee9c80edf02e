"""Section 14: the merchant, a stock of face-down cards that its owner draws from."""

from collections import Counter
from collections.abc import Iterable
from itertools import islice, permutations

from msgspec.structs import replace

from domain.cards import FACE_DOWN, may_be_equal, without_cards
from domain.editions.bohnaparte.areas import (
    MERCHANT_KEEPS,
    Holdings,
    board_of,
    holdings,
    war_turn,
    with_holdings,
    with_turn,
)
from domain.editions.bohnaparte.commands import ArrangeMerchantCards, BuyMerchant
from domain.editions.bohnaparte.events import (
    MerchantBought,
    MerchantCardsArranged,
    MerchantCardsSeen,
    MerchantStocked,
)
from domain.editions.bohnaparte.terrains import FOREST
from domain.editions.bohnaparte.treasury import forbids_price, pay
from domain.events import Cards
from domain.evolve import applies, remove_cards, require, require_cards
from domain.pending_events import PendingEvents
from domain.refusals import UnknownCard
from domain.rulebook import GuardFailure, Mechanism, Move, Rulebook
from domain.rules import drawing
from domain.rules.phases import then_close_phase
from domain.rules.third_field import required_payment
from domain.table import Table

ARRANGEMENTS_LISTED_MAX = 64
"""How many ways to take cards from a merchant are listed at most; there may be hundreds more."""


def forbids_buy(rulebook: Rulebook, table: Table, move: BuyMerchant) -> Mechanism | None:
    """Forbid a second merchant, one without a forest or the price, or out of turn where the option demands it.

    Rule: BP-14.9, AMB-BP-13.
    """
    seat = table.seats[move.seat]
    if rulebook.options["bp_merchant_timing"] == "own_turn" and move.seat != table.turn.seat:
        return "merchant.timing"
    if holdings(seat).merchant is not None:
        return "merchant.twice"
    if not board_of(table).counts(move.seat, FOREST):
        return "merchant.forest"
    return forbids_price(seat, rulebook.data.numbers["merchant_cost"], move.coin_cards, "merchant.price")


def buy(rulebook: Rulebook, draft: PendingEvents, move: BuyMerchant) -> None:
    """Buy a merchant, which takes its first cards from the pile unseen. Rule: BP-14.9."""
    coins = required_payment(draft.table.seats[move.seat], rulebook.data.numbers["merchant_cost"], move.coin_cards)
    draft.record(MerchantBought(seat=move.seat, coin_cards=coins))
    stock(rulebook, draft, move.seat, rulebook.data.numbers["merchant_cards"])


def stock(rulebook: Rulebook, draft: PendingEvents, seat: int, count: int) -> None:
    """Move `count` cards from the pile to the merchant, unseen by all. Rule: BP-14.9, BP-14.10."""
    drawing.draw_step(rulebook, draft, count, lambda cards: MerchantStocked(seat=seat, cards=cards))


def show_cards(rulebook: Rulebook, draft: PendingEvents, seat: int) -> None:
    """Show its owner all cards on the merchant. Rule: BP-14.10."""
    draft.record(MerchantCardsSeen(seat=seat, cards=holdings(draft.table.seats[seat]).merchant or ()))


def forbids_arrange(rulebook: Rulebook, table: Table, move: ArrangeMerchantCards) -> Mechanism | None:
    """Forbid taking unless the owner takes as many as were drawn, of the cards on the merchant. Rule: BP-14.10."""
    on_merchant = holdings(table.seats[move.seat]).merchant or ()
    if move.seat != table.turn.seat or len(move.taken) != war_turn(table).to_take:
        return "merchant.arrange"
    if Counter(move.taken) - Counter(on_merchant):
        if FACE_DOWN in on_merchant:
            raise UnknownCard(f"seats[{move.seat}].merchant[{on_merchant.index(FACE_DOWN)}]")
        missing = next(iter(Counter(move.taken) - Counter(on_merchant)))
        return GuardFailure("merchant.arrange", f"no {missing} left on the merchant")
    return None


def arrange(rulebook: Rulebook, draft: PendingEvents, move: ArrangeMerchantCards) -> None:
    """Move the taken cards to the hand; the others stay face down on the merchant. Rule: BP-14.10."""
    left = remove_cards(holdings(draft.table.seats[move.seat]).merchant or (), move.taken, "merchant", move.seat)
    draft.record(MerchantCardsArranged(seat=move.seat, taken=move.taken, left=left))


def _buy_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[BuyMerchant]:
    return [BuyMerchant(seat=seat)]


def _buy_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[BuyMerchant]:
    return [BuyMerchant(seat=seat, coin_cards=rulebook.deck[:9])]


def _arrange_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[ArrangeMerchantCards]:
    on_merchant = holdings(table.seats[seat]).merchant or ()
    to_take = war_turn(table).to_take
    if seat != table.turn.seat or not to_take or FACE_DOWN in on_merchant:
        return []
    ways = dict.fromkeys(islice(permutations(on_merchant, to_take), ARRANGEMENTS_LISTED_MAX))
    return [ArrangeMerchantCards(seat=seat, taken=taken) for taken in ways]


def _arrange_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[ArrangeMerchantCards]:
    return [ArrangeMerchantCards(seat=seat, taken=rulebook.deck[:1] * 20)]


BUY = Move(guard=forbids_buy, rule=buy, candidates=_buy_candidates, mistakes=_buy_mistakes, wrong_phase="attack.open")
ARRANGE = Move(
    guard=forbids_arrange,
    rule=then_close_phase(arrange),
    candidates=_arrange_candidates,
    mistakes=_arrange_mistakes,
    wrong_phase="merchant.arrange",
)


@applies(MerchantBought)
def merchant_bought(table: Table, event: MerchantBought) -> Table:
    """Give the seat a merchant without cards; its coins go to the discard pile."""
    held = holdings(table.seats[event.seat])
    require(held.merchant is None, "a merchant is bought once")
    return with_holdings(pay(table, event.seat, event.coin_cards), event.seat, replace(held, merchant=()))


@applies(MerchantStocked)
def merchant_stocked(table: Table, event: MerchantStocked) -> Table:
    """Move the top cards of the pile to the end of the merchant."""
    held = holdings(table.seats[event.seat])
    stocked = replace(held, merchant=require(held.merchant, "there is no merchant") + event.cards)
    return with_holdings(replace(table, draw_pile=drawing.without_top_cards(table, event.cards)), event.seat, stocked)


@applies(MerchantCardsSeen)
def merchant_cards_seen(table: Table, event: MerchantCardsSeen) -> Table:
    """Note that the owner knows all cards there; all but the two that stay are to be taken."""
    held = holdings(table.seats[event.seat])
    there = held.merchant is not None and may_be_equal(held.merchant, event.cards)
    require_cards(there, event.cards, "merchant", event.seat)
    seen = replace(held, merchant=event.cards, merchant_seen=len(event.cards))
    turn = replace(war_turn(table), to_take=max(0, len(event.cards) - MERCHANT_KEEPS))
    return with_turn(with_holdings(table, event.seat, seen), turn)


@applies(MerchantCardsArranged)
def merchant_cards_arranged(table: Table, event: MerchantCardsArranged) -> Table:
    """Move the taken cards to the back of the hand; the others stay, known to their owner."""
    held = holdings(table.seats[event.seat])
    named = event.taken + event.left
    there = held.merchant is not None and _are_same_cards(held.merchant, named)
    require_cards(there, named, "merchant", event.seat)
    kept: Holdings = replace(held, merchant=event.left, merchant_seen=len(event.left))
    table = table.with_seat(event.seat, replace(table.seats[event.seat].with_cards_in_hand(event.taken), annex=kept))
    return with_turn(table, replace(war_turn(table), to_take=0))


def _are_same_cards(there: Cards, named: Cards) -> bool:
    return (
        len(there) == len(named)
        and without_cards(there, tuple(card for card in named if card != FACE_DOWN)) is not None
    )
