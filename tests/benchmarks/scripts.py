"""Games whose commands are known before they are played, the service that plays them, those who send them."""

import http.client
import os
import re
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from domain.commands import Command, CreateGame, TakeSeat
from replay.game import Game
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text
from service.access.tokens import new_token
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on
from service.ops.clock import now_ms
from service.store.entries.metadata_store import Player
from service.store.event_store import GameStore
from service.store.location import Database, Location
from tests.benchmarks.cores import processor_seconds

SEATS = 5
HARICOT = "from service.cli import main; main(prog_name='haricot')"
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


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
def serving(
    location: Location, processes: int = 1, streams: int = 1000, run: str = HARICOT
) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The service on a store: its port and its process. `run` is the program, by default the service as it is."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    where = ["--store", location.url] if isinstance(location, Database) else ["--data", str(location)]
    command = [sys.executable, "-c", run, "serve", "--port", str(port), *where, "--no-demo"]
    environment = {
        **os.environ,
        "HARICOT_RATE": "",
        "HARICOT_LOG": "warning",
        "HARICOT_WORKERS": str(processes),
        "HARICOT_STREAMS_EACH_MAX": "10000",
        "HARICOT_STREAMS_MAX": str(streams + 200),
    }
    server = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
    try:
        assert server.stdout is not None
        server.stdout.readline()
        yield port, server
    finally:
        server.terminate()
        server.communicate(timeout=30)


class Loop(NamedTuple):
    """The seconds that each command took, those of all together, and those of a core that the server used."""

    times: list[float]
    seconds: float
    processor: float


def closed_loop(port: int, server: int, scripts: list[ScriptedGame], most: float, *, whole: bool = False) -> Loop:
    """Plays all games at once for so many seconds, or until one of them is over, at the server of this process id.

    Those that are to be `whole` go on until all are over.

    One thread that reads no more than it must: what the clients cost should not be what is measured.
    """
    streams = [followed(port, script.game, token) for script in scripts for token in script.tokens]
    games = {socket.create_connection(("127.0.0.1", port)): _requests(script) for script in scripts}
    sent: dict[socket.socket, float] = {}
    answers: dict[socket.socket, bytes] = {}
    times: list[float] = []
    with selectors.DefaultSelector() as selector:
        for connection in (*streams, *games):
            selector.register(connection, selectors.EVENT_READ)
        begun, used = time.perf_counter(), processor_seconds(server)
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
                over = over or (following is None and not whole) or now > begun + most
                if following is not None and not over:
                    sent[connection] = time.perf_counter()
                    connection.sendall(following)
        seconds, used = time.perf_counter() - begun, processor_seconds(server) - used
    for connection in (*streams, *games):
        connection.close()
    return Loop(times, seconds, used)


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


def play(port: int, script: ScriptedGame, times: list[float], until: float, *, since: int = 0) -> None:
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


def followed(port: int, game: str, token: str | None) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port))
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    asked = f"GET /v1/games/{game}/stream HTTP/1.1\r\nHost: x\r\nAccept: application/x-ndjson\r\n{who}\r\n"
    connection.sendall(asked.encode())
    return connection
