"""Games as an anonymous client may see them, for the pages."""

from collections.abc import Callable
from typing import Any

import msgspec

from domain.refusals import Misuse
from service.access.context import Context
from service.access.tokens import Principal
from service.api.games.game_summary import head_or_none
from service.api.games.listing import CallerFilters, list_game_heads
from service.problems import Problem
from service.store.index.search import GameSearch


class Lobby:
    """The games of a context, for the pages. `answer_of` and `make_once` are those of `InternalRequests`."""

    def __init__(
        self,
        context: Context,
        answer_of: Callable[..., Any],
        make_once: Callable[[str, int, Callable[[], bytes]], bytes],
    ) -> None:
        self._context = context
        self.embed_origins = context.settings.embed_origins
        self.book = context.book
        self.answer_of = answer_of
        self.make_once = make_once

    def lobby(
        self, *, status: str | None, edition: str | None, player: str | None, cursor: str | None, limit: int
    ) -> tuple[list[dict[str, Any]], str | None]:
        """Return heads of public games, newest first, and the cursor of the next page, if there are more."""
        try:
            search = GameSearch(edition=edition, status=status)
            filters = CallerFilters(player=player)
            heads, next_cursor = list_game_heads(
                self._context, Principal(), search, filters, cursor=cursor, limit=limit
            )
        except (Problem, Misuse):  # the cursor is unknown
            return [], None
        return [msgspec.to_builtins(head) for head in heads], next_cursor

    def public_head(self, game: str) -> dict[str, Any] | None:
        """Return the head of a game as an anonymous client may see it, or None if it is not public."""
        head = head_or_none(self._context.reader, game, Principal())
        return None if head is None else msgspec.to_builtins(head)
