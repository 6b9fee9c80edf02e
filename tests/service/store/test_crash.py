"""Check that a store killed at any point of the write path loses nothing acknowledged and keeps whole batches."""

import math
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from replay.codec import Envelope
from replay.proofs.shuffle import seed_of_text
from replay.rewind import batches
from service.store.concurrency.group_commit import GroupCommit, Job
from service.store.entries.metadata_store import Annotation
from service.store.errors import Conflict
from service.store.event_store import GameStore, open_store
from service.store.location import Location
from service.store.recorder import WriteBatch
from service.store.sqlite.file import STORE, sqlite3
from service.store.sqlite.locks import exclusive
from service.store.sqlite.rows import write
from service.store.sqlite.writer import SqliteWriter
from tests.long_tests import one_in
from tests.service.fork_server import fork_server
from tests.service.store.folders import meddle
from tests.service.store.games import LATE, play_game, with_game_id
from tests.waiting import wait_until

KILLS: Final = int(os.environ.get("HARICOT_KILLS", "30"))
"""The number of killed processes, all points together."""
POINTS: Final = (
    "before BEGIN",
    "after the rows",
    "before COMMIT",
    "within COMMIT",
    "after COMMIT",
    "before the acknowledgement",
    "at any moment",
)
WRITERS: Final = 4
ENVELOPES = play_game("g", LATE).envelopes
BATCHES = tuple(batches(ENVELOPES))
"""What each writer appends to its own game."""
OF_THE_SECOND = "SELECT state FROM events WHERE originator_version = 2"
LATER_IN_A_BATCH = "SELECT max(originator_version) FROM events WHERE request IS NULL"
REQUESTS = "SELECT originator_version, request FROM events WHERE originator_id = ? AND request IS NOT NULL ORDER BY "
ENDS = [0, *(batch[-1].n for batch in BATCHES)]
"""The versions at which a batch ends."""


class Plan(NamedTuple):
    """A process to be killed: its store, the prefix of its games, the point, and at which passing."""

    location: Location
    life: str
    point: str
    passing: int
    hasty: bool = False


class CrashReport(NamedTuple):
    """How the process ended, what it acknowledged, and its largest group."""

    ended_by: int
    acknowledged: dict[str, int]
    largest_group: int


class KilledConnection:
    """A connection that kills its process at a point of the write path."""

    def __init__(self, connection: sqlite3.Connection, plan: Plan, say: Callable[[str], None]) -> None:
        self._connection = connection
        self._plan = plan
        self._left = plan.passing
        self._largest = 0
        self._say = say

    def pass_by(self, point: str) -> None:
        """Die if this is the point and the passing of the plan."""
        if point == self._plan.point:
            self._left -= 1
            if self._left <= 0:
                self.die(point)

    def die(self, point: str) -> None:
        """Die here, or some bytes of the log later."""
        self._say(f"group {self._largest}")
        if point != "within COMMIT":
            os.kill(os.getpid(), signal.SIGKILL)
        _, limit = resource.getrlimit(resource.RLIMIT_FSIZE)
        if limit == resource.RLIM_INFINITY:
            assert isinstance(self._plan.location, Path)
            limit = (self._plan.location / f"{STORE}-wal").stat().st_size + 1_500 * self._plan.passing
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    def execute(self, query: str, *values: Any) -> Any:
        """Execute a statement, or die."""
        if query.startswith("BEGIN"):
            self.pass_by("before BEGIN")
        if query == "COMMIT":
            self.pass_by("before COMMIT")
            self.pass_by("within COMMIT")
        found = self._connection.execute(query, *values)
        if query == "COMMIT":
            self.pass_by("after COMMIT")
        return found

    def executemany(self, query: str, rows: Any) -> Any:
        """Execute a statement, or die."""
        found = self._connection.executemany(query, rows)
        if "INTO events" in query:
            self._largest = max(len({row.game for row in rows}), self._largest)
            self.pass_by("after the rows")
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


ACKNOWLEDGED: Final = Event()
"""Set in the killed process after its first acknowledgement."""


def run_before_commit(self: GroupCommit, work: WriteBatch, **_: Any) -> Any:
    """The planted fault: return when the rows are written, before another thread commits."""
    found: SimpleQueue[Any] = SimpleQueue()

    def hand_over(connection: sqlite3.Connection) -> None:
        found.put(write(connection, [work])[0])
        ACKNOWLEDGED.wait(20)

    Thread(target=run_in_earnest, args=(self, hand_over), daemon=True).start()
    return found.get()


def tell_before_commit(self: SqliteWriter, jobs: Sequence[Job[Any]]) -> None:
    """The planted fault: call back before the jobs are done."""
    for job in jobs:
        job.notify_listener()
        job.listener = None
    commit_in_earnest(self, jobs)


run_in_earnest = GroupCommit.run
commit_in_earnest = SqliteWriter.commit


def live(plan: Plan, pipe: int) -> None:
    """Write from several threads, and acknowledge each batch, until killed."""

    def say(line: str) -> None:
        os.write(pipe, f"{line}\n".encode())

    if plan.hasty:
        GroupCommit.run = run_before_commit  # type: ignore[method-assign]  # the planted fault
    if plan.point == "within COMMIT":
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # a file that grows beyond its limit kills, too
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    assert isinstance(plan.location, Path)
    store = open_store(plan.location)
    group = store._recorder._group
    killed = KilledConnection(group._connection, plan, say)
    group._connection = killed  # type: ignore[assignment]  # it does what a connection does

    def play(writer: int) -> None:
        game = f"{plan.life}-{writer}"

        def acknowledge(n: int) -> None:
            killed.pass_by("before the acknowledgement")
            say(f"{game} {n}")
            ACKNOWLEDGED.set()

        for batch in BATCHES[:1] if plan.hasty else BATCHES:
            append_somehow(store, game, batch, acknowledge)

    writers = [Thread(target=play, args=(writer,)) for writer in range(WRITERS)]
    with exclusive(plan.location):  # the first is alone in its group, all the others gather for the second
        writers[0].start()
        wait_until(lambda: group._has_leader and not group._waiting)
        for writer in writers[1:]:
            writer.start()
        wait_until(lambda: len(group._waiting) == WRITERS - 1)
    if plan.point == "at any moment":
        time.sleep(plan.passing / 500)
        os.kill(os.getpid(), signal.SIGKILL)
    for writer in writers:
        writer.join()


def append(store: GameStore, game: str, batch: Sequence[Envelope]) -> None:
    """Append a batch with its request and an annotation."""
    last = batch[-1].n
    remark = Annotation(id=f"{game} {last}", game=game, n=last, at=0, by="", kind="comment", text="")
    seed = seed_of_text(game) if batch[0].n == 1 else None
    store.append(game, with_game_id(batch, game), seed=seed, request=f"until {last}", entries=[remark])


def sends(game: str) -> bool:
    """Return whether this game is written by `append_soon`, as half of them are."""
    return int(game[-1]) % 2 == 1


def append_somehow(store: GameStore, game: str, batch: Sequence[Envelope], acknowledge: Callable[[int], None]) -> None:
    """Append a batch in the way of this game, and acknowledge its last event when written."""
    last = batch[-1].n

    def done(error: Exception | None) -> None:
        if error is None:
            acknowledge(last)

    if sends(game) and batch[0].n > 1:
        store.append_soon(game, with_game_id(batch, game), request=f"until {last}", done=done)
    else:
        append(store, game, batch)
        acknowledge(last)


def append_all(store: GameStore, game: str) -> int:
    """Append every batch, and return the last version."""
    for batch in BATCHES:
        append(store, game, batch)
    return ENDS[-1]


Kill = Callable[[Plan], CrashReport]


@pytest.fixture(scope="module")
def kill() -> Iterator[Kill]:
    """Return a function that executes a plan."""
    with fork_server(live) as run_forked:

        def carried_out(plan: Plan) -> CrashReport:
            ended_by, lines = run_forked(plan)
            said = [line.rsplit(" ", 1) for line in lines]
            acknowledged = {game: int(n) for game, n in said if game != "group"}
            groups = [int(n) for game, n in said if game == "group"]
            return CrashReport(ended_by, acknowledged, max(groups, default=0))

        yield carried_out


def wrong_after(
    store: GameStore, life: str, acknowledged: dict[str, int], *, all_remarked: bool = True
) -> Iterator[str]:
    """Yield which batches of a life are lost, incomplete or repeated."""
    for game in (f"{life}-{writer}" for writer in range(WRITERS)):
        row = store.game_row(game)
        version = 0 if row is None else row.version
        if version < acknowledged.get(game, 0):
            yield f"{game} lost event {acknowledged[game]}"
        if version not in ENDS:
            yield f"{game} ends within a batch, with event {version}"
        if row is not None and store.envelopes(game) != with_game_id(ENVELOPES[:version], game):
            yield f"{game} is not as it was played"
        if store.seed(game) != (seed_of_text(game) if version else None):
            yield f"{game} has another seed"
        whole = [batch for batch in BATCHES if batch[-1].n <= version]
        requests = store._recorder.rows(REQUESTS + store._recorder.position_column, game)
        if requests != [(batch[0].n, f"until {batch[-1].n}") for batch in whole]:
            yield f"{game} has requests that do not fit its events"
        remarks, ends = (
            [remark.n for remark in store.find_entries(Annotation, game=game)],
            [batch[-1].n for batch in whole],
        )
        if remarks != ends if all_remarked and not sends(game) else len(remarks) != len(set(remarks) & set(ends)):
            yield f"{game} has remarks that do not fit its events"


def retry(store: GameStore, life: str, acknowledged: dict[str, int]) -> None:
    """Retry the first unacknowledged batch under its request, as a client does."""
    for game in (f"{life}-{writer}" for writer in range(WRITERS)):
        batch = next((batch for batch in BATCHES if batch[-1].n > acknowledged.get(game, 0)), None)
        if batch is None:
            continue
        if store.event_of_request(game, f"until {batch[-1].n}") is None:
            append(store, game, batch)
        decided_again = [replace(envelope, n=envelope.n + len(batch)) for envelope in with_game_id(batch, game)]
        for again in (with_game_id(batch, game), decided_again):
            with pytest.raises(Conflict):
                store.append(game, again, request=f"until {batch[-1].n}")
        row = store.game_row(game)
        assert row is not None
        assert batch[-1].n == row.version or (sends(game) and batch[-1].n < row.version)


def plan_of(number: int, point: str, folder: Path) -> Plan:
    """Return the plan of a kill. The first comes after the writers have gathered."""
    return Plan(folder, f"life {number}", point, Random(f"{number} {point}").randint(1, 20) if number else 3)


@pytest.mark.parametrize("point", POINTS)
def test_a_store_killed_at_this_point_keeps_acknowledged_batches_once_and_whole(
    point: str, kill: Kill, tmp_path: Path
) -> None:
    for number in range(math.ceil(KILLS / len(POINTS))):
        plan = plan_of(number, point, tmp_path)
        report = kill(plan)
        assert (-signal.SIGXFSZ if point == "within COMMIT" else -signal.SIGKILL) == report.ended_by
        assert report.largest_group > 1 or number or point == "at any moment"
        with open_store(tmp_path) as store:
            assert [] == list(wrong_after(store, plan.life, report.acknowledged)), plan
            retry(store, plan.life, report.acknowledged)
            assert [] == list(wrong_after(store, plan.life, report.acknowledged)), plan
            assert all(ok for _, ok, _ in store.checks())


@pytest.mark.parametrize("point", one_in(3, POINTS))
def test_another_process_writes_on_beside_killed_ones(point: str, kill: Kill, tmp_path: Path) -> None:
    games = [f"neighbour-{writer}" for writer in range(WRITERS)]
    plan = plan_of(0, point, tmp_path)
    with open_store(tmp_path) as store, ThreadPoolExecutor(WRITERS) as threads:
        futures = [threads.submit(append_all, store, game) for game in games]
        report = kill(plan)
        everything = {game: future.result(timeout=30) for game, future in zip(games, futures, strict=True)}
        assert [] == list(wrong_after(store, plan.life, report.acknowledged))
        assert [] == list(wrong_after(store, "neighbour", everything))
    assert report.ended_by < 0 or point == "within COMMIT"  # unless the other process restarted the log just then


def test_control_acknowledging_before_the_commit_is_detected(kill: Kill, tmp_path: Path) -> None:
    report = kill(Plan(tmp_path, "life", "before COMMIT", 1, hasty=True))
    assert -signal.SIGKILL == report.ended_by
    with open_store(tmp_path) as store:
        (wrong,) = wrong_after(store, "life", report.acknowledged)
    assert wrong.endswith("lost event 1")


@pytest.mark.parametrize(
    ("fault", "says"),
    one_in(
        3,
        [
            ("DELETE FROM events WHERE originator_version > 1", "lost event"),
            (f"DELETE FROM events WHERE originator_version >= ({LATER_IN_A_BATCH})", "ends within a batch"),
            (f"UPDATE events SET state = ({OF_THE_SECOND}) WHERE originator_version = 3", "is not as it was played"),
            ("DELETE FROM secrets", "has another seed"),
            ("UPDATE events SET request = request || '!'", "has requests that do not fit"),
            ("DELETE FROM annotations WHERE n = 1", "has remarks that do not fit"),
        ],
    ),
)
def test_control_lost_and_incomplete_batches_are_detected(fault: str, says: str, kill: Kill, tmp_path: Path) -> None:
    report = kill(Plan(tmp_path, "life", "before the acknowledgement", 40))
    with open_store(tmp_path) as store:
        assert [] == list(wrong_after(store, "life", report.acknowledged))
    meddle(tmp_path, fault)
    with open_store(tmp_path) as store:
        assert any(says in wrong for wrong in wrong_after(store, "life", report.acknowledged))
