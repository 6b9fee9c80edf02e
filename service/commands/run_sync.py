"""Runs coroutines in threads that may block, without an event loop."""

from collections.abc import Coroutine
from typing import Any, TypeVar

Found = TypeVar("Found")


def at_once(steps: Coroutine[Any, Any, Found]) -> Found:
    """Run a coroutine to its end in this thread, which may block. Raises RuntimeError if it needs an event loop."""
    try:
        steps.send(None)
    except StopIteration as end:
        found: Found = end.value
        return found
    steps.close()
    raise RuntimeError("this waits for an event loop, and there is none here")
