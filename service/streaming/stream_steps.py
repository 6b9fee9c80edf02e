"""The steps of a stream: which messages a subscriber is sent next, by the event loop or by a thread."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

from domain.refusals import HaricotError
from service.access.context import Context
from service.access.visibility_scope import VisibilityScope
from service.streaming.long_poll import DELAY_CHECK_SECONDS
from service.streaming.stream_encoding import Frames
from service.streaming.stream_messages import Messages

WINDOW_EVENTS: Final = 50
"""How many events are sent at once to a subscriber who is behind, so that the other subscribers need not wait."""


class Cursor(NamedTuple):
    """How far a subscriber has followed: the last event (None before the table), and the notices that they know.

    `known` are the ids of those notices, or the keys of the messages of a present state. They were complete when the
    metadata store had the age `as_of`; None if that is not known.
    """

    after: int | None
    known: frozenset[str]
    as_of: int | None = None


class Step(NamedTuple):
    """The messages that are sent next, and the cursor after them.

    Without `has_more` they reach as far as the subscriber may know. After a step that `is_last` the stream ends.
    """

    data: bytes
    cursor: Cursor
    has_more: bool
    is_last: bool


class EventStream(ABC):
    """A stream, as the body of a response. `release` gives back its place in the quota of open streams.

    `sight` is what its subscriber may know. It has a `version`, the last event known, and for a delay `late` and
    `later_at`. `topic` is the notifier's topic of the game or tournament that is followed.
    """

    sight: Any
    topic: str
    cursor: Cursor
    release: Callable[[], None]
    context: Context

    @property
    @abstractmethod
    def path(self) -> str:
        """The path of the requests that this stream answers."""

    @property
    @abstractmethod
    def group_key(self) -> Hashable:
        """The key of the group: streams with the same key are sent the same messages at the same cursor."""

    @property
    @abstractmethod
    def frames(self) -> Frames:
        """The encoding of the stream."""

    @abstractmethod
    def step(self, sight: Any, cursor: Cursor) -> Step:
        """Return the step after a cursor, for all subscribers of a group. `sight` is their present one."""

    @abstractmethod
    def refresh(self, sight: Any, at_least: int | None = None) -> Any:
        """Return the present sight. It covers events up to `at_least`, by default all that are written."""

    @abstractmethod
    def last_event(self, sight: Any) -> int:
        """Return the last event that a sight was made from, whether it is visible or not."""

    def other_topics(self, sight: Any) -> frozenset[str]:  # noqa: ARG002  # most streams have one topic
        """Return the other topics whose changes may change what subscribers are sent."""
        return frozenset()

    def is_busy(self) -> bool:
        """Return whether this process is writing an event of the topic now."""
        return False

    def needs_polling(self, sight: Any) -> bool:
        """Return whether more may become visible without a change of the topic."""
        return bool(sight.late)

    def __iter__(self) -> Iterator[bytes]:
        """Yield the messages, in a thread that waits for them."""
        context, heartbeat = self.context, self.context.settings.heartbeat
        # A subscriber who may no longer read the game gets nothing more.
        with context.notifier.listen(self.topic) as listener, suppress(HaricotError):
            sight = self.refresh(self.sight)  # the topic may have changed before the stream listened
            cursor, sent_at = self.cursor, time.monotonic()
            while True:
                step = self.step(sight, cursor)
                cursor = step.cursor
                if step.data or time.monotonic() - sent_at >= heartbeat:
                    yield step.data or self.frames.heartbeat
                    sent_at = time.monotonic()
                if step.is_last:
                    return
                if step.has_more:
                    continue
                if context.notifier.closed:
                    yield self.frames.reconnect()
                    return
                last, timeout = self.last_event(sight), max(0.0, sent_at + heartbeat - time.monotonic())
                listener.wait(last, min(timeout, DELAY_CHECK_SECONDS) if self.needs_polling(sight) else timeout)
                sight = self.refresh(sight, max(listener.latest, last))


class GameStream(EventStream):
    """A stream of a game. Without `follow` it ends after the events of now."""

    def __init__(
        self,
        context: Context,
        sight: VisibilityScope,
        after: int | None,
        messages: Messages,
        release: Callable[[], None],
        *,
        follow: bool = True,
    ) -> None:
        self.sight = sight
        self.topic = sight.game
        self.messages = messages
        self.cursor = Cursor(after, messages.known(sight))
        self.release = release
        self.context = context
        self._follow = follow

    @property
    def path(self) -> str:
        """The path of the streams of the game."""
        return f"/v1/games/{self.topic}/stream"

    @property
    def group_key(self) -> Hashable:
        """The key of the group: streams with the same key are sent the same messages at the same cursor."""
        who = self.sight.principal
        return (who.kind, who.game, who.seat, who.digest, who.through, self.messages.cache_key, self._follow)

    @property
    def frames(self) -> Frames:
        """The encoding of the stream."""
        return self.messages.frames

    def step(self, sight: VisibilityScope, cursor: Cursor) -> Step:
        """Return the step after a cursor: the table, else events, else notices and the end."""
        after = cursor.after
        if after is None:
            data, after = self.messages.table(sight), sight.version
        elif after < sight.version:
            upto = min(sight.version, after + WINDOW_EVENTS)
            data, after = self.messages.events(sight, after, upto), upto
        else:
            return self._step_without_events(sight, cursor)
        next_cursor = Cursor(after, cursor.known, cursor.as_of)
        has_more = after < sight.version or sight.over or not self._follow or not _knows_all(next_cursor, sight)
        return Step(data, next_cursor, has_more, is_last=False)

    def _step_without_events(self, sight: VisibilityScope, cursor: Cursor) -> Step:
        """Return the notices or the end, for a subscriber who knows all events."""
        if not _knows_all(cursor, sight):
            notices, known = self.messages.notices(sight, cursor.known)
            as_of = sight.metadata_age if self.context.reader.sees_all_annotations(sight) else None
            cursor = Cursor(cursor.after, known, as_of)
            if notices:
                return Step(notices, cursor, has_more=True, is_last=False)
        end = self.messages.end(sight) if sight.over else b""
        return Step(end, cursor, has_more=False, is_last=sight.over or not self._follow)

    def refresh(self, sight: VisibilityScope, at_least: int | None = None) -> VisibilityScope:
        """Return the present sight."""
        return self.context.reader.current_sight(sight, at_least=at_least)

    def last_event(self, sight: VisibilityScope) -> int:
        """Return the last event of the game."""
        return sight.live.version

    def is_busy(self) -> bool:
        """Return whether this process is handling a command for the game."""
        return self.context.command_handler.is_handling(self.topic)


def _knows_all(cursor: Cursor, sight: VisibilityScope) -> bool:
    """Return whether no notice can have been written since the cursor's."""
    return cursor.as_of is not None and cursor.as_of == sight.metadata_age
