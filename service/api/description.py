"""What the description says of every operation: what it reads and sends, its answers, its problems."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask_smorest import Api
from marshmallow import Schema, fields, validate

from service.api.shapes import ProblemBody
from service.problems import PROBLEM_JSON, PROBLEMS, RULES
from service.schemas import Typed, typed

PROBLEM: Final = typed(ProblemBody)
PROBLEM_SCHEMA: Final = {"$ref": "#/components/schemas/ProblemBody"}
_PARTS: Final[Mapping[str, tuple[str, dict[str, Any]]]] = {
    "game": ("The id of a game", {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$"}),
    "n": ("The number of an event, from 1", {"type": "integer", "minimum": 0}),
    "seat": ("A seat, from 0", {"type": "integer", "minimum": 0}),
    "edition": ("The key of an edition, such as `classic`", {"type": "string"}),
    "clause": ("A citation, such as `CL-6.4` or `BP-6.1/CL-6.4`", {"type": "string"}),
}
"""The parts of paths: what they name, and their schema."""


class Whole(fields.Integer):
    """A whole number in digits: what Python would take for one beside, such as ` 1` or `1_0`, is refused."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, str) and not re.fullmatch(r"-?[0-9]{1,19}", value):
            raise self.make_error("invalid")
        return super()._validated(value)


class ViewQuery(Schema):
    """Whose eyes."""

    view = fields.String(
        data_key="as",
        validate=validate.Regexp(r"^(seat:[0-9]{1,2}|spectator|omniscient)$", error="seat:K, spectator or omniscient"),
        metadata={"description": "seat:K, spectator or omniscient; one's own view by default"},
    )


class KeyHeader(Schema):
    """Under which key a request that writes is remembered."""

    key = fields.String(
        data_key="Idempotency-Key",
        validate=[validate.Length(8, 128), validate.Regexp(r"^[ -~]+$")],
        metadata={
            "description": "Makes a repeat of this request harmless; 8 to 128 printable characters. It is its "
            "principal's alone: a seat's, or a token's. Without a token it is remembered for 24 hours if it can hold "
            "128 bits, which here means 22 characters or more, 8 different ones among them: draw them at random, since "
            "whoever knows the key can repeat the request; a poorer one is taken and not remembered. Where tokens are "
            "shown, a repeat answers with the same resource and fresh tokens, and revokes the first",
            "example": "9f86d081884c7d659a2feaa0c55ad015",
        },
    )


class MatchHeader(Schema):
    """Which version of the game a request is meant for."""

    version = fields.String(
        data_key="If-Match",
        metadata={"description": "The ETag of the version that this is meant for", "example": '"table.57.seat:1"'},
    )


class NoneMatchHeader(Schema):
    """What whoever asks has already."""

    known = fields.String(
        data_key="If-None-Match",
        metadata={"description": "ETags of what is known already: 304 for these", "example": '"table.57.seat:1"'},
    )


HEADERS: Final[Mapping[str, dict[str, Any]]] = {
    "X-Request-ID": {
        "description": "Under which id this request stands in the log",
        "required": True,
        "schema": {"type": "string"},
    },
    "X-RateLimit-Limit": {
        "description": "How many requests a period allows, where rates are limited",
        "schema": {"type": "integer"},
    },
    "X-RateLimit-Remaining": {"description": "How many are left of them", "schema": {"type": "integer"}},
    "X-RateLimit-Reset": {
        "description": "When the next period begins, in seconds since 1970",
        "schema": {"type": "integer"},
    },
    "Retry-After": {"description": "In how many seconds to ask again", "schema": {"type": "integer"}},
    "WWW-Authenticate": {"description": "How to say who asks", "schema": {"type": "string"}},
    "ETag": {
        "description": "Names this answer: `<route>.<n>.<view>`, for If-None-Match and If-Match",
        "schema": {"type": "string"},
    },
    "Location": {"description": "The address of what was made", "schema": {"type": "string"}},
    "Link": {
        "description": 'The address of what follows, as `<...>; rel="next"`; there is none after the last',
        "schema": {"type": "string"},
    },
    "Idempotency-Replayed": {
        "description": "Sent where this was done before, under the same key",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "Content-Disposition": {"description": "Under which name to keep it", "schema": {"type": "string"}},
}
"""Every header that an answer may bear, but for those that HTTP itself is made of."""
_ALWAYS: Final = ("X-Request-ID", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
_WITH_STATUS: Final = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}


class Declared(NamedTuple):
    """What an operation was declared to read: its query, its body, its headers."""

    query: Schema | None
    body: Typed | None
    headers: tuple[Schema, ...]

    @property
    def parameters(self) -> set[tuple[str, str]]:
        """Where each of them is sent, and its name there."""
        found = [] if self.query is None else [("query", self.query)]
        found += [("header", schema) for schema in self.headers]
        return {(place, field.data_key or name) for place, schema in found for name, field in schema.fields.items()}


DECLARED: Final[dict[str, Declared]] = {}
"""The operations by their operationId; the description has to say as much."""


def headers_of(status: int, more: Sequence[str] = ()) -> dict[str, Any]:
    """The headers of an answer with this status."""
    names = (*_ALWAYS, *_WITH_STATUS.get(status, ()), *more)
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def parts_of(path: str) -> list[dict[str, Any]]:
    """The parts of a path as parameters."""
    return [
        {"in": "path", "name": name, "required": True, "description": _PARTS[name][0], "schema": _PARTS[name][1]}
        for name in re.findall(r"<(?:\w+:)?(\w+)>", path)
    ]


def describe_what_all_share(api: Api) -> None:
    """The parts of the description that operations refer to."""
    token = {"type": "http", "scheme": "bearer", "description": "A token of a game: `hrc_<kind>_...`"}
    api.spec.components.security_scheme("token", token)
    for name, header in HEADERS.items():
        api.spec.components.header(name, header)
    api.ma_plugin.converter.resolve_nested_schema(PROBLEM)


def refusals(codes: Sequence[str], path: str, *, has_body: bool) -> dict[str, Any]:
    """The problems of an operation by status: its own codes, and those that any may answer."""
    usual = ["auth.invalid", "auth.missing", "seat.forbidden", "request.shape", "rate.limited", "unavailable"]
    usual += ["origin.forbidden"]
    usual += ["not-found"] if "<" in path else []
    usual += ["request.malformed", "request.too-large", "media-type"] if has_body else []
    found: dict[int, list[str]] = {}
    for code in dict.fromkeys([*usual, *codes]):
        found.setdefault(PROBLEMS.get(code, RULES)[0], []).append(code)
    return {
        str(status): {
            "description": "Problem: " + ", ".join(f"`{code}`" for code in names),
            "headers": headers_of(status),
            "content": {PROBLEM_JSON: {"schema": PROBLEM_SCHEMA}},
        }
        for status, names in sorted(found.items())
    }
