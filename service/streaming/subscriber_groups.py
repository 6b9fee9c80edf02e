"""Those who follow one game alike, for whom what is sent is made once."""

from collections import deque
from collections.abc import Collection
from itertools import islice
from typing import Any, Final, NamedTuple

from service.access.context import Context
from service.access.visibility_scope import VisibilityScope
from service.commands.notifier import NewsListener
from service.ops.server import was_flushed
from service.ops.socket_backlog import ALL_TAKEN, SocketBacklog
from service.store.concurrency.blocking_guard import MustWait
from service.streaming.stream_steps import Cursor, GameStream, Step

OWED_BYTES_MAX: Final = 64 * 1024
"""So much is sent to somebody who does not take it."""
TRUSTED: Final = 0.5
"""When they owe this share of it, one looks whether they take it: whoever does is never kept waiting."""
STEPS_MAX: Final = 64
"""Of so many places in the game it is kept what follows there, until everybody has been told."""


class Subscriber:
    """Somebody who is sent a stream on this way; `owed` are the bytes of which nobody knows yet whether they took them.

    `end` names the other end of the connection, `outflow` is what they took of it; at the time `since` that was more
    than before.
    """

    __slots__ = ("crowd", "cursor", "end", "outflow", "owed", "sent_at", "since", "stream", "way")

    def __init__(self, crowd: "SubscriberGroup", stream: GameStream, way: Any, end: str, now: float) -> None:
        self.crowd = crowd
        self.stream = stream
        self.way = way
        self.end = end
        self.cursor = stream.cursor
        self.sent_at = self.since = now
        self.owed = 0
        self.outflow: SocketBacklog = ALL_TAKEN

    @property
    def is_open(self) -> bool:
        """Whether they have not left."""
        return self in self.crowd.members

    @property
    def slow(self) -> bool:
        """Whether they owe so much that they are sent no more."""
        return self.owed > OWED_BYTES_MAX

    def leave(self) -> None:
        """End the stream: its connection closes when the way is let go."""
        self.crowd.members.pop(self, None)
        self.way = None
        self.stream.leave()


class Sending(NamedTuple):
    """What is next for somebody; with the `last` of it they leave."""

    to: Subscriber
    part: bytes
    last: bool

    def go(self) -> None:
        """Send it, unless they have left meanwhile; who turns out to be gone leaves."""
        one, part, last = self
        if one.is_open and ((part and not was_flushed(one.way, part)) or last):
            one.leave()


class SubscriberGroup:
    """They all have the same sight, and what is told in one round depends on nothing but where somebody stands.

    It is `due` when there may be something to tell, `queued` when its turn comes, `away` while a thread looks up what
    is not at hand, `held` until that has been written here. Of the first stream all have the same but the place.
    """

    def __init__(self, context: Context, stream: GameStream, listener: NewsListener, sign_seconds: float) -> None:
        self.members: dict[Subscriber, None] = {}
        self.alike = stream.alike
        self.sight = stream.sight
        self.due, self.queued, self.away, self.held = True, False, False, False
        self._context = context
        self._stream = stream
        self._listener = listener
        self._sign_seconds = sign_seconds
        self._steps: dict[Cursor, Step] = {}
        self._round: deque[Subscriber] = deque()
        self._doubted: list[Subscriber] = []
        self._looked = False  # how much they may know at this moment
        self._heard_all = False  # what was written before the last of them came

    def join(self, one: Subscriber) -> None:
        """One more: what they are sent first is as of now, though the news of another process may not be here yet."""
        self.members[one] = None
        self._heard_all = False

    @property
    def unfinished(self) -> bool:
        """Whether there is more to tell."""
        return bool(self.members) and (self.due or bool(self._round))

    def tell(self, most: int, now: float, sendings: list[Sending], *, last: bool) -> int:
        """Add what is new for some of them, for everybody in some rounds; gives for how many, and how much was made.

        With `last` they are told that there will be no more. MustWait where a thread has to `look_up` before.
        """
        if not self._round:
            self.due, self._looked, self._steps = False, False, {}
            self._round.extend([one for one in self.members if not one.slow])
        if self._round and not self._looked:
            self.take_up((self._look(), {}))
        count = 0
        while self._round and count < most:
            one = self._round[0]
            if one.is_open:
                count += self._advance(one, now, sendings, last=last)
                if one.owed > TRUSTED * OWED_BYTES_MAX and one.is_open:
                    self._doubted.append(one)
            self._round.popleft()
            count += 1
        return count

    def doubted(self) -> list[Subscriber]:
        """Who may turn out to be slow, since this was asked last."""
        found, self._doubted = self._doubted, []
        return found

    def go_on(self, one: Subscriber) -> None:
        """Somebody who owed too much is told more, and nobody else for their sake."""
        self._round.append(one)
        self._looked = False

    @property
    def next_cursors(self) -> set[Cursor]:
        """Where those stand who are told next."""
        return {one.cursor for one in islice(self._round, STEPS_MAX)}

    def look_up(self, cursors: Collection[Cursor]) -> tuple[VisibilityScope, dict[Cursor, Step]]:
        """Return what `tell` needs next, found in a thread that may wait."""
        sight = self._look()
        return sight, {cursor: self._stream.step(sight, cursor) for cursor in cursors}

    def take_up(self, found: tuple[VisibilityScope, dict[Cursor, Step]]) -> None:
        """Go on with what was looked up."""
        self.sight, self._steps = found
        self._looked = True

    def _look(self) -> VisibilityScope:
        at_least = max(self._listener.latest, self.sight.live.version) if self._heard_all else None
        before, self._heard_all = self._heard_all, True  # for whoever comes while a thread looks, one looks again
        try:
            return self._context.reader.sight_again(self.sight, at_least=at_least)
        except MustWait:
            self._heard_all = before
            raise

    def _advance(self, one: Subscriber, now: float, sendings: list[Sending], *, last: bool) -> int:
        """Add the next part for them; how many messages had to be made for it."""
        step, made = self._steps.get(one.cursor), 0
        if step is None:
            if len(self._steps) >= STEPS_MAX:
                self._steps.clear()
            step = self._steps[one.cursor] = self._stream.step(self.sight, one.cursor)
            made = (step.cursor.after or 0) - (one.cursor.after or step.cursor.after or 0)
        one.cursor, part = step.cursor, step.part
        if last and not step.over:
            part += one.stream.frames.leave()
        elif not part and now - one.sent_at >= self._sign_seconds:
            part = one.stream.frames.heartbeat
        if part:
            one.sent_at = now
            one.owed += len(part)
        if part or step.over or last:
            sendings.append(Sending(one, part, step.over or last))
        if step.over or last:
            return made
        if step.more and not one.slow and not self.due:  # with news, a round begins for all
            self._round.append(one)
        return made
