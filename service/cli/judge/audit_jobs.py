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
from service.plugins import plugin_errors

GAMES_PER_PROCESS: Final = 50
"""By default, one process starts for each 50 games, since a process takes a second to start."""
JOBS_MAX: Final = 64
"""The most processes that --jobs may choose."""
GAMES_QUEUED_PER_PROCESS: Final = 4
"""How many games are submitted for each process before the first result is awaited."""


class WorkerFailed(HaricotError):
    """An error in another process, with its text and exit code."""

    def __init__(self, message: str, exit_code: int = MISUSE_EXIT_CODE) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def default_jobs(games: int) -> int:
    """Return the default number of processes for this many games: at most one for each core."""
    return max(1, min(os.cpu_count() or 1, games // GAMES_PER_PROCESS))


def audit_games(games: Sequence[str], options: AuditOptions, jobs: int | None) -> Iterator[PrintedAudit]:
    """Yield the audits of these games in their order, under a progress bar. `jobs` is the number of processes."""
    jobs = default_jobs(len(games)) if jobs is None else min(jobs, len(games))
    audits = _audit_here(games, options) if jobs < 2 else _audit_in_workers(games, options, jobs)
    for game_audits in with_progress(audits, len(games), "auditing"):
        yield from game_audits


def _audit_here(games: Sequence[str], options: AuditOptions) -> Iterator[list[PrintedAudit]]:
    with GameAuditor(options) as auditor:
        for game in games:
            yield auditor.audit(game)


def _audit_in_workers(games: Sequence[str], options: AuditOptions, jobs: int) -> Iterator[list[PrintedAudit]]:
    mark_as_parent()
    executor = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker, (options,))
    futures: deque[Future[list[PrintedAudit] | WorkerFailed]] = deque()
    remaining = iter(games)
    try:
        with _interrupts_ignored():  # submitting the first games starts the processes
            futures.extend(executor.submit(_audit_in_worker, game) for game in islice(remaining, jobs))
        while futures:
            while len(futures) < GAMES_QUEUED_PER_PROCESS * jobs and (game := next(remaining, None)) is not None:
                futures.append(executor.submit(_audit_in_worker, game))
            game_audits = futures.popleft().result()
            if isinstance(game_audits, WorkerFailed):
                raise game_audits
            yield game_audits
    except BrokenProcessPool as error:
        raise WorkerFailed("a process that audits was ended: is there enough memory? Ask for fewer --jobs") from error
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Let processes that start meanwhile ignore Ctrl-C. This process handles it, and ends them after their game."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous_handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a new process inherits this
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous_handler)


_auditor: GameAuditor | None = None


def _start_worker(options: AuditOptions) -> None:
    """Prepare a new process: load the editions of other packages and open the store."""
    global _auditor  # noqa: PLW0603  # tasks of this process can share only a module variable
    die_with_parent()
    plugin_errors()  # it loads the plugins; the parent process has printed their errors
    _auditor = GameAuditor(options)
    Finalize(None, _auditor.__exit__, (None, None, None), exitpriority=1)


def _audit_in_worker(game: str) -> list[PrintedAudit] | WorkerFailed:
    assert _auditor is not None
    try:
        return _auditor.audit(game)
    except (HaricotError, OSError) as error:  # some of these errors cannot be pickled
        return WorkerFailed(error_text(error), getattr(error, "exit_code", MISUSE_EXIT_CODE))
