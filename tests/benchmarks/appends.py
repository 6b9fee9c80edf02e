"""The figures of the store: durable appends, alone and together, against raw sqlite3."""

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from domain.commands import CreateGame
from domain.events import TurnEnded
from replay.codec import Cause, Codec, Envelope
from replay.game import Game
from replay.proofs.shuffle import Deal, seed_of_text
from service.store.event_store import open_store
from tests.benchmarks.figure import Figure, percentile, together

ROUNDS = 5
SECONDS = 1.0


def figures() -> Iterator[Figure]:
    """One writer and 32, against one sqlite3 connection that writes the same rows with the same settings."""
    single, raw, grouped, slow = [], [], [], []
    for _ in range(ROUNDS):
        raw.append(_raw_appends())
        single.append(len(_store_appends(1)) / SECONDS)
        times = _store_appends(32)
        grouped.append(len(times) / SECONDS)
        slow.append(percentile(times, 0.99) * 1000)
    yield Figure("single durable append", "1/s", single, ">= 0.75x", raw, "raw sqlite3")
    yield Figure("32 concurrent durable appends", "1/s", grouped, ">= 2x", raw, "raw sqlite3")
    yield Figure("32 concurrent durable appends, p99", "ms", slow, "<= 8")


def _envelope(game: str, n: int, seat: int = 0) -> Envelope:
    return Envelope(game=game, n=n, at=n, event=TurnEnded(seat=seat), cause=Cause(command=None, by="service"))


def _raw_appends() -> float:
    """Commits a second of plain sqlite3: the disk's pace."""
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(Path(folder) / "raw.sqlite3", isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(
            "CREATE TABLE events (position INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT, n INTEGER, topic TEXT,"
            " state BLOB, UNIQUE (game, n))"
        )
        state, n, until = Codec().to_state(_envelope("g", 1)), 0, time.perf_counter() + SECONDS
        while time.perf_counter() < until:
            n += 1
            connection.execute("BEGIN IMMEDIATE")
            row = ("g", n, "turn_ended.1", state)
            connection.execute("INSERT INTO events (game, n, topic, state) VALUES (?, ?, ?, ?)", row)
            connection.execute("COMMIT")
        connection.close()
    return n / SECONDS


def _store_appends(writers: int) -> list[float]:
    """How long each append took, of so many threads, each with a game of its own."""
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder)) as store:
        games = [Game(f"g{writer}", Deal(f"g{writer}", seed_of_text("b"))) for writer in range(writers)]
        for game in games:
            game.act(CreateGame(edition="classic", players=3), by="organiser", key=None, at=0)
            store.append(game.game, game.envelopes)
        times: list[float] = []
        until = time.perf_counter() + SECONDS

        def write(game: str) -> None:
            n = 1
            while (begun := time.perf_counter()) < until:
                n += 1
                store.append(game, [_envelope(game, n)])
                times.append(time.perf_counter() - begun)

        together([partial(write, game.game) for game in games])
    return times
