"""Check `send` of group commit: writes without waiting share commits."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from eventsourcing.persistence import IntegrityError

from service.store.concurrency.group_commit import JOBS_PER_COMMIT_MAX, Defer, Job
from service.store.sqlite.file import sqlite3
from service.store.sqlite.locks import exclusive
from service.store.sqlite.writer import Work
from tests.service.store.test_group_commit import Garden, disk_full, garden, kinds, plant
from tests.waiting import wait_until

__all__ = ["garden"]


class Sent:
    """Writes sent to a garden, and their callbacks in order."""

    def __init__(self, garden: Garden) -> None:
        self.said: list[Job[Work]] = []
        self.threads: set[threading.Thread] = set()
        self.ended: list[int] = []
        """The number of finished writes at the end of each commit."""
        self._garden = garden

    def send(self, work: Work, after: Job[Work] | None = None, defer: Defer | None = None) -> Job[Work]:
        """Send a write."""
        return self._garden.group.send(work, self._tell, after=after, defer=defer)

    def _tell(self, job: Job[Work]) -> Callable[[], None]:
        self.threads.add(threading.current_thread())
        self.said.append(job)
        return self._end

    def _end(self) -> None:
        self.ended.append(len(self.said))

    def together(self, *works: Work) -> list[object]:
        """Send these as one group, in this order. Return each result or exception."""
        with exclusive(self._garden.folder):
            jobs = [self.send(lambda _: None)]
            wait_until(lambda: not self._garden.group._waiting)
            jobs += [self.send(work) for work in works]
        wait_until(lambda: all(job in self.said for job in jobs))
        assert jobs == self.said[-len(jobs) :]
        return [job.error or job.value for job in jobs[1:]]


def test_sent_writes_share_a_commit_of_one_thread(garden: Garden) -> None:
    sent = Sent(garden)
    assert [1] * 20 == sent.together(*(plant(bean) for bean in range(20)))
    assert 2 == garden.commits(), "one for the first, one for all others"
    assert {garden.group._writer} == sent.threads
    wait_until(lambda: 2 == len(sent.ended))
    assert [1, 21] == sent.ended, "what callbacks return is called once a commit"


def test_a_conflict_fails_its_sent_write_and_those_after_it(garden: Garden) -> None:
    garden.group.run(plant(7))
    sent = Sent(garden)
    assert [1, sqlite3.IntegrityError, 1] == kinds(sent.together(plant(1), plant(2, 7), plant(2)))
    with exclusive(garden.folder):
        failing = sent.send(plant(7))
        wait_until(lambda: not garden.group._waiting)
        following = sent.send(plant(8), failing)  # a group later
        last = sent.send(plant(9), following)
        other = sent.send(plant(10))
    wait_until(lambda: other.done)
    with pytest.raises(IntegrityError, match="earlier write"):
        garden.group.run(plant(11), after=last)
    assert [IntegrityError, IntegrityError, 1] == kinds([job.error or job.value for job in (following, last, other)])
    assert [1, 2, 7, 10] == garden.beans()
    assert [None] * 4 == [job.after for job in (failing, following, last, other)], "no job keeps those before it"


def test_a_full_disk_fails_all_sent_writes(garden: Garden) -> None:
    garden.group.run(plant(1))
    sent = Sent(garden)
    with disk_full(garden):
        assert [sqlite3.OperationalError] * 3 == kinds(sent.together(plant(2), plant(1), plant(3)))
    assert [1, 1] == sent.together(plant(2), plant(3))
    assert [1, 2, 3] == garden.beans()


def test_sent_and_waiting_writes_share_a_commit(garden: Garden) -> None:
    sent = Sent(garden)
    for turn, begin in enumerate((sent.send, garden.group.run)):
        with ThreadPoolExecutor(2) as threads, exclusive(garden.folder):
            begun = garden.commits()
            threads.submit(begin, lambda _: None)
            wait_until(lambda: garden.group._has_leader and not garden.group._waiting)
            jobs = [sent.send(plant(10 * turn)), sent.send(plant(10 * turn + 1))]
            waits = threads.submit(garden.group.run, plant(10 * turn + 2))
            wait_until(lambda: 3 == len(garden.group._waiting))
            jobs.append(sent.send(plant(10 * turn + 3)))
        wait_until(lambda jobs=jobs: all(job.done for job in jobs))  # type: ignore[misc]  # binds them
        assert (1, begun + 2) == (waits.result(10), garden.commits())
    assert [0, 1, 2, 3, 10, 11, 12, 13] == garden.beans()


def test_the_writing_thread_runs_from_the_first_sent_write_to_closing(garden: Garden) -> None:
    garden.group.run(plant(1))
    assert garden.group._writer is None
    sent = Sent(garden)
    sent.send(plant(2))
    writer = garden.group._writer
    assert writer is not None
    garden.group.close()
    assert not writer.is_alive()
    assert [1] == [job.value for job in sent.said]
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        sent.send(plant(3))
    assert [1, 2] == garden.beans()


def test_a_thread_that_cannot_start_refuses_the_write_and_is_retried(garden: Garden) -> None:
    sent = Sent(garden)
    usual = threading.stack_size(2**46)  # more than there is
    try:
        with pytest.raises(RuntimeError, match="start new thread"):
            sent.send(plant(1))
    finally:
        threading.stack_size(usual)
    assert not garden.group._waiting
    sent.send(plant(2))
    wait_until(lambda: 1 == len(sent.said))
    assert [2] == garden.beans()


def test_closing_finishes_pending_writes_or_fails_them(garden: Garden) -> None:
    garden.group.run(plant(1))
    sent = Sent(garden)
    with ThreadPoolExecutor(2) as threads, disk_full(garden):
        with exclusive(garden.folder):
            sent.send(plant(2))
            wait_until(lambda: garden.group._has_leader and not garden.group._waiting)
            sent.send(plant(3))
            waits = threads.submit(garden.group.run, plant(4))
            wait_until(lambda: 2 == len(garden.group._waiting))
            closing = threads.submit(garden.group.close)
            wait_until(lambda: garden.group._is_closed)
            assert not sent.said
        closing.result(10)
    assert [sqlite3.OperationalError] * 2 == kinds([job.error for job in sent.said])
    assert isinstance(waits.exception(10), sqlite3.OperationalError)
    assert [1] == garden.beans()


def test_deferred_writes_are_one_commit_at_the_scheduled_time(garden: Garden) -> None:
    sent, begin = Sent(garden), list[Callable[[], None]]()
    for bean in range(20):
        sent.send(plant(bean), defer=begin.append)
    assert 1 == len(begin), "scheduled once for all of them"
    assert not garden.group._has_leader
    assert 0 == garden.commits()
    begin[0]()
    wait_until(lambda: 20 == len(sent.said))
    assert 1 == garden.commits()
    assert list(range(20)) == garden.beans()


def test_a_deferred_write_joins_a_running_commit(garden: Garden) -> None:
    sent, begin = Sent(garden), list[Callable[[], None]]()
    with exclusive(garden.folder):
        sent.send(plant(1))
        wait_until(lambda: not garden.group._waiting)
        sent.send(plant(2), defer=begin.append)
    wait_until(lambda: 2 == len(sent.said))
    assert [] == begin
    sent.send(plant(3), defer=begin.append)
    assert 1 == len(begin)
    begin[0]()
    wait_until(lambda: 3 == len(sent.said))
    begin[0]()  # without any pending write
    sent.send(plant(4))
    wait_until(lambda: 4 == len(sent.said))
    assert [1, 2, 3, 4] == garden.beans()


def test_a_waiting_write_starts_the_deferred_ones(garden: Garden) -> None:
    sent, begin = Sent(garden), list[Callable[[], None]]()
    for bean in range(JOBS_PER_COMMIT_MAX + 1):
        sent.send(plant(bean), defer=begin.append)
    assert 1 == garden.group.run(plant(1_000))
    assert [*range(JOBS_PER_COMMIT_MAX + 1), 1_000] == garden.beans(), (
        "it is written after them, before the call returns"
    )
    assert JOBS_PER_COMMIT_MAX + 1 == len(sent.said)
    assert 2 == garden.commits()
    begin[0]()
    sent.send(plant(1_001))
    wait_until(lambda: JOBS_PER_COMMIT_MAX + 2 == len(sent.said))


def test_closing_starts_the_deferred_writes(garden: Garden) -> None:
    sent, begin = Sent(garden), list[Callable[[], None]]()
    sent.send(plant(1), defer=begin.append)
    garden.group.close()
    assert [1] == [job.value for job in sent.said]
    assert [1] == garden.beans()
    begin[0]()
