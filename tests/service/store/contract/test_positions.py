"""Check that the recorder returns the events of all games by position."""

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from service.store.event_store import GameStore


def test_the_recorder_returns_events_of_all_games_by_position(store: GameStore) -> None:
    recorder = store._recorder
    assert recorder.max_notification_id() is None
    one, two, three = (StoredEvent(*row, b"") for row in (("g", 1, "a"), ("h", 1, "b"), ("g", 2, "a")))
    assert [] == recorder.insert_events([])
    (first,) = recorder.insert_events([one])
    with pytest.raises(IntegrityError):
        recorder.insert_events([two, one])
    second, third = recorder.insert_events([two, three])
    assert first < second < third == recorder.max_notification_id()
    assert [one, three] == recorder.select_events("g")
    assert [three] == recorder.select_events("g", desc=True, limit=1) == recorder.select_events("g", gt=1)
    assert [one] == recorder.select_events("g", lte=1)
    found = {
        (first, second, third): recorder.select_notifications(None, 10),
        (first, second): recorder.select_notifications(first, 2),
        (second, third): recorder.select_notifications(first, 10, inclusive_of_start=False),
        (second,): recorder.select_notifications(second, 10, stop=second),
        (first, third): recorder.select_notifications(None, 10, topics=["a", "c"]),
    }
    for positions, notifications in found.items():
        assert positions == tuple(notification.id for notification in notifications)
    second_row = found[second,][0]
    assert ("h", 1, "b", b"") == (
        second_row.originator_id,
        second_row.originator_version,
        second_row.topic,
        second_row.state,
    )
