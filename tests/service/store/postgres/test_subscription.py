"""Check that a subscription of the library `eventsourcing` misses no event written before it listens."""

from queue import Queue
from threading import Event, Thread

import pytest
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresSubscription

from service.store.backends import open_recorder
from service.store.location import Database
from service.store.postgres.subscription import GaplessSubscription
from service.store.recorder import GameOpening
from tests.waiting import happens_within


def hears(location: Database, kind: type[PostgresSubscription], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a subscription yields an event written between its first reading and its listening."""
    pulled, written, heard = Event(), Event(), Queue[str]()
    listen, pull = kind._listen, kind._pull

    def late(subscription: PostgresSubscription) -> None:
        written.wait(20)
        listen(subscription)

    def first(subscription: PostgresSubscription) -> None:
        pull(subscription)
        pulled.set()

    def read(subscription: PostgresSubscription) -> None:
        for notification in subscription:
            heard.put(str(notification.originator_id))

    monkeypatch.setattr(kind, "_listen", late)
    monkeypatch.setattr(kind, "_pull", first)
    recorder = open_recorder(location, create=True)
    with kind(recorder=recorder) as subscription:  # type: ignore[arg-type]  # ours has the interface of the library
        assert pulled.wait(20)
        Thread(target=read, args=(subscription,), daemon=True).start()
        recorder.insert_events([StoredEvent("game-1", 1, "played", b"{}")], opening=GameOpening("played"))
        written.set()
        found = happens_within(2, lambda: not heard.empty())
    recorder.close()
    return found


def test_a_subscription_yields_what_was_written_before_it_listens(
    location: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hears(location, GaplessSubscription, monkeypatch)


def test_control_the_subscription_of_the_library_misses_it(location: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not hears(location, PostgresSubscription, monkeypatch)
