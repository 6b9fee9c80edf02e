"""The backoff of webhooks: how long to wait before a failed line or target is retried, with jitter."""

import random
from typing import Final

FAILURES_BEFORE_PAUSE: Final = 3
"""After how many failures in a row the target itself is paused."""
TARGET_PAUSE_MAX_MS: Final = 3_600_000
"""The longest pause of a target, so that its recovery is noticed soon."""
RETRY_AFTER_MAX_MS: Final = 86_400_000
"""The longest pause that a target may ask for by `Retry-After`."""
_JITTER: Final = 0.2
_GIVE_UP_FACTOR: Final = 1.5


class Backoff:
    """The pauses between the retries of a line, in milliseconds, read from seconds separated by commas."""

    def __init__(self, seconds: str) -> None:
        self._pauses = [1000 * float(one) for one in seconds.split(",")]

    def retry_pause(self, tries: int) -> int | None:
        """Return the pause of a line after this many failed tries, or None after the last try."""
        return None if tries > len(self._pauses) else _with_jitter(self._pauses[tries - 1])

    def target_pause(self, failures: int) -> int | None:
        """Return how long to pause a target after this many failures in a row, or None for no pause."""
        if failures < FAILURES_BEFORE_PAUSE:
            return None
        return _with_jitter(
            min(self._pauses[min(failures - FAILURES_BEFORE_PAUSE, len(self._pauses) - 1)], TARGET_PAUSE_MAX_MS)
        )

    def is_exhausted(self, failures: int, duration_ms: int) -> bool:
        """Return whether a target has failed so often and for so long that its webhook must end.

        It must have failed for one and a half times as long as a line is retried, and more often than a line is tried.
        """
        return failures > len(self._pauses) + FAILURES_BEFORE_PAUSE and duration_ms > _GIVE_UP_FACTOR * sum(
            self._pauses
        )


def _with_jitter(pause: float) -> int:
    """Return a randomly longer pause, so that lines that failed together are not retried together."""
    return round(pause * (1 + _JITTER * random.random()))
