"""Check that positions on SQLite have no gaps, and that subscriptions are refused."""

import pytest
from eventsourcing.persistence import IntegrityError, NotSupportedError, StoredEvent

from service.store.event_store import GameStore


def test_a_conflict_leaves_no_gap(store: GameStore) -> None:
    recorder = store._recorder
    one, two, three = (StoredEvent(*row, b"") for row in (("g", 1, "a"), ("h", 1, "b"), ("g", 2, "a")))
    assert [1] == recorder.insert_events([one])
    with pytest.raises(IntegrityError):
        recorder.insert_events([two, one])
    assert [2, 3] == recorder.insert_events([two, three])


def test_a_subscription_on_sqlite_is_refused(store: GameStore) -> None:
    with pytest.raises(NotSupportedError):
        store._recorder.subscribe()
