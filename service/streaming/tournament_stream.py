"""The stream of a tournament: a message for each event, as far as its subscriber may know of it."""

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
NOTHING_NOTED: Final[frozenset[str]] = frozenset()


class TournamentStream(EventStream):
    """A stream of a tournament from an event on, until it is closed and its secrets are revealed.

    A subscriber who does not `follow` is told what there is, and no more.
    """

    def __init__(
        self,
        context: Context,
        sight: VisibleTournament,
        after: int,
        frames: Frames,
        event_line: EventLine,
        leave: Callable[[], None],
        *,
        follow: bool = True,
    ) -> None:
        self.context = context
        self.sight = sight
        self.topic = tournament_topic(sight.tournament)
        self.cursor = Cursor(after, NOTHING_NOTED)
        self.leave = leave
        self._frames = frames
        self._event_line = event_line
        self._follow = follow

    @property
    def path(self) -> str:
        """The path of the streams of the tournament."""
        return f"/v1/tournaments/{self.sight.tournament}/stream"

    @property
    def alike(self) -> Hashable:
        """The key of the group."""
        who = self.sight.principal
        return (who.kind, who.tournament, who.pseudonym, who.digest, self._frames.media, self._follow)

    @property
    def frames(self) -> Frames:
        """The encoding of the stream."""
        return self._frames

    def step(self, sight: VisibleTournament, cursor: Cursor) -> Step:
        """Return the messages of the events that follow on a cursor, and in the end the last message."""
        after = cursor.after or 0
        upto = min(sight.version, after + WINDOW_EVENTS)
        shown = [self._frames.event(one.n, self._event_line(sight, one)) for one in sight.events[after:upto]]
        part, here, more = b"".join(shown), Cursor(max(after, upto), NOTHING_NOTED), upto < sight.version
        ends = not more and sight.over
        if ends:
            part += self._frames.named("end", msgspec.json.encode({"version": sight.version}), sight.version)
        return Step(part, here, more, over=ends or not (more or self._follow))

    def look(self, sight: VisibleTournament, at_least: int | None = None) -> VisibleTournament:  # noqa: ARG002  # always of all that is written
        """Return the tournament as of now; `auth.invalid` once the token is not valid any more."""
        who, at = sight.principal, now_ms()
        if who.digest and not is_valid(who.digest, self.context.register, at=at):
            raise Problem("auth.invalid", "this token is unknown, has expired or was revoked: ask for a new one")
        return sight.again(at)

    def written(self, sight: VisibleTournament) -> int:
        """Return the last event that is stored."""
        return sight.stored

    def polls(self, sight: VisibleTournament) -> bool:  # noqa: ARG002  # the news of other processes does not say which
        """Return that there may be more, which another process wrote."""
        return True
