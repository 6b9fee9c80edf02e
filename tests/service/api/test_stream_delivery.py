"""Random subscribers of two processes: each is sent the log once, in order, and no event before it is written."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import count
from operator import ge
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.editions import rulebook_of
from domain.refusals import HaricotError
from domain.visibility import Viewer, viewer_named
from service.access import reader
from service.access.annotations import COMMENT, new_annotation
from service.commands.run_sync import run_sync
from service.ops.clock import now_ms
from service.store.concurrency.blocking_guard import WouldBlock
from service.streaming import subscriber_groups
from service.streaming.stream_steps import Cursor, GameStream, Step
from tests.long_tests import mostly_long
from tests.random_player import random_command
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.api.event_loop import ApiEventLoop, SocketTransport, Transport, open_stream
from tests.waiting import happens_within, wait_until

COMMANDS: Final = 60
LAG: Final = 4
SETTLE_SECONDS: Final = 20.0
PLANTED: Final = (0, 2)
"""Which of the steps of all streams are faulty in a control."""
_EVENT: Final = re.compile(rb"event: event\nid: (\d+)\ndata: (.*)\n\n")


class RandomSubscriber:
    """A subscriber who reconnects at random: what all their streams sent, and the last written event at each time.

    `token` is the caller's, `query` selects expansions; a `slow` subscriber reads only when `read` is called.
    """

    def __init__(self, match: Match, token: str | None, query: str, *, slow: bool, written: Any) -> None:
        self.match = match
        self.token = token
        self.query = query
        self.slow = slow
        self.transport: Transport | None = None
        self.received = b""
        self.early: list[tuple[int, int]] = []
        self._written = written

    @property
    def lines(self) -> list[tuple[int, bytes]]:
        """The events that the subscriber was sent."""
        return [(int(n), line) for n, line in _EVENT.findall(self.received)]

    def connect(self, api: ApiClient, loop: ApiEventLoop) -> None:
        """Begin a stream after the last complete event."""
        self.received = self.received[: self.received.rfind(b"\n\n") + 2]
        last = self.lines[-1][0] if self.lines else 0
        path = f"{self.match.at}/stream?after={last}{self.query}"
        if self.token is None and api.request("GET", f"{path}&follow=false").status_code == 422:
            return  # since the delay was raised they know more than is visible; they return later
        transport: Transport = SocketTransport() if self.slow else Transport()
        transport.send_bytes = partial(self._sent, transport.send_bytes)  # type: ignore[method-assign]  # records the time of sending
        loop.begin(open_stream(api, path, self.token), transport)
        self.transport = transport

    def _sent(self, send: Any, part: bytes) -> Any:
        upto = max([0, *(int(n) for n, _ in _EVENT.findall(part))])
        if upto > (written := self._written(lagging=self.token is None)):
            self.early.append((upto, written))
        return send(part)

    def read(self, most: int = 1 << 20) -> None:
        """Read what has arrived, if slow at most so many bytes."""
        transport = self.transport
        if isinstance(transport, SocketTransport):
            transport.reader.setblocking(False)
            with suppress(BlockingIOError):
                while most > 0 and (part := transport.reader.recv(min(most, 4096))):
                    self.received += part
                    most -= len(part)
        elif transport is not None:
            taken, transport.parts = transport.parts, []
            self.received += b"".join(taken)

    def disconnect(self) -> None:
        """Disconnect; what was sent and not read is lost."""
        self.read(self.slow * 500)
        if self.transport is not None:
            self.transport.is_open = False
        if isinstance(self.transport, SocketTransport):
            self.transport.close()
        self.transport = None


class StreamedMatch:
    """A game that is played in two processes, and its subscribers in both."""

    def __init__(self, folder: Path, apis: list[ApiClient], loops: list[ApiEventLoop], luck: Random) -> None:
        self.apis, self.loops, self.luck = apis, loops, luck
        self.match = apis[0].match()
        self.lags = [0]
        self._store = folder / "haricot.sqlite3"
        tokens = [*self.match.seats.values(), None, None, self.match.organiser]
        queries = ["", "", "&with=table,choices", "&with=moves"]
        self.subscribers = [
            RandomSubscriber(self.match, token, luck.choice(queries), slow=luck.random() < 0.4, written=self.written)
            for token in tokens * 2
        ]

    def written(self, *, lagging: bool) -> int:
        """Return the last event on disk, for a delayed spectator less the shortest delay."""
        with closing(sqlite3.connect(self._store)) as store:
            found = store.execute(
                "SELECT max(originator_version) FROM events WHERE originator_id = ?", [self.match.game]
            )
            ((version,),) = found.fetchall()
        return int(version) - (min(self.lags) if lagging else 0)

    def step(self) -> None:
        """Do one random step: read, connect, disconnect, annotate, play."""
        luck = self.luck
        for subscriber in self.subscribers:
            if luck.random() < 0.5:
                subscriber.read(luck.choice((50, 3000, 100_000)))
            if subscriber.transport is None and luck.random() < 0.5:
                subscriber.connect(*luck.choice(list(zip(self.apis, self.loops, strict=True))))
            elif subscriber.transport is not None and luck.random() < 0.05:
                subscriber.disconnect()
        if luck.random() < 0.1:
            self.note(new_annotation(self.match.game, 1, COMMENT, "a remark", at=now_ms(), by="organiser"))
        self.command()

    def note(self, entry: Any) -> None:
        """Write a metadata entry in one of the processes."""
        context = self.luck.choice(self.apis).context
        context.register.save_entries(entry)
        context.notifier.notify(self.match.game, context.tables.current(self.match.game).version)

    def delay(self, events: int) -> None:
        """Change the delay of spectators; until `settle`, either delay is accepted."""
        self.lags.append(events)
        game = self.match.game
        self.note(replace(self.apis[0].context.reader.arrangement(game), delay_events=events))
        for api in self.apis:
            wait_until(lambda api=api: api.context.reader.arrangement(game).delay_events == events)  # type: ignore[misc]  # binds the loop variable

    def command(self) -> None:
        """Submit a command of some seat in one of the processes, on its event loop or in a thread."""
        which = self.luck.randrange(2)
        context, loop = self.apis[which].context, self.loops[which]
        table = context.tables.current(self.match.game).table
        command = random_command(rulebook_of(table), table, self.luck, thrifty=True)
        if command is None:
            return
        doing = partial(context.command_handler.handle, self.match.game, command, by=f"seat:{command.seat}")
        with suppress(HaricotError):  # a command may look legal to its seat and be illegal
            try:
                if self.luck.random() < 0.7:
                    asyncio.run_coroutine_threadsafe(doing(), loop.loop).result(20)
                    return
            except WouldBlock:
                pass
            run_sync(doing())

    def settle(self) -> None:
        """Connect all subscribers and wait until each was sent the last visible event."""
        self.lags = self.lags[-1:]
        for subscriber in self.subscribers:
            if subscriber.transport is None:
                subscriber.connect(self.apis[0], self.loops[0])

        known = [self.known(subscriber) for subscriber in self.subscribers]

        def has_all() -> bool:
            for subscriber in self.subscribers:
                subscriber.read()
            last = [n for subscriber in self.subscribers for n, _ in subscriber.lines[-1:]]
            return len(last) == len(known) and all(map(ge, last, known))

        happens_within(SETTLE_SECONDS, has_all)  # `faults` tells what was not sent

    def known(self, subscriber: RandomSubscriber) -> int:
        """Return the last event that is visible to a subscriber, by the API."""
        version: int = self.apis[0].get(self.match.at, subscriber.token)["version"]
        return version

    def faults(self) -> list[str]:
        """Return what was sent other than logged, or too early."""
        found = []
        for subscriber in self.subscribers:
            viewer = self.viewer(subscriber)
            lines = self.apis[0].context.records.lines(self.match.game, viewer, 0, self.known(subscriber))
            sent = [line for _, line in subscriber.lines]
            if [n for n, _ in subscriber.lines] != list(range(1, len(lines) + 1)):
                found.append(f"{viewer.name} was sent {[n for n, _ in subscriber.lines]} of {len(lines)}")
            elif not all(one.startswith(line[:-1]) for one, line in zip(sent, lines, strict=True)):
                found.append(f"{viewer.name} was sent something else than the log")
            found += [f"{viewer.name} was sent {n} when {upto} was known" for n, upto in subscriber.early]
        return found

    def viewer(self, subscriber: RandomSubscriber) -> Viewer:
        """Return the view of a subscriber."""
        seats = {token: seat for seat, token in self.match.seats.items()}
        return viewer_named(f"seat:{seats[subscriber.token]}" if subscriber.token in seats else "spectator")


@pytest.fixture
def streamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StreamedMatch]:
    """A game in two processes with a small limit for unread bytes."""
    monkeypatch.setattr(subscriber_groups, "OUTSTANDING_BYTES_MAX", 6_000)
    folder = tmp_path / "store"
    with open_api(folder, heartbeat=0.1, streams_each_max=1000) as one, open_api(folder, heartbeat=0.1) as other:
        loops = [ApiEventLoop(one), ApiEventLoop(other)]
        made = StreamedMatch(folder, [one, other], loops, Random(29))
        yield made
        for subscriber in made.subscribers:
            subscriber.disconnect()
        for loop in loops:
            loop.end()


def faults_after_playing(streamed: StreamedMatch, commands: int = COMMANDS) -> list[str]:
    """Play while the delay of spectators changes, and return what was sent wrongly."""
    for events in (0, LAG, 1):
        streamed.delay(events)
        for _ in range(commands // 3):
            streamed.step()
        streamed.settle()
    return streamed.faults()


def test_each_subscriber_is_sent_the_log_once_in_order_and_not_too_early(streamed: StreamedMatch) -> None:
    assert faults_after_playing(streamed) == []


@pytest.mark.parametrize("times", mostly_long([0, 2]))
def test_control_a_lost_or_repeated_line_is_detected(streamed: StreamedMatch, monkeypatch: Any, times: int) -> None:
    """Several are planted, since a subscriber who reconnects is sent again what one stream lost."""
    step, counted = GameStream.step, count()

    def faulty(stream: GameStream, sight: Any, cursor: Cursor) -> Step:
        made = step(stream, sight, cursor)
        if not made.data or (cursor.after or 0) <= streamed.match.version or next(counted) not in PLANTED:
            return made
        return made._replace(data=times * made.data)

    monkeypatch.setattr(GameStream, "step", faulty)
    monkeypatch.setattr(f"{__name__}.SETTLE_SECONDS", 5.0)  # the last line of a stream may be lost
    assert any("was sent [" in says for says in faults_after_playing(streamed, 12))


def test_control_events_sent_within_the_delay_are_detected(streamed: StreamedMatch, monkeypatch: Any) -> None:
    monkeypatch.setattr(reader, "known_version", lambda envelopes, *_, **__: len(envelopes))
    assert any("was known" in says for says in faults_after_playing(streamed, 12))


def test_control_events_sent_before_they_are_written_are_detected(streamed: StreamedMatch, monkeypatch: Any) -> None:
    monkeypatch.setattr(streamed, "written", lambda **_: 5)
    streamed.subscribers[0]._written = streamed.written
    assert any("was known" in says for says in faults_after_playing(streamed, 12))
