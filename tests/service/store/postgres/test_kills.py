"""Check that a store in PostgreSQL loses nothing when its process is killed or its server stops."""

import math
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import setitem
from random import Random
from threading import Event, Thread
from typing import Any, Final

import psycopg
import pytest

from service.store.errors import Conflict, StoreProblem
from service.store.event_store import GameStore, open_store
from service.store.location import Database
from service.store.postgres.connection import Connection as PostgresConnection
from service.store.postgres.naming import LOCK
from tests.long_tests import one_in
from tests.servers.postgres import Postgres
from tests.service.fork_server import fork_server
from tests.service.store.games import with_game_id
from tests.service.store.test_crash import BATCHES, ENVELOPES, WRITERS, Plan, append_somehow, retry, sends, wrong_after
from tests.waiting import wait_until

KILLS: Final = int(os.environ.get("HARICOT_KILLS", "12"))
"""The number of killed processes, all points together."""
STOPS: Final = int(os.environ.get("HARICOT_STOPS", "3"))
"""The number of stops of the server under load."""
POINTS: Final = (
    "before BEGIN",
    "after the lock",
    "after the rows",
    "before COMMIT",
    "within COMMIT",
    "after COMMIT",
    "before the call",
    "within the call",
    "after the call",
)
"""The first six in transactions that open games or write entries, the others around a single call of `append`."""
CALL: Final = "SELECT haricot.append"


class KilledPostgresConnection:
    """A connection that kills its process at a point of the write path."""

    def __init__(self, connection: PostgresConnection, plan: Plan) -> None:
        self._connection = connection
        self._plan = plan
        self._left = plan.passing
        self._alone = True

    def pass_by(self, point: str) -> bool:
        """Return whether to die now."""
        if point == self._plan.point:
            self._left -= 1
        return point == self._plan.point and self._left <= 0

    def execute(self, query: Any, *values: Any, **options: Any) -> Any:
        """Execute a statement, or die."""
        said = query if isinstance(query, str) else query.decode()
        if said == "BEGIN":
            self._alone = False
            self._die_at("before BEGIN")
        what = "COMMIT" if said == "COMMIT" else "the call" if self._alone and said.startswith(CALL) else ""
        if what:
            self._die_at(f"before {what}")
            if self.pass_by(f"within {what}"):
                self._connection.wait = self._send_and_die  # type: ignore[assignment]  # instead of waiting
        found = self._connection.execute(query, *values, **options)
        if "pg_advisory_xact_lock" in said:
            self._die_at("after the lock")
        if not self._alone and said.startswith(CALL):
            self._die_at("after the rows")
        if what:
            self._die_at(f"after {what}")
        self._alone |= said in ("COMMIT", "ROLLBACK")
        return found

    def _die_at(self, point: str) -> None:
        if self.pass_by(point):
            os.kill(os.getpid(), signal.SIGKILL)

    def _send_and_die(self, gen: Any, *_: Any, **__: Any) -> None:
        next(gen)  # at the first pause everything has been sent
        os.kill(os.getpid(), signal.SIGKILL)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def live(plan: Plan, pipe: int) -> None:
    """Write from several threads, and acknowledge each batch, until killed."""
    store = open_store(plan.location)
    group = store._recorder._group
    connect = group._connect
    group._connect = lambda: KilledPostgresConnection(connect(), plan)  # type: ignore[assignment,return-value]  # it does the same
    calls = "call" in plan.point

    def acknowledge(game: str, n: int) -> None:
        os.write(pipe, f"{game} {n}\n".encode())

    def write(writer: int) -> None:
        game = f"{plan.life}-{writer}"
        for number, batch in enumerate(BATCHES):
            if plan.hasty:
                os.write(pipe, f"{game} {batch[-1].n}\n".encode())
            if calls and number and not sends(game):
                store.append(game, with_game_id(batch, game), request=f"until {batch[-1].n}")
                acknowledge(game, batch[-1].n)
            else:
                append_somehow(store, game, batch, lambda n: acknowledge(game, n))

    writers = [Thread(target=write, args=(writer,)) for writer in range(WRITERS)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()


Kill = Callable[[Plan], dict[str, int]]


@pytest.fixture(scope="module")
def kill() -> Iterator[Kill]:
    """Return a function that executes a plan and returns what was acknowledged."""
    with fork_server(live) as run_forked:

        def carried_out(plan: Plan) -> dict[str, int]:
            ended_by, lines = run_forked(plan)
            assert -signal.SIGKILL == ended_by, plan
            return {game: int(n) for game, n in (line.rsplit(" ", 1) for line in lines)}

        yield carried_out


@pytest.mark.parametrize("point", one_in(3, POINTS))
def test_a_store_killed_at_this_point_keeps_acknowledged_batches_once_and_whole(
    point: str, kill: Kill, location: Database
) -> None:
    open_store(location).close()
    for number in range(math.ceil(KILLS / len(POINTS))):
        passing = Random(f"{number} {point}").randint(1, 12) if number else 2
        plan = Plan(location, f"life {number}", point, passing)
        acknowledged = kill(plan)
        with open_store(location) as store:
            assert [] == list(wrong_after(store, plan.life, acknowledged, all_remarked=False)), plan
            retry(store, plan.life, acknowledged)
            assert [] == list(wrong_after(store, plan.life, acknowledged, all_remarked=False)), plan


def test_control_acknowledging_before_the_commit_is_detected(kill: Kill, location: Database) -> None:
    acknowledged = kill(Plan(location, "life", "before COMMIT", 1, hasty=True))
    with open_store(location) as store:
        assert any("lost event 1" in wrong for wrong in wrong_after(store, "life", acknowledged, all_remarked=False))


# The server is stopped


def play_with_retries(store: GameStore, game: str, stop: Event, acknowledged: list[str]) -> Counter[str]:
    """Play games under request keys, and retry after each error, as a client does."""
    met: Counter[str] = Counter()
    for number in range(10_000):
        name = f"{game}-{number}"
        for batch in BATCHES[:8]:
            key = f"until {batch[-1].n}"
            while True:
                try:
                    if store.event_of_request(name, key) is None:
                        store.append(name, with_game_id(batch, name), request=key)
                except Conflict:
                    continue  # an answer was lost: the batch is stored
                except StoreProblem as problem:
                    met[type(problem).__name__] += 1
                    time.sleep(0.02)
                    continue
                acknowledged.append(f"{name} {key}")
                break
            if stop.is_set():
                return met
    raise AssertionError


def lost_or_doubled(store: GameStore, acknowledged: list[str]) -> list[str]:
    """Return the acknowledged requests that are not stored exactly once."""
    query = "SELECT originator_id || ' ' || request FROM events WHERE request IS NOT NULL"
    there = Counter(request for (request,) in store._recorder.rows(query))
    return [request for request in acknowledged if there[request] != 1]


@pytest.mark.long
def test_stops_of_the_server_lose_no_acknowledged_batch(own_postgres: Postgres) -> None:
    stop = Event()
    acknowledged: list[list[str]] = [[] for _ in range(WRITERS)]
    with open_store(Database(url=own_postgres.url())) as store, ThreadPoolExecutor(WRITERS) as threads:
        writers = [
            threads.submit(play_with_retries, store, f"g{number}", stop, acknowledged[number])
            for number in range(WRITERS)
        ]
        for _ in range(STOPS):
            before = [len(one) for one in acknowledged]
            own_postgres.stop("immediate")
            own_postgres.start()
            wait_until(
                lambda before=before: all(len(one) > so_far for one, so_far in zip(acknowledged, before, strict=True)),
                "a writer does not continue",
            )
        stop.set()
        met = sum((writer.result(timeout=10) for writer in writers), Counter())
        everything = [request for one in acknowledged for request in one]
        assert {"StoreUnavailable"} == set(met)
        assert [] == lost_or_doubled(store, everything)
        for head in store.heads():
            assert store.envelopes(head.game) == with_game_id(ENVELOPES[: head.version], head.game)
        own_postgres.execute(
            "DELETE FROM haricot.events WHERE notification_id = (SELECT min(notification_id) FROM haricot.events)"
        )
        assert 1 == len(lost_or_doubled(store, everything)), "control"


@pytest.mark.long
def test_a_stop_of_the_server_fails_all_pending_callbacks(own_postgres: Postgres) -> None:
    games, met = [f"g{number}" for number in range(6)], dict[tuple[str, int], Exception | None]()

    def send(game: str, number: int) -> None:
        done = partial(setitem, met, (game, number))
        store.append_soon(game, with_game_id(BATCHES[number], game), request=f"{number}", done=done)

    with open_store(Database(url=own_postgres.url())) as store:
        for game in games:
            store.append(game, with_game_id(BATCHES[0], game))
        holder = psycopg.connect(own_postgres.url())
        holder.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        for number in (1, 2):
            for game in games:
                send(game, number)
        own_postgres.stop("immediate")
        wait_until(lambda: len(met) == 2 * len(games), seconds=30)
        assert all(isinstance(error, StoreProblem) for error in met.values())
        assert {} == store._last_events
        holder.close()
        own_postgres.start()
        met.clear()
        for game in games:
            send(game, 1)
        wait_until(lambda: len(met) == len(games))
        assert {None} == set(met.values())
        assert [with_game_id(ENVELOPES[: BATCHES[1][-1].n], game) for game in games] == list(
            map(store.envelopes, games)
        )
