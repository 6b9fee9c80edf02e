"""The audit of a command with hidden cards: the events that followed may show enough of the cards to judge it."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.cards import FACE_DOWN, all_face_down
from domain.commands import Command, SeatCommand
from domain.events import (
    BeanPlanted,
    Cards,
    ClosedProposal,
    DeckShuffled,
    DonationOffered,
    Event,
    GivenCards,
    TradeAccepted,
    TradeProposed,
)
from domain.field_audiences import audiences_of
from domain.member_types import Kind, members_of
from domain.refusals import CorruptHistory
from domain.table import Table
from domain.view import View
from domain.visibility import Audience, PartOnly, Viewer
from replay.codec import Envelope


class Reconstruction(NamedTuple):
    """A command and its table, with the hidden cards that its events show filled in. `shown` are those of the hand."""

    table: Table
    command: Command
    shown: Cards


def reconstruct_command(
    viewer: Viewer, table: Table, command: Command, events: Sequence[Event]
) -> Reconstruction | None:
    """Return the command and its table as its events show them to this viewer; None if they do not show enough.

    A card that is offered, handed over or planted lay in the hand. A card that is turned up lay on the pile. Hand cards
    with hidden slots count as different cards of that hand, since this allows the most commands.
    """
    if not isinstance(command, SeatCommand) or command.seat >= len(table.seats):
        return None
    seat, shown = table.seats[command.seat], _shown_hand_cards(events, command.seat)
    hidden_places = [index for index, card in enumerate(seat.hand) if card == FACE_DOWN]
    plants_front_card = any(event.of_front for event in events[:1])
    places = hidden_places[:1] if plants_front_card else hidden_places[len(hidden_places) - len(shown) :]
    hand, slots, unused_slots = list(seat.hand), list(seat.slots), itertools.count(seat.next_slot)
    for place, card in zip(places, shown, strict=False):
        hand[place] = card
        # Other slots stay hidden. So it stays open whether the card of an offer that names a slot has left the hand.
        slots[place] = slots[place] if plants_front_card else next(unused_slots)
    shown_slots = iter([slot for place in places if (slot := slots[place]) is not None])
    changes = {
        name: _slots_of_member(getattr(command, name), audience, shown_slots, unused_slots)
        for name, audience in audiences_of(type(command)).items()
        if getattr(command, name) and not audience.admits(viewer, command, table.rules.options, None)
    }
    if None in changes.values():
        return None
    revealed_seat = replace(seat, hand=tuple(hand), slots=tuple(slots))
    pile = _cards_taken_from_pile(viewer, table, events)
    revealed_table = replace(
        table.with_seat(command.seat, revealed_seat), draw_pile=pile + table.draw_pile[len(pile) :]
    )
    return Reconstruction(revealed_table, replace(command, **changes), shown if seat.hand != revealed_seat.hand else ())


def _slots_of_member(value: Any, audience: Audience, shown_slots: Iterator[int], unused_slots: Iterator[int]) -> Any:
    """Return the value of a command's member with its hidden slots filled in; None if anything else is hidden."""
    if isinstance(audience, PartOnly):
        return tuple(
            replace(one, slot=next(shown_slots, next(unused_slots))) if one.source == "hand" else one for one in value
        )
    if isinstance(value, tuple) and set(value) == {None}:
        return tuple(next(shown_slots, next(unused_slots)) for _ in value)
    return None


def _shown_hand_cards(events: Sequence[Event], seat: int) -> Cards:
    """Return the cards of this seat's hand that the first event shows, in order."""
    match events[0] if events else None:
        case TradeProposed(seat=whose, give=cards) | DonationOffered(seat=whose, cards=cards) if whose == seat:
            return _hand_cards(cards)
        case TradeAccepted(seat=whose, received=cards) if whose == seat:
            return _hand_cards(cards)
        case BeanPlanted(seat=whose, source="hand", variety=card) if whose == seat:
            return (card,)
    return ()


def _hand_cards(cards: GivenCards) -> Cards:
    return tuple([card.variety for card in cards if card.source == "hand"])


def _cards_taken_from_pile(viewer: Viewer, table: Table, events: Sequence[Event]) -> Cards:
    """Return the cards that events take from the top of the pile, up to the next shuffle; hidden ones face down."""
    view, taken = View(viewer=viewer, table=table), Cards()
    for event in events:
        if isinstance(event, DeckShuffled):
            break
        try:
            after = view.after(event)
        except CorruptHistory:
            break
        count = len(view.table.draw_pile) - len(after.table.draw_pile)
        cards = next(
            (value for value in _cards_named_by(event) if count == len(value)), all_face_down((FACE_DOWN,) * count)
        )
        taken, view = taken + (cards if count > 0 else ()), after
    return taken


def _cards_named_by(event: Event) -> Iterator[Cards]:
    """Yield the cards that an event names, member by member."""
    for member in members_of(type(event)):
        if member.kind is Kind.CARD and not member.counted and (value := getattr(event, member.attribute)) is not None:
            yield value if member.many else (value,)


def split_hidden_lapses(batch: Sequence[Envelope], expected: Sequence[Event]) -> tuple[list[Envelope], list[Envelope]]:
    """Split a batch into expected events and lapses of offers that this view cannot foresee.

    Such a lapse depends on the cards of another hand.
    """
    expected_offers = {event.proposal for event in expected if isinstance(event, ClosedProposal)}
    foreseen_envelopes: list[Envelope] = []
    lapses: list[Envelope] = []
    for envelope in batch:
        lapse = envelope.event
        hidden = isinstance(lapse, ClosedProposal) and lapse.proposal not in expected_offers
        (lapses if hidden else foreseen_envelopes).append(envelope)
    return (
        (foreseen_envelopes, lapses) if foreseen_envelopes else (list(batch), [])
    )  # lapses alone follow from no command
