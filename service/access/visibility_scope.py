"""How much of a game somebody may know: which views, up to which event."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from msgspec.structs import replace

from domain.refusals import Misuse
from domain.values import Value
from domain.visibility import Viewer, seat_viewer, viewer_named
from replay.codec import Envelope
from replay.record import Record
from replay.rewind import eyes_in, settled_at
from service.access.policy import ANONYMOUS, ARBITER, ORGANISER, SEAT, SERVICE, SPECTATOR, STRANGER
from service.access.tokens import Principal
from service.problems import Problem
from service.queries.live_table import LiveTable
from service.store.entries.metadata_store import Arrangement

LATE: Final = frozenset({ANONYMOUS, STRANGER, SPECTATOR})
"""Those for whom the delay of a game is meant."""


class VisibilityScope(Value, gc=True):
    """What `principal`, who stands so to the game, may know of it: its events up to `version`, in these `views`.

    `over` says that the game has ended as far as they know. Those for whom delays are meant know what was noted by the
    time `until`, in milliseconds since 1970; not before `later_at` they may know of the next event. While the register
    is of the age `steady`, nothing but the table changes.
    """

    game: str
    principal: Principal
    relation: str
    arrangement: Arrangement
    live: LiveTable
    sealed: bool
    version: int
    over: bool
    until: int | None = None
    later_at: int | None = None
    steady: int | None = None

    def knows(self, n: int, at: int) -> bool:
        """Return whether they may know of what was noted at event n at this time, in milliseconds since 1970."""
        return n <= self.version and (self.until is None or at <= self.until)

    @property
    def players(self) -> int:
        """How many seats the game has."""
        return len(self.live.table.seats)

    @property
    def late(self) -> bool:
        """Whether they may not know everything yet that has happened."""
        return self.version < self.live.version

    @property
    def views(self) -> tuple[str, ...]:
        """The views that they may ask for, their own first."""
        own = f"seat:{self.principal.seat}" if self.relation == SEAT else "spectator"
        return views_of(self.players, own=own, over=self.over or self.relation in (ARBITER, SERVICE))

    def viewer(self, asked: str | None) -> Viewer:
        """The view asked for, else their own; `view.forbidden` for more than they may see, Misuse for no view."""
        if asked is None:
            return viewer_named(self.views[0])
        try:
            viewer = viewer_named(asked, self.players)
        except Misuse as error:
            error.move_inside("query.as")
            raise
        self.require_view(viewer)
        return viewer

    def require_view(self, viewer: Viewer) -> None:
        """`view.forbidden` for more than they may see."""
        if viewer.name not in self.views:
            raise Problem("view.forbidden", f"you may see {', '.join(self.views)} here, not {viewer.name}")

    def own_seat(self, seat: int) -> Viewer:
        """Return the eyes of this seat, for whoever may see its hand; `view.forbidden` for everybody else."""
        self.require_seat(seat, "query.seat")
        return self.viewer(seat_viewer(seat).name)

    def require_seat(self, seat: int, place: str) -> None:
        """Misuse unless the game has this seat, which was named at `place`."""
        if not 0 <= seat < self.players:
            raise Misuse(f"there is no seat {seat + 1}: seats are 1 to {self.players}", place=place)

    def looks(self, viewer: Viewer) -> bool:
        """Return whether this is an arbiter's look at cards that are still hidden, which everybody is told of."""
        if self.relation != ARBITER:
            return False
        return self.sealed or (not self.over and viewer.name != "spectator")


@cache  # seats are few, so are the answers
def views_of(players: int, *, own: str = "spectator", over: bool) -> tuple[str, ...]:
    """The views that somebody may ask for, their own first: all of them when the game is over, for them at least."""
    if not over:
        return tuple(dict.fromkeys((own, "spectator")))
    return tuple(dict.fromkeys((own, "spectator", *(f"seat:{seat}" for seat in range(players)), "omniscient")))


def relation_of(principal: Principal, game: str) -> str:
    """Return how somebody stands to a game."""
    if principal.kind == ANONYMOUS or principal.opens_games:
        return principal.kind
    return principal.kind if principal.game == game else STRANGER


def is_open(live: LiveTable) -> bool:
    """Return whether a game is still being played, so that forks which share its hidden cards are sealed."""
    return not live.over


def inherited(past: Iterable[Arrangement], own: Arrangement) -> Arrangement:
    """What holds for a game with these ancestors: it is as private and as late as the most private and the latest."""
    for arranged in past:
        own = replace(
            own,
            private=own.private or arranged.private,
            delay_events=max(own.delay_events, arranged.delay_events),
            delay_ms=max(own.delay_ms, arranged.delay_ms),
        )
    return own


def known_version(envelopes: list[Envelope], arrangement: Arrangement, *, now: int, ended: bool) -> int:
    """Return the last event that spectators may know of, at the end of a batch; they always know that there is a game.

    A delay of events ends with the game; one of time goes on to its end.
    """
    version = len(envelopes)
    if not ended:
        version -= arrangement.delay_events
    while arrangement.delay_ms and version > 1 and envelopes[version - 1].at > now - arrangement.delay_ms:
        version -= 1
    record = Record(game=arrangement.game, envelopes=tuple(envelopes))
    begun = max((upto + 1 for upto, _ in eyes_in(envelopes)), default=1)  # they had seen that already
    while 1 < version < len(envelopes) and not settled_at(record, version):
        version -= 1
    return max(version, begun)


def is_own_seat(sight: VisibilityScope, seat: int) -> bool:
    """Return whether they may act for this seat."""
    if sight.relation == SEAT:
        return sight.principal.seat == seat
    return sight.relation == SERVICE or (sight.relation == ARBITER and sight.sealed)


def is_host(sight: VisibilityScope) -> bool:
    """Return whether they run the game."""
    return sight.relation in (ORGANISER, SERVICE)


def nothing_there(game: str) -> Problem:
    """Return the problem of a game that is not there, and of one that somebody may not know of."""
    return Problem("not-found", f"there is no game {game[:200]!r} here that you may see")
