"""The figures of the index of games: how fast it is made from the log, beside folding it, and the library's runner."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import Tracking
from eventsourcing.popo import POPOTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner

from domain.table import Table
from replay.rewind import table_after
from service.lifecycle.bots.simulate import simulate
from service.store.event_store import GameStore, open_store
from service.store.location import Database, Location
from tests.benchmarks.figure import Figure
from tests.servers.postgres import PASSWORD, USER, Postgres, own_folder, template_of

ROUNDS = 3
GAMES = 30
TICKS = 2000


def figures() -> Iterator[Figure]:
    """From a log in SQLite and one in PostgreSQL into the index beside it; the peer counts events into its memory."""
    folder, small = own_folder(), Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    postgres = Postgres(template_of(folder))
    try:
        postgres.start()
        runner = [_runner(postgres) for _ in range(ROUNDS)]
        locations: list[tuple[str, Location]] = [
            ("SQLite", small / "store"),
            ("PostgreSQL", Database(url=postgres.url(postgres.new_database()))),
        ]
        for name, location in locations:
            with open_store(location) as store:
                _fill(store)
                pairs = [(_built(store), _folded(store)) for _ in range(ROUNDS)]
            built, read = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
            what = f"index of games caught up, {name}"
            yield Figure(what, "events/s", built, ">= 0.75x", read, "read and folded")
            yield Figure(what, "events/s", built, ">= 20x", runner, "eventsourcing's runner")
    finally:
        postgres.end()
        shutil.rmtree(folder)
        shutil.rmtree(small)


def _fill(store: GameStore) -> None:
    for number in range(1, GAMES + 1):
        game, seed = simulate("classic", 3 + number % 3, "projected", number, {}, ["greedy"])
        store.append(game.game, game.envelopes, seed=seed)


def _folded(store: GameStore) -> float:
    """Events a second of reading the log and folding every table, which is the least that a read model needs."""
    begun, position, count = time.perf_counter(), 0, 0
    tables: dict[str, Table] = {}
    while batch := store.envelopes_since(position):
        for game, found in groupby(batch, itemgetter(1)):
            tables[game] = table_after((envelope for _, _, envelope in found if envelope), tables.get(game))
        position, count = batch[-1][0], count + len(batch)
    return count / (time.perf_counter() - begun)


def _built(store: GameStore) -> float:
    begun = time.perf_counter()
    store.game_index.rebuild()
    return store.position() / (time.perf_counter() - begun)


# The peer


class Clock(Aggregate):
    """Something that ticks."""

    @event("Ticked")
    def tick(self) -> None:
        """Once."""


class Clocks(Application[Any]):
    """Where they are kept."""


class Counts(POPOTrackingRecorder):
    """How many ticks there were."""

    ticks = 0

    def count(self, tracking: Tracking) -> None:
        """One more, and with it the position."""
        self.insert_tracking(tracking)
        self.ticks += 1


class Counting(Projection[Counts]):
    """What counts them."""

    name = "counting"

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        """One event."""
        self.view.count(tracking)


def _runner(postgres: Postgres) -> float:
    """Events a second of the library's runner over the library's own store."""
    env = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "COUNTING_PERSISTENCE_MODULE": "eventsourcing.popo",
        "POSTGRES_DBNAME": postgres.new_database(),
        "POSTGRES_HOST": "127.0.0.1",
        "POSTGRES_PORT": str(postgres.port),
        "POSTGRES_USER": USER,
        "POSTGRES_PASSWORD": PASSWORD,
    }
    clocks, clock = Clocks(env=env), Clock()
    for _ in range(TICKS):
        clock.tick()
    clocks.save(clock)
    last = clocks.recorder.max_notification_id() or 0
    begun = time.perf_counter()
    with ProjectionRunner(application_class=Clocks, projection_class=Counting, view_class=Counts, env=env) as runner:
        while runner.view.ticks < last:
            time.sleep(0.001)
        rate = last / (time.perf_counter() - begun)
    clocks.close()
    return rate
