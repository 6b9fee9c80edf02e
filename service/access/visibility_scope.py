"""How much of a game a principal may know: which views, up to which event."""

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
"""The relations that a game's delay applies to."""


class VisibilityScope(Value, gc=True):
    """What `principal` may know of a game: its events up to `version`, in these `views`.

    `over` says that the game has ended as far as they know. Principals with a delay know what was noted up to `until`,
    and learn of the next event at `later_at` or after; times are in milliseconds since 1970. While the metadata cache
    has the age `steady`, only the table changes.
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
        """Return whether the principal may know what was noted at event n at this time, in milliseconds since 1970."""
        return n <= self.version and (self.until is None or at <= self.until)

    @property
    def players(self) -> int:
        """How many seats the game has."""
        return len(self.live.table.seats)

    @property
    def late(self) -> bool:
        """Whether something has happened that the principal may not know yet."""
        return self.version < self.live.version

    @property
    def late_by_events(self) -> bool:
        """Whether the principal is late by a number of events, so that no clock can be counted down for them."""
        return self.until is not None and self.arrangement.delay_events > 0

    @property
    def views(self) -> tuple[str, ...]:
        """The views that the principal may ask for, their own first."""
        own = f"seat:{self.principal.seat}" if self.relation == SEAT else "spectator"
        return views_of(self.players, own=own, over=self.over or self.relation in (ARBITER, SERVICE))

    def viewer(self, asked: str | None) -> Viewer:
        """Return the view asked for, else the principal's own.

        Raises `view.forbidden` for a view that they may not use, and Misuse for a text that is no view.
        """
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
        """Raise `view.forbidden` for a view that the principal may not use."""
        if viewer.name not in self.views:
            raise Problem("view.forbidden", f"you may see {', '.join(self.views)} here, not {viewer.name}")

    def own_seat(self, seat: int) -> Viewer:
        """Return the view of this seat. Raises `view.forbidden` if the principal may not see its hand."""
        self.require_seat(seat, "query.seat")
        return self.viewer(seat_viewer(seat).name)

    def require_seat(self, seat: int, place: str) -> None:
        """Raise Misuse unless the game has this seat. `place` is the parameter that named it."""
        if not 0 <= seat < self.players:
            raise Misuse(f"there is no seat {seat + 1}: seats are 1 to {self.players}", place=place)

    def looks(self, viewer: Viewer) -> bool:
        """Return whether this is an arbiter's look at cards that are still hidden, which is made public."""
        if self.relation != ARBITER:
            return False
        return self.sealed or (not self.over and viewer.name != "spectator")


@cache  # there are few seats, so few answers
def views_of(players: int, *, own: str = "spectator", over: bool) -> tuple[str, ...]:
    """Return the views that a principal may ask for, their own first. When the game is over, these are all views."""
    if not over:
        return tuple(dict.fromkeys((own, "spectator")))
    return tuple(dict.fromkeys((own, "spectator", *(f"seat:{seat}" for seat in range(players)), "omniscient")))


def relation_of(principal: Principal, game: str) -> str:
    """Return the principal's relation to a game."""
    if principal.kind == ANONYMOUS or principal.opens_games:
        return principal.kind
    return principal.kind if principal.game == game else STRANGER


def is_open(live: LiveTable) -> bool:
    """Return whether a game is still being played, so that forks which share its hidden cards are sealed."""
    return not live.over


def inherited(past: Iterable[Arrangement], own: Arrangement) -> Arrangement:
    """Return a game's arrangement combined with its ancestors'. The strictest privacy and delay apply."""
    for arranged in past:
        own = replace(
            own,
            private=own.private or arranged.private,
            delay_events=max(own.delay_events, arranged.delay_events),
            delay_ms=max(own.delay_ms, arranged.delay_ms),
        )
    return own


def known_version(envelopes: list[Envelope], arrangement: Arrangement, *, now: int, ended: bool) -> int:
    """Return the last event that spectators may know of, at the end of a batch. They always know that there is a game.

    A delay in events ends with the game. A delay in time goes on after it.
    """
    version = len(envelopes)
    if not ended:
        version -= arrangement.delay_events
    while arrangement.delay_ms and version > 1 and envelopes[version - 1].at > now - arrangement.delay_ms:
        version -= 1
    record = Record(game=arrangement.game, envelopes=tuple(envelopes))
    begun = max((upto + 1 for upto, _ in eyes_in(envelopes)), default=1)  # spectators had seen these already
    while 1 < version < len(envelopes) and not settled_at(record, version):
        version -= 1
    return max(version, begun)


def is_own_seat(sight: VisibilityScope, seat: int) -> bool:
    """Return whether the principal may act for this seat."""
    if sight.relation == SEAT:
        return sight.principal.seat == seat
    return sight.relation == SERVICE or (sight.relation == ARBITER and sight.sealed)


def is_host(sight: VisibilityScope) -> bool:
    """Return whether the principal runs the game."""
    return sight.relation in (ORGANISER, SERVICE)


def nothing_there(game: str) -> Problem:
    """Return the problem for a game that does not exist, and equally for one that the caller may not know of."""
    return Problem("not-found", f"there is no game {game[:200]!r} here that you may see")
