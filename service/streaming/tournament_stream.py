"""The stream of a tournament: a message for each event that its subscriber may know."""

from collections.abc import Callable, Hashable
from typing import Final

import msgspec

from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.access.context import Context
from service.access.tokens import is_valid
from service.commands.notifier import tournament_topic
from service.ops.clock import now_ms
from service.problems import Problem
from service.streaming.stream_encoding import Frames
from service.streaming.stream_steps import WINDOW_EVENTS, Cursor, EventStream, Step
from service.tournaments.visible_tournament import VisibleTournament

EventLine = Callable[[VisibleTournament, NumberedTournamentEvent], bytes]
"""Returns an event as JSON."""
NO_NOTICES: Final[frozenset[str]] = frozenset()


class TournamentStream(EventStream):
    """A stream of a tournament from an event on, until the tournament is closed and its secrets are revealed.

    Without `follow` it ends after the events of now.
    """

    def __init__(
        self,
        context: Context,
        sight: VisibleTournament,
        after: int,
        frames: Frames,
        event_line: EventLine,
        release: Callable[[], None],
        *,
        follow: bool = True,
    ) -> None:
        self.context = context
        self.sight = sight
        self.topic = tournament_topic(sight.tournament)
        self.cursor = Cursor(after, NO_NOTICES)
        self.release = release
        self._frames = frames
        self._event_line = event_line
        self._follow = follow

    @property
    def path(self) -> str:
        """The path of the streams of the tournament."""
        return f"/v1/tournaments/{self.sight.tournament}/stream"

    @property
    def group_key(self) -> Hashable:
        """The key of the group."""
        who = self.sight.principal
        return (who.kind, who.tournament, who.pseudonym, who.digest, self._frames.media, self._follow)

    @property
    def frames(self) -> Frames:
        """The encoding of the stream."""
        return self._frames

    def step(self, sight: VisibleTournament, cursor: Cursor) -> Step:
        """Return the messages of the events after a cursor. After the last event comes the end."""
        after = cursor.after or 0
        upto = min(sight.version, after + WINDOW_EVENTS)
        data = b"".join(self._frames.event(one.n, self._event_line(sight, one)) for one in sight.events[after:upto])
        has_more = upto < sight.version
        has_ended = not has_more and sight.over
        if has_ended:
            data += self._frames.named("end", msgspec.json.encode({"version": sight.version}), sight.version)
        is_last = has_ended or not (has_more or self._follow)
        return Step(data, Cursor(max(after, upto), NO_NOTICES), has_more, is_last)

    def refresh(self, sight: VisibleTournament, at_least: int | None = None) -> VisibleTournament:  # noqa: ARG002  # always all
        """Return the present tournament. Raises `auth.invalid` once the token is not valid any more."""
        who, at = sight.principal, now_ms()
        if who.digest and not is_valid(who.digest, self.context.register, at=at):
            raise Problem("auth.invalid", "this token is unknown, has expired or was revoked: ask for a new one")
        return sight.again(at)

    def last_event(self, sight: VisibleTournament) -> int:
        """Return the last event that is stored."""
        return sight.stored

    def needs_polling(self, sight: VisibleTournament) -> bool:  # noqa: ARG002  # other processes do not announce it
        """Return True: another process may have written an event."""
        return True
