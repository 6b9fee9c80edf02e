"""The figures of the service over HTTP: durable commands, games made, a thousand streams."""

import http.client
import json
import os
import re
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain.commands import Command, CreateGame, TakeSeat
from replay.game import Game
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text
from service.access.tokens import new_token
from service.hosting.bots import BOTS
from service.hosting.bots.simulate import play_on
from service.ops.clock import now_ms
from service.store.event_store import GameStore, open_store
from service.store.location import Database, Location
from service.store.register import Player
from tests.benchmarks.cores import CLIENTS, SERVER, on_core
from tests.benchmarks.figure import Figure, percentile, together
from tests.servers.postgres import Postgres, own_folder, template_of

ROUNDS = 3
SEATS = 5
STREAMS = 1000
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


def figures() -> Iterator[Figure]:
    """Every figure of the service."""
    for games in (1, 8, 32):
        yield from _commands(games)
    yield from _creations()
    with tempfile.TemporaryDirectory() as folder:
        yield from _streams(Path(folder), "1,000 streams", 1)
    folder = own_folder()
    folder.chmod(0o755)
    server = Postgres(template_of(folder))
    try:
        server.start()
        for processes in (1, 2):
            location = Database(url=server.url(server.new_database()))
            what = f"PostgreSQL, {processes} web processes, {processes * STREAMS:,} streams"
            yield from _streams(location, what, processes)
    finally:
        server.end()
        shutil.rmtree(folder)


class ScriptedGame(NamedTuple):
    """A game in the store at its first turn, event `version`; a token for each seat; the commands to play it out."""

    game: str
    tokens: list[str]
    commands: list[Command]
    version: int


def scripted(store: GameStore, name: str) -> ScriptedGame:
    """A game whose commands are known before, since its deal is: a client that only sends them costs little."""
    seed = seed_of_text(name)
    game = Game(name, Deal(name, seed))
    game.act(CreateGame(edition="classic", players=SEATS), by="organiser", key=None, at=0)
    for seat in range(SEATS):
        contribution = contribution_of_text(f"{name}|{seat}")
        taken = TakeSeat(seat=seat, kind="human", pseudonym=f"seat-{seat}", contribution=contribution)
        game.act(taken, by=f"seat:{seat}", key=None, at=0)
    made = [new_token("seat", game=name, seat=seat, at=now_ms()) for seat in range(SEATS)]
    players = [Player(game=name, seat=seat, kind="human") for seat in range(SEATS)]
    store.append(name, game.envelopes, seed=seed, entries=[*players, *(entry for _, entry in made)])
    opening = game.version
    play_on(game, {seat: BOTS["trader"](seat, f"{name}|{seat}") for seat in range(SEATS)})
    later = game.envelopes[opening:]
    commands = [envelope.cause.command for envelope in later if envelope.cause and envelope.cause.command]
    return ScriptedGame(name, [token for token, _ in made], commands, opening)


@contextmanager
def serving(location: Location, processes: int = 1) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The service on a store: its port and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    run = "from service.cli import main; main(prog_name='haricot')"
    where = ["--store", location.url] if isinstance(location, Database) else ["--data", str(location)]
    command = [sys.executable, "-c", run, "serve", "--port", str(port), *where, "--no-demo"]
    environment = {
        **os.environ,
        "HARICOT_RATE": "",
        "HARICOT_LOG": "warning",
        "HARICOT_WORKERS": str(processes),
        "HARICOT_STREAMS_EACH_MAX": "10000",
        "HARICOT_STREAMS_MAX": "1200" if processes == 1 else "2000",
    }
    server = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
    try:
        assert server.stdout is not None
        server.stdout.readline()
        yield port, server
    finally:
        server.terminate()
        server.communicate(timeout=30)


def _commands(games: int) -> Iterator[Figure]:
    """Durable commands a second and their times; each seat of each game follows it by a stream."""
    rates, middle, late = [], [], []
    for round_ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            with open_store(Path(folder)) as store:
                scripts = [scripted(store, f"bench-{round_}-{number}") for number in range(games)]
            with on_core(SERVER), serving(folder) as (port, _), on_core(CLIENTS):
                times, seconds = _closed_loop(port, scripts, 4)
            rates.append(len(times) / seconds)
            middle.append(percentile(times, 0.5) * 1000)
            late.append(percentile(times, 0.99) * 1000)
    name = f"durable commands over HTTP, {games} games x {SEATS} followed seats"
    yield Figure(name, "1/s", rates, "")
    yield Figure(f"{name}, p50", "ms", middle, "<= 1.5" if games == 1 else "")
    yield Figure(f"{name}, p99", "ms", late, "")


def _closed_loop(port: int, scripts: list[ScriptedGame], most: float) -> tuple[list[float], float]:
    """Plays all games at once for so many seconds, or until one of them is over; the commands' seconds, and all.

    One thread that reads no more than it must: what the clients cost should not be what is measured.
    """
    streams = [_stream(port, script.game, token) for script in scripts for token in script.tokens]
    games = {socket.create_connection(("127.0.0.1", port)): _requests(script) for script in scripts}
    sent: dict[socket.socket, float] = {}
    answers: dict[socket.socket, bytes] = {}
    times: list[float] = []
    with selectors.DefaultSelector() as selector:
        for connection in (*streams, *games):
            selector.register(connection, selectors.EVENT_READ)
        begun = time.perf_counter()
        over = False
        for connection, requests in games.items():
            sent[connection] = time.perf_counter()
            connection.sendall(next(requests))
        while sent:
            for key, _ in selector.select(10):
                connection = key.fileobj  # type: ignore[assignment]  # it is a socket
                reply = connection.recv(65536)
                if connection not in games:
                    if not reply:
                        selector.unregister(connection)  # its game is over
                    continue
                if not _whole(answer := answers.pop(connection, b"") + reply):
                    answers[connection] = answer
                    continue
                now = time.perf_counter()
                times.append(now - sent.pop(connection))
                if not answer.startswith(b"HTTP/1.1 201"):
                    raise AssertionError(answer)
                following = next(games[connection], None)
                over = over or following is None or now > begun + most
                if following is not None and not over:
                    sent[connection] = time.perf_counter()
                    connection.sendall(following)
        seconds = time.perf_counter() - begun
    for connection in (*streams, *games):
        connection.close()
    return times, seconds


def _whole(answer: bytes) -> bool:
    """Whether an answer is there with all of its body."""
    head, blank, body = answer.partition(b"\r\n\r\n")
    length = _LENGTH.search(head)
    return bool(blank) and length is not None and len(body) >= int(length[1])


def _requests(script: ScriptedGame) -> Iterator[bytes]:
    """The commands of a game as they are sent."""
    for number, command in enumerate(script.commands):
        body = msgspec.json.encode(command)
        head = (
            f"POST /v1/games/{script.game}/commands HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {script.tokens[command.seat]}\r\n"  # type: ignore[attr-defined]  # a seat's
            f"Idempotency-Key: bench-{number:06d}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        yield head.encode() + body


def _play(port: int, script: ScriptedGame, times: list[float], until: float, *, since: int = 0) -> None:
    """Sends the commands until that moment, at least one."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for number, command in enumerate(script.commands[since:], since):
        headers = {
            "Authorization": f"Bearer {script.tokens[command.seat]}",  # type: ignore[attr-defined]  # a seat's
            "Content-Type": "application/json",
            "Idempotency-Key": f"bench-{number:06d}",
        }
        body = msgspec.json.encode(command)
        begun = time.perf_counter()
        connection.request("POST", f"/v1/games/{script.game}/commands", body, headers)
        answer = connection.getresponse()
        reply = answer.read()
        times.append(time.perf_counter() - begun)
        if answer.status != 201:
            raise AssertionError(f"{answer.status}: {reply!r}")
        if time.perf_counter() > until:
            break
    connection.close()


def _stream(port: int, game: str, token: str | None) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port))
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    asked = f"GET /v1/games/{game}/stream HTTP/1.1\r\nHost: x\r\nAccept: application/x-ndjson\r\n{who}\r\n"
    connection.sendall(asked.encode())
    return connection


def _creations() -> Iterator[Figure]:
    """Games of bots and people made over HTTP, by eight clients."""
    rates = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder, serving(folder) as (port, _):
            until, made = time.perf_counter() + 3, []

            def create() -> None:
                connection = http.client.HTTPConnection("127.0.0.1", port)  # used within its round
                body = json.dumps({"edition": "classic", "players": 4})
                while time.perf_counter() < until:  # noqa: B023  # used within its round
                    connection.request("POST", "/v1/games", body, {"Content-Type": "application/json"})
                    answer = connection.getresponse()
                    answer.read()
                    assert answer.status == 201
                    made.append(1)  # noqa: B023  # used within its round

            together([create] * 8)
            rates.append(len(made) / 3)
    yield Figure("games made over HTTP", "1/s", rates, "")


def _streams(location: Location, what: str, processes: int) -> Iterator[Figure]:
    """Spectators of one game: when the last of them has heard of a command, and what commands take meanwhile."""
    count = processes * STREAMS
    with open_store(location) as store:
        script = scripted(store, "bench-watched")
        alone = scripted(store, "bench-alone")
    with serving(location, processes) as (port, server):
        quiet = _paced(port, alone, 60)
        before = _memory(server)
        selector = selectors.DefaultSelector()
        begun = time.perf_counter()
        streams = [_stream(port, script.game, None) for _ in range(count)]
        for stream in streams:
            stream.setblocking(False)
            selector.register(stream, selectors.EVENT_READ)
        _delivered(selector, count, 60)
        opened = time.perf_counter() - begun
        _drain(selector, 1.0)
        lags, delivered, times = _watched(port, script, selector, count)
        each = (_memory(server) - before) / count / 1000
        for stream in streams:
            stream.close()
    yield Figure(f"{what}, all of them come at once and let in within", "s", [opened], "")
    yield Figure(f"{what}, last of them told after", "ms", lags, "<= 150")
    yield Figure(f"{what}, told", "%", [delivered], "100")
    yield Figure(f"{what}, memory of each", "kB", [each], "")
    p99 = [percentile(times, 0.99) * 1000]
    without = [percentile(quiet, 0.99) * 1000]
    yield Figure(f"{what}, commands meanwhile, p99", "ms", p99, "<= 1.5x", without, "without streams")


def _memory(server: subprocess.Popen[bytes]) -> int:
    """The bytes that the web processes hold."""
    pids = [int(pid) for task in Path(f"/proc/{server.pid}/task").iterdir() for pid in _children(task)]
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids) * os.sysconf("SC_PAGE_SIZE")


def _children(task: Path) -> list[str]:
    return (task / "children").read_text().split()


def _watched(
    port: int, script: ScriptedGame, selector: selectors.BaseSelector, count: int
) -> tuple[list[float], float, list[float]]:
    """Of 20 commands: the milliseconds until the last stream was told, the share that was, the commands' seconds."""
    lags, answer, times = [], 0, []
    for command in range(20):
        one: list[float] = []
        _play(port, script, one, 0, since=command)
        committed = time.perf_counter()
        times += one
        heard, last = _delivered(selector, count, 3)
        answer += heard
        lags.append(max(0.0, last - committed) * 1000)
        _drain(selector, 0.1)
    return lags, answer / 20 / count * 100, times


def _delivered(selector: selectors.BaseSelector, count: int, seconds: float) -> tuple[int, float]:
    """How many streams got something within that time, at most `count`, and when the last of them did."""
    heard: set[Any] = set()
    begun = last = time.perf_counter()
    while len(heard) < count and time.perf_counter() < begun + seconds:
        for key, _ in selector.select(0.05):
            if key.fileobj.recv(65536).strip() not in (b"", b"\n"):  # type: ignore[union-attr]  # it is a socket
                heard.add(key.fileobj)
                last = time.perf_counter()
    return len(heard), last


def _paced(port: int, script: ScriptedGame, count: int) -> list[float]:
    times: list[float] = []
    _play(port, script._replace(commands=script.commands[:count]), times, time.perf_counter() + 60)
    return times


def _drain(selector: selectors.BaseSelector, seconds: float) -> None:
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        for key, _ in selector.select(0.05):
            key.fileobj.recv(65536)  # type: ignore[union-attr]  # it is a socket
