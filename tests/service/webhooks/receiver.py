"""A server that takes webhooks, as somebody else would write one: it verifies, and keeps what it has taken.

As a program, `python -m tests.service.webhooks.receiver PORT FILE SECRET`, it appends each message to a file and syncs
it before it answers, so that it knows after its death what it has taken.
"""

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from standardwebhooks import Webhook


class Taken(NamedTuple):
    """A message as it came."""

    headers: Mapping[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """What it is known by however often it comes."""
        return self.headers["webhook-id"]

    @property
    def message(self) -> Any:
        """What it says."""
        return json.loads(self.body)

    @property
    def event(self) -> tuple[str, int]:
        """The game and the number of the event that it tells of."""
        data = self.message["data"]
        return data["game"], data["envelope"]["n"]


Answers = Callable[[Taken, BaseHTTPRequestHandler], int | None]
"""Says with which status to answer; None when it has answered itself."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Says nothing: a sender that gives up is no fault here."""


class Receiver:
    """Takes what comes at its address, and answers as it is told to."""

    def __init__(self, answers: Answers = lambda *_: 204, host: str = "127.0.0.1", port: int = 0) -> None:
        self.answers = answers
        self.came: list[Taken] = []
        """All that came."""
        self.taken: list[Taken] = []
        """What was answered by 2xx."""
        self.server = _Server((host, port), self._handler())
        self.url = f"http://{host}:{self.server.server_port}/hook"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:  # the library's name
                body = self.rfile.read(int(self.headers["content-length"]))
                one = Taken({name.lower(): value for name, value in self.headers.items()}, body)
                receiver.came.append(one)
                status = receiver.answers(one, self)
                if status is None:
                    return
                if 200 <= status < 300:
                    receiver.taken.append(one)
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        return Handler

    def events(self, *, came: bool = False) -> list[tuple[str, int]]:
        """The events that were taken, or that came, in order."""
        return [one.event for one in (self.came if came else self.taken) if "envelope" in one.message["data"]]


@contextmanager
def receiving(answers: Answers = lambda *_: 204, host: str = "127.0.0.1", port: int = 0) -> Iterator[Receiver]:
    """A receiver at work."""
    receiver = Receiver(answers, host, port)
    thread = threading.Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()


def main(port: str, path: str, secret: str) -> None:
    """Serves until it is killed."""
    verifier = Webhook(secret)

    def keep(one: Taken, _: BaseHTTPRequestHandler) -> int:
        verifier.verify(one.body, dict(one.headers))
        with lock, open(path, "ab") as file:  # noqa: PTH123  # one line at a time
            line = {"id": one.id, "message": one.message}
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        return 204

    lock = threading.Lock()
    Receiver(keep, port=int(port)).server.serve_forever(poll_interval=0.01)


if __name__ == "__main__":
    main(*sys.argv[1:])
