"""When a webhook is tried again: after pauses that grow, each a little longer at random."""

import random
from typing import Final

HELD_AFTER: Final = 3
"""After how many failures in a row, with no success between them, a target itself is left alone for a while."""
HELD_MAX_MS: Final = 3_600_000
"""How long a target is left alone at most, so that one hears soon that it is there again."""
RETRY_AFTER_MAX_MS: Final = 86_400_000
"""How long it may ask to be left alone."""
_JITTER: Final = 0.2
_PATIENCE: Final = 1.5


class Backoff:
    """The pauses between the tries of a line, in milliseconds; made of their seconds, with commas between."""

    def __init__(self, seconds: str) -> None:
        self._pauses = [1000 * float(one) for one in seconds.split(",")]

    def after(self, tries: int) -> int | None:
        """Return how long to wait after so many tries that failed; None when there is to be no other."""
        return None if tries > len(self._pauses) else _by_lot(self._pauses[tries - 1])

    def held(self, failures: int) -> int | None:
        """Return how long to leave a target alone after so many failures in a row; None for not at all."""
        if failures < HELD_AFTER:
            return None
        return _by_lot(min(self._pauses[min(failures - HELD_AFTER, len(self._pauses) - 1)], HELD_MAX_MS))

    def are_over(self, failures: int, lasted: int) -> bool:
        """Return whether a target has failed so often and so long that its webhook is ended.

        That is for half as long again as a line is tried, and more often.
        """
        return failures > len(self._pauses) + HELD_AFTER and lasted > _PATIENCE * sum(self._pauses)


def _by_lot(pause: float) -> int:
    """Return a little more, so that what failed together does not come back together."""
    return round(pause * (1 + _JITTER * random.random()))
