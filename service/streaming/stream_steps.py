"""The steps of a stream: what a subscriber is sent next, from the event loop or from a thread."""

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from domain.refusals import HaricotError
from service.access.context import Context
from service.access.visibility_scope import VisibilityScope
from service.streaming.long_poll import DUE_SECONDS
from service.streaming.stream_encoding import Frames
from service.streaming.stream_messages import Messages

WINDOW_EVENTS: Final = 50
"""How many events a subscriber who is behind is sent at once, so that others need not wait for them."""


class Cursor(NamedTuple):
    """How far a subscriber has followed: the last event, none before the table, and which notices they know.

    That was every one there was when the metadata store had the age `as_of`, if it is known.
    """

    after: int | None
    known: frozenset[str]
    as_of: int | None = None


class Step(NamedTuple):
    """What is sent next, and how far that leads; where there may be no `more`, that is as far as they may know."""

    part: bytes
    cursor: Cursor
    more: bool
    over: bool


class GameStream:
    """A stream of a game, as the body of an answer. `leave` gives back the place that it takes up.

    Who does not `follow` is told what there is, and no more.
    """

    def __init__(
        self,
        context: Context,
        sight: VisibilityScope,
        after: int | None,
        messages: Messages,
        leave: Callable[[], None],
        *,
        follow: bool = True,
    ) -> None:
        self.sight = sight
        self.messages = messages
        self.cursor = Cursor(after, messages.known(sight))
        self.leave = leave
        self._context = context
        self._follow = follow

    @property
    def alike(self) -> Hashable:
        """The key of the group: streams with the same key are sent the same at the same cursor."""
        who = self.sight.principal
        return (who.kind, who.game, who.seat, who.digest, who.through, self.messages.alike, self._follow)

    @property
    def frames(self) -> Frames:
        """The encoding of the stream."""
        return self.messages.frames

    def step(self, sight: VisibilityScope, cursor: Cursor) -> Step:
        """Return what follows on a cursor, for all subscribers of a group; `sight` is theirs as of now."""
        after = cursor.after
        if after is None:
            part, after = self.messages.table(sight), sight.version
        elif after < sight.version:
            upto = min(sight.version, after + WINDOW_EVENTS)
            part, after = self.messages.events(sight, after, upto), upto
        else:
            return self._beside(sight, cursor)
        here = Cursor(after, cursor.known, cursor.as_of)
        more = after < sight.version or sight.over or not self._follow or not _knows_all(here, sight)
        return Step(part, here, more, over=False)

    def _beside(self, sight: VisibilityScope, cursor: Cursor) -> Step:
        """Return what follows beside events, for a subscriber who knows all events."""
        if not _knows_all(cursor, sight):
            noted, known = self.messages.notices(sight, cursor.known)
            as_of = sight.steady if self._context.reader.knows_every_remark(sight) else None
            here = Cursor(cursor.after, known, as_of)
            if noted:
                return Step(noted, here, more=True, over=False)
            cursor = here
        end = self.messages.end(sight) if sight.over else b""
        return Step(end, cursor, more=False, over=sight.over or not self._follow)

    def __iter__(self) -> Iterator[bytes]:
        """Yield the parts, in a thread that waits for them."""
        context, heartbeat = self._context, self._context.settings.heartbeat
        # A subscriber who may no longer know of the game gets nothing more.
        with context.notifier.listening(self.sight.game) as listener, suppress(HaricotError):
            sight = context.reader.sight_again(self.sight)  # something may have happened before the stream listened
            cursor, last_sign = self.cursor, time.monotonic()
            while True:
                step = self.step(sight, cursor)
                cursor = step.cursor
                if step.part or time.monotonic() - last_sign >= heartbeat:
                    yield step.part or self.frames.heartbeat
                    last_sign = time.monotonic()
                if step.over:
                    return
                if step.more:
                    continue
                if context.notifier.closed:
                    yield self.frames.leave()
                    return
                pause = max(0.0, last_sign + heartbeat - time.monotonic())
                listener.wait(sight.live.version, min(pause, DUE_SECONDS) if sight.late else pause)
                sight = context.reader.sight_again(sight, at_least=max(listener.latest, sight.live.version))


def _knows_all(cursor: Cursor, sight: VisibilityScope) -> bool:
    """Return whether nothing can have been noted since then."""
    return cursor.as_of is not None and cursor.as_of == sight.steady
