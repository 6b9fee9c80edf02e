"""Live streams of a running service: no event missed or repeated, and no place kept for clients that left."""

import http.client
import json
import os
import socket
import struct
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from random import Random
from threading import Barrier
from typing import Any, NamedTuple, Self

import pytest

from tests.long_tests import mostly_long
from tests.service.served.conftest import Client, Played, Serve, Server, is_free
from tests.waiting import happens_within

STREAMS = int(os.environ.get("HARICOT_STREAMS", "100"))
CUTS = 10
HEARTBEAT = 6.0
"""Within how many seconds a stream shows that it is alive."""
PATIENCE = 12.0
"""Within how many seconds the service detects that a client has disconnected."""
STOP_SECONDS = 5.0
BOTS = ("trader", "greedy", "random")


class Frame(NamedTuple):
    """A part of a stream: what it is (`table`, `event`, `end`, `heartbeat`), the number of an event, and its JSON."""

    kind: str
    n: int | None
    data: Any


class Stream:
    """A game followed live, as server-sent events or as lines."""

    def __init__(self, port: int, game: str, *, after: int | None = None, last: int | None = None, lines: bool = False):
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        headers = {"Accept": "application/x-ndjson" if lines else "text/event-stream"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        cursor = "" if after is None else f"?after={after}"
        self._connection.request("GET", f"/v1/games/{game}/stream{cursor}", headers=headers)
        self.answer = self._connection.getresponse()
        self.frames = self._lines() if lines else self._events()

    def _lines(self) -> Iterator[Frame]:
        for line in self.answer:
            answer = json.loads(line) if line.strip() else None
            if answer is None:
                yield Frame("heartbeat", None, None)
            elif "end" in answer:
                yield Frame("end", None, answer["end"])
            else:
                yield (
                    Frame("table", None, answer["table"]) if "table" in answer else Frame("event", answer["n"], answer)
                )

    def _events(self) -> Iterator[Frame]:
        fields: dict[str, str] = {}
        for line in self.answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif fields:
                n = int(fields["id"]) if "id" in fields else None
                answer = json.loads(fields["data"]) if "data" in fields else None
                yield Frame(fields.get("event", "heartbeat"), n, answer)
                fields = {}

    def cut(self) -> None:
        """Reset the connection."""
        if (line := self._connection.sock) is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def close(self) -> None:
        """Hangs up."""
        self.answer.close()
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without a practical limit of streams for an address."""
    folder = tmp_path_factory.mktemp("streams")
    plenty = {"HARICOT_STREAMS_EACH_MAX": "5000", "HARICOT_STREAMS_MAX": "5000"}
    started = Server(folder / "data", folder / "log", **plenty)
    try:
        yield started.start()
    finally:
        started.end()


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    """A client of that server."""
    with Client(server.port) as client:
        yield client


def void(game: Played) -> None:
    """Void a game as its organiser."""
    assert game.client.post(f"{game.path}/void", {"reason": "enough"}, token=game.organiser).status < 300


def public_events(client: Client, game: Played) -> list[object]:
    """Return all events of a game as a spectator reads them."""
    return [*client.get(f"{game.path}/events?limit=1000").body["events"]]


@pytest.mark.parametrize("lines", mostly_long([False, True]), ids=["server-sent events", "lines"])
def test_a_stream_that_is_cut_ten_times_misses_and_repeats_no_event(
    server: Server, client: Client, lines: bool
) -> None:
    game, luck, seen = client.new_game(*BOTS, pace=0.05), Random(4), list[Frame]()
    for cut in range(CUTS + 1):
        last = {"after" if lines or cut == 0 else "last": len(seen)}
        with Stream(server.port, game.game, lines=lines, **last) as stream:
            until = len(seen) + luck.randrange(1, 8)
            for frame in stream.frames:
                if frame.kind == "event":
                    seen.append(frame)
                if len(seen) == until:
                    break
            time.sleep(luck.random() / 10)  # some of it is on its way when the line breaks
            stream.cut()
    assert [frame.n for frame in seen] == list(range(1, len(seen) + 1))
    assert [frame.data for frame in seen] == public_events(client, game)[: len(seen)]


def test_a_reconnecting_browser_continues_after_its_last_event(server: Server, client: Client) -> None:
    game = client.new_game()
    with Stream(server.port, game.game, after=3, last=5) as stream:  # the header is newer than the query
        assert next(stream.frames).n == 6


def test_a_stream_without_a_cursor_starts_with_the_table(server: Server, client: Client) -> None:
    game = client.new_game()
    version = client.get(game.path).body["version"]
    for lines in (False, True):
        with Stream(server.port, game.game, lines=lines) as stream:
            first = next(stream.frames)
            assert (first.kind, first.data) == ("table", client.get(f"{game.path}/table").body)
            assert game.give(Random(0)) == 201
            assert next(stream.frames).n == version + 1
            version = client.get(game.path).body["version"]


def test_an_idle_stream_sends_heartbeats(server: Server, client: Client) -> None:
    game = client.new_game()
    with Stream(server.port, game.game) as events, Stream(server.port, game.game, lines=True) as lines:
        began = time.monotonic()
        for stream in (events, lines):
            assert next(stream.frames).kind == "table"
        assert events.answer.fp.readline()  # the length of a piece
        assert time.monotonic() - began < HEARTBEAT
        assert next(lines.frames).kind == "heartbeat"
        assert time.monotonic() - began < HEARTBEAT


@pytest.mark.parametrize("lines", [False, True], ids=["server-sent events", "lines"])
def test_the_stream_of_a_finished_game_ends(server: Server, client: Client, lines: bool) -> None:
    game = client.new_game()
    with Stream(server.port, game.game, after=0, lines=lines) as stream:
        first = next(stream.frames)
        void(game)
        rest = list(stream.frames)
    with Stream(server.port, game.game, after=0, lines=lines) as stream:
        again = list(stream.frames)
    ends = (rest.pop(), again.pop())
    assert again == [first, *rest]
    assert [frame.data for frame in (first, *rest)] == public_events(client, game)
    for end in ends:
        assert end == Frame("end", None if lines else rest[-1].n, {"checkpoint": end.data["checkpoint"]})
        assert end.data["checkpoint"]["size"] == rest[-1].n


@pytest.mark.long
def test_many_streams_get_every_event_while_other_requests_are_answered(server: Server, client: Client) -> None:
    game, luck, slowest, moves = client.new_game(), Random(5), 0.0, 30
    begin = client.get(game.path).body["version"]
    open_all = Barrier(STREAMS + 1)

    def follow(number: int) -> list[tuple[int | None, str]]:
        with Stream(server.port, game.game, after=begin, lines=number % 2 == 1) as stream:
            assert stream.answer.status == 200
            open_all.wait(60)
            return [(frame.n, json.dumps(frame.data)) for frame in stream.frames if frame.kind == "event"]

    with ThreadPoolExecutor(STREAMS) as pool:
        followers = [pool.submit(follow, number) for number in range(STREAMS)]
        open_all.wait(60)
        for _ in range(moves):
            began = time.monotonic()
            assert game.give(luck) == 201
            assert client.get("/healthz").status == 200
            slowest = max(slowest, time.monotonic() - began)
        void(game)
        heard = [follower.result(60) for follower in followers]
    expected = [(event["n"], json.dumps(event)) for event in public_events(client, game)[begin:]]
    assert len(expected) > moves
    assert [answer for answer in heard if answer != expected] == []
    assert slowest < 5


@pytest.mark.long
def test_a_disconnected_stream_frees_its_place(serve: Serve) -> None:
    server = serve(HARICOT_STREAMS_MAX="5").start()
    with Client(server.port) as client:
        game = client.new_game()
        streams = [Stream(server.port, game.game, lines=number % 2 == 1) for number in range(5)]
        for stream in streams:
            assert next(stream.frames).kind == "table"
        sixth = client.get(f"{game.path}/stream")
        assert (sixth.status, sixth.headers["content-type"]) == (503, "application/problem+json")
        assert sixth.body["code"] == "unavailable"
        assert int(sixth.headers["retry-after"]) > 0
        assert game.give(Random(1)) == 201  # commands succeed while all places are taken
        streams.pop().cut()

        def gets_in() -> bool:
            streams.append(Stream(server.port, game.game))
            if streams[-1].answer.status == 200:
                return True
            streams.pop().close()
            return False

        assert happens_within(PATIENCE, gets_in)
        for stream in streams:
            stream.close()


@pytest.mark.long
def test_one_address_cannot_take_all_streams(serve: Serve) -> None:
    server = serve(HARICOT_STREAMS_MAX="8", HARICOT_STREAMS_EACH_MAX="2").start()  # an address has a quarter of all
    with Client(server.port) as client:
        game = client.new_game()
        with Stream(server.port, game.game), Stream(server.port, game.game) as second:
            third = client.get(f"{game.path}/stream")
            assert (third.status, third.body["code"]) == (429, "rate.limited")
            assert int(third.headers["retry-after"]) > 0
            second.cut()


@pytest.mark.long
def test_a_long_poll_returns_as_soon_as_an_event_happens(server: Server, client: Client) -> None:
    game = client.new_game()
    with Client(server.port) as waiter, ThreadPoolExecutor(1) as pool:
        for _ in range(3):
            version = client.get(game.path).body["version"]
            waiting = pool.submit(waiter.get, f"{game.path}/events?after={version}&wait=5")
            assert happens_within(5, client.open_streams)
            assert not waiting.done()
            assert game.give(Random(2)) == 201
            assert happens_within(0.5, waiting.done)
            assert waiting.result().body["events"][0]["n"] == version + 1


@pytest.mark.long
def test_a_long_poll_without_an_event_ends_at_its_timeout(server: Server, client: Client) -> None:
    game = client.new_game()
    version, began = client.get(game.path).body["version"], time.monotonic()
    assert client.get(f"{game.path}/events?after={version}&wait=1").body == {"events": [], "version": version}
    assert 0.9 < time.monotonic() - began < 2


@pytest.mark.long
def test_a_shutdown_ends_open_streams_within_five_seconds(serve: Serve) -> None:
    server = serve().start()
    with Client(server.port) as client, ExitStack() as open_streams:
        game = client.new_game()
        streams = [
            open_streams.enter_context(Stream(server.port, game.game, lines=number % 2 == 1)) for number in range(20)
        ]
        for stream in streams:
            assert next(stream.frames).kind == "table"
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < STOP_SECONDS
        assert [frame for stream in streams for frame in stream.frames if frame.kind == "event"] == []
    assert is_free(server.port)
    assert "Traceback" not in server.said()


@pytest.mark.long
def test_a_shutdown_does_not_wait_for_closed_streams(serve: Serve) -> None:
    server = serve().start()
    with Client(server.port) as client:
        game = client.new_game()
        for number in range(8):
            with Stream(server.port, game.game, lines=number % 2 == 1) as stream:
                assert next(stream.frames).kind == "table"
    began = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - began < STOP_SECONDS
