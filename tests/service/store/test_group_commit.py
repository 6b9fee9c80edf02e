"""Check group commit: concurrent writes share commits, and do not affect each other."""

import multiprocessing
import resource
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from service.store.concurrency.group_commit import JOBS_PER_COMMIT_MAX
from service.store.errors import StoreUnavailable
from service.store.sqlite.file import STORE, open_file, sqlite3
from service.store.sqlite.locks import LOCK, exclusive
from service.store.sqlite.writer import SqliteWriter, Work
from tests.waiting import wait_until

SPAWN = multiprocessing.get_context("spawn")
BEANS = (
    "CREATE TABLE beans (bean INTEGER PRIMARY KEY, planted_by TEXT, FOREIGN KEY (planted_by) REFERENCES games (game))"
)


def plant(*beans: int) -> Callable[[sqlite3.Connection], int]:
    """Return a write of these unique rows; its result is their number."""

    def work(connection: sqlite3.Connection) -> int:
        connection.executemany("INSERT INTO beans (bean) VALUES (?)", [(bean,) for bean in beans])
        return len(beans)

    return work


def plant_and_stumble(bean: int) -> Work:
    """Return a write that raises after its row is inserted."""

    def work(connection: sqlite3.Connection) -> None:
        plant(bean)(connection)
        raise ZeroDivisionError(f"after {bean}")

    return work


def plant_for_nobody(bean: int) -> Work:
    """Return a write that fails at the commit: its row refers to a missing game."""

    def work(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        connection.execute("INSERT INTO beans VALUES (?, 'nobody')", (bean,))

    return work


def plant_a_field(bean: int) -> Work:
    """Return a write of several hundred pages."""

    def work(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO beans VALUES (?, NULL)", (bean,))
        connection.execute("CREATE TABLE field (soil BLOB)")
        connection.execute("INSERT INTO field VALUES (zeroblob(1000000))")

    return work


class Garden:
    """A store with one more table, its group commit, and a reader."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        file = open_file(folder, create=True, migrate=None)
        self.writer, self.reader = file.connect(), file.connect()
        self.writer.execute(BEANS)
        self.group = SqliteWriter(folder, self.writer)
        self.said: list[str] = []
        self.writer.set_trace_callback(self.said.append)

    def beans(self) -> list[int]:
        """Return the committed rows."""
        return [bean for (bean,) in self.reader.execute("SELECT bean FROM beans ORDER BY bean")]

    def commits(self) -> int:
        """Return the number of commits, failed ones included."""
        return self.said.count("COMMIT")

    def together(self, *works: Work) -> list[object]:
        """Write these as one group, in this order. Return each result or exception."""
        with ThreadPoolExecutor(len(works) + 1) as threads:
            with exclusive(self.folder):  # the first writes alone, the others form a group
                first = threads.submit(self.group.run, lambda _: None)
                wait_until(lambda: self.group._has_leader and not self.group._waiting)
                rest = []
                for location, work in enumerate(works, 1):
                    rest.append(threads.submit(self.group.run, work))
                    wait_until(lambda location=location: len(self.group._waiting) == location)  # type: ignore[misc]  # binds place
            first.result(timeout=10)
            return [future.exception(timeout=10) or future.result() for future in rest]


def kinds(found: Sequence[object]) -> list[object]:
    """Return the types of exceptions, and other results unchanged."""
    return [type(each) if isinstance(each, BaseException) else each for each in found]


@pytest.fixture
def garden(tmp_path: Path) -> Iterator[Garden]:
    """A garden without rows."""
    planted = Garden(tmp_path)
    yield planted
    planted.group.close()
    planted.reader.close()


def test_a_single_write_is_one_commit_and_returns_its_result(garden: Garden) -> None:
    assert 2 == garden.group.run(plant(1, 2))
    assert [1, 2] == garden.beans()
    assert ["BEGIN IMMEDIATE", "COMMIT"] == [said for said in garden.said if not said.startswith("INSERT")]


def test_a_single_write_that_raises_writes_nothing(garden: Garden) -> None:
    with pytest.raises(ZeroDivisionError):
        garden.group.run(plant_and_stumble(1))
    assert [] == garden.beans()
    garden.group.run(plant(1))
    assert [1] == garden.beans()


def test_a_conflict_fails_only_its_own_write_of_a_group(garden: Garden) -> None:
    garden.group.run(plant(7))
    found = garden.together(plant(1), plant(2, 7), plant(2), plant(1), plant_and_stumble(3), plant(3, 4))
    conflict = sqlite3.IntegrityError
    assert [1, conflict, 1, conflict, ZeroDivisionError, 2] == kinds(found)
    assert [1, 2, 3, 4, 7] == garden.beans(), "only the rows of failing writes are undone"
    assert found[1] is not found[3]


def test_a_group_is_one_commit(garden: Garden) -> None:
    assert [1] * 20 == garden.together(*(plant(bean) for bean in range(20)))
    assert 2 == garden.commits(), "one for the first, one for all others"
    assert list(range(20)) == garden.beans()


def test_a_group_that_is_too_large_is_split(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    assert JOBS_PER_COMMIT_MAX > 16
    monkeypatch.setattr("service.store.concurrency.group_commit.JOBS_PER_COMMIT_MAX", 4)
    garden.together(*(plant(bean) for bean in range(6)))
    assert 1 + 2 == garden.commits()
    assert list(range(6)) == garden.beans()


def test_uncommitted_rows_are_visible_within_the_group_only(garden: Garden) -> None:
    seen: list[list[int]] = []

    def look(connection: sqlite3.Connection) -> None:
        own = [bean for (bean,) in connection.execute("SELECT bean FROM beans ORDER BY bean")]
        seen.extend((own, garden.beans()))

    garden.group.run(plant(1))
    garden.together(plant(2), look, plant(3), look)
    assert [[1, 2], [1], [1, 2, 3], [1]] == seen
    assert [1, 2, 3] == garden.beans()


@contextmanager
def disk_full(garden: Garden) -> Iterator[None]:
    """Limit the size of files to that of the log, which acts as a full disk."""
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((garden.folder / f"{STORE}-wal").stat().st_size, unlimited[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)


def test_a_full_disk_fails_the_whole_group_and_no_later_write(garden: Garden) -> None:
    garden.group.run(plant(1))
    with disk_full(garden):
        full = garden.together(plant(2), plant(1), plant_and_stumble(3), plant(4))
    assert [sqlite3.OperationalError] * 4 == kinds(full), "a conflict may be with rows that were undone"
    assert [1] == garden.beans()
    garden.group.run(plant(2))
    assert [1, 1] == garden.together(plant(3), plant(4))
    assert [1, 2, 3, 4] == garden.beans()


def test_a_failing_commit_undoes_its_group_and_no_other(garden: Garden) -> None:
    garden.group.run(plant(1))
    assert [sqlite3.IntegrityError] * 3 == kinds(garden.together(plant(2), plant_for_nobody(3), plant(4)))
    assert [1] == garden.beans()
    with pytest.raises(sqlite3.IntegrityError):
        garden.group.run(plant_for_nobody(5))
    assert [1, 1] == garden.together(plant(2), plant(3))
    assert [1, 2, 3] == garden.beans()


def test_results_are_true_when_a_write_of_a_group_finds_no_space(garden: Garden) -> None:
    pages = garden.writer.execute("PRAGMA page_count").fetchone()[0]
    garden.writer.execute(f"PRAGMA max_page_count = {pages + 2}")
    found = kinds(garden.together(plant(1), plant_a_field(2), plant(3)))
    assert sqlite3.OperationalError is found[1]
    # SQLite may roll back the whole transaction then. Either way the results must be true.
    assert [bean for bean, each in ((1, found[0]), (3, found[2])) if each == 1] == garden.beans()
    garden.writer.execute("PRAGMA max_page_count = 1000000")
    garden.group.run(plant_a_field(4))
    assert 4 in garden.beans()


def test_a_lock_that_cannot_be_opened_fails_the_write_and_no_later_one(garden: Garden) -> None:
    garden.group.run(plant(1))
    (garden.folder / LOCK).unlink()
    (garden.folder / LOCK).mkdir()
    with pytest.raises(StoreUnavailable, match=LOCK):
        garden.group.run(plant(2))
    (garden.folder / LOCK).rmdir()
    garden.group.run(plant(3))
    assert [1, 3] == garden.beans()


def test_an_interrupt_of_the_leader_is_raised_there_only(garden: Garden) -> None:
    def interrupted(_: sqlite3.Connection) -> None:
        raise KeyboardInterrupt

    found = garden.together(interrupted, plant(1), plant(2))
    assert [KeyboardInterrupt, sqlite3.OperationalError, sqlite3.OperationalError] == kinds(found)
    assert [] == garden.beans()
    assert [1, 1] == garden.together(plant(1), plant(2))


def test_a_writer_interrupted_while_waiting_still_leads(garden: Garden) -> None:
    interrupts = [KeyboardInterrupt()]

    class Impatient(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            if interrupts:
                raise interrupts.pop()
            return super().wait(timeout)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("service.store.concurrency.group_commit.Event", Impatient)
        found = garden.together(plant(1), plant(2), plant(3))
    assert [KeyboardInterrupt, 1, 1] == kinds(found)
    assert [1, 2, 3] == garden.beans(), "the interrupt is raised after the writes"


def test_writes_after_closing_are_refused(garden: Garden) -> None:
    garden.group.close()
    for _ in range(2):
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            garden.group.run(plant(1))
    assert [] == garden.beans()


def test_many_threads_share_commits_and_none_starves(garden: Garden) -> None:
    each = 25
    waited: list[float] = []

    def plant_all(thread: int) -> Counter[str]:
        outcomes: Counter[str] = Counter()
        for turn in range(each):
            began = time.monotonic()
            try:
                garden.group.run(plant(1_000 * (thread + 1) + turn))  # no other thread writes it
                garden.group.run(plant(turn))  # all threads write it
                outcomes["planted"] += 1
            except sqlite3.IntegrityError:
                outcomes["conflict"] += 1
            waited.append(time.monotonic() - began)
        return outcomes

    with ThreadPoolExecutor(16) as threads:
        with exclusive(garden.folder):  # so that at least one group has nearly all
            planting = threads.map(plant_all, range(16))
            wait_until(lambda: len(garden.group._waiting) == 15)
        outcomes = list(planting)
    assert {"planted": each, "conflict": 15 * each} == dict(sum(outcomes, Counter()))
    expected = {1_000 * (thread + 1) + turn for thread in range(16) for turn in range(each)} | set(range(each))
    assert expected == set(garden.beans())
    assert garden.commits() <= 2 * 16 * each - 14
    assert max(waited) < 5


def test_the_leader_returns_after_its_write_and_another_one_leads(garden: Garden) -> None:
    gone = threading.Event()
    with ThreadPoolExecutor(2) as threads:
        with exclusive(garden.folder):
            first = threads.submit(garden.group.run, lambda _: threading.get_ident())
            wait_until(lambda: garden.group._has_leader and not garden.group._waiting)
            second = threads.submit(garden.group.run, lambda _: gone.wait(timeout=10) and threading.get_ident())
            wait_until(lambda: len(garden.group._waiting) == 1)
        leader = first.result(timeout=5)
        gone.set()
    assert second.result() not in (False, leader)


def plant_beside_others(folder: Path, start: Barrier, first: int) -> None:
    """Write a hundred rows from four threads, at the same time as other processes."""
    with (
        closing(open_file(folder, create=False, migrate=None).connect()) as connection,
        ThreadPoolExecutor(4) as threads,
    ):
        group = SqliteWriter(folder, connection)
        start.wait(timeout=20)
        list(threads.map(lambda bean: group.run(plant(bean)), range(first, first + 100)))


@pytest.mark.long
def test_threads_of_several_processes_share_a_folder(garden: Garden) -> None:
    start = SPAWN.Barrier(3)
    others = [SPAWN.Process(target=plant_beside_others, args=(garden.folder, start, first)) for first in (1000, 2000)]
    for other in others:
        other.start()
    start.wait(timeout=20)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda bean: garden.group.run(plant(bean)), range(100)))
    for other in others:
        other.join(timeout=20)
        assert 0 == other.exitcode
    assert [*range(100), *range(1000, 1100), *range(2000, 2100)] == garden.beans()
