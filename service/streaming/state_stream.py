"""Streams of a present state instead of events: each message that is new or has changed is sent."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from typing import Final, NamedTuple

from service.access.context import Context
from service.streaming.stream_encoding import SSE_FRAMES, Frames
from service.streaming.stream_steps import Cursor, EventStream, Step

NOTHING_SENT: Final = Cursor(0, frozenset())


class PresentState(ABC):
    """The state that a subscriber may know now.

    With a delay it may change at `later_at`, in milliseconds since 1970.
    """

    version = 0
    later_at: int | None = None

    @property
    def late(self) -> bool:
        """Whether the state may change without a change of its topics."""
        return self.later_at is not None

    @property
    @abstractmethod
    def topics(self) -> frozenset[str]:
        """The notifier's topics of the games and tournaments that the state depends on."""

    @property
    @abstractmethod
    def messages(self) -> Mapping[str, bytes]:
        """The messages as JSON. The key of each changes when the message does."""


class FollowedState(NamedTuple):
    """What a stream follows: its main topic, the path of its requests, and the name of its messages.

    `load` returns the present state. It is the same for subscribers with the same `path` and `group_key`.
    """

    topic: str
    path: str
    name: str
    load: Callable[[], PresentState]
    group_key: Hashable


class StateStream(EventStream):
    """A stream of a present state, which is loaded again at each change of its topics.

    Without `follow` it ends after the present state.
    """

    def __init__(
        self,
        context: Context,
        sight: PresentState,
        followed: FollowedState,
        release: Callable[[], None],
        *,
        follow: bool = True,
    ) -> None:
        self.context = context
        self.sight = sight
        self.topic = followed.topic
        self.cursor = NOTHING_SENT
        self.release = release
        self._followed = followed
        self._follow = follow

    @property
    def path(self) -> str:
        """The path of the requests that this stream answers."""
        return self._followed.path

    @property
    def group_key(self) -> Hashable:
        """The key of the group."""
        return (self._followed.path, self._followed.group_key, self._follow)

    @property
    def frames(self) -> Frames:
        """The encoding of the stream."""
        return SSE_FRAMES

    def other_topics(self, sight: PresentState) -> frozenset[str]:
        """Return the other topics that the state depends on."""
        return sight.topics - {self.topic}

    def step(self, sight: PresentState, cursor: Cursor) -> Step:
        """Return the messages that were not sent yet."""
        messages = sight.messages
        new = [SSE_FRAMES.named(self._followed.name, one) for key, one in messages.items() if key not in cursor.known]
        return Step(b"".join(new), Cursor(cursor.after, frozenset(messages)), has_more=False, is_last=not self._follow)

    def refresh(self, sight: PresentState, at_least: int | None = None) -> PresentState:  # noqa: ARG002  # always all
        """Return the present state."""
        return self._followed.load()

    def last_event(self, sight: PresentState) -> int:  # noqa: ARG002  # the state is loaded at every change
        """Return 0: a present state has no last event."""
        return 0

    def needs_polling(self, sight: PresentState) -> bool:  # noqa: ARG002  # a thread listens to one topic only
        """Return True: another topic may have changed."""
        return True
