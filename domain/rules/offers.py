"""Section 5 of every rulebook: what trades share with gifts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from math import comb, prod

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, GivenCard, Slot
from domain.commands import CardRef
from domain.events import Cards, DonationOffered, GivenCards, TradeProposed
from domain.evolve import remove_cards, require, require_cards
from domain.refusals import UnknownCard
from domain.rulebook import Bounds, GuardFailure, Mechanism, Rulebook
from domain.table import Seat, Table
from domain.values import Value, changed

Proposal = TradeProposed | DonationOffered
CHOICES_LISTED_MAX = 64
"""At most this many ways to answer one proposal are listed; if there are more, only the first."""


def open_proposal(table: Table, number: int) -> Proposal | None:
    """Return the open trade or gift with this number."""
    for proposal in table.proposals:
        if proposal.proposal == number:
            return proposal
    return None


def addressee(proposal: Proposal) -> int | None:
    """Return the seat that an offer is for; None when a trade is offered to all."""
    return proposal.to if isinstance(proposal, DonationOffered) else proposal.partner


def polling_order(table: Table) -> list[int]:
    """Return all seats in polling order: first seats with an offer to answer, then the others, the active seat last.

    The order is for programs that ask one seat after the other. By the rules, seats may act in any order.
    """
    active = table.turn.seat
    first = [seat for seat in dict.fromkeys(map(addressee, table.proposals)) if seat is not None]
    others = [(active + step) % len(table.seats) for step in range(1, len(table.seats))]
    return [*first, *(seat for seat in others if seat not in first), *([] if active in first else [active])]


def forbids_cards(table: Table, seat: int, cards: tuple[CardRef, ...]) -> Mechanism | None:
    """Forbid offering cards from a wrong area, or absent ones.

    The active seat may offer its hand and the turned-up cards, other seats their hands. Rule: CL-5.3, CL-5.4, CL-5.10.
    """
    own = table.seats[seat]
    active = seat == table.turn.seat
    not_held = "trade.active_cards" if active else "trade.hand_only"
    open_to_this_seat = ("hand", "turned_up") if active else ("hand",)
    for card in cards:
        if card.source == "set_aside":
            return GuardFailure("trade.set_aside", f"the {card.variety} is set aside, to be planted")
    for card in cards:
        if card.source not in open_to_this_seat:
            return GuardFailure(not_held, f"no card from {card.source} can be offered by seat {seat + 1}")
    if why := slots_fault(own, tuple([card.slot for card in cards if card.source == "hand"])):
        return GuardFailure(not_held, why)
    turned_up = [card.variety for card in cards if card.source == "turned_up"]
    missing = list(Counter(turned_up) - Counter(table.turned_up)) if turned_up else []
    if not missing:
        return None
    if FACE_DOWN in table.turned_up:
        raise UnknownCard(f"turned_up[{table.turned_up.index(FACE_DOWN)}]")
    received = [card for card in missing if card in own.set_aside]
    return GuardFailure("trade.set_aside" if received else not_held, f"no {(received or missing)[0]} left turned up")


def slots_fault(own: Seat, slots: tuple[Slot, ...]) -> str | None:
    """Return the fault in these slots of a hand: a slot that is absent, or named twice; None if there is no fault."""
    for index, slot in enumerate(slots):
        if slot not in own.slots:
            return f"no card in slot {slot}"
        if slot is not None and slot in slots[:index]:
            return f"slot {slot} is named twice"
    return None


def resolve_cards(table: Table, seat: int, cards: tuple[CardRef, ...]) -> GivenCards:
    """Return the cards that these references name; UnknownCard when one of them is face down in this view."""
    own = table.seats[seat]
    named = []
    for card in cards:
        if card.source == "hand":
            index = own.slots.index(card.slot)
            if own.hand[index] == FACE_DOWN:
                raise UnknownCard(f"seats[{seat}].hand[{index}]")
            named.append(GivenCard(source="hand", variety=own.hand[index], slot=card.slot))
        else:
            assert card.variety is not None
            named.append(GivenCard(source="turned_up", variety=card.variety, slot=None))
    return tuple(named)


def latest_coins(seat: Seat, count: int) -> Cards:
    """Return the `count` coin cards that a seat earned last.

    They pay when only their number was agreed. Rule: AMB-GE-14.
    """
    return seat.coins[len(seat.coins) - count :]


def forbids_answer(table: Table, seat: int, number: int, kind: type[Proposal]) -> Mechanism | None:
    """Forbid the answer unless the proposal is open and addressed to this seat. Rule: CL-5.6, CL-5.8."""
    proposal = open_proposal(table, number)
    if not isinstance(proposal, kind):
        return "trade.closed"
    whom = addressee(proposal)
    if whom == seat or (whom is None and proposal.seat != seat):
        return None
    return "donation.parties" if isinstance(proposal, DonationOffered) else "trade.closed"


def forbids_acceptance(table: Table, seat: int, number: int, kind: type[Proposal]) -> Mechanism | None:
    """Forbid the answer as `forbids_answer` does, and refuse a lapsed proposal since its cards are gone.

    Rule: CL-5.7.
    """
    return "trade.card_gone" if number in table.lapsed else forbids_answer(table, seat, number, kind)


def answer_choices(seat: Seat, want: Mapping[Card, int]) -> Iterator[tuple[int | None, ...]]:
    """Yield the choices of slots in this hand that hold the wanted cards; none when the hand lacks a card."""
    places = [[slot for slot, card in zip(seat.slots, seat.hand, strict=True) if card == variety] for variety in want]
    ways = prod(comb(len(slots), count) for slots, count in zip(places, want.values(), strict=True))
    every = product(*(combinations(slots, count) for slots, count in zip(places, want.values(), strict=True)))
    for index, choice in enumerate(every):
        if index and ways > CHOICES_LISTED_MAX:
            return
        yield tuple(slot for slots in choice for slot in slots)


def offer_bounds(rulebook: Rulebook, table: Table, seat: int, kind: str) -> Bounds | None:
    """Return what this seat may offer, and which seats it may address; None when it has nothing to offer."""
    own, active = table.seats[seat], table.turn.seat
    turned_up = table.turned_up if seat == active else ()
    coins = len(own.coins) if rulebook.trade_coins else 0
    if not (own.hand or turned_up or coins):
        return None
    players = len(table.seats)
    others = (*range(seat), *range(seat + 1, players)) if seat == active else (active,)
    return Bounds(type=kind, from_hand=own.slots, turned_up=turned_up, seats=others, coins=coins)


def sample_offers(rulebook: Rulebook, table: Table, seat: int) -> Iterable[tuple[tuple[CardRef, ...], int | None]]:
    """Return pairs of cards and partner, from every source, for every seat and for none; many are illegal offers."""
    own = table.seats[seat]
    sources = [
        tuple(CardRef(source="hand", slot=slot) for slot in own.slots[:1]),
        (CardRef(source="hand", slot=own.next_slot),),
        tuple(CardRef(source="turned_up", variety=card) for card in table.turned_up[:1]),
        (CardRef(source="set_aside", variety=(own.set_aside or rulebook.deck)[0]),),
    ]
    return [(cards, partner) for cards in sources for partner in (*range(len(table.seats)), None)]


def offer_numbers_to_try(table: Table) -> Iterator[int]:
    """Yield the numbers of the open proposals, then of the last one that lapsed, then 0, which no proposal has."""
    yield from (proposal.proposal for proposal in table.proposals)
    yield from (*table.lapsed[-1:], 0)


class Side(Value):
    """One seat's part of a deal: what it gives and gets."""

    seat: int
    gives: GivenCards = ()
    gets: GivenCards = ()
    pays: Cards = ()
    earns: Cards = ()


def settle_deal(table: Table, number: int, one: Side, other: Side) -> Table:
    """Close the proposal; cards go to the receivers' set-aside areas, coins to their stacks.

    Rule: CL-5.10, CL-10.3.
    """
    turned_up = table.turned_up
    for card in one.gives + other.gives:
        if card.source == "turned_up":
            turned_up = remove_cards(turned_up, (card.variety,), "turned_up")
    seats = changed(table.seats, one.seat, _seat_after_deal(table.seats[one.seat], one))
    seats = changed(seats, other.seat, _seat_after_deal(table.seats[other.seat], other))
    return replace(table, seats=seats, turned_up=turned_up, proposals=_without_proposal(table, number))


def _seat_after_deal(seat: Seat, side: Side) -> Seat:
    hand, slots, coins = seat.hand, seat.slots, seat.coins
    for card in side.gives:
        if card.source != "turned_up":
            at = slots.index(card.slot) if card.slot in slots else len(hand)
            there = card.source == "hand" and hand[at : at + 1] in ((card.variety,), (FACE_DOWN,))
            require_cards(there, (card.variety,), "hand", side.seat)
            hand, slots = hand[:at] + hand[at + 1 :], slots[:at] + slots[at + 1 :]
    if side.pays:
        coins = remove_cards(coins, side.pays, "coins", side.seat)
    set_aside = seat.set_aside + tuple([card.variety for card in side.gets])
    return replace(seat, hand=hand, slots=slots, coins=coins + side.earns, set_aside=set_aside)


def close_proposal(table: Table, number: int, *, lapsed: bool = False) -> Table:
    """Close the proposal; a lapsed one is remembered as such."""
    return replace(
        table, proposals=_without_proposal(table, number), lapsed=(*table.lapsed, number) if lapsed else table.lapsed
    )


def _without_proposal(table: Table, number: int) -> tuple[Proposal, ...]:
    left = tuple([proposal for proposal in table.proposals if proposal.proposal != number])
    require(len(left) == len(table.proposals) - 1, "this proposal is not open")
    return left


def add_proposal(table: Table, proposal: Proposal) -> Table:
    """Open the proposal. Proposals are numbered without a gap."""
    require(proposal.proposal == table.next_proposal, "proposals are numbered one by one")
    whom = addressee(proposal)
    require(proposal.seat < len(table.seats) and (whom is None or whom < len(table.seats)), "offers are between seats")
    return replace(table, proposals=(*table.proposals, proposal), next_proposal=proposal.proposal + 1)
