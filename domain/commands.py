"""The commands that the editions share, each field with its audience."""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Annotated, Final

import msgspec

from domain.cards import Card, CoinCards, Slot
from domain.clock_terms import ClockTerms
from domain.field_audiences import Redactable
from domain.member_types import (
    CoinCount,
    Count,
    EditionId,
    FieldIndex,
    Kind,
    Member,
    OfferId,
    SeatIndex,
    Source,
    Text,
    members_of,
)
from domain.values import Value
from domain.visibility import ERASABLE, EVERYONE, ChosenOptions, coins_of, only, slots_only

OneOrMore = Annotated[int, msgspec.Meta(ge=1, le=1_000_000), Kind.COUNT]
Slots = tuple[Slot, ...]
Fault = tuple[str, str]
"""A place in a command, such as `give[0].slot`, and what is expected there."""
SOURCES: Final = {"hand", "turned_up", "set_aside"}


def declare_card_area(area: str) -> None:
    """Register an area from which commands may name cards. A clause decides whether a card may come from there."""
    SOURCES.add(area)


class CardRef(Value):
    """A card by its place: a hand card by its slot, any other by its variety."""

    source: Source
    slot: Slot = None
    variety: Card | None = None


class Command(Redactable):
    """A command; in JSON a flat object, `{"type": "PlantFromHand", "seat": 0, ...}`."""

    def faults(self, hand: Slots) -> Iterable[Fault]:  # noqa: ARG002  # most commands name no card by its place
        """Return the faults in how this command names cards, such as an absent slot; no clause covers them.

        `hand` holds the slots in the hand of the seat that submits the command. A view hides the slots of other hands.
        """
        return ()


class SeatCommand(Command):
    """A command of a seat."""

    seat: Annotated[SeatIndex, EVERYONE]


class CreateGame(Command, tag=True):
    """Choose the rules of a game, as its creator.

    The command holds edition, players and options, the level of the deal, the creator's share of it, and all `tables`
    that have this deal. It also holds the terms of the clock, if there is one.
    """

    edition: Annotated[EditionId, EVERYONE]
    players: Annotated[Count, EVERYONE]
    options: Annotated[ChosenOptions, EVERYONE] = {}
    practice: Annotated[bool, EVERYONE] = False
    level: Annotated[Text, EVERYONE] = "simple"
    term: Annotated[Count | None, EVERYONE] = None
    contribution: Annotated[Text | None, EVERYONE] = None
    tables: Annotated[tuple[Text, ...], EVERYONE] = ()
    clock: Annotated[ClockTerms | None, EVERYONE] = None


class TakeSeat(SeatCommand, tag=True):
    """Sit down, with a share of the deal (base64 of 32 bytes), or at a tournament with the commitment to one."""

    kind: Annotated[Text, EVERYONE]
    pseudonym: Annotated[Text, ERASABLE]
    contribution: Annotated[Text | None, EVERYONE] = None
    commitment: Annotated[Text | None, EVERYONE] = None
    bot: Annotated[Text | None, EVERYONE] = None


class PlantFromHand(SeatCommand, tag=True):
    """Plant the front card of the hand. A `slot` names this card; it must be the front card. Rule: CL-4.4."""

    field: Annotated[FieldIndex, EVERYONE]
    slot: Annotated[Slot, only("seat")] = None

    def faults(self, hand: Slots) -> Iterable[Fault]:
        """Return a fault if the card is not in the hand."""
        return [("slot", f"no card in slot {self.slot}")] if self.slot is not None and self.slot not in hand else []


class EndPlanting(SeatCommand, tag=True):
    """Go on to turning up and trading. Rule: CL-4.4."""


class ProposeTrade(SeatCommand, tag=True):
    """Offer cards against cards; `partner` None addresses all seats. Rule: CL-5.2 to CL-5.6."""

    partner: Annotated[SeatIndex | None, EVERYONE] = msgspec.field(name="with", default=None)
    give: Annotated[tuple[CardRef, ...], slots_only("seat")] = ()
    want: Annotated[dict[Card, OneOrMore], EVERYONE] = {}
    want_turned_up: Annotated[tuple[Card, ...], EVERYONE] = ()
    give_coins: Annotated[CoinCount, EVERYONE] = 0
    want_coins: Annotated[CoinCount, EVERYONE] = 0

    def faults(self, hand: Slots) -> Iterable[Fault]:
        """Return the faults in how the cards to give are named."""
        return _card_refs_faults("give", self.give, hand)


class AcceptTrade(SeatCommand, tag=True):
    """Accept a proposal, handing over these slots of your hand for what is wanted. Rule: CL-5.6, CL-5.13."""

    proposal: Annotated[OfferId, EVERYONE]
    handed_over: Annotated[tuple[Slot, ...], only("seat")] = ()

    def faults(self, hand: Slots) -> Iterable[Fault]:
        """Yield a fault for each card to hand over that has no slot."""
        for index, slot in enumerate(self.handed_over):
            yield from slot_faults(slot, hand, f"handed_over[{index}]")


class DeclineTrade(SeatCommand, tag=True):
    """Decline a proposal. Rule: CL-5.6."""

    proposal: Annotated[OfferId, EVERYONE]


class WithdrawTrade(SeatCommand, tag=True):
    """Take back your own proposal. Rule: CL-5.6."""

    proposal: Annotated[OfferId, EVERYONE]


class OfferDonation(SeatCommand, tag=True):
    """Offer cards as a gift. Rule: CL-5.8."""

    to: Annotated[SeatIndex, EVERYONE]
    cards: Annotated[tuple[CardRef, ...], slots_only("seat")] = ()
    coins: Annotated[CoinCount, EVERYONE] = 0

    def faults(self, hand: Slots) -> Iterable[Fault]:
        """Return the faults in how the cards to give are named."""
        return _card_refs_faults("cards", self.cards, hand)


class AcceptDonation(SeatCommand, tag=True):
    """Accept a gift. Rule: CL-5.8."""

    proposal: Annotated[OfferId, EVERYONE]


class DeclineDonation(SeatCommand, tag=True):
    """Decline a gift. Rule: CL-5.8."""

    proposal: Annotated[OfferId, EVERYONE]


class WithdrawDonation(SeatCommand, tag=True):
    """Take back your own offer of a gift. Rule: CL-5.8."""

    proposal: Annotated[OfferId, EVERYONE]


class EndTrading(SeatCommand, tag=True):
    """End the trading. Rule: CL-5.11."""


class PlantSetAside(SeatCommand, tag=True):
    """Plant a card that was received or kept. Rule: CL-4.7."""

    variety: Annotated[Card, EVERYONE]
    field: Annotated[FieldIndex, EVERYONE]


class DrawCards(SeatCommand, tag=True):
    """Draw at the end of the turn; `extra` names how many more where that is a choice. Rule: CL-8.1, BP-8.1."""

    extra: Annotated[Count | None, EVERYONE] = None


class HarvestField(SeatCommand, tag=True):
    """Sell a field; `coin_cards` names the cards that become coins where that is a choice. Rule: CL-6.1 to CL-6.8."""

    field: Annotated[FieldIndex, EVERYONE]
    coin_cards: Annotated[CoinCards | None, coins_of("seat")] = None


class BuyThirdField(SeatCommand, tag=True):
    """Buy a third field, paying with these coin cards, or the latest earned. Rule: CL-7.1 to CL-7.5."""

    coin_cards: Annotated[CoinCards | None, EVERYONE] = None


def slot_faults(slot: Slot, hand: Slots, place: str) -> Iterator[Fault]:
    """Yield a fault for a hand card without a slot, unless this view hides the slots of the hand."""
    if slot is None and None not in hand:
        yield place, "a hand card is named by its slot"


def card_ref_faults(card: CardRef, hand: Slots, areas: str) -> Iterator[Fault]:
    """Yield a fault for a card without slot or variety, or from an unknown area; `areas` lists those to choose from."""
    if card.source not in SOURCES:
        yield "source", f"{areas}, not {card.source[:40]!r}"
    elif card.source == "hand":
        yield from slot_faults(card.slot, hand, "slot")
    elif card.variety is None:
        yield "variety", f"a card from {card.source} is named by its variety"


def _card_refs_faults(name: str, cards: tuple[CardRef, ...], hand: Slots) -> Iterator[Fault]:
    for index, card in enumerate(cards):
        for place, message in card_ref_faults(card, hand, "hand or turned_up"):
            yield f"{name}[{index}].{place}", message


def find_named_cards(command: Command, known: Collection[Card] = ()) -> Iterable[tuple[str, Card]]:
    """Return the place and variety of every card that a command names by its variety, except the `known` varieties.

    A place is written as in `give[0].variety`.
    """
    return (
        _find_in_members(command, members, known) if (members := _card_members(type(command))) else ()
    )  # most name none


def _find_in_members(
    record: object, members: tuple[Member, ...], known: Collection[Card]
) -> Iterator[tuple[str, Card]]:
    for name, attribute, _, many, counted, parts in members:
        value = getattr(record, attribute)
        if value is None:
            continue
        for index, item in enumerate(value if many else (value,)):
            if parts:
                for place, card in _find_in_members(item, parts, known):
                    yield f"{name}[{index}].{place}" if many else f"{name}.{place}", card
            elif item not in known:
                yield f"{name}.{item[:40]}" if counted else f"{name}[{index}]" if many else name, item


@cache
def _card_members(record: type) -> tuple[Member, ...]:
    """Return the members of a record that name cards: first the cards themselves, then records with cards."""
    found = [member for member in members_of(record) if member.mentions(Kind.CARD, Kind.COIN)]
    return tuple(sorted(map(_only_card_parts, found), key=lambda member: bool(member.parts)))


def _only_card_parts(member: Member) -> Member:
    parts = (_only_card_parts(part) for part in member.parts if part.mentions(Kind.CARD, Kind.COIN))
    return member._replace(parts=tuple(parts))
