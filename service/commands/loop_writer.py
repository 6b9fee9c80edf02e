"""Appends to the log from an event loop, without blocking it."""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from typing import NamedTuple

from replay.codec import Envelope
from service.store.concurrency.group_commit import AfterCommit
from service.store.concurrency.worker_thread import report_exception
from service.store.event_store import GameStore

_HAS_WRITTEN: ContextVar[bool] = ContextVar("has_written", default=False)


class _FinishedAppend(NamedTuple):
    """An append that is on disk or has failed: the future of the task that awaits it, its callback, and its error."""

    future: asyncio.Future[None]
    on_written: AfterCommit
    error: Exception | None


class LoopWriter:
    """Appends to a store from one event loop."""

    def __init__(self, store: GameStore, loop: asyncio.AbstractEventLoop) -> None:
        self._store = store
        self._loop = loop
        self._finished: deque[_FinishedAppend] = deque()

    async def append(self, game: str, batch: Sequence[Envelope], request: str | None, on_written: AfterCommit) -> None:
        """Append as `GameStore.append` does. All appends of one turn of the loop share a commit.

        `on_written` is called on the loop once the events are on disk. It is called for all appends of a commit before
        any task continues. So their streams are sent together, before the responses.
        """
        future: asyncio.Future[None] = self._loop.create_future()
        done = partial(self._finish, future, on_written)
        self._store.append_soon(game, batch, request=request, done=done, defer=self._loop.call_soon)
        await future
        _HAS_WRITTEN.set(True)

    def _finish(self, future: asyncio.Future[None], on_written: AfterCommit, error: Exception | None) -> AfterCommit:
        """Queue a finished append. The committing thread calls this for each, and then the returned function once."""
        self._finished.append(_FinishedAppend(future, on_written, error))
        return self._wake_loop

    def _wake_loop(self) -> None:
        with suppress(RuntimeError):  # the loop has ended, so no task waits for an answer
            self._loop.call_soon_threadsafe(self._resume_tasks)

    def _resume_tasks(self) -> None:
        while self._finished:
            future, on_written, error = self._finished.popleft()
            if error is None:
                try:
                    on_written()
                except Exception:  # noqa: BLE001  # the events are written, so the command must be answered
                    report_exception()
            if future.cancelled():
                continue
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)


def has_written() -> bool:
    """Return whether the current task has appended events on the loop, so that it must not be repeated."""
    return _HAS_WRITTEN.get()
