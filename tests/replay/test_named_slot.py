"""Tests of the slot that a file can name for a planted card: another slot than the front one is illegal by CL-4.4."""

import pytest

from domain.commands import PlantFromHand
from domain.events import BeanPlanted
from domain.visibility import OMNISCIENT, SPECTATOR, Viewer, seat_viewer
from replay.audit import audit
from replay.record import Record, read_file, write_file
from tests.replay.example_games import traders_game
from tests.replay.tampering import ending_with, settled


def planted(place: int) -> tuple[Record, int, int]:
    """Return a game that ends with a planting of the slot at this place of the hand, its event number and its seat."""
    record = traders_game()
    for n, table, _ in settled(record):
        turn, seat = table.turn, table.active
        if turn.phase == "plant" and turn.planted == 0 and len(seat.hand) > place and () in seat.fields:
            card, slot, field = seat.hand[place], seat.slots[place], seat.fields.index(())
            answer = BeanPlanted(seat=turn.seat, field=field, variety=card, source="hand", slot=slot if place else None)
            return (
                ending_with(record, n, PlantFromHand(seat=turn.seat, field=field, slot=slot), answer),
                n + 1,
                turn.seat,
            )
    raise AssertionError("no seat planted into an empty field")


def verdict(record: Record, n: int, viewer: Viewer) -> tuple[str, str | None]:
    """Return verdict and clause of event n in a file of this view."""
    found = audit(read_file(write_file(record.seen_by(viewer)))).verdicts[n - 1]
    return found.verdict, found.clause


@pytest.mark.parametrize("place", [1, 2])
def test_the_slot_of_another_card_is_illegal_for_viewers_who_see_it(place):
    record, n, seat = planted(place)
    assert verdict(record, n, OMNISCIENT) == verdict(record, n, seat_viewer(seat)) == ("illegal", "CL-4.4")
    for viewer in (SPECTATOR, seat_viewer((seat + 1) % 4)):
        assert verdict(record, n, viewer)[0] == "unknown"


def test_the_slot_of_the_front_card_changes_no_verdict():
    record, n, seat = planted(0)
    assert verdict(record, n, OMNISCIENT) == verdict(record, n, seat_viewer(seat)) == ("legal", "CL-4.4")
    assert verdict(record, n, SPECTATOR)[0] in ("legal", "unknown")
    for viewer in (SPECTATOR, seat_viewer((seat + 1) % 4)):
        assert b'"slot"' not in write_file(record.seen_by(viewer)).splitlines()[n]
