"""Dispatches a request to its operation: rate limits, authorisation, arguments, handler."""

from collections.abc import Callable, Coroutine
from functools import cache
from http import HTTPStatus
from typing import Any, cast

from marshmallow import RAISE, Schema, ValidationError

from domain.refusals import CorruptHistory, Misuse, Refusal, ShareRefused, UnknownVersion
from domain.tournaments.clauses import TournamentRefused
from domain.translations import ENGLISH, tongue
from service.access.context import Context
from service.access.policy import ANONYMOUS, SERVICE, is_allowed
from service.access.scopes import NO_SCOPES, REQUIRED_SCOPES
from service.access.tokens import Principal
from service.access.visibility_scope import VisibilityScope
from service.http.operation import Operation
from service.http.rate_limit_keys import Payer
from service.http.request import HttpRequest
from service.http.request_context import Call
from service.http.response import HttpAnswer
from service.ops.clock import now_ms
from service.problems import Problem, problem_of
from service.tournaments.tournament_store import NoSuchTournament, tournament_store
from service.tournaments.visible_tournament import VisibleTournament

Endpoint = Callable[[Context, HttpRequest, dict[str, Any]], Coroutine[Any, Any, HttpAnswer]]


@cache
def endpoint_of(operation: Operation) -> Endpoint:
    """Return the function that answers requests for this operation. Its last argument has the parts of the path.

    In a thread that may block it never awaits, so `run_sync` can run it there.
    """
    query_reader, takes_query = _QueryReader(operation.request.query or Schema), operation.request.query is not None
    body = operation.request.body

    async def endpoint(context: Context, request: HttpRequest, parts: dict[str, Any]) -> HttpAnswer:
        payer = request.payer
        if payer is not None and operation.caches:
            payer.defer(operation.cost)
        elif payer is not None:
            payer.charge(operation.cost, creates=operation.writes)
        game = parts.pop("game", None)
        at_least = None if operation.reads_latest else 1
        sight = None if game is None else context.reader.sight(game, request.principal, at_least=at_least)
        tournament_id = parts.pop("tournament", None)
        tournament = None if tournament_id is None else _visible_tournament(context, tournament_id, request.principal)
        relation = _relation(request.principal, sight, tournament)
        require_scope(operation.name, request.principal)
        if not is_allowed(operation.name, relation):
            raise _forbidden(operation.name, relation, about_tournament=tournament is not None)
        query: dict[str, Any] = {}
        try:
            if sight is not None and sight.sealed:
                context.reader.log_look(sight, sight.viewer(None))  # for every response about a sealed fork
            query = query_reader.read(request)  # unknown arguments are refused even if the operation takes none
            arguments: list[Any] = [query] if takes_query else []
            if body is not None:
                arguments.append(body.read(request.json(context.settings.body_bytes_max)))
            call = Call(operation.name, context, request, sight, parts, query, tournament)
            made = operation.handler(call, *arguments)
            return _settled(payer, made if isinstance(made, HttpAnswer) else await made)
        except (CorruptHistory, UnknownVersion) as error:
            # A request that is not about a game is invalid (422). So is one about rules that are missing here if the
            # game's own rules are present, which the index shows. Otherwise the game itself cannot be played, which
            # is not the caller's fault.
            if game is None or (isinstance(error, UnknownVersion) and context.store.game_index.head(game) is not None):
                raise
            says = f"the rules of this game are not available: {error}. It can be shown and audited, but not continued"
            raise Problem("unavailable", says) from error
        except (Refusal, ShareRefused, TournamentRefused) as refusal:
            raise problem_of(refusal, query.get("lang", ENGLISH)) from refusal
        except Misuse as error:
            if (lang := query.get("lang", ENGLISH)) != ENGLISH:
                error.retell(tongue(error.edition, lang).fault)
            raise

    return endpoint


def _visible_tournament(context: Context, tournament: str, principal: Principal) -> VisibleTournament:
    try:
        return VisibleTournament(tournament_store(context), tournament, principal, now_ms())
    except NoSuchTournament as error:
        raise Problem("not-found", str(error)) from error


def _relation(principal: Principal, sight: VisibilityScope | None, tournament: VisibleTournament | None) -> str:
    if tournament is not None:
        return tournament.relation
    return principal.kind if sight is None else sight.relation


def _settled(payer: Payer | None, response: HttpAnswer) -> HttpAnswer:
    """Return the response after its deferred cost is charged. A response that the caller has already costs nothing."""
    if payer is not None and response.status != HTTPStatus.NOT_MODIFIED:
        payer.charge_deferred()
    return response


def require_scope(name: str, principal: Principal) -> None:
    """Raise `scope.missing` for a service token without the scope of this operation."""
    missing = [scope for scope in REQUIRED_SCOPES.get(name, NO_SCOPES) if scope not in principal.scopes]
    if principal.kind == SERVICE and missing:
        raise Problem("scope.missing", f"{name} needs the scope {' and '.join(missing)}, which your token lacks")


def _forbidden(name: str, relation: str, *, about_tournament: bool) -> Problem:
    if relation == ANONYMOUS:
        return Problem("auth.missing", f"send `Authorization: Bearer hrc_...`, with a token that allows {name}")
    if about_tournament:
        return Problem("tournament.forbidden", f"{name} is not for {relation}s of this tournament")
    return Problem("seat.forbidden", f"your token, which is {relation}'s here, does not allow {name}")


class _QueryReader:
    """Reads the arguments of a query, and refuses unknown ones."""

    def __init__(self, schema: type[Schema]) -> None:
        self._schema = schema(unknown=RAISE)
        known = ", ".join(field.data_key or name for name, field in self._schema.fields.items())
        self._schema.error_messages["unknown"] = f"there is no such argument: there are {known or 'none here'}"
        try:
            self._defaults: dict[str, Any] | None = self._schema.load({})
        except ValidationError:  # some argument is required
            self._defaults = None

    def read(self, request: HttpRequest) -> dict[str, Any]:
        """Return the arguments by their names in Python. Raises Misuse with all errors."""
        if self._defaults is not None and not request.head.query_string:
            return dict(self._defaults)  # the usual case: no arguments
        sent = request.args
        try:
            arguments: dict[str, Any] = self._schema.load(sent)
        except ValidationError as error:
            messages = cast("dict[str, list[str]]", error.messages)
            known = [field.data_key or name for name, field in self._schema.fields.items()]
            names = [name for name in dict.fromkeys((*known, *sent)) if name in messages]
            errors = [(f"query.{name}", " ".join(messages[name])) for name in names]
            raise Misuse("; ".join(f"{place}: {says}" for place, says in errors), errors=tuple(errors)) from error
        return arguments
