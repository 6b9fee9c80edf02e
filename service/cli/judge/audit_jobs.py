"""Audits many games, in this process or in several at once."""

import os
import signal
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from multiprocessing.util import Finalize
from typing import Final

from domain.refusals import HaricotError
from service.cli.errors import MISUSE_EXIT_CODE, error_text
from service.cli.judge.game_audit import AuditOptions, GameAuditor, PrintedAudit
from service.cli.progress import with_progress
from service.ops.process import die_with_parent, mark_as_parent
from service.plugins import wrong_ones

GAMES_EACH: Final = 50
"""How many games each process gets by default: a process takes a second to start."""
JOBS_MAX: Final = 64
"""The most processes that may be asked for."""
AHEAD: Final = 4
"""How many games of each process are asked for at once."""


class WorkerFailed(HaricotError):
    """An error in another process, with its text and exit code."""

    def __init__(self, says: str, exit_code: int = MISUSE_EXIT_CODE) -> None:
        super().__init__(says)
        self.exit_code = exit_code


def usual_jobs(games: int) -> int:
    """Return in how many processes to audit this many games by default: at most one for each core."""
    return max(1, min(os.cpu_count() or 1, games // GAMES_EACH))


def printed_audits(games: Sequence[str], options: AuditOptions, jobs: int | None) -> Iterator[PrintedAudit]:
    """Yield the audits of these games in their order, under a progress bar. `jobs` processes work at once."""
    jobs = usual_jobs(len(games)) if jobs is None else min(jobs, len(games))
    every = _here(games, options) if jobs < 2 else _in_workers(games, options, jobs)
    for audited in with_progress(every, len(games), "auditing"):
        yield from audited


def _here(games: Sequence[str], options: AuditOptions) -> Iterator[list[PrintedAudit]]:
    with GameAuditor(options) as auditor:
        for game in games:
            yield auditor.printed(game)


def _in_workers(games: Sequence[str], options: AuditOptions, jobs: int) -> Iterator[list[PrintedAudit]]:
    mark_as_parent()
    executor = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (options,))
    waiting: deque[Future[list[PrintedAudit] | WorkerFailed]] = deque()
    left = iter(games)
    try:
        with _interrupts_ignored():  # the processes start with their first games
            waiting.extend(executor.submit(_audit, game) for game in islice(left, jobs))
        while waiting:
            while len(waiting) < AHEAD * jobs and (game := next(left, None)) is not None:
                waiting.append(executor.submit(_audit, game))
            audited = waiting.popleft().result()
            if isinstance(audited, WorkerFailed):
                raise audited
            yield audited
    except BrokenProcessPool as error:
        raise WorkerFailed("a process that audits was ended: is there enough memory? Ask for fewer --jobs") from error
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Start processes that ignore Ctrl-C: this process handles it, and ends them after the game that they audit."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # which a new process inherits
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_auditor: GameAuditor | None = None


def _begin(options: AuditOptions) -> None:
    """Prepare a new process: load the editions of other packages and open the store."""
    global _auditor  # noqa: PLW0603  # what is called in another process finds nothing else again
    die_with_parent()
    wrong_ones()  # the parent process has printed them
    _auditor = GameAuditor(options)
    Finalize(None, _auditor.__exit__, (None, None, None), exitpriority=1)


def _audit(game: str) -> list[PrintedAudit] | WorkerFailed:
    assert _auditor is not None
    try:
        return _auditor.printed(game)
    except (HaricotError, OSError) as error:  # some of these cannot be sent to another process
        return WorkerFailed(error_text(error), getattr(error, "exit_code", MISUSE_EXIT_CODE))
