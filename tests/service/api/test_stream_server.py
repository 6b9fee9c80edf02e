"""Streams on the event loop: no event is missed, slow subscribers are cut off, and failures stay in their group."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from service.access.visibility_scope import VisibilityScope
from service.commands.command_handler import CommandHandler
from service.commands.loop_writer import LoopWriter
from service.ops.socket_backlog import ALL_TAKEN, backlogs_of
from service.store.concurrency.blocking_guard import require_may_block
from service.store.errors import StoreUnavailable
from service.streaming import subscriber_groups
from service.streaming.stream_messages import Messages
from service.streaming.stream_steps import Cursor, GameStream, Step
from service.streaming.subscriber_groups import Subscriber, SubscriberGroup
from tests.service.api.conftest import ApiClient, Match, finished_file, open_api
from tests.service.api.event_loop import ApiEventLoop, SocketTransport, Transport, event_loop, open_stream
from tests.waiting import happens_within, wait_until

__all__ = ["event_loop"]

HEARTBEAT = b":\n\n"


@pytest.fixture
def finished(api: ApiClient) -> str:
    """The address of a game that has ended."""
    game: str = api.post("/v1/games:import", api.service, data=finished_file())["game"]
    return f"/v1/games/{game}"


def ids(said: bytes) -> list[int]:
    """Return the numbers of the events in what was sent."""
    return [int(n) for n in re.findall(rb"event: event\nid: (\d+)\n", said)]


def play(api: ApiClient, match: Match) -> int:
    """Submit the first legal command of seat 0 and return the last event."""
    version: int = api.submit(match, api.choices(match, 0)[0])["version"]
    return version


def play_in_another_process(api: ApiClient, match: Match) -> int:
    """Submit a command in another process, wait for the news of it, and return the last event."""
    with open_api(api.context.settings.store) as other:  # type: ignore[arg-type]  # it is a folder
        version = play(other, match)
    wait_until(lambda: api.context.notifier._position >= api.context.store.position())
    return version


def test_a_stream_sends_what_another_process_wrote_before_it_began(api: ApiClient, event_loop: ApiEventLoop) -> None:
    match, transport = api.match(), Transport()
    stream = open_stream(api, f"{match.at}/stream?after={match.version}")
    version = play_in_another_process(api, match)
    event_loop.begin(stream, transport)
    wait_until(lambda: version in ids(transport.sent))
    assert ids(transport.sent) == list(range(match.version + 1, version + 1))


def test_a_subscriber_who_joins_during_a_lookup_gets_another_lookup(api, event_loop, monkeypatch):
    match, transports, sight_again = api.match(), [Transport(), Transport()], api.context.reader.current_sight
    streams = [open_stream(api, f"{match.at}/stream") for _ in transports]
    version = [0]

    def look_and_join(sight: VisibilityScope, *, at_least: int | None = None) -> VisibilityScope:
        found = sight_again(sight, at_least=at_least)  # raises WouldBlock on the loop
        if not version[0]:
            version[0] = play_in_another_process(api, match)
            event_loop.begin(streams[1], transports[1])
        return found

    monkeypatch.setattr(api.context.reader, "current_sight", look_and_join)
    monkeypatch.setattr(api.context.notifier, "_announce_found", lambda *_: None)  # the news has not arrived
    event_loop.begin(streams[0], transports[0])
    wait_until(lambda: transports[1].sent)
    assert b'"n":%d,' % version[0] in transports[1].sent.partition(b"\n\n")[0]


def test_control_a_stream_that_relies_on_news_alone_misses_events(api, event_loop, monkeypatch):
    look = SubscriberGroup._refreshed_sight
    monkeypatch.setattr(SubscriberGroup, "_refreshed_sight", lambda group, **_: look(group))
    match, transport = api.match(), Transport()
    stream = open_stream(api, f"{match.at}/stream?after={match.version}")
    play_in_another_process(api, match)
    event_loop.begin(stream, transport)
    wait_until(lambda: transport.parts.count(HEARTBEAT) > 3)
    assert not transport.sent


def test_a_slow_subscriber_is_resumed_after_a_lookup_for_another(api, event_loop, finished, monkeypatch):
    """Resume a slow subscriber although the next one needs data that is not cached in the same round."""
    step, looked_up = GameStream.step, list[str]()

    def not_at_hand(stream: GameStream, sight: Any, cursor: Cursor) -> Step:
        if cursor.after == 7:
            looked_up.append("loop")
            require_may_block()
            looked_up[-1] = "thread"
        return step(stream, sight, cursor)

    monkeypatch.setattr(GameStream, "step", not_at_hand)
    monkeypatch.setattr(subscriber_groups, "OUTSTANDING_BYTES_MAX", 1000)
    monkeypatch.setattr(subscriber_groups, "CACHED_STEPS_MAX", 1)
    streams = [open_stream(api, f"{finished}/stream?after={after}") for after in (1, 7)]
    transports = [Transport(), Transport()]
    event_loop.begin_all(streams, transports)
    wait_until(lambda: all(b"event: end" in transport.sent for transport in transports))
    assert looked_up, "a lookup was needed"
    # News in between drops the result, and it is looked up again.
    assert looked_up == ["loop", "thread"] * (len(looked_up) // 2), "a thread reads what the loop cannot"
    last = api.get(finished)["version"]
    assert [ids(transport.sent) for transport in transports] == [list(range(after + 1, last + 1)) for after in (1, 7)]
    wait_until(lambda: api.context.stream_quota.total == 0)


def test_the_end_message_covers_the_whole_log(api: ApiClient, event_loop: ApiEventLoop, finished: str) -> None:
    transport, last = Transport(), api.get(finished)["version"]
    assert api.context.logs.log(finished.rpartition("/")[2], 1)
    event_loop.follow(api, f"{finished}/stream?after={last - 1}", transport)
    wait_until(lambda: b"event: end" in transport.sent)
    _, _, end = transport.sent.partition(b"event: end\nid: %d\ndata: " % last)
    assert json.loads(end)["checkpoint"]["size"] == last


def test_a_stream_that_ends_for_a_store_failure_is_logged(api, event_loop, finished, monkeypatch):
    def busy(*_: Any) -> Step:
        raise StoreUnavailable("the store is busy")

    monkeypatch.setattr(GameStream, "step", busy)
    with capture_logs() as logged:
        event_loop.follow(api, f"{finished}/stream?after=1", Transport())
        wait_until(lambda: api.context.stream_quota.total == 0)
    assert [line["why"] for line in logged] == ["the store is busy"]


def test_a_failure_ends_its_own_group_only(api, event_loop, finished, monkeypatch):
    match, failing, sound = api.match(), Transport(), Transport()
    step = GameStream.step

    def faulty(stream: GameStream, sight: Any, cursor: Cursor) -> Step:
        if sight.game != match.game:
            raise ZeroDivisionError
        return step(stream, sight, cursor)

    monkeypatch.setattr(GameStream, "step", faulty)
    event_loop.follow(api, f"{match.at}/stream", sound)
    event_loop.follow(api, f"{finished}/stream", failing)
    wait_until(lambda: api.context.stream_quota.total == 1)
    version = play(api, match)
    wait_until(lambda: version in ids(sound.sent))
    assert not failing.parts


def test_a_disconnected_subscriber_is_removed_at_the_next_heartbeat(api: ApiClient, event_loop: ApiEventLoop) -> None:
    match, transports = api.match(), [Transport() for _ in range(3)]
    for transport in transports:
        event_loop.follow(api, f"{match.at}/stream", transport)
    wait_until(lambda: all(transport.parts for transport in transports))
    transports[0].is_open = transports[1].is_open = False
    wait_until(lambda: api.context.stream_quota.total == 1)
    version = play(api, match)
    wait_until(lambda: version in ids(transports[2].sent))
    assert api.context.stream_quota.total == 1


def test_a_stream_that_cannot_begin_takes_no_place(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = api.match()

    def away(*_: object) -> Any:
        raise StoreUnavailable("planted")

    with monkeypatch.context() as planted:
        planted.setattr(Messages, "known", away)
        assert api.request("GET", f"{match.at}/stream").status_code == 503
    assert api.context.stream_quota.total == 0


def test_a_subscriber_who_joins_during_shutdown_is_told_to_retry(api: ApiClient, event_loop: ApiEventLoop) -> None:
    match, before, after = api.match(), Transport(), Transport()
    event_loop.follow(api, f"{match.at}/stream", before)
    api.context.notifier.close()
    event_loop.server.close()
    event_loop.follow(api, f"{match.at}/stream", after)
    for transport in (before, after):
        wait_until(lambda transport=transport: transport.sent.endswith(b"retry: 500\n\n"))
        assert transport.sent.startswith(b"event: table\n")
    wait_until(lambda: api.context.stream_quota.total == 0)


EXPANSIONS = "with=table,choices"


@pytest.fixture
def transport() -> Iterator[SocketTransport]:
    """A transport to a subscriber who reads at will."""
    made = SocketTransport()
    yield made
    made.close()


def set_patience(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Cut off slow subscribers after so many seconds."""
    monkeypatch.setattr("service.streaming.slow_readers.STALL_SECONDS", seconds)


@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson"])
def test_a_subscriber_who_does_not_read_is_cut_off_and_resumes_without_a_gap(
    api: ApiClient,
    event_loop: ApiEventLoop,
    finished: str,
    transport: SocketTransport,
    monkeypatch: pytest.MonkeyPatch,
    accept: str,
) -> None:
    set_patience(monkeypatch, 0.5)
    monkeypatch.setattr(subscriber_groups, "OUTSTANDING_BYTES_MAX", 10_000)
    other = Transport()
    event_loop.follow(api, f"{finished}/stream?after=0&{EXPANSIONS}", transport, Accept=accept)
    event_loop.follow(api, f"{finished}/stream?after=0&{EXPANSIONS}", other, Accept=accept)
    wait_until(lambda: api.context.stream_quota.total == 0)
    whole, cut = other.sent, b"".join(transport.parts)
    assert len(transport.parts) == 2, "one part up to the limit, and the problem"
    problem = cut.removeprefix(transport.parts[0])
    assert problem.startswith(b"event: problem\ndata: " if "event" in accept else b'{"problem":')
    assert b"rate.limited" in problem
    assert whole.startswith(transport.parts[0])
    last = len(transport.parts[0].split(b"\n\n" if "event" in accept else b"\n")) - 1
    again = Transport()
    event_loop.follow(api, f"{finished}/stream?{EXPANSIONS}", again, Accept=accept, **{"Last-Event-ID": str(last)})
    wait_until(lambda: api.context.stream_quota.total == 0)
    assert transport.parts[0] + again.sent == whole


def test_a_slow_but_steady_subscriber_gets_everything(api, event_loop, finished, transport, monkeypatch):
    set_patience(monkeypatch, 1.0)
    monkeypatch.setattr(subscriber_groups, "OUTSTANDING_BYTES_MAX", 100_000)
    last = api.get(finished)["version"]
    event_loop.follow(api, f"{finished}/stream?after=0&{EXPANSIONS}", transport)
    received = b""
    while b"event: end" not in received or not received.endswith(b"}\n\n"):
        wait_until(lambda: transport.backlog != ALL_TAKEN or b"event: end" in transport.sent)
        received += transport.reader.recv(4096)
    assert ids(received) == list(range(1, last + 1))
    wait_until(lambda: received == transport.sent)  # which is noted just after it went out


def count_waits(api: ApiClient, event_loop: ApiEventLoop, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how often a subscriber who reads everything had to wait during a game longer than the limit."""
    waits, resume, match, transport = [0], SubscriberGroup.resume, api.match(), Transport()

    def counted(group: SubscriberGroup, one: Subscriber) -> None:
        waits[0] += 1
        resume(group, one)

    monkeypatch.setattr(SubscriberGroup, "resume", counted)
    monkeypatch.setattr(subscriber_groups, "OUTSTANDING_BYTES_MAX", 6_000)
    event_loop.begin(open_stream(api, f"{match.at}/stream?after=0"), transport)
    while len(transport.sent) < 18_000:
        seat = api.get(match.at)["to_act"][0]
        api.submit(match, api.choices(match, seat)[0])
        wait_until(lambda: ids(transport.sent)[-1:] == [api.get(match.at)["version"]])
    return waits[0]


def test_a_fast_subscriber_never_waits(api, event_loop, monkeypatch):
    assert count_waits(api, event_loop, monkeypatch) == 0


@pytest.mark.long
def test_control_without_trust_a_fast_subscriber_waits(api, event_loop, monkeypatch):
    monkeypatch.setattr(subscriber_groups, "CHECK_SHARE", 1)
    assert count_waits(api, event_loop, monkeypatch) > 0


def test_a_subscriber_whose_backlog_is_unreadable_is_sent_nothing_until_it_is(api, event_loop, finished, monkeypatch):
    looks, transport = list[int](), Transport()

    def no_file_free(ends: Any) -> dict[str, Any]:
        looks.append(len(transport.parts))
        if len(looks) < 3:
            raise OSError(24, "Too many open files")
        return {}

    monkeypatch.setattr("service.streaming.slow_readers.backlogs_of", no_file_free)
    monkeypatch.setattr(subscriber_groups, "OUTSTANDING_BYTES_MAX", 10_000)
    event_loop.follow(api, f"{finished}/stream?after=0&{EXPANSIONS}", transport)
    wait_until(lambda: b"event: end" in transport.sent)
    assert looks[:4] == [1, 1, 1, 2]


def test_a_subscriber_who_becomes_slow_during_a_check_is_not_taken_for_fast(
    api: ApiClient, event_loop: ApiEventLoop, finished: str, transport: SocketTransport, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, looks = Transport(), list[set[str]]()

    def look_and_join(ends: set[str]) -> dict[str, Any]:
        if not looks:
            event_loop.follow(api, f"{finished}/stream?after=0&{EXPANSIONS}", transport)
            wait_until(lambda: transport.parts)
        looks.append(ends)
        return backlogs_of(ends)

    monkeypatch.setattr("service.streaming.slow_readers.backlogs_of", look_and_join)
    monkeypatch.setattr(subscriber_groups, "OUTSTANDING_BYTES_MAX", 10_000)
    event_loop.follow(api, f"{finished}/stream?after=0&{EXPANSIONS}", first)
    wait_until(lambda: [transport.peer in ends for ends in looks].count(True) > 1)
    assert len(transport.parts) == 1


def test_control_with_endless_patience_no_subscriber_is_cut_off(api, event_loop, finished, transport, monkeypatch):
    set_patience(monkeypatch, 1000)
    monkeypatch.setattr(subscriber_groups, "OUTSTANDING_BYTES_MAX", 10_000)
    event_loop.follow(api, f"{finished}/stream?after=0&{EXPANSIONS}", transport)
    assert not happens_within(1.5, lambda: api.context.stream_quota.total == 0)
    assert len(transport.parts) == 1


def count_reads(
    api: ApiClient, event_loop: ApiEventLoop, monkeypatch: pytest.MonkeyPatch, *, patience: float = 0.05
) -> int:
    """Return how often the log is read when the notifier has a commit of this process before the loop has it.

    The loop has it as soon as the log was read once, or after `patience` seconds.
    """
    match, transport, end, reads = api.match(), Transport(), LoopWriter._finish, [0]
    event_loop.begin(open_stream(api, f"{match.at}/stream?after={match.version}", match.seats[0]), transport)
    wait_until(lambda: transport.parts)  # after a heartbeat all is cached

    def late(writer: LoopWriter, *ended: Any) -> Any:
        api.context.notifier._announce_found(match.game, match.version + 1)
        over = time.monotonic() + patience
        while not reads[0] and time.monotonic() < over:
            time.sleep(0.005)
        return end(writer, *ended)

    def counted(game: str, after: int = 0, *, envelopes: Any = api.context.store.envelopes) -> Any:
        found = envelopes(game, after)  # on the loop it raises, and does not count
        reads[0] += 1
        return found

    body, token = json.dumps(api.choices(match, 0)[0]).encode(), f"Bearer {match.seats[0]}"
    event_loop.request(f"{match.at}/commands", b"{}", Authorization=token)  # caches what a command needs
    monkeypatch.setattr(LoopWriter, "_finish", late)
    monkeypatch.setattr(api.context.store, "envelopes", counted)
    event_loop.answer(f"{match.at}/commands", body, Authorization=token)
    wait_until(lambda: ids(transport.sent))
    return reads[0]


def test_a_stream_does_not_read_back_what_its_process_wrote(api, event_loop, monkeypatch):
    assert count_reads(api, event_loop, monkeypatch) == 0


def test_control_without_knowing_of_the_write_the_stream_reads_it_back(api, event_loop, monkeypatch):
    monkeypatch.setattr(CommandHandler, "is_handling", lambda *_: False)
    assert count_reads(api, event_loop, monkeypatch, patience=10) > 0


def test_a_stream_of_a_busy_game_reads_events_all_the_same(api, event_loop, monkeypatch):
    match, transport = api.match(), Transport()
    monkeypatch.setattr(CommandHandler, "is_handling", lambda *_: True)
    event_loop.begin(open_stream(api, f"{match.at}/stream?after={match.version}"), transport)
    version = play_in_another_process(api, match)
    wait_until(lambda: version in ids(transport.sent))


def is_sent_during_lookup(
    api: ApiClient, event_loop: ApiEventLoop, monkeypatch: pytest.MonkeyPatch, seconds: float = 20
) -> bool:
    """Return whether an event is sent that came during a lookup of visibility in a thread."""
    match, transport, look, played = api.match(), Transport(), SubscriberGroup._refreshed_sight, list[int]()
    event_loop.begin(open_stream(api, f"{match.at}/stream?after={match.version}", match.seats[0]), transport)
    wait_until(lambda: transport.parts)
    (group,) = event_loop.server._topics[match.game].groups.values()
    group.heartbeat_at = group._heartbeat_seconds = float("inf")  # a heartbeat would look for news

    def look_in_a_thread(group: SubscriberGroup, **how: Any) -> VisibilityScope:
        require_may_block()
        sight = look(group, **how)
        if not played:
            played.append(play(api, match))
            wait_until(lambda: group.is_stale)
        return sight

    monkeypatch.setattr(SubscriberGroup, "_refreshed_sight", look_in_a_thread)
    play(api, match)
    return happens_within(seconds, lambda: played and ids(transport.sent)[-1:] == played)


def test_news_during_a_lookup_is_not_lost(api, event_loop, monkeypatch):
    assert is_sent_during_lookup(api, event_loop, monkeypatch)


def test_control_lost_news_waits_for_the_next_heartbeat(api, event_loop, monkeypatch):
    take_up = SubscriberGroup._apply_reading
    monkeypatch.setattr(SubscriberGroup, "_apply_reading", lambda *found: take_up(*found) and False)
    assert not is_sent_during_lookup(api, event_loop, monkeypatch, 0.5)


def order_of_sending(api: ApiClient, event_loop: ApiEventLoop, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the order of events and answers when one commit changes two streamed games."""
    matches, order, asks = [api.match(), api.match()], list[str](), []
    for match in matches:
        transport = Transport()
        event_loop.begin(open_stream(api, f"{match.at}/stream?after={match.version}", match.seats[1]), transport)
        wait_until(lambda transport=transport: transport.parts)  # type: ignore[misc]  # after a heartbeat all is cached

        def sending(part: bytes, send: Any = transport.send_bytes) -> Any:
            order.extend("event" for _ in ids(part))
            return send(part)

        monkeypatch.setattr(transport, "send_bytes", sending)
        token = f"Bearer {match.seats[0]}"
        event_loop.request(f"{match.at}/commands", b"{}", Authorization=token)  # caches what a command needs
        body = json.dumps(api.choices(match, 0)[0]).encode()
        asks.append((f"{match.at}/commands", body, token))
    order.clear()

    async def answered(path: str, body: bytes, token: str) -> None:
        made = await event_loop.quick(event_loop.make_request(path, body, Authorization=token), body)
        assert made.status == 201
        order.append("answered")

    async def both() -> None:
        await asyncio.gather(*(answered(*ask) for ask in asks))

    asyncio.run_coroutine_threadsafe(both(), event_loop.loop).result(20)
    wait_until(lambda: len(order) >= 4)
    return order


def test_streams_of_a_commit_are_sent_before_its_commands_are_answered(api, event_loop, monkeypatch):
    assert order_of_sending(api, event_loop, monkeypatch) == ["event", "event", "answered", "answered"]


def test_control_streams_sent_per_command_come_after_the_answers(api, event_loop, monkeypatch):
    append = LoopWriter.append

    async def late(writer: LoopWriter, game: str, batch: Any, request: str | None, on_written: Any) -> None:
        await append(writer, game, batch, request, lambda: None)
        on_written()

    monkeypatch.setattr(LoopWriter, "append", late)
    assert order_of_sending(api, event_loop, monkeypatch) == ["answered", "answered", "event", "event"]
