"""All streams of a process, on its event loop, where nobody waits for anybody else."""

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from threading import Lock, get_ident
from typing import Any, Final

from service.access.context import Context
from service.commands.notifier import NewsListener, Topic
from service.ops.error_mapping import problem_for
from service.store.concurrency.blocking_guard import MustWait
from service.streaming.long_poll import DUE_SECONDS
from service.streaming.slow_readers import SlowReaders
from service.streaming.stream_steps import GameStream
from service.streaming.subscriber_groups import Sending, Subscriber, SubscriberGroup

AT_ONCE: Final = 200
"""How many are sent something before commands have their turn."""
BEATS: Final = 5
"""How often in the time between two signs of life one looks who needs one."""
HELD_SECONDS: Final = 0.1
"""How long at most one waits for what this process is writing before it is read."""
THREADS: Final = 4


class _Game:
    """A game that is followed: its crowds, and what listens to its news."""

    def __init__(self, listening: ExitStack, listener: NewsListener) -> None:
        self.listening = listening
        self.listener = listener
        self.crowds: dict[Hashable, SubscriberGroup] = {}


class StreamServer:
    """Everything here happens on the loop, but what has to be waited for, such as events that another process wrote.

    That is looked up in a thread. Somebody who does not read is sent no more than a little; their place in the game is
    all that is kept of them until they do, or are cut off.
    """

    def __init__(self, context: Context, loop: asyncio.AbstractEventLoop) -> None:
        self._context = context
        self._loop = loop
        self._loop_thread = get_ident()
        self._threads = ThreadPoolExecutor(THREADS, "followers")
        self._games: dict[str, _Game] = {}
        self._turns: deque[SubscriberGroup] = deque()
        self._turning = False
        self._stirred: set[str] = set()
        self._guard = Lock()
        self._slow = SlowReaders(loop, self._go_on, self._tidy)
        self._last = False
        context.notifier.subscribe(Topic.EVENTS, self._stir)
        context.notifier.subscribe(Topic.REGISTER, self._stir)
        self._every(context.settings.heartbeat / BEATS, lambda: self._stir(""))
        self._every(DUE_SECONDS, self._wake_late)

    def begin(self, stream: GameStream, way: Any, end: str) -> None:
        """Have a stream sent on its way, which ends when it is let go; `end` names the other end of the connection."""
        name = stream.sight.game
        game = self._games.get(name)
        if game is None:
            listening = ExitStack()
            listener = listening.enter_context(self._context.notifier.listening(name))
            game = self._games[name] = _Game(listening, listener)
        crowd = game.crowds.get(stream.alike)
        if crowd is None:
            sign_seconds = self._context.settings.heartbeat * (1 - 1 / BEATS)
            crowd = game.crowds[stream.alike] = SubscriberGroup(self._context, stream, game.listener, sign_seconds)
        crowd.join(Subscriber(crowd, stream, way, end, self._loop.time()))
        self._wake(crowd)

    def close(self) -> None:
        """Tell everybody, from any thread, that this process stops; whoever comes later hears it as well."""
        self._from_outside(self._close)

    def _close(self) -> None:
        self._last = True
        self._slow.let_go()
        self._hear_all()

    def _stir(self, game: str) -> None:
        """There is news of this game, or of any where it is empty; called in any thread."""
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
            self._hear_all()
            return
        idle = not self._turning
        self._turning = True
        for name in stirred:
            if (game := self._games.get(name)) is not None:
                for crowd in game.crowds.values():
                    self._wake(crowd)
        if idle:
            self._turn()

    def _hear_all(self) -> None:
        for crowd in self._crowds():
            self._wake(crowd)

    def _crowds(self) -> list[SubscriberGroup]:
        return [crowd for game in self._games.values() for crowd in game.crowds.values()]

    def _wake_late(self) -> None:
        for crowd in self._crowds():
            if crowd.sight.late:
                self._wake(crowd)

    def _wake(self, crowd: SubscriberGroup) -> None:
        crowd.due, crowd.held = True, False
        self._queue(crowd)

    def _go_on(self, one: Subscriber) -> None:
        one.crowd.go_on(one)
        self._queue(one.crowd)

    def _queue(self, crowd: SubscriberGroup) -> None:
        if crowd.queued or crowd.away:
            return
        crowd.queued = True
        self._turns.append(crowd)
        if not self._turning:
            self._turning = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Some are sent what is new; then others have their turn.

        All that goes out together does so in one go: the thread that puts it on the wire is woken once.
        """
        left, now, sendings = AT_ONCE, self._loop.time(), list[Sending]()
        try:
            while self._turns and left > 0:
                crowd = self._turns.popleft()
                crowd.queued = False
                left -= 1 + self._tell(crowd, left, now, sendings)
                if crowd.unfinished and not crowd.held:
                    self._queue(crowd)
        finally:  # whatever happens to one of them, the others are told
            self._turning = bool(self._turns)
            if self._turning:
                self._loop.call_soon(self._turn)
            self._send(sendings)

    def _send(self, sendings: list[Sending]) -> None:
        for sending in sendings:
            sending.go()
            if not sending.to.is_open:
                self._tidy(sending.to.crowd)

    def _tell(self, crowd: SubscriberGroup, most: int, now: float, sendings: list[Sending]) -> int:
        count = 0
        try:
            count = crowd.tell(most, now, sendings, last=self._last)
        except MustWait:
            if self._context.live.is_at(crowd.sight.game):  # what is not at hand is just being written here
                crowd.held = True
                self._loop.call_later(HELD_SECONDS, self._read_after_all, crowd)
            else:
                self._send_away(crowd)
        except Exception as error:  # noqa: BLE001  # of a fault nobody in this crowd hears more, and all others do
            self._end(crowd, error)
        if doubted := crowd.doubted():
            self._slow.watch(doubted)
        if not crowd.members:
            self._tidy(crowd)
        return count

    def _read_after_all(self, crowd: SubscriberGroup) -> None:
        """Read what was waited for in vain: games may be busy all the time, and something else may be lacking."""
        if crowd.held and not crowd.away:
            crowd.held = False
            self._send_away(crowd)

    def _send_away(self, crowd: SubscriberGroup) -> None:
        """Have a thread look up what is not at hand."""
        crowd.away = True

        def back(found: asyncio.Future[Any]) -> None:
            crowd.away = False
            error = found.exception()
            if error is None:
                crowd.take_up(found.result())
            else:
                self._end(crowd, error)
            if crowd.unfinished:
                self._queue(crowd)

        looking = self._loop.run_in_executor(self._threads, crowd.look_up, crowd.next_cursors)
        looking.add_done_callback(back)

    def _end(self, crowd: SubscriberGroup, error: BaseException) -> None:
        """End the streams of a crowd that may not know of the game any more, or of which nobody knows what to tell."""
        if isinstance(error, Exception):
            problem_for(error)  # nobody is told, but the log is
        for one in list(crowd.members):
            one.leave()
        self._tidy(crowd)

    def _tidy(self, crowd: SubscriberGroup) -> None:
        if crowd.members:
            return
        name = crowd.sight.game
        if (game := self._games.get(name)) is None or game.crowds.get(crowd.alike) is not crowd:
            return
        del game.crowds[crowd.alike]
        if not game.crowds:
            del self._games[name]
            game.listening.close()

    def _every(self, seconds: float, act: Callable[[], None]) -> None:
        def run() -> None:
            self._loop.call_later(seconds, run)
            act()

        self._loop.call_later(seconds, run)
