"""One door for every operation: who asks, may they, what exactly do they ask; and the same words in its description."""

import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final

import msgspec
from flask import Response, current_app, request
from flask_smorest import Blueprint
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser

from domain.refusals import CorruptHistory, Misuse, UnknownVersion
from service.api.description import DECLARED, Declared, KeyHeader, headers_of, parts_of, refusals
from service.desk import Desk, now_ms
from service.payers import payer
from service.policy import ANONYMOUS, POLICY, allows
from service.problems import Problem
from service.quota import origin_of
from service.remembered import Request, request_of
from service.schemas import Typed, typed
from service.sight import Sight
from service.tokens import Principal

_KEY: Final = re.compile(r"[\x20-\x7e]{8,128}")


class QueryParser(FlaskParser):
    """Reads the arguments of a query, and refuses those that nobody knows."""

    DEFAULT_UNKNOWN_BY_LOCATION: Final = {"query": RAISE}  # type: ignore[misc]  # as the library has it, but final


class Call:
    """One call of an operation: who asks, and what they may know of the game it is about."""

    def __init__(self, operation: str, desk: Desk, principal: Principal, sight: Sight | None, args: dict[str, Any]):
        self.operation = operation
        self.desk = desk
        self.principal = principal
        self.args = args
        self._sight = sight

    @property
    def sight(self) -> Sight:
        """What they may know of the game; only in operations on a game."""
        assert self._sight is not None
        return self._sight

    @property
    def origin(self) -> str:
        """Where they are, as it is counted."""
        return origin_of(request.remote_addr or "")

    @property
    def key(self) -> str | None:
        """The idempotency key, if one was sent; `request.shape` for one that cannot be."""
        key = request.headers.get("Idempotency-Key")
        if key is not None and not _KEY.fullmatch(key):
            says = "an Idempotency-Key has 8 to 128 printable ASCII characters"
            raise Misuse("request.shape", says, place="header.Idempotency-Key")
        return key

    @property
    def request(self) -> Request:
        """This request, for remembering what it made."""
        asker = None if self.principal.kind == ANONYMOUS else self.principal.name
        place = f"{self.operation} {self._sight.game if self._sight else '-'}"
        return request_of(asker, place, self.key, read_body(self.desk.settings.body_bytes_max), now_ms())

    @property
    def expected(self) -> int | None:
        """The version that If-Match names; `version.mismatch` for an ETag that is none of ours."""
        if (header := request.headers.get("If-Match")) is None or header.strip() == "*":
            return None
        for tag in header.split(","):
            parts = tag.strip().removeprefix("W/").strip('"').split(".")
            if len(parts) >= 3 and parts[1].isascii() and parts[1].isdigit() and len(parts[1]) < 12:
                return int(parts[1])
        raise Problem("version.mismatch", 'If-Match takes the ETag of the head or the table, such as "table.57.seat:1"')

    def n(self, asked: int | None, place: str = "query.at") -> int:
        """The event asked for, by default the last they may know of; Misuse when there is none such."""
        n = self.sight.version if asked is None else asked
        if not 1 <= n <= self.sight.version:
            says = f"there is no event {n}: the game has events 1 to {self.sight.version}"
            raise Misuse("request.shape", says, place=place)
        return n


Handler = Callable[..., Response]


class Room(Blueprint):  # type: ignore[misc]  # the library has no types
    """A part of the interface: a blueprint whose operations are declared whole or not at all."""

    ARGUMENTS_PARSER = QueryParser()

    def operation(
        self,
        method: str,
        path: str,
        name: str,
        *,
        answers: Any,
        status: int = 200,
        example: Any = None,
        others: Sequence[tuple[int, Any, str]] = (),
        sends: Sequence[str] = (),
        problems: Sequence[str] = (),
        query: type[Schema] | None = None,
        body: Any = None,
        body_example: Any = None,
        content_type: str | None = None,
        writes: bool = False,
        looks: bool = True,
        hears: Sequence[type[Schema]] = (),
        raw_body: str | None = None,
        costs: int = 0,
    ) -> Callable[[Handler], Handler]:
        """Declares an operation: its name stands in the policy, `answers` is the type of its answer.

        The handler gets the `Call`, then the arguments of the query, then the body, where they are declared. `others`
        are further answers as (status, type, content type), `problems` the codes it can answer beside the usual ones,
        `hears` and `sends` the headers of requests and answers, `costs` what it costs more than a usual one, which is
        some milliseconds: about its hundredths of a second, or what it leaves behind.
        An operation that `looks` at a game gets it as it is now; others only learn whether it is there and who may act.
        """
        if name not in POLICY:
            raise KeyError(f"the policy says nothing of {name}")

        def declare(handler: Handler) -> Handler:
            function: Handler = handler  # from here on only for the description: every decorator wraps what it gets
            asked = None if query is None else query()
            sent = body if body is None or isinstance(body, Typed) else typed(body)
            if sent is not None:
                function = self.arguments(sent, location="json", example=body_example)(function)
            if asked is not None:
                function = self.arguments(asked, location="query")(function)
            kinds: list[type[Schema]] = [*([KeyHeader] if writes else []), *hears]
            heard = tuple(kind() for kind in kinds)
            DECLARED[name] = Declared(asked, sent, heard)
            for schema in heard:
                function = self.arguments(schema, location="headers")(function)
            told = (*sends, *(["Idempotency-Replayed"] if writes else []))
            function = self.response(
                status,
                _schema(answers),
                example=example,
                content_type=content_type,
                headers=headers_of(status, told),
                description=_first_line(handler),
            )(function)
            for other, kind, media in others:
                function = self.alt_response(
                    other,
                    schema=_schema(kind),
                    content_type=media,
                    headers=headers_of(other, told),
                    success=other < 300,
                )(function)
            # No list here: it would replace what the arguments above wrote into the same place.
            raw = {"required": True, "content": {raw_body: {"schema": {"type": "string"}}}}
            more = {"requestBody": raw} if raw_body is not None else {}
            function = self.doc(
                operationId=name,
                responses=refusals(problems, path, has_body=body is not None or raw_body is not None),
                summary=_first_line(handler).rstrip("."),
                security=[{}, {"token": []}] if allows(name, ANONYMOUS) else [{"token": []}],
                **more,
            )(function)
            arguments = _arguments(self.ARGUMENTS_PARSER, asked, sent)
            answering = _admitted(name, handler, arguments, function, costs, at_least=None if looks else 1)
            # The first address of all is found without its last slash, too: a redirect would be told in HTML.
            slashes = {"strict_slashes": False} if path == "/" else {}
            self.route(path, methods=[method], endpoint=name, parameters=parts_of(path), **slashes)(answering)
            return handler

        return declare


def _arguments(parser: QueryParser, query: Schema | None, body: Typed | None) -> Callable[[], list[Any]]:
    """What reads the arguments of a request: those of the query, then the body, where they are declared."""
    unasked = None if query is None else _defaults(query)

    def read() -> list[Any]:
        found: list[Any] = []
        if query is not None:
            if unasked is None or request.query_string:
                found.append(parser.parse(query, request, location="query"))
            else:
                found.append(dict(unasked))  # as most requests: they ask for nothing in particular
        if body is not None:
            found.append(body.load(read_json()))
        return found

    return read


def _defaults(query: Schema) -> dict[str, Any] | None:
    """What a query without arguments means; None where one is required."""
    try:
        return dict(query.load({}))
    except ValidationError:
        return None


def _admitted(
    name: str,
    function: Handler,
    arguments: Callable[[], list[Any]],
    described: Handler,
    costs: int,
    at_least: int | None,
) -> Handler:
    """The function with its arguments, for those whom the policy admits; with the description that stands there."""

    @wraps(described)
    def wrapper(**path: Any) -> Response:
        if (pays := payer()) is not None:
            pays.pay(costs)
        desk: Desk = current_app.config["DESK"]
        principal: Principal = request.environ["haricot.principal"]
        game = path.pop("game", None)
        sight = None if game is None else desk.sight(game, principal, at_least=at_least)
        relation = principal.kind if sight is None else sight.relation
        if not allows(name, relation):
            if relation == ANONYMOUS:
                raise Problem("auth.missing", "send `Authorization: Bearer hrc_...`, with a token of this game")
            raise Problem("seat.forbidden", f"your token, which is {relation}'s here, does not allow {name}")
        try:
            if sight is not None and sight.sealed:
                desk.note_look(sight, sight.viewer(None))  # whatever is told of a sealed fork
            return function(Call(name, desk, principal, sight, path), *arguments())
        except (CorruptHistory, UnknownVersion) as error:
            if game is None or (isinstance(error, UnknownVersion) and desk.store.roll.head(game) is not None):
                raise
            says = f"no rules can speak of this game: {error}. It can be shown and audited, but not played on"
            raise Problem("unavailable", says) from error

    return wrapper


def read_json() -> bytes:
    """The body of a request that sends JSON; `media-type` when it does not say that it does."""
    body = read_body(current_app.config["DESK"].settings.body_bytes_max)
    if not request.mimetype.endswith("+json"):
        require_media("application/json", body)
    return body


def require_media(media: str, body: bytes) -> None:
    """`media-type` unless the request says that its body is this, or has none.

    What says nothing is refused as well: pages of other sites may send that without asking first.
    """
    if request.mimetype != media and (request.mimetype or body):
        raise Problem(
            "media-type", f"send this as `Content-Type: {media}`, not {request.mimetype[:80] or 'without it'}"
        )


def read_body(most: int) -> bytes:
    """The body of the request; `request.too-large` for more bytes than this, `request.malformed` for a part of one."""
    told, body = request.content_length, request.environ.get("haricot.body")  # of one in chunks it is not told
    if told is not None and told > most:
        raise Problem("request.too-large", f"a body here has at most {most} bytes")
    if body is None:
        whole = told is None and request.environ.get("wsgi.input_terminated")
        body = request.environ["haricot.body"] = request.environ["wsgi.input"].read(most + 1 if whole else told or 0)
    if len(body) > most:
        raise Problem("request.too-large", f"a body here has at most {most} bytes")
    if len(body) < (told or 0):
        raise Problem("request.malformed", f"the body broke off after {len(body)} of {told} bytes")
    return bytes(body)


def answer(told: Any, status: int = 200, **headers: str) -> Response:
    """Compact JSON, keys in their order; names of headers with underscores for hyphens."""
    response = Response(msgspec.json.encode(told), status, mimetype="application/json")
    for name, value in headers.items():
        response.headers[name.replace("_", "-")] = value
    response.headers.setdefault("Cache-Control", "no-store" if status == 201 else "private, no-cache")
    return response


def replayed(again: bool) -> dict[str, str]:
    """The header that tells of a repeat, if it is one."""
    return {"Idempotency_Replayed": "true"} if again else {}


def _schema(kind: Any) -> Any:
    return kind if kind is None or isinstance(kind, Schema | dict) else typed(kind)


def _first_line(handler: Handler) -> str:
    return (handler.__doc__ or "").strip().split("\n")[0]
