"""Check the feed: no line is entered twice, and a reader misses none."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.access.context import Context
from service.feed.feed_reader import FeedPosition
from service.settings import Settings
from service.store.entries.feed_entries import FeedEntry
from service.store.event_store import GameStore, open_store
from service.store.location import Location
from tests.service.store.games import add_game, play_game, played_on

READER = "d" * 64


@pytest.fixture
def context(store: GameStore, location: Location) -> Iterator[Context]:
    with Context(open_store(location), Settings(store=location, rate="")) as context:
        yield context


def read_all(context: Context, at: FeedPosition = FeedPosition()) -> list[tuple[str, bytes]]:  # noqa: B008  # it is frozen
    """Return all lines after a place, each with its cursor."""
    found = []
    while True:
        window = context.feed.read(READER, at, 100)
        found += [(str(line.at.cursor), line.json) for line in window.lines]
        at = window.at
        if not window.more:
            return found


def test_the_feed_has_every_event_once_in_the_order_of_the_log(store: GameStore, context: Context) -> None:
    for game in ("a", "b", "c"):
        add_game(store, play_game(game, 9))
    lines = read_all(context)
    assert len(lines) == store.position() == len({cursor for cursor, _ in lines})
    assert read_all(context) == lines


def test_concurrent_updates_enter_no_line_of_the_feed_twice(
    store: GameStore, context: Context, location: Location
) -> None:
    for game in map(str, range(12)):
        add_game(store, play_game(game, 6))
    contexts = [Context(open_store(location), Settings(store=location, rate="")) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(read_all, contexts))
    for one in contexts:
        one.close()
    assert found == [found[0]] * 4
    entries = store.find_entries(FeedEntry)
    assert [entry.place for entry in entries] == list(range(1, len(entries) + 1))
    events = [(entry.game, n) for entry in entries for n in range(entry.since + 1, entry.upto + 1)]
    assert len(events) == len(set(events)) == store.position()


def test_later_events_come_after_every_former_cursor(store: GameStore, context: Context) -> None:
    game = play_game("a", 6)
    add_game(store, game)
    before = read_all(context)
    at = context.feed.position_of(READER, before[-1][0])
    length = game.version
    played_on(game, 3)
    store.append("a", game.envelopes[length:])
    assert [line for line in read_all(context) if line in before] == before
    assert read_all(context, at) == read_all(context)[len(before) :]
    assert len(read_all(context, at)) == game.version - length


def test_an_overtaken_update_enters_no_line_twice(
    store: GameStore, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_game(store, play_game("a", 6))
    feeder, news = context.feed.projector, store.event_numbers_since(0)
    monkeypatch.setattr(feeder._store, "event_numbers_since", lambda *_: news)  # as an overtaken process sees it
    feeder.update(0)
    entries = len(store.find_entries(FeedEntry))
    feeder.update(0)
    assert entries == len(store.find_entries(FeedEntry)), "the feed mark says what was entered"
