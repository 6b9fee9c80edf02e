"""The backoff of webhooks: when a failed line or target is retried, with random additions."""

import random
from typing import Final

HELD_AFTER: Final = 3
"""After how many failures in a row the target itself is paused."""
HELD_MAX_MS: Final = 3_600_000
"""How long a target is paused at most, so that its recovery is noticed soon."""
RETRY_AFTER_MAX_MS: Final = 86_400_000
"""How long a pause a target may ask for."""
_JITTER: Final = 0.2
_PATIENCE: Final = 1.5


class Backoff:
    """The pauses between the retries of a line, in milliseconds. Its text form is seconds, separated by commas."""

    def __init__(self, seconds: str) -> None:
        self._pauses = [1000 * float(one) for one in seconds.split(",")]

    def after(self, tries: int) -> int | None:
        """Return the pause after this many failed tries, or None after the last one."""
        return None if tries > len(self._pauses) else _with_jitter(self._pauses[tries - 1])

    def held(self, failures: int) -> int | None:
        """Return how long to pause a target after this many failures in a row, or None for not at all."""
        if failures < HELD_AFTER:
            return None
        return _with_jitter(min(self._pauses[min(failures - HELD_AFTER, len(self._pauses) - 1)], HELD_MAX_MS))

    def are_over(self, failures: int, lasted: int) -> bool:
        """Return whether a target has failed so often and so long that its webhook is ended.

        That is half as long again as a line is tried, and more failures than a line has tries.
        """
        return failures > len(self._pauses) + HELD_AFTER and lasted > _PATIENCE * sum(self._pauses)


def _with_jitter(pause: float) -> int:
    """Return a slightly longer pause, at random, so that lines that failed together are not retried together."""
    return round(pause * (1 + _JITTER * random.random()))
