"""All streams of a process, on its event loop: what is committed here goes out in the same turn of the loop."""

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
from service.commands.notifier import NewsListener, Topic
from service.ops.error_mapping import problem_for
from service.ops.server import was_flushed
from service.streaming.long_poll import DUE_SECONDS
from service.streaming.slow_readers import SlowReaders
from service.streaming.stream_steps import EventStream
from service.streaming.subscriber_groups import Sending, Subscriber, SubscriberGroup

AT_ONCE: Final = 50
"""How many messages are sent before commands have their turn, or for each game that was just changed."""
BEAT_SHARE: Final = 0.8
"""How often a heartbeat is sent, as a share of the interval that is promised."""
HELD_SECONDS: Final = 0.1
"""How long at most a group waits for what this process is writing, before a thread reads it."""
THREADS: Final = 4


class _Game(NamedTuple):
    """A followed game: its groups of subscribers, and the listener to its news."""

    listening: ExitStack
    listener: NewsListener
    groups: dict[Hashable, SubscriberGroup]


class StreamServer:
    """Everything here happens on the loop. A thread reads for those who are behind, and what another process wrote.

    A subscriber who does not read is sent no more than a little. Their cursor is all that is kept of them until they
    do, or are cut off. Each group has one timer: for its next sign of life, and for what spectators may know later.
    """

    def __init__(self, context: Context, loop: asyncio.AbstractEventLoop) -> None:
        self._context = context
        self._loop = loop
        self._loop_thread = get_ident()
        self._threads = ThreadPoolExecutor(THREADS, "followers")
        self._beat_seconds = context.settings.heartbeat * BEAT_SHARE
        self._games: dict[str, _Game] = {}
        self._also: dict[str, dict[SubscriberGroup, None]] = {}  # groups by the other topics that they follow
        self._turns: OrderedDict[SubscriberGroup, None] = OrderedDict()
        self._next_turn: asyncio.Handle | None = None
        self._stirred: set[str] = set()
        self._slow = SlowReaders(loop, self._go_on, self._tidy)
        self._last = False
        context.notifier.subscribe(Topic.EVENTS, self._stir)
        context.notifier.subscribe(Topic.TOURNAMENTS, self._stir)
        context.notifier.subscribe(Topic.REGISTER, self._stir)

    def begin(self, stream: EventStream, way: Any, end: str) -> None:
        """Send a stream from the loop until its connection closes; `end` names the other end of the connection."""
        name, now = stream.topic, self._loop.time()
        game = self._games.get(name)
        if game is None:
            listening = ExitStack()
            listener = listening.enter_context(self._context.notifier.listening(name))
            game = self._games[name] = _Game(listening, listener, {})
        group = game.groups.get(stream.alike)
        if group is None:
            group = SubscriberGroup(stream, game.listener, now, self._beat_seconds)
            game.groups[stream.alike] = group
        group.join(Subscriber(group, stream, way, end, now))
        self._queue(group)

    def close(self) -> None:
        """Tell all subscribers, and those who come later, that this process stops. Any thread may call it."""
        self._last = True
        self._stir("")

    def _stir(self, game: str) -> None:
        """Take the news that this game has changed, or any game if it is empty. Any thread may call it."""
        # The first message of a stream that begins now is newer.
        if game and game not in self._games and game not in self._also:
            return
        if get_ident() != self._loop_thread:
            with suppress(RuntimeError):  # the loop has ended, and all streams with it
                self._loop.call_soon_threadsafe(self._stir, game)
            return
        if not self._stirred:
            self._loop.call_soon(self._hear)
        self._stirred.add(game)

    def _hear(self) -> None:
        """Send what is new in all games that were changed in one turn of the loop."""
        stirred, self._stirred = self._stirred, set()
        if self._last:
            self._slow.let_go()
        games = self._games.values() if "" in stirred else [self._games[one] for one in stirred if one in self._games]
        also = (group for one in stirred for group in self._also.get(one, ()))
        groups = dict.fromkeys((*(group for game in games for group in game.groups.values()), *also))
        self._wake(groups, AT_ONCE * len(stirred))

    def _wake(self, groups: Iterable[SubscriberGroup], most: int = AT_ONCE) -> None:
        now = self._loop.time()
        for group in groups:
            group.take_news(now)
            self._queue(group)
        self._turn(most)

    def _go_on(self, one: Subscriber) -> None:
        one.group.go_on(one)
        self._queue(one.group)

    def _queue(self, group: SubscriberGroup) -> None:
        self._turns[group] = None
        if self._next_turn is None:
            self._next_turn = self._loop.call_soon(self._turn)

    def _turn(self, left: int = AT_ONCE) -> None:
        """Send some of the messages that are due, then let commands run.

        All that goes out together does so in one go: the thread that puts it on the wire is woken once.
        """
        if self._next_turn is not None:
            self._next_turn.cancel()
            self._next_turn = None
        now, sendings = self._loop.time(), list[Sending]()
        while self._turns and left > 0:
            group, _ = self._turns.popitem(last=False)
            left -= 1 + self._tell(group, left, now, sendings)
            if group.unfinished:
                self._queue(group)
        if self._turns and self._next_turn is None:
            self._next_turn = self._loop.call_soon(self._turn)
        self._send(sendings)

    def _send(self, sendings: list[Sending]) -> None:
        doubted = []
        for one, part, last in sendings:
            if not one.is_open:
                continue
            if (part and not was_flushed(one.way, part)) or last:
                one.leave()
                self._tidy(one.group)
            elif one.is_doubted:
                doubted.append(one)
        if doubted:
            self._slow.watch(doubted)

    def _tell(self, group: SubscriberGroup, most: int, now: float, sendings: list[Sending]) -> int:
        count = 0
        try:
            count = group.tell(most, now, sendings, last=self._last)
        except Exception as error:  # noqa: BLE001  # the streams of this group end; all others go on
            self._end(group, error)
        if group.needs_thread:
            self._loop.call_soon(self._look_up, group)  # later, since a command of this game may be running
        if group.alarm is None or group.sight.late:
            self._set_alarm(group, now)
        self._follow_also(group)
        return count

    def _follow_also(self, group: SubscriberGroup) -> None:
        """Have the news of the other topics that a group follows now told to it, and of those only."""
        before, after = group.also_followed, group.also_follows
        if before == after:
            return
        group.also_followed = after
        for topic in before - after:
            self._also[topic].pop(group)
            if not self._also[topic]:
                del self._also[topic]
        for topic in after - before:
            self._also.setdefault(topic, {})[group] = None
        if after - before:  # there may have been news before it was told
            self._loop.call_soon(self._wake, [group])

    def _set_alarm(self, group: SubscriberGroup, now: float) -> None:
        """Set the timer of a group: for its next heartbeat, or for when its members may know the next event."""
        at, later_at = group.beat_at, group.sight.later_at
        if later_at is not None:
            seconds = later_at / 1000 - time.time()
            at = min(at, now + (seconds if seconds > 0 else DUE_SECONDS))
        if group.alarm is not None:
            group.alarm.cancel()
        group.alarm = self._loop.call_at(at, self._ring, group) if group.members else None

    def _ring(self, group: SubscriberGroup) -> None:
        group.alarm, now = None, self._loop.time()
        if group.sight.late or group.beat_at <= now:
            self._wake([group])
        else:
            self._set_alarm(group, now)

    def _look_up(self, group: SubscriberGroup, *, is_held: bool = False) -> None:
        """Have a thread read what is not in memory. What this process is writing is waited for, but not for long."""
        if not group.needs_thread:
            return
        if not (is_held or group.behind) and group.is_busy():
            self._loop.call_later(HELD_SECONDS, partial(self._look_up, group, is_held=True))
            return

        def back(found: asyncio.Future[Callable[[], bool]]) -> None:
            group.away = False
            self._queue(group)
            if (error := found.exception()) is not None:
                self._end(group, error)
            elif found.result()():  # what was found is sent first
                self._loop.call_soon(self._wake, [group])

        self._loop.run_in_executor(self._threads, group.reading()).add_done_callback(back)

    def _end(self, group: SubscriberGroup, error: BaseException) -> None:
        """End the streams of a group that may no longer know of the game, or whose messages cannot be made."""
        if isinstance(error, Exception):
            problem_for(error)  # writes it to the log
        for one in list(group.members):
            one.leave()
        self._tidy(group)

    def _tidy(self, group: SubscriberGroup) -> None:
        """Remove a group without members."""
        if group.members:
            return
        if group.alarm is not None:
            group.alarm.cancel()
        self._follow_also(group)
        name = group.topic
        if (game := self._games.get(name)) is None or game.groups.get(group.alike) is not group:
            return
        del game.groups[group.alike]
        if not game.groups:
            del self._games[name]
            game.listening.close()
