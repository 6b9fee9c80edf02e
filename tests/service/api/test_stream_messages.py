"""Messages of streams: made once for equal subscribers, from cached data, and redacted for each view."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from domain.visibility import OMNISCIENT, SPECTATOR, seat_viewer
from service.access.tokens import principal_of
from service.access.visibility_scope import VisibilityScope
from service.ops.clock import now_ms
from service.queries.message_cache import MessageCache
from service.queries.record_cache import RecordCache
from service.store.concurrency.blocking_guard import WouldBlock, forbid_blocking
from service.store.entries.metadata_store import Annotation
from service.streaming.expansions import EXPANSIONS
from service.streaming.stream_encoding import NDJSON_FRAMES, SSE_FRAMES
from service.streaming.stream_messages import EXPANDED_EVENTS_PER_TURN, Messages
from tests.service.api.conftest import ApiClient, Match


def sight_of(api: ApiClient, match: Match, token: str | None = None) -> VisibilityScope:
    """Return the visibility scope of the holder of a token."""
    header = None if token is None else f"Bearer {token}"
    return api.context.reader.sight(match.game, principal_of(header, "", api.context.register, at=now_ms()))


@pytest.fixture
def lines_asked(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The ranges of lines that were requested: after which event, up to which one."""
    asked: list[tuple[int, int]] = []
    inner: Callable[..., list[bytes]] = RecordCache.lines

    def lines(self: RecordCache, game: str, viewer: Any, after: int, version: int) -> list[bytes]:
        asked.append((after, version))
        return inner(self, game, viewer, after, version)

    monkeypatch.setattr(RecordCache, "lines", lines)
    return asked


def test_a_thousand_equal_subscribers_share_the_same_bytes(api, lines_asked):
    match = api.match()
    sight = sight_of(api, match)
    found = {id(Messages(api.context, SPECTATOR, SSE_FRAMES, ["table"]).events(sight, 4, 5)) for _ in range(1000)}
    assert len(found) == 1
    assert lines_asked == [(4, 5)]


def test_control_without_the_cache_messages_are_made_for_each(api, lines_asked, monkeypatch):
    monkeypatch.setattr(MessageCache, "messages", lambda _self, _key, after, upto, make: b"".join(make(after, upto)))
    match = api.match()
    for _ in range(3):
        Messages(api.context, SPECTATOR, SSE_FRAMES, ["table"]).events(sight_of(api, match), 4, 5)
    assert len(lines_asked) == 3


def test_messages_in_windows_equal_messages_at_once(api, lines_asked):
    match = api.match()
    sight = sight_of(api, match)
    messages = Messages(api.context, SPECTATOR, NDJSON_FRAMES, ["table"])
    in_windows = [messages.events(sight, after, after + 3) for after in range(0, sight.version, 3)]
    assert b"".join(in_windows) == messages.events(sight, 0)
    assert b"".join(in_windows).count(b"\n") == sight.version
    assert len(lines_asked) == len(in_windows)


def test_each_view_gets_its_own_messages(api):
    match = api.match()
    found = {
        viewer.name: Messages(api.context, viewer, NDJSON_FRAMES).events(sight_of(api, match, api.service), 0)
        for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(1), OMNISCIENT)
    }
    assert len({*found.values()}) == 4


@pytest.mark.parametrize("expansions", [(), EXPANSIONS])
def test_cached_messages_are_made_without_the_store(api, expansions):
    match = api.match()
    sight = sight_of(api, match, match.seats[0])
    messages = Messages(api.context, seat_viewer(0), SSE_FRAMES, expansions)
    known = messages.known(sight)

    def all_again() -> Any:
        return (
            messages.table(sight),
            messages.events(sight, sight.version - EXPANDED_EVENTS_PER_TURN),
            messages.notices(sight, known),
        )

    first = all_again()
    with ThreadPoolExecutor(1, initializer=forbid_blocking) as event_loop:
        for _ in range(10):
            all_again()
            api.context.messages._games = MessageCache()._games  # messages have to be made again
            with suppress(WouldBlock):  # the notifier may just have had news of the game's creation
                assert event_loop.submit(all_again).result() == first
                break
        else:
            pytest.fail("something is never at hand")
        api.context.register.invalidate()
        with pytest.raises(WouldBlock):
            event_loop.submit(messages.notices, sight, known).result()


def test_an_arbiter_who_reads_cached_messages_is_noted(api):
    match = api.match()
    arbiter = api.token("arbiter", match.game)

    def looks() -> int:
        return len(
            [one for one in api.context.register.find_entries(Annotation, game=match.game) if one.kind == "look"]
        )

    Messages(api.context, OMNISCIENT, SSE_FRAMES).events(sight_of(api, match, api.service), 0)
    assert looks() == 0
    Messages(api.context, OMNISCIENT, SSE_FRAMES).events(sight_of(api, match, arbiter), 0)
    assert looks() == 1
    api.move(match, Random(1))
    Messages(api.context, OMNISCIENT, SSE_FRAMES).events(sight_of(api, match, arbiter), 0, 3)
    assert looks() == 2
