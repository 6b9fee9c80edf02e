"""The steps of a stream: what a subscriber is sent next, from the event loop or from a thread."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

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


class EventStream(ABC):
    """A stream, as the body of an answer. `leave` gives back the place that it takes up.

    `sight` is what its subscriber may know; it has a `version`, the last event known, and for a delay `late` and
    `later_at`. `topic` is the name under which there is news of what is followed.
    """

    sight: Any
    topic: str
    cursor: Cursor
    leave: Callable[[], None]
    context: Context

    @property
    @abstractmethod
    def path(self) -> str:
        """The path of the requests that are answered with it."""

    @property
    @abstractmethod
    def alike(self) -> Hashable:
        """The key of the group: streams with the same key are sent the same at the same cursor."""

    @property
    @abstractmethod
    def frames(self) -> Frames:
        """The encoding of the stream."""

    @abstractmethod
    def step(self, sight: Any, cursor: Cursor) -> Step:
        """Return what follows on a cursor, for all subscribers of a group; `sight` is theirs as of now."""

    @abstractmethod
    def look(self, sight: Any, at_least: int | None = None) -> Any:
        """Return the sight as of now, of all events up to `at_least`, by default of all that are written."""

    @abstractmethod
    def written(self, sight: Any) -> int:
        """Return the last event that a sight was made from, whether it is visible or not."""

    def also_follows(self, sight: Any) -> frozenset[str]:  # noqa: ARG002  # most streams have one topic
        """Return the other topics whose news may change what subscribers are sent."""
        return frozenset()

    def is_busy(self) -> bool:
        """Return whether this process is just writing what is followed."""
        return False

    def polls(self, sight: Any) -> bool:
        """Return whether there may be more to know without news."""
        return bool(sight.late)

    def __iter__(self) -> Iterator[bytes]:
        """Yield the parts, in a thread that waits for them."""
        context, heartbeat = self.context, self.context.settings.heartbeat
        # A subscriber who may no longer know of it gets nothing more.
        with context.notifier.listening(self.topic) as listener, suppress(HaricotError):
            sight = self.look(self.sight)  # something may have happened before the stream listened
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
                listener.wait(self.written(sight), min(pause, DUE_SECONDS) if self.polls(sight) else pause)
                sight = self.look(sight, max(listener.latest, self.written(sight)))


class GameStream(EventStream):
    """A stream of a game.

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
        self.topic = sight.game
        self.messages = messages
        self.cursor = Cursor(after, messages.known(sight))
        self.leave = leave
        self.context = context
        self._follow = follow

    @property
    def path(self) -> str:
        """The path of the streams of the game."""
        return f"/v1/games/{self.topic}/stream"

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
            as_of = sight.metadata_age if self.context.reader.sees_all_annotations(sight) else None
            here = Cursor(cursor.after, known, as_of)
            if noted:
                return Step(noted, here, more=True, over=False)
            cursor = here
        end = self.messages.end(sight) if sight.over else b""
        return Step(end, cursor, more=False, over=sight.over or not self._follow)

    def look(self, sight: VisibilityScope, at_least: int | None = None) -> VisibilityScope:
        """Return the sight as of now."""
        return self.context.reader.current_sight(sight, at_least=at_least)

    def written(self, sight: VisibilityScope) -> int:
        """Return the last event of the game."""
        return sight.live.version

    def is_busy(self) -> bool:
        """Return whether a command is under way at the game."""
        return self.context.command_handler.is_at(self.topic)


def _knows_all(cursor: Cursor, sight: VisibilityScope) -> bool:
    """Return whether nothing can have been noted since then."""
    return cursor.as_of is not None and cursor.as_of == sight.metadata_age
