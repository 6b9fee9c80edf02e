"""What an event loop writes without waiting for it."""

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
        """Whether the loop will look for what has ended, from now on."""

    async def append(self, game: str, batch: Sequence[Envelope], request: str | None) -> None:
        """Append as `GameStore.append` does; all that comes to this in one turn of the loop shares a commit."""
        written: asyncio.Future[None] = self._loop.create_future()
        done = partial(self._end, written)
        self._store.append_soon(game, batch, request=request, done=done, later=self._loop.call_soon)
        await written
        _WRITTEN.set(True)

    def _end(self, written: asyncio.Future[None], error: Exception | None) -> None:
        """Called in the thread that commits, once for each of a group: the loop is woken for the first of them."""
        self._ended.append((written, error))
        if not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # the loop has ended: nobody waits for an answer any more
                self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        self._woken = False  # before it looks: what ends after that wakes it again
        while self._ended:
            written, error = self._ended.popleft()
            if written.cancelled():
                continue
            if error is None:
                written.set_result(None)
            else:
                written.set_exception(error)


def has_written() -> bool:
    """Return whether the task that runs on the loop has written something, so that nobody may begin it again."""
    return _WRITTEN.get()
