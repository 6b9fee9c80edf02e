"""All streams of a process, on its event loop: what is committed here goes out in the same turn of the loop."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from threading import Lock, get_ident
from typing import Any, Final, NamedTuple

from service.access.context import Context
from service.commands.notifier import NewsListener, Topic
from service.ops.error_mapping import problem_for
from service.ops.server import was_flushed
from service.streaming.long_poll import DUE_SECONDS
from service.streaming.slow_readers import SlowReaders
from service.streaming.stream_steps import GameStream
from service.streaming.subscriber_groups import Sending, Subscriber, SubscriberGroup

AT_ONCE: Final = 50
"""How many messages are sent before commands have their turn."""
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
        self._turns: deque[SubscriberGroup] = deque()
        self._turning = False
        self._stirred: set[str] = set()
        self._guard = Lock()
        self._slow = SlowReaders(loop, self._go_on, self._tidy)
        self._last = False
        context.notifier.subscribe(Topic.EVENTS, self._stir)
        context.notifier.subscribe(Topic.REGISTER, self._stir)

    def begin(self, stream: GameStream, way: Any, end: str) -> None:
        """Send a stream from the loop until its connection closes; `end` names the other end of the connection."""
        name, now = stream.sight.game, self._loop.time()
        game = self._games.get(name)
        if game is None:
            listening = ExitStack()
            listener = listening.enter_context(self._context.notifier.listening(name))
            game = self._games[name] = _Game(listening, listener, {})
        group = game.groups.get(stream.alike)
        if group is None:
            group = SubscriberGroup(self._context, stream, game.listener, now, self._beat_seconds)
            game.groups[stream.alike] = group
        group.join(Subscriber(group, stream, way, end, now))
        self._queue(group)

    def close(self) -> None:
        """Tell all subscribers, and those who come later, that this process stops. Any thread may call it."""
        self._from_outside(self._close)

    def _close(self) -> None:
        self._last = True
        self._slow.let_go()
        self._wake(self._groups())

    def _stir(self, game: str) -> None:
        """Take the news that this game has changed, or any game if it is empty. Any thread may call it."""
        with self._guard:
            first = not self._stirred
            self._stirred.add(game)
        if first and get_ident() == self._loop_thread:
            self._loop.call_soon(self._hear)
        elif first:
            self._from_outside(self._hear)

    def _from_outside(self, act: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has ended, and all streams with it
            self._loop.call_soon_threadsafe(act)

    def _hear(self) -> None:
        with self._guard:
            stirred, self._stirred = self._stirred, set()
        if "" in stirred:
            self._wake(self._groups())
        else:
            followed = [game for name in stirred if (game := self._games.get(name)) is not None]
            self._wake([group for game in followed for group in game.groups.values()])

    def _groups(self) -> list[SubscriberGroup]:
        return [group for game in self._games.values() for group in game.groups.values()]

    def _wake(self, groups: Iterable[SubscriberGroup]) -> None:
        """Send these groups what is new and in memory, unless other groups wait for their turn."""
        idle, self._turning = not self._turning, True
        for group in groups:
            group.due, group.lacks_news = True, False
            self._queue(group)
        if idle:
            self._turn()

    def _go_on(self, one: Subscriber) -> None:
        one.group.go_on(one)
        self._queue(one.group)

    def _queue(self, group: SubscriberGroup) -> None:
        if group.queued:
            return
        group.queued = True
        self._turns.append(group)
        if not self._turning:
            self._turning = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Send some of the messages that are due, then let commands run.

        All that goes out together does so in one go: the thread that puts it on the wire is woken once.
        """
        left, now, sendings = AT_ONCE, self._loop.time(), list[Sending]()
        try:
            while self._turns and left > 0:
                group = self._turns.popleft()
                group.queued = False
                left -= 1 + self._tell(group, left, now, sendings)
                if group.unfinished:
                    self._queue(group)
        finally:  # if one of them fails, the others are still sent theirs
            self._turning = bool(self._turns)
            if self._turning:
                self._loop.call_soon(self._turn)
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
        if (group.behind or group.lacks_news) and not group.away:
            self._look_up(group)
        if group.alarm is None or group.sight.late:
            self._set_alarm(group, now)
        return count

    def _set_alarm(self, group: SubscriberGroup, now: float) -> None:
        """Set the timer of a group: for its next heartbeat, or for when its members may know the next event."""
        if group.beat_at <= now:
            group.beat_at = now + self._beat_seconds
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

    def _look_up(self, group: SubscriberGroup) -> None:
        """Have a thread read what is not in memory, unless this process is just writing it."""
        if group.behind or not self._context.live.is_at(group.sight.game):
            self._send_away(group)
        else:
            self._loop.call_later(HELD_SECONDS, self._read_after_all, group, group.looks)

    def _read_after_all(self, group: SubscriberGroup, looks: int) -> None:
        """Read what did not come in time: the game may stay busy, or another process may have written it."""
        if group.lacks_news and group.looks == looks and not group.away:
            self._send_away(group)

    def _send_away(self, group: SubscriberGroup) -> None:
        group.away, before, who = True, group.sight, list(group.behind)

        def back(found: asyncio.Future[Any]) -> None:
            group.away = False
            error = found.exception()
            if error is None:
                group.take_up(before, who, found.result())
            else:
                self._end(group, error)
            self._queue(group)

        look_up = partial(group.look_up, group.wanted(), as_of_now=bool(who))
        self._loop.run_in_executor(self._threads, look_up).add_done_callback(back)

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
        name = group.sight.game
        if (game := self._games.get(name)) is None or game.groups.get(group.alike) is not group:
            return
        del game.groups[group.alike]
        if not game.groups:
            del self._games[name]
            game.listening.close()
