"""Runs coroutines in threads that may block, without an event loop."""

from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_sync(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end in this thread, which may block. Raises RuntimeError if it awaits an event loop."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: Result = end.value
        return result
    coroutine.close()
    raise RuntimeError("this coroutine awaits an event loop, and there is none in this thread")
