"""The figures of the read models: how fast they catch up, beside folding the log alone, and the library's runner."""

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
from redis import Redis

from domain.table import Table
from replay.rewind import table_after
from service.lifecycle.bots.simulate import simulate
from service.ops.redis_client import RedisClient
from service.queries.projector import build
from service.queries.read_model_writer import ReadModelWriter
from service.store.event_store import GameStore, open_store
from service.store.location import Database, Location
from tests.benchmarks.figure import Figure
from tests.servers.postgres import PASSWORD, USER, Postgres, own_folder, template_of
from tests.servers.redis_server import RedisServer

ROUNDS = 3
GAMES = 30
TICKS = 2000
COUNT = """
if tonumber(redis.call('GET', KEYS[1]) or 0) >= tonumber(ARGV[1]) then return 0 end
redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], ARGV[1])
return 1
"""


def figures() -> Iterator[Figure]:
    """From a log in SQLite and one in PostgreSQL into Redis; the peer counts events into its own memory."""
    folder = own_folder()
    folder.chmod(0o755)
    postgres = Postgres(template_of(folder))
    redis = RedisServer(Path(tempfile.mkdtemp()))
    try:
        postgres.start()
        redis.start()
        client = RedisClient(redis.url, patient=True)
        Counts.redis = redis.client()
        Counts.script = Counts.redis.register_script(COUNT)
        runner = [_runner(postgres) for _ in range(ROUNDS)]
        locations: list[tuple[str, Location]] = [
            ("SQLite", redis.folder / "store"),
            ("PostgreSQL", Database(url=postgres.url(postgres.new_database()))),
        ]
        for name, location in locations:
            with open_store(location) as store:
                _fill(store)
                pairs = [(_built(store, ReadModelWriter(client)), _folded(store)) for _ in range(ROUNDS)]
            built, read = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
            what = f"read models caught up, {name} to Redis"
            yield Figure(what, "events/s", built, ">= 0.75x", read, "read and folded")
            yield Figure(what, "events/s", built, ">= 20x", runner, "eventsourcing's runner")
        client.close()
        Counts.redis.close()
    finally:
        redis.end()
        postgres.end()
        shutil.rmtree(folder)
        shutil.rmtree(redis.folder)


def _fill(store: GameStore) -> None:
    for number in range(1, GAMES + 1):
        game, seed = simulate("classic", 3 + number % 3, "projected", number, {}, ["greedy"])
        store.append(game.game, game.envelopes, seed=seed)


def _folded(store: GameStore) -> float:
    """Events a second of reading the log and folding every table, which is the least that a read model needs."""
    begun, position, count = time.perf_counter(), 0, 0
    tables: dict[str, Table] = {}
    while batch := store.read_on(position):
        for game, found in groupby(batch, itemgetter(1)):
            tables[game] = table_after((envelope for _, _, envelope in found if envelope), tables.get(game))
        position, count = batch[-1][0], count + len(batch)
    return count / (time.perf_counter() - begun)


def _built(store: GameStore, views: ReadModelWriter) -> float:
    begun = time.perf_counter()
    projector = build(store, views)
    return projector.position / (time.perf_counter() - begun)


# The peer


class Clock(Aggregate):
    """Something that ticks."""

    @event("Ticked")
    def tick(self) -> None:
        """Once."""


class Clocks(Application[Any]):
    """Where they are kept."""


class Counts(POPOTrackingRecorder):
    """How many ticks there were, in Redis: the number and the position in one script, as ours."""

    ticks = 0
    redis: Redis
    script: Any

    def count(self, tracking: Tracking) -> None:
        """One more, and with it the position."""
        self.script(keys=["position", "ticks"], args=[tracking.notification_id])
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
    Counts.redis.flushall()
    last = clocks.recorder.max_notification_id() or 0
    begun = time.perf_counter()
    with ProjectionRunner(application_class=Clocks, projection_class=Counting, view_class=Counts, env=env) as runner:
        while runner.view.ticks < last:
            time.sleep(0.001)
        rate = last / (time.perf_counter() - begun)
    clocks.close()
    return rate
