"""Tests of audits of one view: visible events decide verdicts about hidden cards, without false alarms."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.events import TradeProposed
from domain.visibility import SPECTATOR, Viewer, seat_viewer
from replay.audit import audit
from replay.record import Record
from replay.rewind import tables
from tests.long_tests import one_in
from tests.replay.test_redeal import COUNT, KINDS, games

UNKNOWN_MAX = {"bohnaparte": 0.24}
"""The share of events that may stay undecided with face-down combat cards; elsewhere it is one in seven."""


def views(kind: str) -> Iterator[tuple[Record, Viewer]]:
    for record in (one for number in range(1, max(COUNT, 1) + 1) for one in games(kind, number)):
        yield from ((record, viewer) for viewer in (SPECTATOR, seat_viewer(1)))


@pytest.mark.parametrize("kind", one_in(2, KINDS))
def test_the_audit_of_a_view_raises_no_false_alarm_and_decides_most(kind):
    for record, viewer in views(kind):
        answer = audit(record.seen_by(viewer))
        assert (answer.verdict, answer.first) == ("legal", None), (kind, viewer.name)
        unknown = sum(verdict.verdict == "unknown" for verdict in answer.verdicts)
        assert unknown <= len(answer.verdicts) * UNKNOWN_MAX.get(kind, 0.14), (kind, viewer.name, unknown)


def proposals(record: Record, viewer: Viewer) -> Iterator[tuple[int, Any]]:
    """Yield the offers of hand cards by other seats: the index of the envelope and the table before it."""
    before = None
    for at, (envelope, table) in enumerate(tables(record.seen_by(viewer))):
        event = envelope.event
        offers = isinstance(event, TradeProposed) and event.seat != viewer.seat and bool(event.give)
        if before is not None and offers and event.give[0].source == "hand":
            yield at, before
        before = table


def changed(record: Record, at: int, **card: Any) -> Record:
    """Return the record with another first card in this offer."""
    envelopes = list(record.envelopes)
    event = envelopes[at].event
    give = (replace(event.give[0], **card), *event.give[1:])
    envelopes[at] = replace(envelopes[at], event=replace(event, give=give))
    return replace(record, envelopes=tuple(envelopes))


def test_an_offered_card_with_a_false_public_origin_is_illegal_in_a_view():
    record, viewer = next(views("classic"))
    for at, _ in list(proposals(record, viewer))[:5]:
        tampered = changed(record.seen_by(viewer), at, source="set_aside", slot=None)
        assert audit(tampered).first.n == at + 1


def test_an_offered_variety_with_no_card_left_is_illegal_in_a_view():
    record, viewer = next(views("classic"))
    convicted = 0
    for at, table in proposals(record, viewer):
        lying = [*table.discard_pile, *(card for seat in table.seats for field in seat.fields for card in field)]
        lying += [card for seat in table.seats for card in seat.coins] + list(table.turned_up)
        assert FACE_DOWN not in lying
        if lying.count("garden") == 6:
            first = audit(changed(record.seen_by(viewer), at, variety="garden")).first
            assert (first.n, first.says.name, first.clause) == (at + 1, "absent", "CL-1.5")
            convicted += 1
    assert convicted
