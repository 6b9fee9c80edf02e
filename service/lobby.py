"""What the pages show of the games: as anybody without a token may see them."""

from typing import Any

import msgspec

from domain.refusals import Misuse
from service.api.head import head_of
from service.api.listing import listed
from service.desk import Desk
from service.problems import Problem
from service.tokens import Principal


class Lobby:
    """The games of a desk, for the pages."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def lobby(
        self, *, status: str | None, edition: str | None, cursor: str | None, limit: int
    ) -> tuple[list[dict[str, Any]], str | None]:
        """Heads of public games, newest first, and the cursor that leads on, if there are more."""
        try:
            heads, following = listed(
                self._desk, Principal(), edition=edition, status=status, cursor=cursor, limit=limit
            )
        except (Problem, Misuse):  # the cursor leads nowhere
            return [], None
        return [msgspec.to_builtins(head) for head in heads], following

    def public_head(self, game: str) -> dict[str, Any] | None:
        """The head of a game as anybody may see it; None when there is none that anybody may see."""
        try:
            sight = self._desk.sight(game, Principal())
        except Problem:
            return None
        head: dict[str, Any] = msgspec.to_builtins(head_of(self._desk, sight))
        return head
