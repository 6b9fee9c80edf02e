"""Those who follow one game alike, for whom what is sent is made once."""

from collections import deque
from typing import Any, Final

from service.access.context import Context
from service.access.sight import Sight
from service.api.following import Cursor, GameStream, Step
from service.live.notifier import NewsListener
from service.ops.door import sent

OWED_BYTES_MAX: Final = 128 * 1024
"""So much is sent to somebody before one looks whether they take it."""


class CrowdMember:
    """Somebody who is sent a stream on this way; `owed` are the bytes of which nobody knows yet whether they took them.

    `end` names the other end of the connection; at the time `since` some of what they owe was still taken.
    """

    __slots__ = ("crowd", "cursor", "end", "owed", "sent_at", "since", "stream", "untaken", "way")

    def __init__(self, crowd: "Crowd", stream: GameStream, way: Any, end: str, now: float) -> None:
        self.crowd = crowd
        self.stream = stream
        self.way = way
        self.end = end
        self.cursor = stream.cursor
        self.sent_at = self.since = now
        self.owed = self.untaken = 0

    @property
    def slow(self) -> bool:
        """Whether they owe so much that they are sent no more."""
        return self.owed > OWED_BYTES_MAX

    def send(self, part: bytes, now: float) -> bool:
        """Sends it; False when nobody is there any more."""
        self.sent_at = now
        self.owed += len(part)
        return sent(self.way.send_bytes(part))

    def leave(self) -> None:
        """Ends the stream: its connection closes when the way is let go."""
        self.crowd.members.pop(self, None)
        self.way = None
        self.stream.leave()


class Crowd:
    """They all have the same sight, and what is told in one round hangs on nothing but where somebody stands.

    It is `due` when there may be something to tell, `queued` when its turn comes, `away` while a thread looks up what
    is not at hand. Of the first stream all have the same but the place.
    """

    def __init__(self, context: Context, stream: GameStream, listener: NewsListener, sign_seconds: float) -> None:
        self.members: dict[CrowdMember, None] = {}
        self.alike = stream.alike
        self.sight = stream.sight
        self.due, self.queued, self.away = True, False, False
        self._context = context
        self._stream = stream
        self._listener = listener
        self._sign_seconds = sign_seconds
        self._steps: dict[Cursor, Step] = {}
        self._round: deque[CrowdMember] = deque()

    @property
    def unfinished(self) -> bool:
        """Whether there is more to tell."""
        return bool(self.members) and (self.due or bool(self._round))

    def tell(self, most: int, now: float, *, last: bool) -> tuple[int, list[CrowdMember]]:
        """Sends what is new to some of them, to everybody in some rounds: to how many, and who turned out slow.

        With `last` they are told that there will be no more. MustWait where a thread has to `look_up` before.
        """
        if not self._round:
            self.due, self._steps = False, {}
            self._round.extend(one for one in self.members if not one.slow)
            try:
                self.sight = self._look()
            except BaseException:
                self.due = True
                raise
        count, slow = 0, []
        while self._round and count < most:
            one = self._round[0]
            if one in self.members:
                self._advance(one, now, last=last)
                if one.slow and one in self.members:
                    slow.append(one)
            self._round.popleft()
            count += 1
        return count, slow

    def look_up(self) -> tuple[Sight, dict[Cursor, Step]]:
        """What `tell` needs next, found in a thread that may wait."""
        sight, cursors = self._look(), {one.cursor for one in list(self._round)}
        return sight, {cursor: self._stream.step(sight, cursor) for cursor in cursors}

    def take_up(self, found: tuple[Sight, dict[Cursor, Step]]) -> None:
        """Goes on with what was looked up."""
        self.sight, self._steps = found

    def _look(self) -> Sight:
        at_least = max(self._listener.latest, self.sight.live.version)
        return self._context.reader.sight_again(self.sight, at_least=at_least)

    def _advance(self, one: CrowdMember, now: float, *, last: bool) -> None:
        step = self._steps.get(one.cursor)
        if step is None:
            step = self._steps[one.cursor] = self._stream.step(self.sight, one.cursor)
        one.cursor, part = step.cursor, step.part
        if last and not step.over:
            part += one.stream.frames.leave()
        elif not part and now - one.sent_at >= self._sign_seconds:
            part = one.stream.frames.heartbeat
        if (part and not one.send(part, now)) or step.over or last:
            one.leave()
        elif step.more and not one.slow and not self.due:
            self._round.append(one)
        elif step.more:
            self.due = True
