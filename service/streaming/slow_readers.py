"""Backpressure: a slow subscriber is sent more once they have read the rest, or is disconnected."""

import asyncio
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, NamedTuple

import msgspec

from service.ops.server import try_send
from service.ops.socket_backlog import ALL_TAKEN, SocketBacklog, backlogs_of
from service.ops.telemetry import LOG
from service.problems import Problem
from service.streaming.subscriber_groups import Subscriber, SubscriberGroup

CHECK_SECONDS: Final = (0.02, 0.5)
"""The shortest and the longest pause between two checks of the outstanding bytes."""
CHECK_SHARE: Final = 0.05
"""The share of a processor that the checks may take: with thousands of connections they are slow."""
STALL_SECONDS: Final = 20.0
"""How long a subscriber may read nothing before they are disconnected."""


class CheckedBacklogs(NamedTuple):
    """The backlogs of connections by their peers, and the processor seconds that the check took."""

    backlogs: dict[str, SocketBacklog]
    seconds: float


class SlowReaders:
    """Watches slow subscribers. All methods are called on the event loop.

    `resume` is called with each subscriber who was slow and has read everything. `after_disconnect` is called with the
    group of each disconnected one.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        resume: Callable[[Subscriber], None],
        after_disconnect: Callable[[SubscriberGroup], None],
    ) -> None:
        self._loop = loop
        self._resume = resume
        self._after_disconnect = after_disconnect
        self._thread = ThreadPoolExecutor(1, "backlog check")  # its own: others may wait for a database
        self._watched: set[Subscriber] = set()
        self._is_checking = False
        self._pause = CHECK_SECONDS[0]

    def watch(self, subscribers: Iterable[Subscriber]) -> None:
        """Check from now on how many bytes are outstanding at these subscribers."""
        self._watched.update(subscribers)
        if self._watched and not self._is_checking:
            self._is_checking = True
            self._pause = CHECK_SECONDS[0]
            self._loop.call_later(self._pause, self._check)

    def stop(self) -> None:
        """Stop watching, and resume all slow subscribers, because they are sent their last message now."""
        watched, self._watched = self._watched, set()
        for subscriber in watched:
            was_slow, subscriber.outstanding_bytes = subscriber.is_slow, 0
            if was_slow:
                self._resume(subscriber)

    def _check(self) -> None:
        """Ask the kernel, in a thread, what is outstanding. Only one check runs at a time."""
        self._watched = {subscriber for subscriber in self._watched if subscriber.is_open}
        self._is_checking = bool(self._watched)
        if self._is_checking:
            peers = {subscriber.peer for subscriber in self._watched}
            check = self._loop.run_in_executor(self._thread, _check_backlogs, peers)
            check.add_done_callback(partial(self._apply_check, self._watched.copy()))

    def _apply_check(self, checked: set[Subscriber], check: asyncio.Future[CheckedBacklogs]) -> None:
        shortest, longest = CHECK_SECONDS
        pause = longest
        try:
            backlogs, seconds = check.result()
            # Subscribers that were added since the check began were not checked.
            present = [subscriber for subscriber in self._watched & checked if subscriber.is_open]
            progress = [self._has_progress(one, backlogs.get(one.peer, ALL_TAKEN)) for one in present]
            self._pause = shortest if any(progress) else min(longest, 2 * self._pause)
            pause = max(self._pause, seconds / CHECK_SHARE)
        except OSError as error:  # no file descriptor may be free for the check: nothing more is sent until one is
            LOG.warning("streams", says=type(error).__name__)
        finally:
            self._loop.call_later(pause, self._check)

    def _has_progress(self, subscriber: Subscriber, backlog: SocketBacklog) -> bool:
        """Return whether a subscriber has read something since the last check.

        Resume one who has read everything. Disconnect one who has read nothing for too long.
        """
        now = self._loop.time()
        has_progress, subscriber.backlog = backlog != subscriber.backlog, backlog
        if has_progress:
            subscriber.progress_at = now
        if not backlog.waiting:
            was_slow, subscriber.outstanding_bytes = subscriber.is_slow, 0
            self._watched.discard(subscriber)
            if was_slow:
                self._resume(subscriber)
        elif subscriber.is_slow and now - subscriber.progress_at > STALL_SECONDS:
            self._watched.discard(subscriber)
            says = "you read nothing of what is sent: connect again, and resume after the last event that you have"
            problem = Problem("rate.limited", says).body(subscriber.stream.path)
            message = subscriber.stream.frames.named("problem", msgspec.json.encode(problem))
            try_send(subscriber.transport, message)
            subscriber.disconnect()
            self._after_disconnect(subscriber.group)
        return has_progress


def _check_backlogs(peers: set[str]) -> CheckedBacklogs:
    begun = time.thread_time()
    return CheckedBacklogs(backlogs_of(peers), time.thread_time() - begun)
