"""A table written down as a position, as one viewer sees it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.cards import FACE_DOWN, Card
from domain.events import DonationOffered, TradeProposed
from domain.member_types import Kind, members_of
from domain.table import Annex, Seat, Table
from domain.view import View
from domain.visibility import OMNISCIENT, Viewer
from replay.positions.schema import FORMAT


def position_of(
    table: Table, viewer: Viewer = OMNISCIENT, *, n: int | None = None, settled: bool = True
) -> dict[str, Any]:
    """Return the position of a table as `viewer` sees it."""
    return write_position(View.of(table, viewer), n=n, settled=settled)


def write_position(view: View, *, n: int | None = None, settled: bool = True) -> dict[str, Any]:
    """Return the position of what `view` shows, after event `n`; `settled` unless that lies inside a batch."""
    table, viewer = view.table, view.viewer
    result = table.result
    gifts = [offer for offer in table.proposals if isinstance(offer, DonationOffered)]
    trades = [offer for offer in table.proposals if isinstance(offer, TradeProposed)]
    own = [viewer.sees_all or viewer.seat == index for index in range(len(table.seats))]
    return {
        "format": FORMAT,
        "edition": table.edition,
        "options": dict(table.rules.options),
        "n": n,
        "settled": settled,
        "turn": {
            "seat": table.turn.seat,
            "number": table.turn.number,
            "phase": table.turn.phase,
            "planted": table.turn.planted,
            **annex_json(table.turn.annex),
        },
        "seats": [_seat_json(seat, mine) for seat, mine in zip(table.seats, own, strict=True)],
        "turned_up": list(table.turned_up),
        "draw_pile": _zone_json(table.draw_pile),
        "discard_pile": _zone_json(view.discards),
        "exhaustions": table.exhaustions,
        "final": table.final,
        "donations": [_offer_json(gift) for gift in gifts],
        "lapsed": list(table.lapsed),
        "proposals": [_offer_json(trade) for trade in trades],
        "next_proposal": table.next_proposal,
        "next_slots": [seat.next_slot if mine else None for seat, mine in zip(table.seats, own, strict=True)],
        **annex_json(table.annex),
        "ended": result is not None,
        "winners": None if result is None or result.winners is None else list(result.winners),
        "scores": None if result is None or result.scores is None else list(result.scores),
    }


def _seat_json(seat: Seat, mine: bool) -> dict[str, Any]:
    return {
        "hand": _zone_json(seat.hand),
        **({"hand_slots": list(seat.slots)} if mine and None not in seat.slots else {}),
        "fields": [list(field) for field in seat.fields],
        "coins": _zone_json(seat.coins),
        "set_aside": list(seat.set_aside),
        **annex_json(seat.annex),
    }


def _zone_json(cards: Sequence[Card]) -> list[Card] | int:
    """Return the cards in order; where none of them is known, only how many."""
    return list(cards) if set(cards) != {FACE_DOWN} else len(cards)


def annex_json(annex: Annex | None) -> dict[str, Any]:
    """Return what an edition adds to a part of a position, by name."""
    if annex is None:
        return {}
    parts = {name: getattr(annex, name) for name in annex.__struct_fields__}
    for member in members_of(type(annex)):
        if member.many and member.kind is Kind.CARD and parts[member.attribute] is not None:
            parts[member.attribute] = _zone_json(parts[member.attribute])
    # By way of JSON, which has lists where records have tuples.
    return {name: msgspec.json.decode(msgspec.json.encode(part)) for name, part in parts.items() if part is not None}


def _offer_json(offer: TradeProposed | DonationOffered) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(offer)
    del written["type"]
    return written
