"""Groups of subscribers who follow the same with the same sight: each message is made once for a group."""

from asyncio import TimerHandle
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any, Final, NamedTuple

from service.commands.notifier import ChangeListener
from service.ops.socket_backlog import ALL_TAKEN, SocketBacklog
from service.store.concurrency.blocking_guard import WouldBlock
from service.streaming.stream_steps import Cursor, EventStream, Step

OUTSTANDING_BYTES_MAX: Final = 64 * 1024
"""A subscriber with more bytes outstanding is slow, and is sent no more."""
CHECK_SHARE: Final = 0.5
"""At this share of it the kernel is asked what is outstanding, so that a subscriber who reads never waits."""
CACHED_STEPS_MAX: Final = 64
"""For how many cursors the next step is cached, for all subscribers at that cursor."""


class Subscriber:
    """A subscriber who is sent a stream on a transport.

    `outstanding_bytes` are those that they may not have read yet. `peer` names the other end of the connection.
    `backlog` is what the last check found, and `progress_at` when it was last found changed.
    """

    __slots__ = ("backlog", "cursor", "group", "outstanding_bytes", "peer", "progress_at", "stream", "transport")

    def __init__(self, group: "SubscriberGroup", stream: EventStream, transport: Any, peer: str, now: float) -> None:
        self.group = group
        self.stream = stream
        self.transport = transport
        self.peer = peer
        self.cursor = stream.cursor
        self.progress_at = now
        self.outstanding_bytes = 0
        self.backlog: SocketBacklog = ALL_TAKEN

    @property
    def is_open(self) -> bool:
        """Whether the connection is open."""
        return self in self.group.members

    @property
    def is_slow(self) -> bool:
        """Whether too many bytes are outstanding to send more."""
        return self.outstanding_bytes > OUTSTANDING_BYTES_MAX

    @property
    def needs_check(self) -> bool:
        """Whether enough bytes are outstanding to ask the kernel for them."""
        return self.outstanding_bytes > CHECK_SHARE * OUTSTANDING_BYTES_MAX

    def disconnect(self) -> None:
        """End the stream, which closes its connection."""
        self.group.members.pop(self, None)
        self.group.lagging.pop(self, None)
        self.transport = None
        self.stream.release()


class StreamDelivery(NamedTuple):
    """What is sent to a subscriber next. They are disconnected after one that `is_last`."""

    subscriber: Subscriber
    data: bytes
    is_last: bool


class SubscriberGroup:
    """Subscribers with the same sight and the same request: what they are sent depends on their cursor alone.

    Most of them are at the same cursor, after the last event. A new message is made once for all of these. A subscriber
    whose next step is not in memory is `lagging` until a thread has read it. The others do not wait for that.

    - `is_stale`: there may be changes, so the sight must be refreshed before anything is sent.
    - `lacks_sight`: only a thread can refresh the sight.
    - `is_reading`: a thread reads for this group.
    - `followed_topics`: the other topics whose changes are forwarded to this group.
    """

    def __init__(self, stream: EventStream, listener: ChangeListener, now: float, heartbeat_seconds: float) -> None:
        self.members: dict[Subscriber, None] = {}
        self.lagging: dict[Subscriber, None] = {}
        self.topic = stream.topic
        self.key = stream.group_key
        self.is_busy = stream.is_busy
        self.sight = stream.sight
        self.followed_topics: frozenset[str] = frozenset()
        self.is_stale = self.lacks_sight = self.is_reading = False
        self.timer: TimerHandle | None = None
        self.heartbeat_at = now + heartbeat_seconds
        self._stream = stream
        self._listener = listener
        self._heartbeat_seconds = heartbeat_seconds
        self._needs_heartbeat = False  # whether a subscriber without a message is sent a heartbeat in this round
        self._steps: dict[Cursor, Step] = {}
        self._round: deque[Subscriber] = deque()

    @property
    def has_more(self) -> bool:
        """Whether there is more to send that may be in memory."""
        return bool(self._round) and not self.lacks_sight

    @property
    def other_topics(self) -> frozenset[str]:
        """The other topics whose changes may change what the members are sent."""
        return self._stream.other_topics(self.sight) if self.members else frozenset()

    @property
    def needs_thread(self) -> bool:
        """Whether a thread must read for this group, and none does."""
        return (self.lacks_sight or bool(self.lagging)) and not self.is_reading

    def add(self, subscriber: Subscriber) -> None:
        """Add a subscriber. A thread reads their first message, so that it has what other processes have written."""
        self.members[subscriber] = self.lagging[subscriber] = None

    def start_round(self, now: float) -> None:
        """Have all members sent what may be new, and a heartbeat if it is due."""
        self.is_stale = True
        if now >= self.heartbeat_at:
            self._needs_heartbeat, self.heartbeat_at = True, now + self._heartbeat_seconds
        self._fill_round()

    def resume(self, subscriber: Subscriber) -> None:
        """Have more sent to a subscriber who was slow."""
        self.is_stale = True
        self._round.append(subscriber)

    def collect(self, count_max: int, now: float, deliveries: list[StreamDelivery], *, last: bool) -> int:
        """Add the deliveries of some members. Return how many members were handled and messages were made.

        With `last` each gets the message that this process stops.
        """
        count = 0
        if self.is_stale and self._round:
            try:
                sight = self._refreshed_sight()
            except WouldBlock:
                self.lacks_sight = True
                return count
            if sight.version > self.sight.version:  # all members are sent something in this round
                self.heartbeat_at = now + self._heartbeat_seconds
            self._set_sight(sight)
        while self._round and count < count_max and not self.lacks_sight:
            subscriber = self._round.popleft()
            try:
                count += 1 + self._add_delivery(subscriber, deliveries, last=last)
            except WouldBlock:
                self.lagging[subscriber] = None
        self._needs_heartbeat = self._needs_heartbeat and bool(self._round)
        return count

    def _fill_round(self) -> None:
        self._round = deque([one for one in self.members if not one.is_slow and one not in self.lagging])

    def _set_sight(self, sight: Any) -> None:
        self.sight, self._steps = sight, {}
        self.is_stale = self.lacks_sight = False

    def _refreshed_sight(self, *, reads_log: bool = False) -> Any:
        """Return the present sight, of the events that this process knows, or with `reads_log` of all written ones."""
        latest = None if reads_log else max(self._listener.latest, self._stream.last_event(self.sight))
        return self._stream.refresh(self.sight, latest)

    def _add_delivery(self, subscriber: Subscriber, deliveries: list[StreamDelivery], *, last: bool) -> int:
        """Add the next delivery of a subscriber. Return how many messages had to be made for it."""
        if not subscriber.is_open or subscriber.is_slow:
            return 0
        cursor = subscriber.cursor
        step, made = self._steps.get(cursor), 0
        if step is None:
            if len(self._steps) >= CACHED_STEPS_MAX:
                self._steps.clear()
            step = self._steps[cursor] = self._stream.step(self.sight, cursor)
            made = (step.cursor.after or 0) - (cursor.after or step.cursor.after or 0)
        subscriber.cursor, data = step.cursor, step.data
        if last and not step.is_last:
            data += subscriber.stream.frames.reconnect()
        elif not data and self._needs_heartbeat:
            data = subscriber.stream.frames.heartbeat
        if data or step.is_last or last:
            subscriber.outstanding_bytes += len(data)
            deliveries.append(StreamDelivery(subscriber, data, step.is_last or last))
        if step.has_more and not (last or subscriber.is_slow):
            self._round.append(subscriber)
        return made

    def begin_reading(self) -> Callable[[], Callable[[], bool]]:
        """Return the function that a thread must call for this group.

        That returns a function that the loop must call then: it applies what the thread has read, as `_apply_reading`.
        """
        before, lagging = self.sight, list(self.lagging)
        cursors = {one.cursor for one in islice(self.members if self.lacks_sight else lagging, CACHED_STEPS_MAX)}
        self.is_reading = True
        if self.lacks_sight:
            self.is_stale = False  # later changes are newer than what the thread reads

        def read() -> Callable[[], bool]:
            sight = self._refreshed_sight(reads_log=bool(lagging))
            steps = {cursor: self._stream.step(sight, cursor) for cursor in cursors}
            return lambda: self._apply_reading(before, lagging, sight, steps)

        return read

    def _apply_reading(self, before: Any, lagging: list[Subscriber], sight: Any, steps: dict[Cursor, Step]) -> bool:
        """Take over what a thread has read. Return whether there may be changes that it did not read.

        `before` was the sight when the thread began. Nothing is sent if the loop has since found a sight of less.
        """
        has_changes, self.lacks_sight = self.is_stale, False
        if self.sight is before:
            self.is_stale = False
            if sight is not before:
                self._set_sight(sight)
                self._fill_round()
        elif sight.version > self.sight.version:
            return has_changes
        else:  # the loop has found a newer sight since
            steps = {cursor: step._replace(has_more=True) for cursor, step in steps.items() if step.cursor != cursor}
        for subscriber in lagging:
            self.lagging.pop(subscriber, None)
        self._round.extend(lagging)
        self._steps |= steps
        return has_changes
