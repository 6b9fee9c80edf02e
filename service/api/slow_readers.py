"""Those who were sent much of a stream without anybody knowing whether they take it."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from typing import Final

import msgspec

from service.api.crowds import CrowdMember
from service.ops.outflow import waiting_bytes
from service.problems import Problem

LOOK_SECONDS: Final = (0.02, 0.5)
"""How soon one looks whether they have taken it, and how often at least while none of them takes anything."""
PATIENCE_SECONDS: Final = 20.0
"""How long somebody may take nothing, before they are cut off."""


class SlowReaders:
    """Watches them from the event loop; `go_on` is called with each who has taken all, or was cut off."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, threads: Executor, go_on: Callable[[CrowdMember], None]
    ) -> None:
        self._loop = loop
        self._threads = threads
        self._go_on = go_on
        self._watched: dict[CrowdMember, None] = {}
        self._pause = LOOK_SECONDS[0]
        self._looking = False

    def watch(self, slow: Iterable[CrowdMember]) -> None:
        """These are sent nothing more for now."""
        self._watched.update(dict.fromkeys(slow))
        if self._watched and not self._looking:
            self._looking, self._pause = True, LOOK_SECONDS[0]
            self._loop.call_later(self._pause, self._look)

    def let_go(self) -> None:
        """All of them may be sent something again, since it is the last."""
        for one in self._watched:
            one.owed = 0
        self._watched.clear()

    def _look(self) -> None:
        """Asks the kernel, in a thread."""
        ends = {one.end for one in self._watched}
        self._loop.run_in_executor(self._threads, waiting_bytes, ends).add_done_callback(self._hear)

    def _hear(self, found: asyncio.Future[dict[str, int]]) -> None:
        # Where the kernel could not be asked nobody is slow: they are sent a little more, and then it is asked again.
        untaken = {} if found.exception() is not None else found.result()
        moved = [one for one in list(self._watched) if self._has_moved(one, untaken.get(one.end, 0))]
        self._looking = bool(self._watched)
        if self._looking:
            soonest, latest = LOOK_SECONDS
            self._pause = soonest if moved else min(latest, 2 * self._pause)
            self._loop.call_later(self._pause, self._look)

    def _has_moved(self, one: CrowdMember, untaken: int) -> bool:
        """Whether they have taken something; who has taken all goes on, who takes nothing for long is cut off."""
        now = self._loop.time()
        moved, one.untaken = untaken != one.untaken, untaken
        if moved:
            one.since = now
        stuck = untaken and now - one.since > PATIENCE_SECONDS
        if stuck:
            says = "you take nothing of what is sent: come again, and go on after the last event that you have"
            problem = Problem("rate.limited", says).body(f"/v1/games/{one.crowd.sight.game}/stream")
            one.send(one.stream.frames.problem(msgspec.json.encode(problem)), now)
            one.leave()
        if stuck or not untaken:
            one.owed = 0
            del self._watched[one]
            self._go_on(one)
        return moved or not untaken
