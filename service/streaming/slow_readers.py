"""Backpressure: a slow subscriber is sent more once they have read the rest, or is disconnected."""

import asyncio
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import msgspec

from service.ops.server import was_flushed
from service.ops.socket_backlog import ALL_TAKEN, SocketBacklog, outflows
from service.ops.telemetry import LOG
from service.problems import Problem
from service.streaming.subscriber_groups import Subscriber, SubscriberGroup

LOOK_SECONDS: Final = (0.02, 0.5)
"""The shortest and the longest pause between two looks at what is outstanding."""
LOOK_SHARE: Final = 0.05
"""The share of a processor that looking may take: with thousands of connections it is slow."""
PATIENCE_SECONDS: Final = 20.0
"""How long a subscriber may read nothing before they are disconnected."""

Looked = tuple[dict[str, SocketBacklog], float]


class SlowReaders:
    """Watches slow subscribers, on the event loop alone.

    `go_on` is called with each subscriber who waited and has read all, `over` with the group that one has left.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        go_on: Callable[[Subscriber], None],
        over: Callable[[SubscriberGroup], None],
    ) -> None:
        self._loop = loop
        self._go_on = go_on
        self._over = over
        self._thread = ThreadPoolExecutor(1, "outflow")  # its own: others may wait for a database
        self._slow: set[Subscriber] = set()
        self._looking = False
        self._look_again = LOOK_SECONDS[0]

    def watch(self, slow: Iterable[Subscriber]) -> None:
        """Look from now on what is outstanding at this subscriber, before it is too much."""
        self._slow.update(slow)
        if self._slow and not self._looking:
            self._looking = True
            self._look_again = LOOK_SECONDS[0]
            self._loop.call_later(self._look_again, self._look)

    def let_go(self) -> None:
        """Stop looking: what is sent now is the last that the subscribers get."""
        slow, self._slow = self._slow, set()
        for one in slow:
            waited, one.owed = one.slow, 0
            if waited:
                self._go_on(one)

    def _look(self) -> None:
        """Ask the kernel, in a thread, what is outstanding. Only one look runs at a time."""
        self._slow = {one for one in self._slow if one.is_open}
        self._looking = bool(self._slow)
        if self._looking:
            ends = {one.end for one in self._slow}
            looking = self._loop.run_in_executor(self._thread, _looked, ends)
            looking.add_done_callback(partial(self._judge, self._slow.copy()))

    def _judge(self, asked: set[Subscriber], looked: asyncio.Future[Looked]) -> None:
        soonest, latest = LOOK_SECONDS
        after = latest
        try:
            found, took = looked.result()
            present = [one for one in self._slow & asked if one.is_open]  # those who came meanwhile were not looked at
            moved = [one for one in present if self._has_moved(one, found.get(one.end, ALL_TAKEN))]
            self._look_again = soonest if moved else min(latest, 2 * self._look_again)
            after = max(self._look_again, took / LOOK_SHARE)
        except OSError as error:  # no file descriptor may be free to look with: nothing more is sent until one is
            LOG.warning("streams", says=type(error).__name__)
        finally:
            self._loop.call_later(after, self._look)

    def _has_moved(self, one: Subscriber, outflow: SocketBacklog) -> bool:
        """Note what they have read: who has read all goes on, who reads nothing for long is disconnected."""
        now = self._loop.time()
        moved, one.outflow = outflow != one.outflow, outflow
        if moved:
            one.since = now
        if not outflow.waiting:
            waited, one.owed = one.slow, 0
            self._slow.discard(one)
            if waited:
                self._go_on(one)
        elif one.slow and now - one.since > PATIENCE_SECONDS:
            self._slow.discard(one)
            says = "you take nothing of what is sent: come again, and go on after the last event that you have"
            problem = Problem("rate.limited", says).body(one.stream.path)
            was_flushed(one.way, one.stream.frames.named("problem", msgspec.json.encode(problem)))
            one.leave()
            self._over(one.group)
        return moved


def _looked(ends: set[str]) -> Looked:
    """Return the outstanding bytes of each, and the seconds of processor that it took to find them."""
    begun = time.thread_time()
    return outflows(ends), time.thread_time() - begun
