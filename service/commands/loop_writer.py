"""Writes of an event loop, without blocking it."""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import partial

from replay.codec import Envelope
from service.store.event_store import GameStore

_WRITTEN: ContextVar[bool] = ContextVar("written", default=False)
Ended = tuple[asyncio.Future[None], Exception | None]


class LoopWriter:
    """Appends to a store from one event loop."""

    def __init__(self, store: GameStore, loop: asyncio.AbstractEventLoop) -> None:
        self._store = store
        self._loop = loop
        self._ended: deque[Ended] = deque()
        self._woken = False
        """Whether the loop will soon collect finished writes."""

    async def append(self, game: str, batch: Sequence[Envelope], request: str | None) -> None:
        """Append as `GameStore.append` does. All appends of one turn of the loop share a commit."""
        written: asyncio.Future[None] = self._loop.create_future()
        done = partial(self._end, written)
        self._store.append_soon(game, batch, request=request, done=done, later=self._loop.call_soon)
        await written
        _WRITTEN.set(True)

    def _end(self, written: asyncio.Future[None], error: Exception | None) -> None:
        """Finish a write. The committing thread calls this; the first call of a group wakes the loop."""
        self._ended.append((written, error))
        if not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # the loop has ended, so no task waits for an answer
                self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        self._woken = False  # reset before collecting, so that a later write wakes the loop again
        while self._ended:
            written, error = self._ended.popleft()
            if written.cancelled():
                continue
            if error is None:
                written.set_result(None)
            else:
                written.set_exception(error)


def has_written() -> bool:
    """Return whether the task on this loop has written something, so that it must not be repeated."""
    return _WRITTEN.get()
