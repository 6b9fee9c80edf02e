"""The feed in every database: nobody enters a line twice, and whoever follows misses none."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.access.context import Context
from service.feed.feed_reader import FeedPlace
from service.settings import Settings
from service.store.entries.feed_entries import FeedEntry
from service.store.event_store import GameStore, open_store
from service.store.location import Location
from tests.service.store.games import keep, played, played_on

READER = "d" * 64


@pytest.fixture
def context(store: GameStore, location: Location) -> Iterator[Context]:
    with Context(open_store(location), Settings(store=location, rate="")) as context:
        yield context


def heard(context: Context, at: FeedPlace = FeedPlace()) -> list[tuple[str, bytes]]:  # noqa: B008  # it is frozen
    """All lines after a place, each with its cursor."""
    found = []
    while True:
        window = context.feed.read(READER, at, 100)
        found += [(str(line.at.cursor), line.json) for line in window.lines]
        at = window.at
        if not window.more:
            return found


def test_every_event_of_every_game_comes_once_in_the_order_of_the_log(store: GameStore, context: Context) -> None:
    for game in ("a", "b", "c"):
        keep(store, played(game, 9))
    lines = heard(context)
    assert len(lines) == store.position() == len({cursor for cursor, _ in lines})
    assert heard(context) == lines


def test_of_many_who_bring_it_on_at_once_nobody_enters_a_line_twice(
    store: GameStore, context: Context, location: Location
) -> None:
    for game in map(str, range(12)):
        keep(store, played(game, 6))
    desks = [Context(open_store(location), Settings(store=location, rate="")) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(heard, desks))
    for one in desks:
        one.close()
    assert found == [found[0]] * 4
    entries = store.noted(FeedEntry)
    assert [entry.place for entry in entries] == list(range(1, len(entries) + 1))
    events = [(entry.game, n) for entry in entries for n in range(entry.since + 1, entry.upto + 1)]
    assert len(events) == len(set(events)) == store.position()


def test_what_is_written_later_comes_after_every_cursor_of_before(store: GameStore, context: Context) -> None:
    game = played("a", 6)
    keep(store, game)
    before = heard(context)
    at = context.feed.place(READER, before[-1][0])
    length = game.version
    played_on(game, 3)
    store.append("a", game.envelopes[length:])
    assert [line for line in heard(context) if line in before] == before
    assert heard(context, at) == heard(context)[len(before) :]
    assert len(heard(context, at)) == game.version - length


def test_whoever_was_overtaken_enters_nothing_twice(
    store: GameStore, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(store, played("a", 6))
    feeder, news = context.feed.feeder, store.written_since(0)
    monkeypatch.setattr(feeder._store, "written_since", lambda *_: news)  # as one sees it who was overtaken
    feeder.bring_on(0)
    entries = len(store.noted(FeedEntry))
    feeder.bring_on(0)
    assert entries == len(store.noted(FeedEntry)), "the mark of the game says what has entered"
