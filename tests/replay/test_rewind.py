"""Tests of rewind: the table at every event, and the difference between two tables."""

import pytest

from domain.evolve import fold
from domain.refusals import Misuse
from domain.visibility import seat_viewer
from replay.positions.write import position_of
from replay.rewind import batch_end, batches, difference, is_batch_end, table_at, tables
from tests.replay.example_games import traders_game

RECORD = traders_game()


def test_the_table_at_n_is_the_fold_of_the_first_n_events():
    for n in (1, 4, 60, 200, len(RECORD.envelopes)):
        assert fold(envelope.event for envelope in RECORD.envelopes[:n]) == table_at(RECORD, n)


def test_tables_yields_every_table_once():
    assert [n for n, _ in enumerate(tables(RECORD), 1)] == [envelope.n for envelope in RECORD.envelopes]


def test_the_record_of_a_seat_gives_redacted_tables():
    seen = RECORD.seen_by(seat_viewer(1))
    for (_, masked), (_, whole) in zip(tables(seen), tables(RECORD), strict=True):
        assert masked.seats[1].hand == whole.seats[1].hand
        assert set(masked.seats[0].hand) <= {"face_down"}
        assert len(masked.draw_pile) == len(whole.draw_pile)


@pytest.mark.parametrize("n", [0, -1, len(RECORD.envelopes) + 1, 10**12])
def test_there_is_no_table_before_the_first_or_after_the_last_event(n):
    with pytest.raises(Misuse, match="there is no event"):
        table_at(RECORD, n)


def test_batches_cover_the_record_and_each_begins_with_its_cause():
    every = list(batches(RECORD.envelopes))
    assert [envelope for batch in every for envelope in batch] == list(RECORD.envelopes)
    assert all(batch[0].cause is not None and all(e.cause is None for e in batch[1:]) for batch in every)
    for batch in every:
        assert {batch_end(RECORD, envelope.n) for envelope in batch} == {batch[-1].n}
        assert is_batch_end(RECORD, batch[-1].n)


def test_a_difference_lists_only_what_changed():
    planted = next(e.n for e in RECORD.envelopes if type(e.event).__name__ == "BeanPlanted")
    before, after = (position_of(table_at(RECORD, n)) for n in (planted - 1, planted))
    seat = RECORD.envelopes[planted - 1].event.seat
    assert set(difference(before, after)) == {
        f"seats[{seat}].hand",
        f"seats[{seat}].hand_slots",
        f"seats[{seat}].fields",
        "turn.planted",
    }
    assert difference(before, before) == {}
