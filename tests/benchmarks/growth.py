"""The figures of growth: lists and starts among 100,000 games, without Redis, against the same among 1,000.

The store is made in bulk: twenty games are played, every fifth not begun, one of them to its end; their rows are then
written again and again under other names. A game has some 30 events.
"""

import resource
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from service.store.event_store import open_store
from service.store.sqlite.file import STORE
from tests.benchmarks.figure import Figure
from tests.benchmarks.scripts import serving
from tests.service.api.conftest import ApiClient
from tests.service.store.games import EVERYTHING, SITTING, add_game, play_game

MANY: Final = 100_000
FEW: Final = 1_000
ROUNDS: Final = 7
PATTERNS: Final = 20
BEGUN: Final = SITTING + 6
MEMORY: Final = Path("/dev/shm")  # where a sync costs nothing, so that the disk does not decide
LIST: Final = "/v1/games?limit=50"
PEER: Final = "among 1,000 games"


def filled(folder: Path, games: int) -> Path:
    """A store of so many games of classic."""
    with open_store(folder) as store:
        for number in range(PATTERNS):
            batches = EVERYTHING if number == 1 else SITTING - 1 if number % 5 == 0 else BEGUN
            add_game(store, play_game(f"p{number}", batches))
    with closing(sqlite3.connect(folder / STORE, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = OFF")
        file.execute("BEGIN")
        for number in range(games - PATTERNS):
            name = f"g{number:06}"
            file.execute("INSERT INTO games (game, origin) VALUES (?, 'played')", (name,))
            file.execute(
                "INSERT INTO events (originator_id, originator_version, topic, state)"
                " SELECT ?, originator_version, topic, state FROM events WHERE originator_id = ?",
                (name, f"p{number % PATTERNS}"),
            )
        file.execute("COMMIT")
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


def figures() -> Iterator[Figure]:
    """Milliseconds of processor for a list, and what a start takes; the store lies in memory where it can."""
    parent = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
    try:
        many, few = filled(parent / "many", MANY), filled(parent / "few", FEW)
        with open_store(many) as store:
            yield Figure(f"the lines of {MANY:,} games made, once", "s", [_ms(store.game_index.faults) / 1000], "")
        with open_store(few) as store:
            store.game_index.faults()
        yield from _lists(many, few)
        yield Figure(f"`haricot serve` ready, {MANY:,} games", "s", *_starts(many, few))
    finally:
        shutil.rmtree(parent)


def _lists(many: Path, few: Path) -> Iterator[Figure]:
    first: tuple[list[float], list[float]] = ([], [])
    again: tuple[list[float], list[float]] = ([], [])
    for round_ in range(ROUNDS):
        for side, folder in enumerate((many, few)):
            api = ApiClient(folder)
            try:
                first[side].append(_ms(lambda: api.get(LIST)))  # noqa: B023  # used within its round
                for number in range(5):
                    add_game(api.context.store, play_game(f"new {round_} {number}", 2))
                    cost = _ms(lambda: api.get(LIST))  # noqa: B023  # used within its round
                again[side].append(cost)
            finally:
                api.context.close()
    yield Figure(f"list of 50 after a write, {MANY:,} games", "ms", again[0], "<= 20", again[1], PEER)
    yield Figure(f"first list of 50 after a start, {MANY:,} games", "ms", first[0], "<= 20", first[1], PEER)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Figure("memory of the process that listed both", "MB", [most], "")


def _starts(many: Path, few: Path) -> tuple[list[float], str, list[float], str]:
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(3):
        for side, folder in enumerate((many, few)):
            begun = time.perf_counter()
            with serving(str(folder)):
                found[side].append(time.perf_counter() - begun)
    return found[0], "<= 3", found[1], PEER


def _ms(work: Callable[[], object]) -> float:
    begun = time.thread_time()
    work()
    return (time.thread_time() - begun) * 1000


if __name__ == "__main__":
    for figure in figures():
        print(figure.line, flush=True)
