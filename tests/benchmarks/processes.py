"""Two web processes beside one, on one PostgreSQL."""

import shutil
from collections.abc import Iterator

from service.store.event_store import open_store
from service.store.location import Database
from tests.benchmarks.cores import CORES
from tests.benchmarks.figure import Figure, percentile
from tests.benchmarks.scripts import SEATS, Loop, closed_loop, scripted, serving
from tests.servers.postgres import Postgres, own_folder, template_of

ROUNDS = 3
GAMES = 32
SECONDS = 4
SPARE = 2
"""Cores that the database and the clients want for themselves."""


def figures() -> Iterator[Figure]:
    """The same games at one process and at two, in turns; processes, database and clients share the machine."""
    folder = own_folder()
    folder.chmod(0o755)
    server = Postgres(template_of(folder))
    try:
        server.start()
        rounds = [(_round(server, number, 2), _round(server, number, 1)) for number in range(ROUNDS)]
    finally:
        server.end()
        shutil.rmtree(folder)
    two, one = [pair[0] for pair in rounds], [pair[1] for pair in rounds]
    name = f"PostgreSQL, two web processes, {GAMES} games x {SEATS} followed seats"
    goal = ">= 1.5x" if len(CORES) >= 2 + SPARE else f">= 1.5x where there are cores to spare, here {len(CORES)} in all"
    yield Figure(f"{name}, durable commands", "1/s", _rates(two), goal, _rates(one), "one web process")
    late, beside = ([percentile(played.times, 0.5) * 1000 for played in side] for side in (two, one))
    yield Figure(f"{name}, p50", "ms", late, "", beside, "one web process")
    cost, other = ([played.processor / len(played.times) * 1000 for played in side] for side in (two, one))
    yield Figure(f"{name}, processor of the servers, a move", "ms", cost, "", other, "one web process")


def _rates(rounds: list[Loop]) -> list[float]:
    return [len(played.times) / played.seconds for played in rounds]


def _round(server: Postgres, number: int, processes: int) -> Loop:
    location = Database(url=server.url(server.new_database()))
    with open_store(location) as store:
        scripts = [scripted(store, f"bench-{number}-{game}") for game in range(GAMES)]
    with serving(location, processes) as (port, web):
        return closed_loop(port, web.pid, scripts, SECONDS)
