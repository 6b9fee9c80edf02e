"""A line to a server that can be bad: late, cut, half open, or refused."""

import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from typing import Final

PIECE: Final = 65_536
LOOK_SECONDS: Final = 0.05


class Proxy:
    """Carries bytes between whoever connects to `port` and a server on this machine.

    `cut` breaks the next connections after so many bytes of reply; `silent` takes what is sent and answers nothing;
    `refusing` hangs up at once.
    """

    def __init__(self, server: int) -> None:
        self._server = server
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self.cut: int | None = None
        self.silent = self.refusing = False
        self.carried = 0
        self._open: set[socket.socket] = set()
        self._guard = Lock()
        self._closed = False
        self._threads: list[Thread] = []
        self._doorman = Thread(target=self._let_in)
        self._doorman.start()

    def hang_up(self) -> None:
        """Breaks every connection there is."""
        with self._guard:
            for line in self._open:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Ends everything."""
        self._closed = True
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.hang_up()
        self._doorman.join()
        for thread in self._threads:
            thread.join()

    def _let_in(self) -> None:
        with suppress(OSError):  # the door was closed
            while True:
                caller, _ = self._door.accept()
                if self.refusing:
                    caller.close()
                    continue
                self._threads.append(Thread(target=self._carry, args=(caller,)))
                self._threads[-1].start()

    def _carry(self, caller: socket.socket) -> None:
        with caller, suppress(OSError), socket.create_connection(("127.0.0.1", self._server)) as server:
            with self._guard:
                self._open |= {caller, server}
            try:
                self._back_and_forth(caller, server)
            finally:
                with self._guard:
                    self._open -= {caller, server}

    def _back_and_forth(self, caller: socket.socket, server: socket.socket) -> None:
        answer = 0
        while not self._closed:
            for ready in select.select([caller, server], [], [], LOOK_SECONDS)[0]:
                if self.silent:
                    if ready is caller and not caller.recv(PIECE):
                        return
                    continue
                data = ready.recv(PIECE)
                if not data:
                    return
                if ready is server and self.cut is not None and answer + len(data) > self.cut:
                    caller.sendall(data[: max(0, self.cut - answer)])
                    return
                answer += len(data) if ready is server else 0
                self.carried += len(data)
                (server if ready is caller else caller).sendall(data)


@contextmanager
def proxy_to(port: int) -> Iterator[Proxy]:
    """A line to the server at this port."""
    line = Proxy(port)
    try:
        yield line
    finally:
        line.close()
