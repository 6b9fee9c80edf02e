"""The pace of a long answer: no faster than the other end takes it, so that little of it is ever held in memory."""

import time
from typing import Final

from service.ops.socket_backlog import SocketBacklog, outflows

AHEAD_BYTES: Final = 2 * 1024 * 1024
"""So much may be on its way that the other end has not taken yet."""
SHORT_BYTES: Final = 64 * 1024
"""Of an answer that is no longer, nothing is asked."""
LOOK_SECONDS: Final = (0.005, 0.2)
"""How soon, and how late at most, one looks again what they have taken."""
PATIENCE_SECONDS: Final = 60.0
"""How long somebody may take nothing before one stops."""


class Pace:
    """For the thread that sends one answer to this end of a connection. On Linux only: elsewhere nobody waits."""

    def __init__(self, end: str) -> None:
        self._end = end
        self._sent = 0
        self._before: int | None = None
        """What they had taken when the answer began, as far as that counts."""
        self._look_at = SHORT_BYTES

    def went(self, size: int) -> bool:
        """So many bytes more were sent: waits while that is too much. False where they take nothing any more."""
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
            if found is None:  # it is gone, and the next part will say so
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
