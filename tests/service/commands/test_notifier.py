"""Check that listeners hear of events and of other changes, by this process or by another one."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Self

import pytest

from replay.codec import Envelope
from service.commands.notifier import ChangeKind, Notifier
from service.store.entries.metadata_store import Arrangement
from service.store.errors import StoreUnavailable
from service.store.event_store import GameStore, open_store
from tests.service.store.games import EARLY, add_game, play_game
from tests.waiting import wait_until

LONG = 20.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """A store with a game in it."""
    with open_store(tmp_path) as store:
        add_game(store, play_game("g"))
        yield store


@pytest.fixture
def notifier(store: GameStore) -> Iterator[Notifier]:
    """A notifier that has seen everything in it."""
    notifier = Notifier(store)
    yield notifier
    notifier.close()


def waited(notifier: Notifier, version: int) -> float:
    """Return how many seconds a listener at this version waits after a notification without an event."""
    with notifier.listen("g") as listener:
        begun = time.monotonic()
        notifier.notify("g", version)
        listener.wait(version, LONG)
        return time.monotonic() - begun


def test_a_change_without_an_event_wakes_a_listener_that_knows_the_last_event(notifier: Notifier) -> None:
    version = play_game("g").version
    assert waited(notifier, version) < LONG / 2
    assert waited(notifier, version) < LONG / 2, "later listeners too"


def test_subscribers_hear_of_their_own_topic_only(tmp_path: Path, store: GameStore, notifier: Notifier) -> None:
    heard: list[tuple[ChangeKind, str]] = []
    for topic in ChangeKind:
        notifier.subscribe(topic, lambda game, topic=topic: heard.append((topic, game)))
    notifier.notify("g", 5)
    assert [(ChangeKind.GAME_EVENTS, "g"), (ChangeKind.LOCAL_EVENTS, "g")] == heard
    heard.clear()
    with open_store(tmp_path) as other:
        add_game(other, play_game("h"))
        wait_until(lambda: (ChangeKind.GAME_EVENTS, "h") in heard)
        other.save_entries(Arrangement(game="h", paused=True))
        wait_until(lambda: (ChangeKind.METADATA, "") in heard)
    assert not any(topic is ChangeKind.LOCAL_EVENTS for topic, _ in heard)


@pytest.mark.parametrize("failure", [StoreUnavailable("disk I/O error"), KeyError("a fault of ours")])
def test_changes_arrive_after_a_failed_read(
    tmp_path: Path, store: GameStore, notifier: Notifier, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    faults: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    heard: list[str] = []
    notifier.subscribe(ChangeKind.GAME_EVENTS, heard.append)
    read, failures = store.event_numbers_since, iter([True])

    def failing(position: int) -> list[tuple[int, str, int]]:
        if next(failures, False):
            raise failure
        return read(position)

    monkeypatch.setattr(store, "event_numbers_since", failing)
    monkeypatch.setattr(store, "poll_seconds", 60.0)  # a failed look is repeated at once, not at the next poll
    with open_store(tmp_path) as other:
        add_game(other, play_game("h"))
        notifier.poll_now()
        wait_until(lambda: "h" in heard)
    assert [fault.exc_value for fault in faults] == [failure] * isinstance(failure, KeyError)


def next_events() -> list[Envelope]:
    """Return the next events of the game."""
    return play_game("g", EARLY + 2).envelopes[play_game("g").version :]


def test_a_subscriber_hears_once_of_events_of_its_own_process(store: GameStore, notifier: Notifier) -> None:
    heard: list[str] = []
    notifier.subscribe(ChangeKind.GAME_EVENTS, heard.append)
    with notifier.listen("g"):
        batch = next_events()
        notifier.notify("g", batch[-1].n)  # first, or it might be found before
        store.append("g", batch)
        add_game(store, play_game("later"))
        wait_until(lambda: "later" in heard)
    assert heard.count("g") == 1


def test_a_subscriber_hears_of_events_of_another_process(store: GameStore, notifier: Notifier) -> None:
    heard: list[str] = []
    notifier.subscribe(ChangeKind.GAME_EVENTS, heard.append)
    with notifier.listen("g"):
        store.append("g", next_events())
        wait_until(lambda: "g" in heard)


class SlowVersion(int):
    """A version during whose comparison another thread notifies of another one."""

    beside: Thread

    def __new__(cls, version: int, beside: Callable[[], None]) -> Self:
        made = super().__new__(cls, version)
        made.beside = Thread(target=beside)
        return made

    def __gt__(self, other: int) -> bool:
        greater = int(self) > other
        self.beside.start()
        self.beside.join(0.2)
        return greater


def test_concurrent_notifications_keep_the_later_version(notifier: Notifier) -> None:
    with notifier.listen("g") as listener:
        slow = SlowVersion(50, lambda: notifier.notify("g", 51))
        notifier.notify("g", slow)
        slow.beside.join()
        assert listener.latest == 51
