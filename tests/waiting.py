"""Wait for a condition by polling, with a deadline."""

import time
from collections.abc import Callable
from typing import Any, Final

LOOK_SECONDS: Final = 0.01


def happens_within(seconds: float, happens: Callable[[], Any]) -> bool:
    """Return whether a condition becomes true within the given seconds."""
    deadline = time.monotonic() + seconds
    while not happens():
        if time.monotonic() > deadline:
            return False
        time.sleep(LOOK_SECONDS)
    return True


def wait_until(
    happens: Callable[[], Any], otherwise: str = "the condition stayed false", *, seconds: float = 30
) -> None:
    """Return when a condition is true; fail with this message after the deadline."""
    assert happens_within(seconds, happens), otherwise
