"""The server of all streams of a process: what this process commits is sent in the same turn of its event loop."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from threading import get_ident
from typing import Any, Final, NamedTuple

from service.access.context import Context
from service.commands.notifier import ChangeKind, ChangeListener
from service.ops.error_mapping import problem_for
from service.ops.server import try_send
from service.streaming.long_poll import DELAY_CHECK_SECONDS
from service.streaming.slow_readers import SlowReaders
from service.streaming.stream_steps import EventStream
from service.streaming.subscriber_groups import StreamDelivery, Subscriber, SubscriberGroup

MESSAGES_PER_TURN: Final = 50
"""How many messages are sent before commands are handled. A turn after changes sends this many for each topic."""
HEARTBEAT_SHARE: Final = 0.8
"""The interval of heartbeats, as a share of the documented interval."""
WRITE_WAIT_SECONDS: Final = 0.1
"""How long a group waits at most for what this process is writing, before a thread reads it."""
READER_THREADS: Final = 4


class _FollowedTopic(NamedTuple):
    """A followed game or tournament: its groups of subscribers by their keys, and the listener to its changes."""

    exit_stack: ExitStack
    listener: ChangeListener
    groups: dict[Hashable, SubscriberGroup]


class StreamServer:
    """Sends all streams of a process from its event loop.

    Threads read what is not in memory: for lagging subscribers, and what other processes have written. A subscriber who
    does not read is sent only a little. Until they read or are disconnected, only their cursor is kept. Each group has
    one timer, for its next heartbeat and for what spectators with a delay may know later.
    """

    def __init__(self, context: Context, loop: asyncio.AbstractEventLoop) -> None:
        self._context = context
        self._loop = loop
        self._loop_thread = get_ident()
        self._threads = ThreadPoolExecutor(READER_THREADS, "stream readers")
        self._heartbeat_seconds = context.settings.heartbeat * HEARTBEAT_SHARE
        self._topics: dict[str, _FollowedTopic] = {}
        self._groups_by_other_topic: dict[str, dict[SubscriberGroup, None]] = {}
        self._queue: OrderedDict[SubscriberGroup, None] = OrderedDict()
        self._next_turn: asyncio.Handle | None = None
        self._changed_topics: set[str] = set()
        self._slow_readers = SlowReaders(loop, self._resume, self._remove_if_empty)
        self._is_closing = False
        context.notifier.subscribe(ChangeKind.GAME_EVENTS, self._note_change)
        context.notifier.subscribe(ChangeKind.LOCAL_TOURNAMENT_EVENTS, self._note_change)
        context.notifier.subscribe(ChangeKind.METADATA, self._note_change)

    def start_stream(self, stream: EventStream, transport: Any, peer: str) -> None:
        """Send a stream from the loop until its connection closes. `peer` names the other end of the connection."""
        now = self._loop.time()
        topic = self._topics.get(stream.topic)
        if topic is None:
            exit_stack = ExitStack()
            listener = exit_stack.enter_context(self._context.notifier.listen(stream.topic))
            topic = self._topics[stream.topic] = _FollowedTopic(exit_stack, listener, {})
        group = topic.groups.get(stream.group_key)
        if group is None:
            group = SubscriberGroup(stream, topic.listener, now, self._heartbeat_seconds)
            topic.groups[stream.group_key] = group
        group.add(Subscriber(group, stream, transport, peer, now))
        self._enqueue(group)

    def close(self) -> None:
        """Tell all subscribers, and those who connect later, that this process stops. Any thread may call it."""
        self._is_closing = True
        self._note_change("")

    def _note_change(self, topic: str) -> None:
        """Note that this topic has changed, or any topic if it is empty. Any thread may call it."""
        # A stream that begins now reads the topic after this change.
        if topic and topic not in self._topics and topic not in self._groups_by_other_topic:
            return
        if get_ident() != self._loop_thread:
            with suppress(RuntimeError):  # the loop has ended, and all streams with it
                self._loop.call_soon_threadsafe(self._note_change, topic)
            return
        if not self._changed_topics:
            self._loop.call_soon(self._send_changes)
        self._changed_topics.add(topic)

    def _send_changes(self) -> None:
        """Send what is new in all topics that changed in one turn of the loop."""
        changed, self._changed_topics = self._changed_topics, set()
        if self._is_closing:
            self._slow_readers.stop()
        topics = self._topics.values() if "" in changed else [self._topics[t] for t in changed if t in self._topics]
        others = (group for topic in changed for group in self._groups_by_other_topic.get(topic, ()))
        groups = dict.fromkeys((*(group for topic in topics for group in topic.groups.values()), *others))
        self._start_rounds(groups, MESSAGES_PER_TURN * len(changed))

    def _start_rounds(self, groups: Iterable[SubscriberGroup], messages_max: int = MESSAGES_PER_TURN) -> None:
        now = self._loop.time()
        for group in groups:
            group.start_round(now)
            self._enqueue(group)
        self._run_turn(messages_max)

    def _resume(self, subscriber: Subscriber) -> None:
        subscriber.group.resume(subscriber)
        self._enqueue(subscriber.group)

    def _enqueue(self, group: SubscriberGroup) -> None:
        self._queue[group] = None
        if self._next_turn is None:
            self._next_turn = self._loop.call_soon(self._run_turn)

    def _run_turn(self, messages_left: int = MESSAGES_PER_TURN) -> None:
        """Send some of the messages that are due, then let commands run.

        All are sent together at the end, so that the server's thread that writes to the sockets is woken once.
        """
        if self._next_turn is not None:
            self._next_turn.cancel()
            self._next_turn = None
        now, deliveries = self._loop.time(), list[StreamDelivery]()
        while self._queue and messages_left > 0:
            group, _ = self._queue.popitem(last=False)
            messages_left -= 1 + self._collect(group, messages_left, now, deliveries)
            if group.has_more:
                self._enqueue(group)
        if self._queue and self._next_turn is None:
            self._next_turn = self._loop.call_soon(self._run_turn)
        self._send(deliveries)

    def _send(self, deliveries: list[StreamDelivery]) -> None:
        to_watch = []
        for subscriber, data, is_last in deliveries:
            if not subscriber.is_open:
                continue
            if (data and not try_send(subscriber.transport, data)) or is_last:
                subscriber.disconnect()
                self._remove_if_empty(subscriber.group)
            elif subscriber.needs_check:
                to_watch.append(subscriber)
        if to_watch:
            self._slow_readers.watch(to_watch)

    def _collect(self, group: SubscriberGroup, count_max: int, now: float, deliveries: list[StreamDelivery]) -> int:
        """Add the next deliveries of a group. Return their cost, as `SubscriberGroup.collect` does."""
        count = 0
        try:
            count = group.collect(count_max, now, deliveries, last=self._is_closing)
        except Exception as error:  # noqa: BLE001  # only the streams of this group end
            self._end_group(group, error)
        if group.needs_thread:
            self._loop.call_soon(self._read_in_thread, group)  # later, since a command of this game may be running
        if group.timer is None or group.sight.late:
            self._set_timer(group, now)
        self._update_followed_topics(group)
        return count

    def _update_followed_topics(self, group: SubscriberGroup) -> None:
        """Forward to a group the changes of the other topics that its sight depends on now."""
        before, after = group.followed_topics, group.other_topics
        if before == after:
            return
        group.followed_topics = after
        for topic in before - after:
            self._groups_by_other_topic[topic].pop(group)
            if not self._groups_by_other_topic[topic]:
                del self._groups_by_other_topic[topic]
        for topic in after - before:
            self._groups_by_other_topic.setdefault(topic, {})[group] = None
        if after - before:  # a topic may have changed before it was followed
            self._loop.call_soon(self._start_rounds, [group])

    def _set_timer(self, group: SubscriberGroup, now: float) -> None:
        """Set the timer of a group: for its next heartbeat, or for when its members may know the next event."""
        at, later_at = group.heartbeat_at, group.sight.later_at
        if later_at is not None:
            seconds = later_at / 1000 - time.time()
            at = min(at, now + (seconds if seconds > 0 else DELAY_CHECK_SECONDS))
        if group.timer is not None:
            group.timer.cancel()
        group.timer = self._loop.call_at(at, self._on_timer, group) if group.members else None

    def _on_timer(self, group: SubscriberGroup) -> None:
        group.timer, now = None, self._loop.time()
        if group.sight.late or group.heartbeat_at <= now:
            self._start_rounds([group])
        else:
            self._set_timer(group, now)

    def _read_in_thread(self, group: SubscriberGroup, *, has_waited: bool = False) -> None:
        """Have a thread read what is not in memory. First wait a little for what this process is writing."""
        if not group.needs_thread:
            return
        if not (has_waited or group.lagging) and group.is_busy():
            self._loop.call_later(WRITE_WAIT_SECONDS, partial(self._read_in_thread, group, has_waited=True))
            return

        def apply(reading: asyncio.Future[Callable[[], bool]]) -> None:
            group.is_reading = False
            self._enqueue(group)
            if (error := reading.exception()) is not None:
                self._end_group(group, error)
                return
            apply_reading = reading.result()
            if apply_reading():  # there may be more changes; what was read is sent first
                self._loop.call_soon(self._start_rounds, [group])

        self._loop.run_in_executor(self._threads, group.begin_reading()).add_done_callback(apply)

    def _end_group(self, group: SubscriberGroup, error: BaseException) -> None:
        """End the streams of a group that may no longer read the game, or whose messages cannot be made."""
        if isinstance(error, Exception):
            problem_for(error)  # writes it to the log
        for subscriber in list(group.members):
            subscriber.disconnect()
        self._remove_if_empty(group)

    def _remove_if_empty(self, group: SubscriberGroup) -> None:
        """Remove a group without members."""
        if group.members:
            return
        if group.timer is not None:
            group.timer.cancel()
        self._update_followed_topics(group)
        topic = self._topics.get(group.topic)
        if topic is None or topic.groups.get(group.key) is not group:
            return
        del topic.groups[group.key]
        if not topic.groups:
            del self._topics[group.topic]
            topic.exit_stack.close()
