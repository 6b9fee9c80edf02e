"""Judges a command whose cards the viewer does not see in full."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.audited import audiences_of
from domain.commands import Command, SeatCommand
from domain.draft import UnknownChance
from domain.engine import decide
from domain.events import ClosedProposal, Event
from domain.refusals import HaricotError, Refusal
from domain.rulebook import Rulebook
from domain.table import Table
from domain.visibility import EVERYONE, PartOnly, Viewer
from replay.codec import Envelope


def refused_whatever_is_hidden(rulebook: Rulebook, viewer: Viewer, table: Table, command: Command) -> Refusal | None:
    """The refusal that follows from this view alone; None when hidden cards might make the command lawful.

    Hand cards whose slots are hidden are read as different cards of that hand: the reading that allows most.
    """
    if not isinstance(command, SeatCommand) or command.seat >= len(table.seats):
        return None
    seat = table.seats[command.seat]
    unknown = iter(range(seat.next_slot, seat.next_slot + 1000))
    held = iter(slots := tuple(next(unknown) if slot is None else slot for slot in seat.slots))
    readable = table.with_seat(command.seat, replace(seat, slots=slots))
    shown: dict[str, Any] = {}
    for name, audience in audiences_of(type(command)).items():
        value = getattr(command, name)
        if not value or audience == EVERYONE or audience.admits(viewer, command, table.rules.options, None):
            continue
        if isinstance(audience, PartOnly):
            shown[name] = tuple(
                replace(card, slot=next(held, next(unknown))) if card.source == "hand" else card for card in value
            )
        elif isinstance(value, tuple) and set(value) == {None}:
            shown[name] = tuple(next(held, next(unknown)) for _ in value)
        else:
            return None
    try:
        decide(rulebook, readable, replace(command, **shown), UnknownChance())
    except Refusal as refusal:
        return refusal
    except HaricotError:
        return None  # the reading is not what was played, so nothing but a refusal counts
    return None


def without_hidden_lapses(
    batch: Sequence[Envelope], expected: Sequence[Event]
) -> tuple[list[Envelope], list[Envelope]]:
    """Splits a batch into (events this view can expect, lapses it cannot, which hang on another hand)."""
    foreseen = {event.proposal for event in expected if isinstance(event, ClosedProposal)}
    kept: list[Envelope] = []
    unforeseen: list[Envelope] = []
    for envelope in batch:
        lapse = envelope.event
        hidden = isinstance(lapse, ClosedProposal) and lapse.proposal not in foreseen
        (unforeseen if hidden else kept).append(envelope)
    return (kept, unforeseen) if kept else (list(batch), [])  # lapses alone are no answer to any command
