"""Those who take slowly what they are sent: they get more once they have taken it, or are cut off."""

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
"""How soon, and how late at most, one looks again whether they have taken what they were sent."""
LOOK_SHARE: Final = 0.05
"""Of one processor, looking takes no more than this: with thousands of connections it is not quick."""
PATIENCE_SECONDS: Final = 20.0
"""How long somebody may take nothing of what was sent, before they are cut off."""

Looked = tuple[dict[str, SocketBacklog], float]


class SlowReaders:
    """Used on the loop alone.

    `go_on` is called with whoever was kept waiting and has taken all, `over` with the group that one has left.
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
        """They owe so much that one looks whether they take it, before they owe too much."""
        self._slow.update(slow)
        if self._slow and not self._looking:
            self._looking = True
            self._look_again = LOOK_SECONDS[0]
            self._loop.call_later(self._look_again, self._look)

    def let_go(self) -> None:
        """Nobody owes anything any more: what is sent now is the last that they hear."""
        slow, self._slow = self._slow, set()
        for one in slow:
            waited, one.owed = one.slow, 0
            if waited:
                self._go_on(one)

    def _look(self) -> None:
        """Ask the kernel, in a thread, what they have not taken yet; there is never more than one look at a time."""
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
            present = [one for one in self._slow & asked if one.is_open]  # of who came meanwhile nothing is known
            moved = [one for one in present if self._has_moved(one, found.get(one.end, ALL_TAKEN))]
            self._look_again = soonest if moved else min(latest, 2 * self._look_again)
            after = max(self._look_again, took / LOOK_SHARE)
        except OSError as error:  # there may be no file free to look with: nobody is sent more until there is
            LOG.warning("streams", says=type(error).__name__)
        finally:
            self._loop.call_later(after, self._look)

    def _has_moved(self, one: Subscriber, outflow: SocketBacklog) -> bool:
        """Whether they have taken something; who has taken all goes on, who takes nothing for long is cut off."""
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
            problem = Problem("rate.limited", says).body(f"/v1/games/{one.group.sight.game}/stream")
            was_flushed(one.way, one.stream.frames.problem(msgspec.json.encode(problem)))
            one.leave()
            self._over(one.group)
        return moved


def _looked(ends: set[str]) -> Looked:
    """Return what they take, and how many seconds of a processor it took to find out."""
    begun = time.thread_time()
    return outflows(ends), time.thread_time() - begun
