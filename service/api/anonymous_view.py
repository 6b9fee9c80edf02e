"""What the pages show of the games: as anybody without a token may see them."""

from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import msgspec
from flask import request

from domain.refusals import Misuse
from service.access.context import Context
from service.access.tokens import Principal
from service.api.games.game_summary import head_or_none
from service.api.games.listing import listed
from service.api.routes import OPERATIONS
from service.commands.run_sync import at_once
from service.http.dispatch import Answering, answering_of
from service.http.operation import PREFIX
from service.http.request import HttpRequest
from service.http.request_lifecycle import VISIT
from service.problems import Problem
from service.store.index.search import GameSearch
from service.streaming.stream_encoding import NDJSON

LINES: Final = "list_events"
"""The operation that is asked for lines."""


class InnerRequest(NamedTuple):
    """The head of a request that nobody sent."""

    path: str
    query_string: bytes
    headers: dict[str, str]
    remote_addr: str | None
    method: str = "GET"


class InternalRequests:
    """Asks the operations of a context on behalf of the request that is served: it pays, its sight is what counts."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._answering: dict[str, Answering] = {}

    def answer_of(self, operation: str, game: str, **query: object) -> Any:
        """Return what a GET on a game, or on its event `n`, answers, decoded; its events as lines of JSON in one text.

        `as_` stands for `as`, `with_` for `with`; what is None is left out. Raises what the operation raises.
        """
        asked = {name.rstrip("_"): value for name, value in query.items() if value is not None}
        accept = NDJSON if operation == LINES else "application/json"
        path = f"{PREFIX}{OPERATIONS[operation].path.replace('<game>', game)}"
        parts: dict[str, Any] = {"game": game}
        if "<int:n>" in path:
            path, parts["n"] = path.replace("<int:n>", str(query["n"])), asked.pop("n")
        head = InnerRequest(path, urlencode(asked).encode(), {"accept": accept}, request.remote_addr)
        answering = self._answering.setdefault(operation, answering_of(OPERATIONS[operation]))
        made = at_once(answering(self._context, HttpRequest(head, request.environ[VISIT], _nothing), parts))
        assert isinstance(made.body, bytes)
        return made.body.decode() if operation == LINES else msgspec.json.decode(made.body)


def _nothing(_: int) -> bytes:
    return b""


class Lobby:
    """The games of a context, for the pages."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.embed_origins = context.settings.embed_origins
        self.book = context.book
        self.answer_of = InternalRequests(context).answer_of

    def lobby(
        self, *, status: str | None, edition: str | None, cursor: str | None, limit: int
    ) -> tuple[list[dict[str, Any]], str | None]:
        """Head of public games, newest first, and the cursor that leads on, if there are more."""
        try:
            search = GameSearch(edition=edition, status=status)
            heads, following = listed(self._context, Principal(), search, cursor=cursor, limit=limit)
        except (Problem, Misuse):  # the cursor leads nowhere
            return [], None
        return [msgspec.to_builtins(head) for head in heads], following

    def public_head(self, game: str) -> dict[str, Any] | None:
        """Return the head of a game as anybody may see it; None when there is none that anybody may see."""
        head = head_or_none(self._context.reader, game, Principal())
        return None if head is None else msgspec.to_builtins(head)
