"""Waiting for something to happen, looked for again and again, instead of sleeping and hoping."""

import time
from collections.abc import Callable
from typing import Any, Final

LOOK_SECONDS: Final = 0.01


def within(seconds: float, happens: Callable[[], Any]) -> bool:
    """Whether this comes true in so many seconds."""
    deadline = time.monotonic() + seconds
    while not happens():
        if time.monotonic() > deadline:
            return False
        time.sleep(LOOK_SECONDS)
    return True


def until(happens: Callable[[], Any], otherwise: str = "it never came to be so", *, seconds: float = 30) -> None:
    """Returns once this comes true; fails with these words when it does not in time."""
    assert within(seconds, happens), otherwise
