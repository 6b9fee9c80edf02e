"""A server that receives webhooks, as an integrator would write one: it verifies messages and keeps them.

As a program, `python -m tests.service.webhooks.receiver PORT FILE SECRET`, it appends each message to a file and syncs
it before it answers, so that no accepted message is lost when it is killed.
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
    """A received message."""

    headers: Mapping[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """The id of the message, the same for each attempt."""
        return self.headers["webhook-id"]

    @property
    def message(self) -> Any:
        """The JSON of the body."""
        return json.loads(self.body)

    @property
    def event(self) -> tuple[str, int]:
        """The game and the number of its event."""
        data = self.message["data"]
        return data["game"], data["envelope"]["n"]


Answers = Callable[[Taken, BaseHTTPRequestHandler], int | None]
"""Returns the status to answer with, or None if it has answered itself."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Ignore a sender that gives up."""


class Receiver:
    """Receives messages, and answers as `answers` decides."""

    def __init__(self, answers: Answers = lambda *_: 204, host: str = "127.0.0.1", port: int = 0) -> None:
        self.answers = answers
        self.came: list[Taken] = []
        """All messages."""
        self.taken: list[Taken] = []
        """The messages that were answered with 2xx."""
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
                """Log nothing."""

        return Handler

    def events(self, *, came: bool = False) -> list[tuple[str, int]]:
        """Return the events that were accepted, or with `came` all that arrived, in order."""
        return [one.event for one in (self.came if came else self.taken) if "envelope" in one.message["data"]]


@contextmanager
def receiving(answers: Answers = lambda *_: 204, host: str = "127.0.0.1", port: int = 0) -> Iterator[Receiver]:
    """Run a receiver."""
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
    """Serve until killed."""
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
