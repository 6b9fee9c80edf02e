"""News reaches whoever waits for it: events, and what is no event, by this process or by another one."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Self

import pytest

from replay.codec import Envelope
from service.commands.notifier import Notifier, Topic
from service.store.entries.metadata_store import Arrangement
from service.store.errors import StoreUnavailable
from service.store.event_store import GameStore, open_store
from tests.service.store.games import EARLY, keep, played
from tests.waiting import until

LONG = 20.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """A store with a game in it."""
    with open_store(tmp_path) as store:
        keep(store, played("g"))
        yield store


@pytest.fixture
def notifier(store: GameStore) -> Iterator[Notifier]:
    """A notifier that has seen everything in it."""
    notifier = Notifier(store)
    yield notifier
    notifier.close()


def waited(notifier: Notifier, version: int) -> float:
    """How long somebody waits who knows of this version, when something that is no event is made known."""
    with notifier.listening("g") as listener:
        begun = time.monotonic()
        notifier.notify("g", version)
        listener.wait(version, LONG)
        return time.monotonic() - begun


def test_what_is_no_event_wakes_whoever_knows_of_the_last_event_and_of_no_news_of_it(notifier: Notifier) -> None:
    version = played("g").version
    assert waited(notifier, version) < LONG / 2
    assert waited(notifier, version) < LONG / 2, "and those who come later"


def test_each_hears_of_what_they_subscribed_to(tmp_path: Path, store: GameStore, notifier: Notifier) -> None:
    heard: list[tuple[Topic, str]] = []
    for topic in Topic:
        notifier.subscribe(topic, lambda game, topic=topic: heard.append((topic, game)))
    notifier.notify("g", 5)
    assert [(Topic.EVENTS, "g"), (Topic.OWN, "g")] == heard
    heard.clear()
    with open_store(tmp_path) as other:
        keep(other, played("h"))
        until(lambda: (Topic.EVENTS, "h") in heard)
        other.note(Arrangement(game="h", paused=True))
        until(lambda: (Topic.REGISTER, "") in heard)
    assert not any(topic is Topic.OWN for topic, _ in heard)


@pytest.mark.parametrize("failure", [StoreUnavailable("disk I/O error"), KeyError("a fault of ours")])
def test_news_that_could_not_be_read_at_first_comes_once_it_can(
    tmp_path: Path, store: GameStore, notifier: Notifier, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    faults: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    heard: list[str] = []
    notifier.subscribe(Topic.EVENTS, heard.append)
    read, failures = store.written_since, iter([True])

    def failing(position: int) -> list[tuple[int, str, int]]:
        if next(failures, False):
            raise failure
        return read(position)

    monkeypatch.setattr(store, "written_since", failing)
    monkeypatch.setattr(store, "poll_seconds", 60.0)  # a look that failed is owed at once, not at the next poll
    with open_store(tmp_path) as other:
        keep(other, played("h"))
        notifier.look()
        until(lambda: "h" in heard)
    assert [fault.exc_value for fault in faults] == [failure] * isinstance(failure, KeyError)


def more() -> list[Envelope]:
    """What comes next in the game."""
    return played("g", EARLY + 2).envelopes[played("g").version :]


def test_who_listens_hears_once_of_what_this_process_wrote(store: GameStore, notifier: Notifier) -> None:
    heard: list[str] = []
    notifier.subscribe(Topic.EVENTS, heard.append)
    with notifier.listening("g"):
        batch = more()
        notifier.notify("g", batch[-1].n)  # first, or it might be found before
        store.append("g", batch)
        keep(store, played("later"))
        until(lambda: "later" in heard)
    assert heard.count("g") == 1


def test_who_listens_hears_of_what_another_process_wrote(store: GameStore, notifier: Notifier) -> None:
    heard: list[str] = []
    notifier.subscribe(Topic.EVENTS, heard.append)
    with notifier.listening("g"):
        store.append("g", more())
        until(lambda: "g" in heard)


class Slowly(int):
    """A version that somebody else makes another one known beside, while it is compared."""

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


def test_news_of_two_versions_at_the_same_moment_is_news_of_the_later_one(notifier: Notifier) -> None:
    with notifier.listening("g") as listener:
        slow = Slowly(50, lambda: notifier.notify("g", 51))
        notifier.notify("g", slow)
        slow.beside.join()
        assert listener.latest == 51
