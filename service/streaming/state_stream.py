"""A stream of what is, and not of what happened: each message that is new or has changed is sent."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from typing import Final, NamedTuple

from service.access.context import Context
from service.streaming.stream_encoding import SSE_FRAMES, Frames
from service.streaming.stream_steps import Cursor, EventStream, Step

NOTHING_SENT: Final = Cursor(0, frozenset())


class PresentState(ABC):
    """What a subscriber is told as of a moment. With a delay that may be more at `later_at`, in milliseconds."""

    version = 0
    later_at: int | None = None

    @property
    def late(self) -> bool:
        """Whether more may be known without anything more happening."""
        return self.later_at is not None

    @property
    @abstractmethod
    def topics(self) -> frozenset[str]:
        """The games and tournaments that it tells of."""

    @property
    @abstractmethod
    def messages(self) -> Mapping[str, bytes]:
        """What is told, as JSON, each by a key that changes with it."""


class FollowedState(NamedTuple):
    """What a stream follows: its main topic, the path of its requests, and the name of its messages.

    `look` finds the state as of now. Subscribers with the same path and the same `alike` are told the same.
    """

    topic: str
    path: str
    name: str
    look: Callable[[], PresentState]
    alike: Hashable


class StateStream(EventStream):
    """A stream of the present state of something, found again whenever there is news of its topics.

    A subscriber who does not `follow` is told the present state, and no more.
    """

    def __init__(
        self,
        context: Context,
        sight: PresentState,
        followed: FollowedState,
        leave: Callable[[], None],
        *,
        follow: bool = True,
    ) -> None:
        self.context = context
        self.sight = sight
        self.topic = followed.topic
        self.cursor = NOTHING_SENT
        self.leave = leave
        self._followed = followed
        self._follow = follow

    @property
    def path(self) -> str:
        """The path of the requests that are answered with it."""
        return self._followed.path

    @property
    def alike(self) -> Hashable:
        """The key of the group."""
        return (self._followed.path, self._followed.alike, self._follow)

    @property
    def frames(self) -> Frames:
        """The encoding of the stream."""
        return SSE_FRAMES

    def also_follows(self, sight: PresentState) -> frozenset[str]:
        """Return the other topics that the state tells of."""
        return sight.topics - {self.topic}

    def step(self, sight: PresentState, cursor: Cursor) -> Step:
        """Return the messages that were not sent yet."""
        messages = sight.messages
        new = [SSE_FRAMES.named(self._followed.name, one) for key, one in messages.items() if key not in cursor.known]
        return Step(b"".join(new), Cursor(cursor.after, frozenset(messages)), more=False, over=not self._follow)

    def look(self, sight: PresentState, at_least: int | None = None) -> PresentState:  # noqa: ARG002  # always as of now
        """Return the state as of now."""
        return self._followed.look()

    def written(self, sight: PresentState) -> int:  # noqa: ARG002  # all news of its topics counts
        """Return that nothing is known of numbers."""
        return 0

    def polls(self, sight: PresentState) -> bool:  # noqa: ARG002  # a thread listens to one topic only
        """Return that there may be more, of another topic."""
        return True
