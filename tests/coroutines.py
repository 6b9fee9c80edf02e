"""Run coroutines in tests."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_coroutine(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine returns, run in a thread of its own.

    Once a worker of xdist has run a test of pages, Playwright's loop counts as running in its main thread, where
    `asyncio.run` then fails.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()  # noqa: TID251  # in its own thread
