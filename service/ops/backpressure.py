"""Backpressure: a long response is sent no faster than the client takes it, so that little is held in memory."""

import time
from typing import Final

from service.ops.socket_backlog import SocketBacklog, outflows

AHEAD_BYTES: Final = 2 * 1024 * 1024
"""How many bytes may be sent before the client has taken them."""
SHORT_BYTES: Final = 64 * 1024
"""A response up to this size is not checked."""
LOOK_SECONDS: Final = (0.005, 0.2)
"""The shortest and the longest pause between two checks of what the client has taken."""
PATIENCE_SECONDS: Final = 60.0
"""After how long without progress sending stops."""


class Pace:
    """Paces the thread that sends one response to this connection. On Linux only; elsewhere it never waits."""

    def __init__(self, end: str) -> None:
        self._end = end
        self._sent = 0
        self._before: int | None = None
        """What the client had taken when the response began, if that is known."""
        self._look_at = SHORT_BYTES

    def went(self, size: int) -> bool:
        """Note that `size` more bytes were sent, and wait while too many are on their way.

        Return False if the client takes nothing any more.
        """
        self._sent += size
        if self._sent < self._look_at:
            return True
        if (outflow := self._outflow()) is None:
            self._look_at = self._sent + AHEAD_BYTES // 4
            return True
        if self._before is None:
            self._before = outflow.taken + outflow.waiting
            self._sent = 0
        return self._waited(self._before, outflow)

    def _waited(self, before: int, outflow: SocketBacklog) -> bool:
        since, pause = time.monotonic(), LOOK_SECONDS[0]
        while self._sent - (outflow.taken - before) > AHEAD_BYTES:
            time.sleep(pause)
            last, found = outflow, self._outflow()
            if found is None:  # the connection is gone, and the next write will say so
                return True
            outflow, moved = found, found.taken > last.taken
            since = time.monotonic() if moved else since
            pause = LOOK_SECONDS[0] if moved else min(2 * pause, LOOK_SECONDS[1])
            if time.monotonic() - since > PATIENCE_SECONDS:
                return False
        self._look_at = self._sent + AHEAD_BYTES // 4
        return True

    def _outflow(self) -> SocketBacklog | None:
        return outflows({self._end}).get(self._end)
