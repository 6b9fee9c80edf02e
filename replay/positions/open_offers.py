"""The open offers of a position."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.cards import FACE_DOWN, GivenCard
from domain.commands import CardRef, OfferDonation, ProposeTrade
from domain.events import DonationOffered, GivenCards, TradeProposed
from domain.refusals import ImpossiblePosition, UnknownCard
from domain.rulebook import Rulebook
from domain.table import Seat, Table

Offer = TradeProposed | DonationOffered


def assign_slots(seats: tuple[Seat, ...], offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers, each hand card under its slot; ImpossiblePosition for one that cannot lie there.

    A view hides the slots of other hands. Where an offer names no slot it gets the last slot of the hand whose card
    fits, if possible one that no other offer names.
    """
    taken = {(offer.seat, card.slot) for offer in offers for card in _offered_cards(offer)}
    slotted: list[Offer] = []
    for offer in offers:
        if offer.seat >= len(seats):
            raise ImpossiblePosition(f"proposal {offer.proposal}: there is no seat {offer.seat + 1}")
        elsewhere = {slot for seat, slot in taken if seat == offer.seat}
        cards: list[GivenCard] = []
        for card in _offered_cards(offer):
            slot = _slot_for(seats[offer.seat], card, {own.slot for own in cards}, elsewhere)
            if slot is None and card.source == "hand":
                says = f"the {card.variety} offered does not lie in the hand of seat {offer.seat + 1}"
                raise ImpossiblePosition(f"proposal {offer.proposal}: {says}")
            cards.append(replace(card, slot=slot))
            taken.add((offer.seat, slot))
        slotted.append(_with_cards(offer, tuple(cards)))
    return slotted


def _slot_for(seat: Seat, card: GivenCard, own: set[int | None], elsewhere: set[int | None]) -> int | None:
    """Return the slot of an offered hand card: never one of `own` (same offer), one of `elsewhere` only if need be."""
    if card.source != "hand":
        return None
    fitting = [
        (lying == card.variety, slot not in elsewhere, slot)
        for slot, lying in zip(seat.slots, seat.hand, strict=True)
        if slot is not None and slot not in own and card.slot in (None, slot) and lying in (card.variety, FACE_DOWN)
    ]
    return max(fitting)[2] if fitting else None


def offer_faults(rulebook: Rulebook, table: Table) -> Iterator[str]:
    """Yield the faults of the open offers: equal numbers, unknown cards, offers that are illegal on this table."""
    numbers = Counter([*(offer.proposal for offer in table.proposals), *table.lapsed])
    yield from (f"proposal {number} is there {count} times" for number, count in numbers.items() if count > 1)
    for offer in table.proposals:
        if says := _offer_fault(rulebook, table, offer):
            yield f"proposal {offer.proposal}: {says}"


def _offer_fault(rulebook: Rulebook, table: Table, offer: Offer) -> str | None:
    named = {card.variety for card in _offered_cards(offer)}
    if isinstance(offer, TradeProposed):
        named |= {*offer.want, *offer.want_turned_up}
    if unknown := named - set(rulebook.deck):
        return f"no card {min(unknown)!r} in this game"
    if offer.proposal < 1 or (isinstance(offer, TradeProposed) and 0 in offer.want.values()):
        return "numbers count from 1"
    order = _command_of(offer)
    move = rulebook.moves.get(type(order))
    if move is None:
        return "nothing is offered in this edition"
    try:
        mechanism = move.guard(rulebook, table, order)
    except UnknownCard:
        return None
    return None if mechanism is None else str(rulebook.refusal(mechanism))


def _command_of(offer: Offer) -> ProposeTrade | OfferDonation:
    """Return the command that made this offer."""
    cards = tuple(CardRef(source=card.source, slot=card.slot, variety=card.variety) for card in _offered_cards(offer))
    if isinstance(offer, DonationOffered):
        return OfferDonation(seat=offer.seat, to=offer.to, cards=cards, coins=offer.coins)
    return ProposeTrade(
        seat=offer.seat,
        partner=offer.partner,
        give=cards,
        want=offer.want,
        want_turned_up=offer.want_turned_up,
        give_coins=offer.give_coins,
        want_coins=offer.want_coins,
    )


def _offered_cards(offer: Offer) -> GivenCards:
    return offer.cards if isinstance(offer, DonationOffered) else offer.give


def _with_cards(offer: Offer, cards: GivenCards) -> Offer:
    return replace(offer, cards=cards) if isinstance(offer, DonationOffered) else replace(offer, give=cards)
