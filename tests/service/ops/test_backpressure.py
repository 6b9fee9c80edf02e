"""Check backpressure: a long answer is sent as fast as the client reads, over a real connection behind a queue."""

import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from queue import Queue

import pytest

from service.ops import backpressure
from service.ops.backpressure import UNREAD_BYTES_MAX, SendingPace
from tests.waiting import happens_within

PART = bytes(64 * 1024)
PARTS = 400
"""Some 26 MB, more than the kernel keeps."""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports what was acknowledged")


class SlowLine:
    """A connection behind an unbounded queue, as a server has one."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.reader = socket.socket()
            self.reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32 * 1024)
            self.reader.connect(server.getsockname())
            self.writer, _ = server.accept()
        self.peer = "{}:{}".format(*self.reader.getsockname())
        self.queued: Queue[bytes] = Queue()
        self.sent = 0
        threading.Thread(target=self._send, daemon=True).start()

    def _send(self) -> None:
        while part := self.queued.get():
            try:
                self.writer.sendall(part)
            except OSError:
                return

    def start_sending(self, wait_after: Callable[[int], bool]) -> threading.Thread:
        """Send all parts at this pace, in a thread."""

        def send() -> None:
            for _ in range(PARTS):
                self.queued.put(PART)
                self.sent += 1
                if not wait_after(len(PART)):
                    return

        sending = threading.Thread(target=send, daemon=True)
        sending.start()
        return sending

    def read_all(self) -> None:
        """Read all parts."""
        left = PARTS * len(PART)
        while left:
            left -= len(self.reader.recv(1024 * 1024))

    def close(self) -> None:
        """Close both ends."""
        self.queued.put(b"")
        self.reader.close()
        self.writer.close()


@pytest.fixture
def line() -> Iterator[SlowLine]:
    """A new connection."""
    made = SlowLine()
    yield made
    made.close()


def is_still(line: SlowLine) -> bool:
    """Return whether nothing more is sent for 0.3 seconds."""
    before = line.sent
    time.sleep(0.3)
    return line.sent == before


def test_a_client_that_does_not_read_is_sent_little_until_it_reads(line: SlowLine) -> None:
    sending = line.start_sending(SendingPace(line.peer).wait_after)
    assert happens_within(10, lambda: is_still(line))
    assert line.sent * len(PART) <= UNREAD_BYTES_MAX * 5 // 4 + 3 * len(PART)
    line.read_all()
    sending.join(20)
    assert (sending.is_alive(), line.sent) == (False, PARTS)


def test_sending_to_a_client_that_does_not_read_is_given_up(line: SlowLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backpressure, "STALL_SECONDS", 0.2)
    sending = line.start_sending(SendingPace(line.peer).wait_after)
    sending.join(20)
    assert not sending.is_alive()
    assert line.sent < PARTS


def test_an_address_without_a_connection_is_not_waited_for(line: SlowLine) -> None:
    sending = line.start_sending(SendingPace("127.0.0.1:1").wait_after)
    sending.join(20)
    assert line.sent == PARTS


def test_control_without_backpressure_everything_is_queued(line: SlowLine) -> None:
    line.start_sending(lambda _: True).join(20)
    assert line.sent == PARTS
    assert line.queued.qsize() * len(PART) > 4 * UNREAD_BYTES_MAX
