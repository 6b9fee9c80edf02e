"""A long answer goes out as fast as it is taken, and no faster: over a real connection, with a queue before it."""

import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from queue import Queue

import pytest

from service.ops import backpressure
from service.ops.backpressure import AHEAD_BYTES, Pace
from tests.waiting import within

PART = bytes(64 * 1024)
PARTS = 400
"""Some 26 MB, more than the kernel keeps."""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only there the kernel tells what was taken")


class SlowLine:
    """A connection, and before it a queue without an end, as a server has one."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.reader = socket.socket()
            self.reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32 * 1024)
            self.reader.connect(server.getsockname())
            self.writer, _ = server.accept()
        self.end = "{}:{}".format(*self.reader.getsockname())
        self.queued: Queue[bytes] = Queue()
        self.sent = 0
        threading.Thread(target=self._send, daemon=True).start()

    def _send(self) -> None:
        while part := self.queued.get():
            try:
                self.writer.sendall(part)
            except OSError:
                return

    def give(self, went: Callable[[int], bool]) -> threading.Thread:
        """Sends all parts at this pace, in a thread."""

        def send() -> None:
            for _ in range(PARTS):
                self.queued.put(PART)
                self.sent += 1
                if not went(len(PART)):
                    return

        sending = threading.Thread(target=send, daemon=True)
        sending.start()
        return sending

    def take(self) -> None:
        """Reads all of it."""
        left = PARTS * len(PART)
        while left:
            left -= len(self.reader.recv(1024 * 1024))

    def close(self) -> None:
        """Hangs up."""
        self.queued.put(b"")
        self.reader.close()
        self.writer.close()


@pytest.fixture
def line() -> Iterator[SlowLine]:
    """A connection of one's own."""
    made = SlowLine()
    yield made
    made.close()


def is_still(line: SlowLine) -> bool:
    """Whether nothing more is sent for a while."""
    before = line.sent
    time.sleep(0.3)
    return line.sent == before


def test_to_whoever_takes_nothing_little_is_sent_and_all_once_they_do(line: SlowLine) -> None:
    sending = line.give(Pace(line.end).went)
    assert within(10, lambda: is_still(line))
    assert line.sent * len(PART) <= AHEAD_BYTES * 5 // 4 + 3 * len(PART)
    line.take()
    sending.join(20)
    assert (sending.is_alive(), line.sent) == (False, PARTS)


def test_whoever_takes_nothing_for_long_is_sent_nothing_more(line: SlowLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backpressure, "PATIENCE_SECONDS", 0.2)
    sending = line.give(Pace(line.end).went)
    sending.join(20)
    assert not sending.is_alive()
    assert line.sent < PARTS


def test_an_end_that_the_kernel_does_not_know_is_not_waited_for(line: SlowLine) -> None:
    sending = line.give(Pace("127.0.0.1:1").went)
    sending.join(20)
    assert line.sent == PARTS


def test_control_without_a_pace_all_is_held_for_whoever_takes_nothing(line: SlowLine) -> None:
    line.give(lambda _: True).join(20)
    assert line.sent == PARTS
    assert line.queued.qsize() * len(PART) > 4 * AHEAD_BYTES
