"""The figures of the store in PostgreSQL: appends of four processes and replay, against the library's own."""

import math
import multiprocessing
import shutil
import time
from collections.abc import Iterator
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

from domain.table import Table
from replay.rewind import table_after
from service.lifecycle.bots.simulate import simulate
from service.store.event_store import GameStore, open_store
from service.store.location import Database
from tests.benchmarks.figure import Figure
from tests.servers.postgres import PASSWORD, USER, Postgres, own_folder, template_of

ROUNDS = 3
SECONDS = 2.0
WRITERS = 4
STATE = b"x" * 120
"""As many bytes as an event of a game has."""
REPLAYS = 20
MEMORY = Path("/dev/shm")  # where a sync costs nothing, so that the disk does not decide
SPAWN = multiprocessing.get_context("spawn")


def figures() -> Iterator[Figure]:
    """Four processes that append one event after the other, while one reads what they write; then replay."""
    folder = own_folder()
    folder.chmod(0o755)
    template = template_of(folder)
    try:
        for name, parent in (("on disk", None), ("in memory", MEMORY)):
            server = Postgres(template, parent)
            try:
                server.start()
                yield from _appends(server, name)
                if parent is None:
                    yield _replay(server)
            finally:
                server.end()
    finally:
        shutil.rmtree(folder)


def _appends(server: Postgres, where: str) -> Iterator[Figure]:
    ours, theirs, missed = [], [], []
    for _ in range(ROUNDS):
        theirs.append(_together(server, _library_writer)[0])
        rate, left_out = _together(server, _our_writer)
        ours.append(rate)
        missed.append(float(left_out))
    name, goal = f"PostgreSQL {where}, appends of 4 processes", ">= 3x"
    yield Figure(name, "1/s", ours, goal, theirs, "eventsourcing's default")
    yield Figure(f"PostgreSQL {where}, events that a tailing reader missed", "events", missed, "<= 0")


def _together(server: Postgres, writer: Any) -> tuple[float, int]:
    """Appends a second of all writers, and how many events a reader who tails the log never saw."""
    database = server.new_database()
    start, counts = SPAWN.Barrier(WRITERS + 1), SPAWN.Queue()
    _library(server.port, database).create_table()  # once, before anybody needs it
    with open_store(Database(url=server.url(server.new_database()))) as store:
        location = (server.port, database) if writer is _library_writer else store._recorder._connector.location
        writers = [SPAWN.Process(target=writer, args=(location, number, start, counts)) for number in range(WRITERS)]
        for process in writers:
            process.start()
        start.wait(timeout=60)
        seen = _tail(store, writers)
        total = sum(counts.get(timeout=60) for _ in writers)
        for process in writers:
            process.join()
        missed = total + WRITERS - seen if writer is _our_writer else 0
    return total / SECONDS, missed


def _tail(store: GameStore, writers: list[Any]) -> int:
    """Reads until nobody writes any more; how many events there were. Of a store in which nobody writes, none."""
    seen = position = 0
    while True:
        over = not any(process.is_alive() for process in writers)
        found = store.event_numbers_since(position, 1000)
        if found:
            seen, position = seen + len(found), found[-1][0]
        elif over:
            return seen
        time.sleep(0.01)


def _our_writer(location: Database, number: int, start: Barrier, counts: Any) -> None:
    with open_store(location) as store:
        _write(store._recorder, number, start, counts)


def _library_writer(location: tuple[int, str], number: int, start: Barrier, counts: Any) -> None:
    recorder = _library(*location)
    recorder.datastore.register_type_adapters()
    _write(recorder, number, start, counts)
    recorder.datastore.close()


def _library(port: int, database: str) -> PostgresApplicationRecorder:
    return PostgresApplicationRecorder(
        PostgresDatastore(database, "127.0.0.1", port, USER, PASSWORD, originator_id_type="text")
    )


def _write(recorder: Any, number: int, start: Barrier, counts: Any) -> None:
    n = 0
    recorder.insert_events([StoredEvent(f"warm {number}", 1, "turn_ended.1", STATE)])
    start.wait(timeout=60)
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        n += 1
        recorder.insert_events([StoredEvent(f"g{number}", n, "turn_ended.1", STATE)])
    counts.put(n)


# Replay


class Counted(Aggregate):
    """As much of a game as the library's tutorial would have: an event adds to a list."""

    @event("Begun")
    def __init__(self) -> None:
        self.said: list[Any] = []

    @event("Told")
    def tell(self, what: str, seat: int, cards: list[str]) -> None:
        """One thing that happens."""
        self.said.append((what, seat, cards))


def _replay(server: Postgres) -> Figure:
    """Microseconds an event of reading, decoding and folding a whole game: the quickest of some, each round."""
    play = simulate("classic", 4, "1", 1, {}, ["trader"])[0]
    ours, theirs = [], []
    settings = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": server.new_database(),
        "POSTGRES_HOST": "127.0.0.1",
        "POSTGRES_PORT": str(server.port),
        "POSTGRES_USER": USER,
        "POSTGRES_PASSWORD": PASSWORD,
    }
    application: Application[Any] = Application(env=settings)
    answer = Counted()
    for envelope in play.envelopes[1:]:
        answer.tell(what=type(envelope.event).__name__, seat=envelope.n % 4, cards=["red", "blue"])
    application.save(answer)
    with open_store(Database(url=server.url(server.new_database()))) as store:
        store.append(play.game, play.envelopes)
        for round_ in range(ROUNDS + 1):
            us = _us_an_event(lambda: _folded(store, play.game), len(play.envelopes))
            them = _us_an_event(lambda: application.repository.get(answer.id), len(play.envelopes))
            if round_:
                ours.append(us)
                theirs.append(them)
    application.close()
    return Figure("PostgreSQL, replay", "us/event", ours, ">= 7x", theirs, "eventsourcing's aggregates")


def _folded(store: GameStore, game: str) -> Table:
    return table_after(store.envelopes(game))


def _us_an_event(work: Any, events: int) -> float:
    quickest = math.inf
    for _ in range(REPLAYS):
        started = time.perf_counter()
        work()
        quickest = min(quickest, time.perf_counter() - started)
    return quickest / events * 1e6


if __name__ == "__main__":
    for figure in figures():
        print(figure.line, flush=True)
