"""The audit of a command with cards hidden from the viewer, by what the events that followed show of them."""

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


class Reading(NamedTuple):
    """A command on a table, both with what its events show of hidden cards; `shown` are those of a hand."""

    table: Table
    command: Command
    shown: Cards


def as_its_events_show(viewer: Viewer, table: Table, command: Command, events: Sequence[Event]) -> Reading | None:
    """Return the command on this table, as far as the events that followed show it to this viewer; None if they do not.

    A card shown when it is offered, handed over or planted lay in the hand. A card shown as it is turned up lay on the
    pile. Hand cards whose slots are hidden are read as different cards of that hand: the reading that allows most.
    """
    if not isinstance(command, SeatCommand) or command.seat >= len(table.seats):
        return None
    seat, shown = table.seats[command.seat], _shown_of_hand(events, command.seat)
    free = [index for index, card in enumerate(seat.hand) if card == FACE_DOWN]
    is_front = any(event.of_front for event in events[:1])
    places = free[:1] if is_front else free[len(free) - len(shown) :]
    hand, slots, unknown = list(seat.hand), list(seat.slots), itertools.count(seat.next_slot)
    for place, card in zip(places, shown, strict=False):
        hand[place] = card
        # Other slots stay hidden, so it stays open whether the card of an offer that names one has gone.
        slots[place] = slots[place] if is_front else next(unknown)
    named = iter([slot for place in places if (slot := slots[place]) is not None])
    changes = {
        name: _named(getattr(command, name), audience, named, unknown)
        for name, audience in audiences_of(type(command)).items()
        if getattr(command, name) and not audience.admits(viewer, command, table.rules.options, None)
    }
    if None in changes.values():
        return None
    read = replace(seat, hand=tuple(hand), slots=tuple(slots))
    pile = _taken(viewer, table, events)
    laid = replace(table.with_seat(command.seat, read), draw_pile=pile + table.draw_pile[len(pile) :])
    return Reading(laid, replace(command, **changes), shown if seat.hand != read.hand else ())


def _named(value: Any, audience: Audience, named: Iterator[int], unknown: Iterator[int]) -> Any:
    """Return the member of a command with slots where they are hidden; None where something else is."""
    if isinstance(audience, PartOnly):
        return tuple(replace(one, slot=next(named, next(unknown))) if one.source == "hand" else one for one in value)
    if isinstance(value, tuple) and set(value) == {None}:
        return tuple(next(named, next(unknown)) for _ in value)
    return None


def _shown_of_hand(events: Sequence[Event], seat: int) -> Cards:
    """Return the cards of this seat's hand that the first event shows, in order."""
    match events[0] if events else None:
        case TradeProposed(seat=whose, give=cards) | DonationOffered(seat=whose, cards=cards) if whose == seat:
            return _of_hand(cards)
        case TradeAccepted(seat=whose, received=cards) if whose == seat:
            return _of_hand(cards)
        case BeanPlanted(seat=whose, source="hand", variety=card) if whose == seat:
            return (card,)
    return ()


def _of_hand(cards: GivenCards) -> Cards:
    return tuple([card.variety for card in cards if card.source == "hand"])


def _taken(viewer: Viewer, table: Table, events: Sequence[Event]) -> Cards:
    """Return the cards that go from the top of the pile, as far as they are shown, up to the next shuffle."""
    view, taken = View(viewer=viewer, table=table), Cards()
    for event in events:
        if isinstance(event, DeckShuffled):
            break
        try:
            after = view.after(event)
        except CorruptHistory:
            break
        count = len(view.table.draw_pile) - len(after.table.draw_pile)
        cards = next((value for value in _named_by(event) if count == len(value)), all_face_down((FACE_DOWN,) * count))
        taken, view = taken + (cards if count > 0 else ()), after
    return taken


def _named_by(event: Event) -> Iterator[Cards]:
    """Yield the cards that an event names, member by member."""
    for member in members_of(type(event)):
        if member.kind is Kind.CARD and not member.counted and (value := getattr(event, member.attribute)) is not None:
            yield value if member.many else (value,)


def without_hidden_lapses(
    batch: Sequence[Envelope], expected: Sequence[Event]
) -> tuple[list[Envelope], list[Envelope]]:
    """Split a batch into (events this view can expect, lapses it cannot, which depend on another hand)."""
    foreseen = {event.proposal for event in expected if isinstance(event, ClosedProposal)}
    kept: list[Envelope] = []
    unforeseen: list[Envelope] = []
    for envelope in batch:
        lapse = envelope.event
        hidden = isinstance(lapse, ClosedProposal) and lapse.proposal not in foreseen
        (unforeseen if hidden else kept).append(envelope)
    return (kept, unforeseen) if kept else (list(batch), [])  # lapses alone follow from no command
