"""What the pages show of the games: as anybody without a token may see them."""

from typing import Any

import msgspec

from service.api.head import head_of
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
        found: list[dict[str, Any]] = []
        seeking = cursor is not None
        for line in self._desk.heads():
            if seeking:
                seeking = line.game != cursor
                continue
            if edition not in (None, line.edition) or (head := self.public_head(line.game)) is None:
                continue
            if status in (None, head["status"]):
                found.append(head)
            if len(found) > limit:
                return found[:limit], found[limit - 1]["game"]
        return found, None

    def public_head(self, game: str) -> dict[str, Any] | None:
        """The head of a game as anybody may see it; None when there is none that anybody may see."""
        try:
            sight = self._desk.sight(game, Principal())
        except Problem:
            return None
        head: dict[str, Any] = msgspec.to_builtins(head_of(self._desk, sight))
        return head
