"""One call of an operation: the request, and what its caller may know of the game or tournament."""

from typing import Any

from msgspec.structs import replace

from domain.refusals import Misuse
from service.access.context import Context
from service.access.policy import ANONYMOUS, SERVICE
from service.access.tokens import Principal
from service.access.visibility_scope import VisibilityScope
from service.http.request import HttpRequest
from service.lifecycle.idempotency import Attempt, attempt_of
from service.ops.clock import now_ms
from service.tournaments.visible_tournament import VisibleTournament


class Call:
    """A call of `operation`. `args` are the parts of its path but for the game or tournament, `query` its arguments."""

    def __init__(
        self,
        operation: str,
        context: Context,
        request: HttpRequest,
        sight: VisibilityScope | None,
        args: dict[str, Any],
        query: dict[str, Any],
        tournament: VisibleTournament | None = None,
    ) -> None:
        self.operation = operation
        self.context = context
        self.reader = context.reader
        self.request = request
        self.args = args
        self.query = query
        self._sight = sight
        self._tournament = tournament

    @property
    def principal(self) -> Principal:
        """The caller. A person with a seat at the game is that seat."""
        return self.request.principal if self._sight is None else self._sight.principal

    @property
    def sight(self) -> VisibilityScope:
        """What the caller may know of the game; only in operations on a game."""
        assert self._sight is not None
        return self._sight

    @property
    def tournament(self) -> VisibleTournament:
        """What the caller may know of the tournament; only in operations on one."""
        assert self._tournament is not None
        return self._tournament

    @property
    def attempt(self) -> Attempt:
        """This request as an attempt to create something, which is stored under its idempotency key."""
        requester = None if self.principal.kind == ANONYMOUS else self.principal.name
        about = self._sight.game if self._sight else self._tournament.tournament if self._tournament else "-"
        place = f"{self.operation} {about}"
        body = self.request.body(self.context.settings.body_bytes_max)
        maker = self.principal.digest if self.principal.kind == SERVICE else None
        return replace(attempt_of(requester, place, self.request.key, body, now_ms()), maker=maker)

    def event_number(self, requested: int | None, place: str = "query.at") -> int:
        """Return the requested event, by default the last visible one. Raises Misuse if there is no such event."""
        n = self.sight.version if requested is None else requested
        if not 1 <= n <= self.sight.version:
            raise Misuse(f"there is no event {n}: the game has events 1 to {self.sight.version}", place=place)
        return n
