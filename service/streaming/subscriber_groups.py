"""Subscribers who follow one game alike, for whom each message is made once."""

from asyncio import TimerHandle
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any, Final

from service.commands.notifier import NewsListener
from service.ops.socket_backlog import ALL_TAKEN, SocketBacklog
from service.store.concurrency.blocking_guard import WouldBlock
from service.streaming.stream_steps import Cursor, EventStream, Step

OWED_BYTES_MAX: Final = 64 * 1024
"""A subscriber with this many bytes outstanding is sent no more."""
TRUSTED: Final = 0.5
"""At this share of it the kernel is asked what is outstanding, so that a subscriber who reads never waits."""
STEPS_MAX: Final = 64
"""For how many cursors the next step is kept, for all subscribers at that cursor."""


class Subscriber:
    """A subscriber who is sent a stream on this way; `owed` are the bytes that they may not have taken yet.

    `end` names the other end of the connection, `outflow` is what they took of it; at the time `since` that was more
    than before.
    """

    __slots__ = ("cursor", "end", "group", "outflow", "owed", "since", "stream", "way")

    def __init__(self, group: "SubscriberGroup", stream: EventStream, way: Any, end: str, now: float) -> None:
        self.group = group
        self.stream = stream
        self.way = way
        self.end = end
        self.cursor = stream.cursor
        self.since = now
        self.owed = 0
        self.outflow: SocketBacklog = ALL_TAKEN

    @property
    def is_open(self) -> bool:
        """Whether the connection is open."""
        return self in self.group.members

    @property
    def slow(self) -> bool:
        """Whether too many bytes are outstanding to send more."""
        return self.owed > OWED_BYTES_MAX

    @property
    def is_doubted(self) -> bool:
        """Whether enough bytes are outstanding to ask the kernel for them."""
        return self.owed > TRUSTED * OWED_BYTES_MAX

    def leave(self) -> None:
        """End the stream, which closes its connection."""
        self.group.members.pop(self, None)
        self.group.behind.pop(self, None)
        self.way = None
        self.stream.leave()


Sending = tuple[Subscriber, bytes, bool]
"""What goes to a subscriber next, and whether they leave with it."""


class SubscriberGroup:
    """Subscribers with the same sight who asked for the same: what they are sent depends on their cursor alone.

    Most stand at the head, at one cursor: what is new is made once for all of them. A subscriber for whom it is not in
    memory waits in `behind` until a thread has read it. The others do not wait.

    `stale` says that there may be news, so the sight must be found again before anything is sent. `lacks_sight` says
    that only a thread can find it, `away` that a thread reads for this group. The news of topics that are
    `also_followed` is for it as well.
    """

    def __init__(self, stream: EventStream, listener: NewsListener, now: float, beat_seconds: float) -> None:
        self.members: dict[Subscriber, None] = {}
        self.behind: dict[Subscriber, None] = {}
        self.topic = stream.topic
        self.alike = stream.alike
        self.is_busy = stream.is_busy
        self.sight = stream.sight
        self.also_followed: frozenset[str] = frozenset()
        self.stale = self.lacks_sight = self.away = False
        self.alarm: TimerHandle | None = None
        self.beat_at = now + beat_seconds
        self._stream = stream
        self._listener = listener
        self._beat_seconds = beat_seconds
        self._beats = False  # whether a subscriber without news is sent a heartbeat
        self._steps: dict[Cursor, Step] = {}
        self._round: deque[Subscriber] = deque()

    @property
    def unfinished(self) -> bool:
        """Whether there is more to send that may be in memory."""
        return bool(self._round) and not self.lacks_sight

    @property
    def also_follows(self) -> frozenset[str]:
        """The other topics whose news may change what they are sent."""
        return self._stream.also_follows(self.sight) if self.members else frozenset()

    @property
    def needs_thread(self) -> bool:
        """Whether a thread must read for this group, and none does."""
        return (self.lacks_sight or bool(self.behind)) and not self.away

    def join(self, one: Subscriber) -> None:
        """Add a subscriber. Their first message is as of now, even if the news of another process is not here yet."""
        self.members[one] = self.behind[one] = None

    def take_news(self, now: float) -> None:
        """Have everybody sent what may be new, and a heartbeat if its time has come."""
        self.stale = True
        if now >= self.beat_at:
            self._beats, self.beat_at = True, now + self._beat_seconds
        self._begin_round()

    def go_on(self, one: Subscriber) -> None:
        """Send more to a subscriber who owed too much, of what they may know by now."""
        self.stale = True
        self._round.append(one)

    def tell(self, most: int, now: float, sendings: list[Sending], *, last: bool) -> int:
        """Add what is new for some subscribers; return how many these are, and how many messages were made.

        With `last` each is told that there will be no more.
        """
        count = 0
        if self.stale and self._round:
            try:
                sight = self._look()
            except WouldBlock:
                self.lacks_sight = True
                return count
            if sight.version > self.sight.version:  # all are sent something in this round
                self.beat_at = now + self._beat_seconds
            self._see(sight)
        while self._round and count < most and not self.lacks_sight:
            one = self._round.popleft()
            try:
                count += 1 + self._advance(one, sendings, last=last)
            except WouldBlock:
                self.behind[one] = None
        self._beats = self._beats and bool(self._round)
        return count

    def _begin_round(self) -> None:
        self._round = deque([one for one in self.members if not one.slow and one not in self.behind])

    def _see(self, sight: Any) -> None:
        self.sight, self._steps = sight, {}
        self.stale = self.lacks_sight = False

    def _look(self, *, as_of_now: bool = False) -> Any:
        """Return what they may know of what this process has heard of, or `as_of_now` of all that is written."""
        latest = None if as_of_now else max(self._listener.latest, self._stream.written(self.sight))
        return self._stream.look(self.sight, latest)

    def _advance(self, one: Subscriber, sendings: list[Sending], *, last: bool) -> int:
        """Add the next part for a subscriber; return how many messages had to be made for it."""
        if not one.is_open or one.slow:
            return 0
        step, made = self._steps.get(one.cursor), 0
        if step is None:
            if len(self._steps) >= STEPS_MAX:
                self._steps.clear()
            step = self._steps[one.cursor] = self._stream.step(self.sight, one.cursor)
            made = (step.cursor.after or 0) - (one.cursor.after or step.cursor.after or 0)
        one.cursor, part = step.cursor, step.part
        if last and not step.over:
            part += one.stream.frames.leave()
        elif not part and self._beats:
            part = one.stream.frames.heartbeat
        if part or step.over or last:
            one.owed += len(part)
            sendings.append((one, part, step.over or last))
        if step.more and not (last or one.slow):
            self._round.append(one)
        return made

    def reading(self) -> Callable[[], Callable[[], bool]]:
        """Return what a thread must do for this group. It returns what the loop must call then, as `_take_up`."""
        before, who = self.sight, list(self.behind)
        cursors = {one.cursor for one in islice(self.members if self.lacks_sight else who, STEPS_MAX)}
        self.away = True
        if self.lacks_sight:
            self.stale = False  # news is from now on newer than what the thread finds

        def read() -> Callable[[], bool]:
            sight = self._look(as_of_now=bool(who))
            steps = {cursor: self._stream.step(sight, cursor) for cursor in cursors}
            return lambda: self._take_up(before, who, sight, steps)

        return read

    def _take_up(self, before: Any, who: list[Subscriber], sight: Any, steps: dict[Cursor, Step]) -> bool:
        """Go on with what a thread found for those behind; return whether there may be news that it did not find.

        `before` was the sight when it began. Nothing is sent if the loop has found since that they may know less.
        """
        has_news, self.lacks_sight = self.stale, False
        if self.sight is before:
            self.stale = False
            if sight is not before:
                self._see(sight)
                self._begin_round()
        elif sight.version > self.sight.version:
            return has_news
        else:  # the loop has found more since
            steps = {cursor: step._replace(more=True) for cursor, step in steps.items() if step.cursor != cursor}
        for one in who:
            self.behind.pop(one, None)
        self._round.extend(who)
        self._steps |= steps
        return has_news
