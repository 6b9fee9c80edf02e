"""What a seat may ask for: the commands that editions share, each field with its audience."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Final

import msgspec

from domain.cards import Card, Count, FieldIndex, SeatIndex, Slot
from domain.values import Value
from domain.visibility import EVERYONE, Audited, Option, coins_of, only, slots_only

OneOrMore = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


Slots = tuple[Slot, ...]
Fault = tuple[str, str]
"""A place in a command, such as `give[0].slot`, and what is wanted there."""
SOURCES: Final = ("hand", "turned_up", "set_aside", "offer", "depot")
"""Where a card can lie that somebody names; whether it may come from there is for a clause to say."""


class CardRef(Value):
    """A card by its place: a hand card by its slot, any other by its variety."""

    source: str
    slot: Slot = None
    variety: Card | None = None


class Command(Audited, tag_field="type"):
    """An order; in JSON flat, `{"type": "PlantFromHand", "seat": 0, ...}`."""

    def faults(self, hand: Slots) -> Iterable[Fault]:  # noqa: ARG002  # most commands name no card by its place
        """What is wrong with the way this command names cards, so that no clause could speak of it.

        `hand` are the slots of the hand of whoever gives it; a view hides those of other hands, in commands too.
        """
        return ()


class SeatCommand(Command):
    """An order that a seat gives."""

    seat: Annotated[SeatIndex, EVERYONE]


class CreateGame(Command, tag=True):
    """The host chooses the edition, the number of players and the options."""

    edition: Annotated[str, EVERYONE]
    players: Annotated[Count, EVERYONE]
    options: Annotated[dict[str, Option], EVERYONE] = {}
    practice: Annotated[bool, EVERYONE] = False


class TakeSeat(SeatCommand, tag=True):
    """Somebody sits down; `contribution` is the seat's share of the deal, base64 of 32 bytes."""

    kind: Annotated[str, EVERYONE]
    pseudonym: Annotated[str, EVERYONE]
    contribution: Annotated[str | None, EVERYONE] = None


class PlantFromHand(SeatCommand, tag=True):
    """Plant the front card of the hand; a `slot` asks for this one, where the front card is meant. Rule: CL-4.4."""

    field: Annotated[FieldIndex, EVERYONE]
    slot: Annotated[Slot, only("seat")] = None

    def faults(self, hand: Slots) -> Iterable[Fault]:
        """A card that is not in the hand."""
        return [("slot", f"no card in slot {self.slot}")] if self.slot is not None and self.slot not in hand else []


class EndPlanting(SeatCommand, tag=True):
    """Go on to turning up and trading. Rule: CL-4.4."""


class ProposeTrade(SeatCommand, tag=True):
    """Offer cards against cards; `partner` None asks anyone. Rule: CL-5.2 to CL-5.6."""

    partner: Annotated[SeatIndex | None, EVERYONE] = msgspec.field(name="with", default=None)
    give: Annotated[tuple[CardRef, ...], slots_only("seat")] = ()
    want: Annotated[dict[Card, OneOrMore], EVERYONE] = {}
    want_turned_up: Annotated[tuple[Card, ...], EVERYONE] = ()
    give_coins: Annotated[Count, EVERYONE] = 0
    want_coins: Annotated[Count, EVERYONE] = 0

    def faults(self, hand: Slots) -> Iterable[Fault]:
        """Cards to give that are not named."""
        return _all_misnamed("give", self.give, hand)


class AcceptTrade(SeatCommand, tag=True):
    """Accept, handing over these slots of the own hand for what is wanted. Rule: CL-5.6, CL-5.13."""

    proposal: Annotated[Count, EVERYONE]
    handed_over: Annotated[tuple[Slot, ...], only("seat")] = ()

    def faults(self, hand: Slots) -> Iterable[Fault]:
        """Cards to hand over that are not named."""
        for index, slot in enumerate(self.handed_over):
            yield from unnamed(slot, hand, f"handed_over[{index}]")


class DeclineTrade(SeatCommand, tag=True):
    """Say no to a proposal. Rule: CL-5.6."""

    proposal: Annotated[Count, EVERYONE]


class WithdrawTrade(SeatCommand, tag=True):
    """Take back an own proposal. Rule: CL-5.6."""

    proposal: Annotated[Count, EVERYONE]


class OfferDonation(SeatCommand, tag=True):
    """Offer cards as a gift. Rule: CL-5.8."""

    to: Annotated[SeatIndex, EVERYONE]
    cards: Annotated[tuple[CardRef, ...], slots_only("seat")] = ()
    coins: Annotated[Count, EVERYONE] = 0

    def faults(self, hand: Slots) -> Iterable[Fault]:
        """Cards to give that are not named."""
        return _all_misnamed("cards", self.cards, hand)


class AcceptDonation(SeatCommand, tag=True):
    """Accept a gift. Rule: CL-5.8."""

    proposal: Annotated[Count, EVERYONE]


class DeclineDonation(SeatCommand, tag=True):
    """Say no to a gift. Rule: CL-5.8."""

    proposal: Annotated[Count, EVERYONE]


class WithdrawDonation(SeatCommand, tag=True):
    """Take back an own offer of a gift. Rule: CL-5.8."""

    proposal: Annotated[Count, EVERYONE]


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
    coin_cards: Annotated[tuple[Card, ...] | None, coins_of("seat")] = None


class BuyThirdField(SeatCommand, tag=True):
    """Buy a third field, paying with these coin cards, or the latest earned. Rule: CL-7.1 to CL-7.5."""

    coin_cards: Annotated[tuple[Card, ...] | None, EVERYONE] = None


def unnamed(slot: Slot, hand: Slots, place: str) -> Iterator[Fault]:
    """That a hand card at this place of a command is not named, unless this view hides the slots of the hand."""
    if slot is None and None not in hand:
        yield place, "a hand card is named by its slot"


def misnamed(card: CardRef, hand: Slots, at: str, wanted: str) -> Iterator[Fault]:
    """What is missing where the card that stands `at` is named; `wanted` are the sources that can be meant there."""
    if card.source not in SOURCES:
        yield f"{at}source", f"{wanted}, not {card.source[:40]!r}"
    elif card.source == "hand":
        yield from unnamed(card.slot, hand, f"{at}slot")
    elif card.variety is None:
        yield f"{at}variety", f"a card from {card.source} is named by its variety"


def _all_misnamed(name: str, cards: tuple[CardRef, ...], hand: Slots) -> Iterator[Fault]:
    for index, card in enumerate(cards):
        yield from misnamed(card, hand, f"{name}[{index}].", "hand or turned_up")


_CARDS: Final = ("variety", "coin_card", "coin_cards", "taken", "want", "want_turned_up")
_REFERENCES: Final = ("give", "cards")


def cards_named(command: Command) -> Iterable[tuple[str, Card]]:
    """Every card that a command names by its variety, with its place, such as `coin_cards[1]` or `give[0].variety`."""
    cards, references = _fields_with_cards(type(command))
    return _named(command, cards, references) if cards or references else ()  # most commands name none


def _named(command: Command, cards: tuple[str, ...], references: tuple[str, ...]) -> Iterator[tuple[str, Card]]:
    for name in cards:
        named = getattr(command, name)
        if isinstance(named, str):
            yield name, named
        elif isinstance(named, dict):
            yield from ((f"{name}.{card[:40]}", card) for card in named)
        elif named:
            yield from ((f"{name}[{index}]", card) for index, card in enumerate(named))
    for name in references:
        for index, card in enumerate(getattr(command, name)):
            if card.variety is not None:
                yield f"{name}[{index}].variety", card.variety


@cache
def _fields_with_cards(kind: type[Command]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names = kind.__struct_fields__
    return tuple(name for name in _CARDS if name in names), tuple(name for name in _REFERENCES if name in names)
