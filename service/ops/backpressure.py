"""Backpressure: a long response is sent no faster than the client reads it, so that little of it is in memory."""

import time
from typing import Final

from service.ops.socket_backlog import SocketBacklog, backlogs_of

UNREAD_BYTES_MAX: Final = 2 * 1024 * 1024
"""How many bytes may be sent before the client has read them."""
UNCHECKED_BYTES: Final = 64 * 1024
"""A response up to this size is not checked."""
CHECK_SECONDS: Final = (0.005, 0.2)
"""The shortest and the longest pause between two checks of what the client has read."""
STALL_SECONDS: Final = 60.0
"""After how long without progress sending stops."""


class SendingPace:
    """Paces the thread that sends a response to this peer. On Linux only: elsewhere it never waits."""

    def __init__(self, peer: str) -> None:
        self._peer = peer
        self._sent = 0
        self._taken_before: int | None = None
        """How many bytes the client has to acknowledge before those of `_sent`; None until the first check."""
        self._check_at = UNCHECKED_BYTES

    def wait_after(self, size: int) -> bool:
        """Note that `size` more bytes were sent, and wait while too many of them are unread.

        Return False if the client has read nothing for too long.
        """
        self._sent += size
        if self._sent < self._check_at:
            return True
        if (backlog := self._backlog()) is None:
            self._check_at = self._sent + UNREAD_BYTES_MAX // 4
            return True
        if self._taken_before is None:
            self._taken_before = backlog.taken + backlog.waiting
            self._sent = 0
        return self._wait(self._taken_before, backlog)

    def _wait(self, taken_before: int, backlog: SocketBacklog) -> bool:
        progress_at, pause = time.monotonic(), CHECK_SECONDS[0]
        while self._sent - (backlog.taken - taken_before) > UNREAD_BYTES_MAX:
            time.sleep(pause)
            previous, found = backlog, self._backlog()
            if found is None:  # the connection is closed, so the next write fails
                return True
            backlog, has_progress = found, found.taken > previous.taken
            progress_at = time.monotonic() if has_progress else progress_at
            pause = CHECK_SECONDS[0] if has_progress else min(2 * pause, CHECK_SECONDS[1])
            if time.monotonic() - progress_at > STALL_SECONDS:
                return False
        self._check_at = self._sent + UNREAD_BYTES_MAX // 4
        return True

    def _backlog(self) -> SocketBacklog | None:
        return backlogs_of({self._peer}).get(self._peer)
