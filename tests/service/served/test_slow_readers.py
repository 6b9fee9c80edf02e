"""A subscriber that does not read is cut off with a problem; other subscribers get events at once."""

import json
import os
import re
import socket
import sys
from contextlib import ExitStack
from random import Random
from typing import Final

import pytest

from service.ops.connections import raise_file_limit
from service.streaming.subscriber_groups import OUTSTANDING_BYTES_MAX
from tests.long_tests import mostly_long
from tests.service.served.conftest import Client, Played, Serve, Server
from tests.service.served.test_abuse import memory
from tests.service.served.test_streams_live import Stream
from tests.waiting import wait_until

SLOW: Final = int(os.environ.get("HARICOT_SLOW", "40"))
"""How many subscribers do not read."""
VANISHED: Final = int(os.environ.get("HARICOT_VANISHED", "60"))
"""How many subscribers disconnect."""
IMPATIENT: Final = "import service.streaming.slow_readers as readers; readers.STALL_SECONDS = 2.0; "
COMMANDS: Final = 90
STATE: Final = "with=table,choices"
WINDOW_BYTES: Final = 96 * 1024
"""The most bytes that are sent at once of such a game."""
ALL_BYTES: Final = 20 * 2**20
"""The most bytes by which a process may grow beside what each subscriber takes."""
ACCEPTS: Final = {"server-sent events": "text/event-stream", "lines": "application/x-ndjson"}


class SlowSubscriber:
    """A subscriber with a small receive buffer that reads a game from its beginning at its own pace."""

    def __init__(self, server: Server, game: Played, accept: str, *, here: str = "127.0.0.1") -> None:
        self.link = socket.socket()
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.link.settimeout(20)
        self.link.bind((here, 0))
        self.link.connect(("127.0.0.1", server.port))
        asks = f"GET {game.path}/stream?after=0&{STATE} HTTP/1.1\r\nHost: beans\r\nAccept: {accept}\r\n\r\n"
        self.link.sendall(asks.encode())
        self._heard = b""

    def reads(self) -> bool:
        """Read some bytes; return False at the end."""
        some = self.link.recv(4096)
        self._heard += some
        return bool(some)

    @property
    def heard(self) -> bytes:
        """The body read so far, without the lengths of its chunks."""
        body, rest = b"", self._heard.partition(b"\r\n\r\n")[2]
        while b"\r\n" in rest and (size := int(rest.partition(b"\r\n")[0], 16)):
            begin = rest.index(b"\r\n") + 2
            body, rest = body + rest[begin : begin + size], rest[begin + size + 2 :]
        return body


def numbers(heard: bytes) -> list[int]:
    """Return the numbers of the events in these bytes."""
    return [int(n) for n in re.findall(rb'^(?:data: )?\{"game":"[^"]*","n":(\d+)', heard, flags=re.MULTILINE)]


def long_game(client: Client) -> Played:
    """Play a running game with many events."""
    game, luck = client.new_game(), Random(3)
    for _ in range(COMMANDS):
        assert game.give(luck) == 201
    return game


@pytest.mark.long
@pytest.mark.parametrize("accept", mostly_long(ACCEPTS.values()), ids=ACCEPTS)
def test_a_subscriber_that_does_not_read_is_cut_off_and_resumes_without_a_gap(serve: Serve, accept: str) -> None:
    server = serve(limit=IMPATIENT).start()
    with Client(server.port) as client:
        game = long_game(client)
        version = client.get(game.path).body["version"]
        with Stream(server.port, game.game, after=version) as other:
            stuck = SlowSubscriber(server, game, accept)
            wait_until(lambda: client.open_streams() == 2)
            assert game.give(Random(4)) == 201
            assert next(other.frames).n == version + 1
            wait_until(lambda: client.open_streams() == 1)
            with pytest.raises(OSError, match=r"."):  # noqa: PT012  # an end of the connection is one, too
                while stuck.reads():
                    pass
                raise ConnectionResetError("it ended")
            stuck.link.close()
        assert len(stuck.heard) < OUTSTANDING_BYTES_MAX + WINDOW_BYTES
        last = numbers(stuck.heard)[-1]
        assert numbers(stuck.heard) == list(range(1, last + 1))
        assert last < version
        problem = stuck.heard.rpartition(b"event: problem\ndata: " if "event" in accept else b'{"problem":')[2]
        assert json.loads(problem.strip().removesuffix(b"" if "event" in accept else b"}"))["code"] == "rate.limited"
        with Stream(server.port, game.game, last=last) as again:
            assert [next(again.frames).n for _ in range(last, version)] == list(range(last + 1, version + 1))


@pytest.mark.long
@pytest.mark.parametrize("accept", ACCEPTS.values(), ids=ACCEPTS)
def test_a_slow_but_steady_subscriber_gets_every_event(serve: Serve, accept: str) -> None:
    server = serve(limit=IMPATIENT).start()
    with Client(server.port) as client:
        game = long_game(client)
        slow, pace = SlowSubscriber(server, game, accept), Client(server.port)
        version = client.get(game.path).body["version"]
        while version not in numbers(slow.heard[-8192:]):
            assert pace.get("/healthz").status == 200  # a pause without sleeping
            assert slow.reads()
        assert numbers(slow.heard) == list(range(1, version + 1))
        slow.link.close()
        pace.close()


@pytest.mark.long
def test_many_subscribers_that_do_not_read_take_little_memory_and_delay_no_other(serve: Serve) -> None:
    assert raise_file_limit() > SLOW
    most = str(2 * SLOW + 100)
    patient = IMPATIENT.replace("2.0", "600.0")
    server = serve(limit=patient, HARICOT_STREAMS_MAX=most, HARICOT_STREAMS_EACH_MAX=most).start()
    with Client(server.port) as client, ExitStack() as links:
        game, luck = long_game(client), Random(5)
        version, before = client.get(game.path).body["version"], memory(server)
        with Stream(server.port, game.game, after=version) as other:
            for number in range(SLOW):
                accept, here = list(ACCEPTS.values())[number % 2], f"127.0.1.{number // 1000}"
                links.enter_context(SlowSubscriber(server, game, accept, here=here).link)
            wait_until(lambda: client.open_streams() == SLOW + 1, seconds=60)
            for _ in range(5):
                assert game.give(luck) == 201
                version = client.get(game.path).body["version"]
                assert any(frame.n == version for frame in other.frames)
        each = (memory(server) - before) / SLOW
        sys.stdout.write(f"{each / 1024:.0f} kB for each of {SLOW} who do not read\n")  # seen with -s
        assert each < OUTSTANDING_BYTES_MAX + WINDOW_BYTES + ALL_BYTES / SLOW


@pytest.mark.long
def test_a_subscriber_that_disconnects_frees_its_place(serve: Serve) -> None:
    server = serve(HARICOT_STREAMS_MAX="40", HARICOT_STREAMS_EACH_MAX="20").start()
    with Client(server.port) as client:
        game, luck = client.new_game(), Random(6)
        gone = 0
        while gone < VANISHED:
            for number in range(20):
                asks = f"{'HEAD' if number % 5 == 4 else 'GET'} {game.path}/stream HTTP/1.1\r\nHost: beans\r\n\r\n"
                link = socket.create_connection(("127.0.0.1", server.port))
                link.sendall(asks[: len(asks) - number % 3].encode())
                if number % 6 == 3:  # it is answered by now
                    assert link.recv(1)
                link.close()
                gone += 1
            assert game.give(luck) == 201
            wait_until(lambda: client.open_streams() == 0, seconds=12)
    assert server.stop() == 0
    assert "Traceback" not in server.said()
