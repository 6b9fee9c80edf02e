"""Writes of an event loop, without blocking it."""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import partial

from replay.codec import Envelope
from service.store.concurrency.group_commit import AfterCommit
from service.store.concurrency.worker_thread import report_exception
from service.store.event_store import GameStore

_WRITTEN: ContextVar[bool] = ContextVar("written", default=False)
Ended = tuple[asyncio.Future[None], AfterCommit, Exception | None]


class LoopWriter:
    """Appends to a store from one event loop."""

    def __init__(self, store: GameStore, loop: asyncio.AbstractEventLoop) -> None:
        self._store = store
        self._loop = loop
        self._ended: deque[Ended] = deque()

    async def append(self, game: str, batch: Sequence[Envelope], request: str | None, wrote: AfterCommit) -> None:
        """Append as `GameStore.append` does. All appends of one turn of the loop share a commit.

        Once the events are on disk `wrote` is called, for all appends of a commit before any of them goes on: so their
        streams are sent together, and before the answers are made.
        """
        written: asyncio.Future[None] = self._loop.create_future()
        done = partial(self._end, written, wrote)
        self._store.append_soon(game, batch, request=request, done=done, defer=self._loop.call_soon)
        await written
        _WRITTEN.set(True)

    def _end(self, written: asyncio.Future[None], wrote: AfterCommit, error: Exception | None) -> AfterCommit:
        """Finish a write. The committing thread calls this for each, and then once what is returned."""
        self._ended.append((written, wrote, error))
        return self._wake

    def _wake(self) -> None:
        with suppress(RuntimeError):  # the loop has ended, so no task waits for an answer
            self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        while self._ended:
            written, wrote, error = self._ended.popleft()
            if error is None:
                try:
                    wrote()
                except Exception:  # noqa: BLE001  # the events are written, so the command must be answered
                    report_exception()
            if written.cancelled():
                continue
            if error is None:
                written.set_result(None)
            else:
                written.set_exception(error)


def has_written() -> bool:
    """Return whether the task on this loop has written something, so that it must not be repeated."""
    return _WRITTEN.get()
