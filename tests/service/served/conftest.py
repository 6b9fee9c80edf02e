"""Fixtures for tests of a running service: `haricot serve` as a child process, and HTTP clients."""

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self

import pytest

from replay.audit import audit
from replay.record import Record
from service.store.event_store import open_store
from service.store.location import Database, Location
from tests.long_tests import mostly_long
from tests.random_player import pick_legal
from tests.waiting import happens_within

PROGRAM = "from service.cli import main; main(prog_name='haricot')"
ROOT = Path(__file__).parents[3]
GONE = (OSError, http.client.HTTPException)
"""The errors of a client whose server died or whose reply was cut."""
START_SECONDS = 60.0
Serve = Callable[..., "Server"]


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_free(port: int) -> bool:
    """Return whether a server could listen at this port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


class Server:
    """`haricot serve` on a data folder, in a process that can be ended in every way and started again.

    With `store`, the URL of a database, it serves that database instead.
    """

    def __init__(
        self, data: Path, log: Path, *options: str, limit: str = "", store: str | None = None, **environment: str
    ) -> None:
        self.data, self.log, self.port = data, log, free_port()
        self.where: Location = data if store is None else Database(url=store)
        self.place = ["--data", str(data)] if store is None else ["--store", store]
        self._options, self._limit = options or ("--no-demo",), limit
        self.environment = {**os.environ, "PYTHONPATH": str(ROOT), "HARICOT_RATE": "", **environment}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The started process; the web processes are its children."""
        assert self._process is not None
        return self._process

    def begin(self) -> Self:
        """Start the process without waiting for it."""
        where = ["--port", str(self.port), *self.place]
        command = [sys.executable, "-c", self._limit + PROGRAM, "serve", *where, *self._options]
        with self.log.open("ab") as said:
            self._process = subprocess.Popen(command, stdout=said, stderr=said, env=self.environment)
        return self

    def start(self) -> Self:
        """Start the process, and return once it answers; fail with its output if it does not."""
        self.begin()
        came_up = happens_within(START_SECONDS, lambda: self.process.poll() is not None or self.alive())
        if not came_up or self.process.poll() is not None:
            pytest.fail(f"haricot serve did not come up: {self.said()}")
        return self

    def alive(self) -> bool:
        """Return whether it answers."""
        with Client(self.port, timeout=5) as client:
            try:
                return client.get("/healthz").status == 200
            except GONE:
                return False

    def said(self) -> str:
        """Return all that it wrote on standard output and standard error."""
        return self.log.read_text("utf-8")

    def workers(self) -> list[int]:
        """Return the child processes of the started process."""
        found: list[int] = []
        for task in self._tasks():
            with suppress(FileNotFoundError):  # a thread that has ended meanwhile
                found += map(int, (task / "children").read_text().split())
        return found

    def kill(self) -> None:
        """End the process as a loss of power would, and wait until its port is free."""
        self.process.kill()
        self.process.wait(10)
        assert happens_within(5, lambda: is_free(self.port)), "the port of a killed server is still in use"

    def stop(self) -> int:
        """Ask the process to end, as a service manager does; return its exit code."""
        self.process.terminate()
        return self.process.wait(30)

    def end(self) -> None:
        """End the process if it still runs."""
        if self._process is not None and self.process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                self.process.terminate()
                self.process.wait(15)
            self.process.kill()
            self.process.wait(5)

    def _tasks(self) -> list[Path]:
        return list(Path(f"/proc/{self.process.pid}/task").iterdir())


class Reply(NamedTuple):
    """An answer: its status, its headers in lower case, and its JSON."""

    status: int
    headers: dict[str, str]
    body: Any


def whole_body(answer: http.client.HTTPResponse) -> bytes:
    """Return the body; raise IncompleteRead if even the headers broke off, which the library accepts."""
    data = answer.read()
    if answer.length is None and not answer.chunked:  # every reply of the service has a length or chunks
        raise http.client.IncompleteRead(data)
    return data


class Client:
    """A client that speaks JSON with the service over one persistent connection."""

    def __init__(self, port: int, token: str | None = None, *, timeout: float = 20) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        self.token = token

    def get(self, path: str, **asked: Any) -> Reply:
        """Return the answer to a GET."""
        return self.request("GET", path, **asked)

    def post(self, path: str, body: object, **asked: Any) -> Reply:
        """Return the answer to a POST of this JSON."""
        return self.request("POST", path, body, **asked)

    def request(
        self, method: str, path: str, body: object = None, *, key: str | None = None, token: str | None = None
    ) -> Reply:
        """Return the answer; raise one of GONE if there is none, and then the effect is unknown."""
        headers = {} if body is None else {"Content-Type": "application/json"}
        if token or self.token:
            headers["Authorization"] = f"Bearer {token or self.token}"
        if key is not None:
            headers["Idempotency-Key"] = key
        try:
            self._connection.request(method, path, None if body is None else json.dumps(body).encode(), headers)
            answer = self._connection.getresponse()
            data = whole_body(answer)
        except BaseException:
            self._connection.close()
            raise
        reply = {name.lower(): value for name, value in answer.getheaders()}
        return Reply(answer.status, reply, json.loads(data) if "json" in reply.get("content-type", "") else data)

    def insist(self, method: str, path: str, body: object = None, **asked: Any) -> tuple[Reply, int]:
        """Repeat a request until it is answered; return the answer and the number of attempts."""
        deadline = time.monotonic() + START_SECONDS
        for times in range(1, 10_000):
            try:
                reply = self.request(method, path, body, **asked)
            except GONE:
                reply = None
            if reply is not None and reply.status < 500:
                return reply, times
            assert time.monotonic() < deadline, f"no answer to {method} {path}: {reply}"
            time.sleep(0.03)
        raise AssertionError

    def new_game(self, *bots: str, **asked: object) -> "Played":
        """Create a game that begins now: of these bots, without patience, or of three humans."""
        wanted = [{"kind": "bot", "bot": bot} for bot in bots] or [{"kind": "human"}] * 3
        body = {"edition": "classic", "seats": wanted, "start": "now", "patience": 0, **asked}
        reply, _ = self.insist("POST", "/v1/games", body, key=f"make {os.urandom(16).hex()}")
        assert reply.status == 201, reply
        return Played(self, reply.body)

    def open_streams(self) -> int:
        """Return how many streams and long polls are open at the server."""
        lines = self.get("/metrics").body.decode().splitlines()
        return sum(int(float(line.split()[1])) for line in lines if line.startswith("haricot_open_streams"))

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Played:
    """A game in which one client holds every human seat."""

    def __init__(self, client: Client, made: Any) -> None:
        self.client, self.game = client, made["game"]
        self.tokens = {row["seat"]: row["token"] for row in made["tokens"]}
        self.organiser = made["organiser_token"]
        self.path = f"/v1/games/{self.game}"
        self._seat = 0

    def choice(self, luck: Random, *, onward: bool = False) -> dict[str, Any] | None:
        """Return a legal command, or None when the game is over; `onward` prefers those that end a phase."""
        for turn in range(len(self.tokens)):
            seat = (self._seat + turn) % len(self.tokens)
            path = f"{self.path}/legal-commands?seat={seat}"
            reply, _ = self.client.insist("GET", path, token=self.tokens[seat])
            assert reply.status == 200, reply
            options = reply.body["legal"]
            if options:
                self._seat = seat
                command: dict[str, Any] = pick_legal(options, luck, onward=onward)
                return command
        return None

    def order(self, command: dict[str, Any]) -> tuple[str, str, dict[str, Any], str]:
        """Return method, path, body and token of the request for a command."""
        return "POST", f"{self.path}/commands", command, self.tokens[command["seat"]]

    def give(self, luck: Random, key: str | None = None) -> int:
        """Give a legal command; return the status of the answer."""
        command = self.choice(luck, onward=True)
        assert command is not None
        method, path, body, token = self.order(command)
        return self.client.request(method, path, body, token=token, key=key).status


class Worker:
    """`haricot worker` in a process of its own."""

    def __init__(self, place: list[str], log: Path, **environment: str) -> None:
        self.log = log
        self._command = [sys.executable, "-c", PROGRAM, "worker", *place]
        self.environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Start it, and return once it works."""
        with self.log.open("ab") as said:
            self._process = subprocess.Popen(self._command, stdout=said, stderr=said, env=self.environment)
        assert happens_within(START_SECONDS, lambda: b"at work" in self.log.read_bytes()), self.log.read_text("utf-8")
        return self

    def kill(self) -> None:
        """End it as a loss of power would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(10)

    def stop(self) -> int:
        """Ask it to end; return its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(30)

    def end(self) -> None:
        """End the process if it still runs."""
        if self._process is not None and self._process.poll() is None:
            self.kill()


def record_of(data: Location, game: str) -> Record:
    """Read the whole record of a game from the store."""
    with open_store(data, create=False) as store:
        return store.record(game)


def keys_of(record: Record) -> list[tuple[int, str]]:
    """Return the number of each event caused by a seat's command with a key, and the key."""
    caused = [envelope for envelope in record.envelopes if envelope.cause is not None and envelope.cause.key]
    return [(envelope.n, str(envelope.cause.key)) for envelope in caused if envelope.cause.by.startswith("seat:")]


def assert_sound(record: Record) -> None:
    """Require events numbered without a gap, and an audit without a fault."""
    assert [envelope.n for envelope in record.envelopes] == list(range(1, len(record.envelopes) + 1))
    verdict = audit(record)
    assert verdict.first is None
    assert verdict.verdict == ("legal" if verdict.record.verdict == "unfinished" or record.forked_from else "clean")


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Make servers, by default on one empty folder, and end them after the test."""
    servers: list[Server] = []

    def make(*options: str, data: Path = tmp_path / "data", **settings: Any) -> Server:
        log = tmp_path / f"serve-{len(servers)}.log"
        servers.append(Server(data, log, *options, **settings))
        return servers[-1]

    yield make
    for server in servers:
        server.end()


@pytest.fixture(params=mostly_long(["postgresql", "sqlite"]))
def url(request: pytest.FixtureRequest) -> str | None:
    """The URL of a database, or None for a folder."""
    if request.param == "sqlite":
        return None
    named: str = request.getfixturevalue("postgres").url(request.getfixturevalue("database"))
    return named
