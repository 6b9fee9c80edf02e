"""What a principal may know of a game: which views, and up to which event."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from msgspec.structs import replace

from domain.refusals import Misuse
from domain.values import Value
from domain.visibility import Viewer, seat_viewer, viewer_named
from replay.codec import Envelope
from replay.record import Record
from replay.rewind import is_batch_end, redactions_in
from service.access.policy import ANONYMOUS, ARBITER, ORGANISER, SEAT, SERVICE, SPECTATOR, STRANGER
from service.access.tokens import Principal
from service.problems import Problem
from service.queries.live_table import LiveTable
from service.store.entries.metadata_store import Arrangement

DELAYED_RELATIONS: Final = frozenset({ANONYMOUS, STRANGER, SPECTATOR})
"""The relations that a game's delay applies to."""


class VisibilityScope(Value, gc=True):
    """What `principal` may know of a game: its events up to `version`, in these `views`.

    - `sealed`: the game is a fork that shares hidden cards with an unfinished game.
    - `over`: the game has ended, as far as the principal may know.
    - `until`: the latest metadata that a principal with a delay may know; None without a delay.
    - `later_at`: the earliest time when the next event becomes visible; None if no event waits.
    - `metadata_age`: while the metadata cache has this age, only the table changes; None if more can change.

    Times are in milliseconds since 1970.
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
    metadata_age: int | None = None

    def knows(self, n: int, at: int) -> bool:
        """Return whether the principal may know metadata that was written at event n and at this time."""
        return n <= self.version and (self.until is None or at <= self.until)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.live.table.seats)

    @property
    def late(self) -> bool:
        """Whether there is an event that the principal may not know yet."""
        return self.version < self.live.version

    @property
    def late_by_events(self) -> bool:
        """Whether the principal has a delay in events, so that no clock can be counted down for them."""
        return self.until is not None and self.arrangement.delay_events > 0

    @property
    def views(self) -> tuple[str, ...]:
        """The views that the principal may use, their own first."""
        own = f"seat:{self.principal.seat}" if self.relation == SEAT else "spectator"
        return views_of(self.players, own=own, over=self.over or self.relation in (ARBITER, SERVICE))

    def viewer(self, requested: str | None) -> Viewer:
        """Return the requested view, by default the principal's own.

        Raises `view.forbidden` for a view that the principal may not use, and Misuse for a text that is no view.
        """
        if requested is None:
            return viewer_named(self.views[0])
        try:
            viewer = viewer_named(requested, self.players)
        except Misuse as error:
            error.move_inside("query.as")
            raise
        self.require_view(viewer)
        return viewer

    def require_view(self, viewer: Viewer) -> None:
        """Raise `view.forbidden` for a view that the principal may not use."""
        if viewer.name not in self.views:
            raise Problem(
                "view.forbidden", f"you may not use the view {viewer.name} here: use one of {', '.join(self.views)}"
            )

    def view_of_seat(self, seat: int) -> Viewer:
        """Return the view of this seat. Raises `view.forbidden` if the principal may not see the seat's hand."""
        self.require_seat(seat, "query.seat")
        return self.viewer(seat_viewer(seat).name)

    def require_seat(self, seat: int, place: str) -> None:
        """Raise Misuse unless the game has this seat. `place` is the parameter that named it."""
        if not 0 <= seat < self.players:
            raise Misuse(f"there is no seat {seat + 1}: seats are 1 to {self.players}", place=place)

    def is_arbiter_look(self, viewer: Viewer) -> bool:
        """Return whether the principal is an arbiter who sees hidden cards in this view. Such a look is made public."""
        if self.relation != ARBITER:
            return False
        return self.sealed or (not self.over and viewer.name != "spectator")


@cache  # there are few numbers of seats
def views_of(players: int, *, own: str = "spectator", over: bool) -> tuple[str, ...]:
    """Return the views that a principal may use, their own first. When the game is over, these are all views."""
    if not over:
        return tuple(dict.fromkeys((own, "spectator")))
    return tuple(dict.fromkeys((own, "spectator", *(f"seat:{seat}" for seat in range(players)), "omniscient")))


def relation_of(principal: Principal, game: str) -> str:
    """Return the principal's relation to a game."""
    if principal.kind == ANONYMOUS or principal.has_full_access:
        return principal.kind
    return principal.kind if principal.game == game else STRANGER


def is_open(live: LiveTable) -> bool:
    """Return whether a game is unfinished, so that forks which share its hidden cards are sealed."""
    return not live.over


def combine_arrangements(ancestors: Iterable[Arrangement], own: Arrangement) -> Arrangement:
    """Return a game's arrangement combined with its ancestors'. The strictest privacy and delay apply."""
    for ancestor in ancestors:
        own = replace(
            own,
            private=own.private or ancestor.private,
            delay_events=max(own.delay_events, ancestor.delay_events),
            delay_ms=max(own.delay_ms, ancestor.delay_ms),
        )
    return own


def known_version(envelopes: list[Envelope], arrangement: Arrangement, *, now: int, ended: bool) -> int:
    """Return the last event that spectators may know of, which ends a batch. Event 1 is always visible.

    A delay in events ends with the game. A delay in time also applies after the end.
    """
    version = len(envelopes)
    if not ended:
        version -= arrangement.delay_events
    while arrangement.delay_ms and version > 1 and envelopes[version - 1].at > now - arrangement.delay_ms:
        version -= 1
    record = Record(game=arrangement.game, envelopes=tuple(envelopes))
    seen_before = max((upto + 1 for upto, _ in redactions_in(envelopes)), default=1)  # before the fork
    while 1 < version < len(envelopes) and not is_batch_end(record, version):
        version -= 1
    return max(version, seen_before)


def is_own_seat(sight: VisibilityScope, seat: int) -> bool:
    """Return whether the principal may act for this seat."""
    if sight.relation == SEAT:
        return sight.principal.seat == seat
    return sight.relation == SERVICE or (sight.relation == ARBITER and sight.sealed)


def is_host(sight: VisibilityScope) -> bool:
    """Return whether the principal runs the game."""
    return sight.relation in (ORGANISER, SERVICE)


def game_not_found(game: str) -> Problem:
    """Return the problem for a game that does not exist. It is the same for a game that the caller may not know of."""
    return Problem("not-found", f"there is no game {game[:200]!r} here that you may see")
