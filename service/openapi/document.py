"""The OpenAPI 3.1 description of the API, made from the declarations of its operations."""

import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from inspect import cleandoc, getdoc
from typing import Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from service.access.policy import ANONYMOUS, is_allowed
from service.access.scopes import REQUIRED_SCOPES
from service.api.integration.export_schemas import EXPORT_NAMES
from service.api.text_types import REF
from service.api.tournaments.broadcast_schemas import FIELDS
from service.http.deprecation import DATE_HEADERS, mark_deprecated
from service.http.json_bodies import JsonBody
from service.http.marshmallow_bodies import MarshmallowBody
from service.http.operation import PREFIX, Operation, OperationTag
from service.lifecycle.token_holders import PERSON_PATTERN
from service.openapi.examples import EXAMPLES, problem_example
from service.openapi.postprocessing import complete_description
from service.openapi.schema_names import NAMES
from service.openapi.schemas import Schemas
from service.openapi.webhook_messages import describe_webhooks
from service.problems import PROBLEM_JSON, kind_of

JSON: Final = "application/json"
DEMO_GAME: Final = "classic-4-demo-0001"
"""A demo game of `make serve`, so that the examples work unchanged."""
INTRODUCTION: Final = """\
An event-sourced service for the Bohnanza family of card games. Clients submit commands and read events. Events of a
game have numbers `n`, which are the same in every view, and all state can be read as of any event.

Errors are `application/problem+json` with a stable `code`. They cite the clause of the rulebook if there is one. The
service refuses unknown members of requests. Clients must ignore unknown members of responses.
"""
_PROBLEM: Final = {"$ref": REF.format(name="Problem")}
_PATH_PARAMETERS: Final[Mapping[str, tuple[str, dict[str, Any], Any]]] = {
    "game": ("The id of a game", {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$"}, DEMO_GAME),
    "tournament": (
        "The id of a tournament",
        {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$"},
        "classic-t23-1-0001",
    ),
    "round": ("A round, from 1", {"type": "integer", "minimum": 1}, 1),
    "n": ("The number of an event, from 1", {"type": "integer", "minimum": 1}, 120),
    "seat": ("A seat, from 0", {"type": "integer", "minimum": 0}, 0),
    "edition": ("The key of an edition, such as `classic`", {"type": "string"}, "classic"),
    "book": (
        "The key of the book of remedies that this service applies, `tournament` by default",
        {"type": "string"},
        "tournament",
    ),
    "annotation": ("The id of an annotation", {"type": "string", "pattern": "^[0-9a-f]{16}$"}, "3d093718bc44e73d"),
    "slot": (
        "The name of a slot of a broadcast",
        {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,31}$"},
        "main",
    ),
    "field": ("What a slot shows", {"type": "string", "enum": [*FIELDS]}, "scores"),
    "entry": ("An entry of the book of remedies, such as `TR-3`", {"type": "string"}, "TR-3"),
    "table": (
        "A table of an export, or `files`",
        {"type": "string", "enum": [*EXPORT_NAMES]},
        "events",
    ),
    "token": ("The id of a service token, as in the list of tokens", {"type": "string"}, "k7m2p9q4r6t8v1x3"),
    "person": (
        "The integrator's id of a person",
        {"type": "string", "pattern": PERSON_PATTERN},
        "u-17",
    ),
    "player": (
        "The public id of a player, or the name of a bot",
        {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"},
        "trader",
    ),
    "webhook": ("The id of a webhook that the token in the request created", {"type": "string"}, "d2247c799d60e6a8"),
    "dispute": ("A dispute about the game, from 1", {"type": "integer", "minimum": 1}, 1),
    "call": ("A call for an arbiter on the game, from 1", {"type": "integer", "minimum": 1}, 1),
    "clause": ("A citation, such as `CL-6.4` or `BP-6.1/CL-6.4`", {"type": "string"}, "CL-6.4"),
}
"""The parameters in paths: meaning, schema, example."""
HEADERS: Final[Mapping[str, dict[str, Any]]] = {
    "X-Request-ID": {
        "description": "The id of this request in the log",
        "required": True,
        "schema": {"type": "string"},
    },
    "X-RateLimit-Limit": {
        "description": "How many requests a period allows, if rates are limited",
        "schema": {"type": "integer"},
    },
    "X-RateLimit-Remaining": {
        "description": "How many requests are left in this period",
        "schema": {"type": "integer"},
    },
    "X-RateLimit-Reset": {
        "description": "When the next period begins, in seconds since 1970",
        "schema": {"type": "integer"},
    },
    "Retry-After": {"description": "After how many seconds to retry", "schema": {"type": "integer"}},
    "WWW-Authenticate": {"description": "The authentication scheme to use", "schema": {"type": "string"}},
    "ETag": {
        "description": "The version of this response, `<route>.<n>.<view>`, for If-None-Match and If-Match",
        "schema": {"type": "string"},
    },
    "Location": {"description": "The address of the created resource", "schema": {"type": "string"}},
    "Link": {
        "description": 'The address of the next page, as `<...>; rel="next"`; absent on the last page',
        "schema": {"type": "string"},
    },
    "Deprecation": {
        "description": "When this was deprecated, as `@` with the seconds since 1970 (RFC 9745)",
        "schema": {"type": "string"},
    },
    "Sunset": {"description": "When it will be removed (RFC 8594)", "schema": {"type": "string"}},
    "Idempotency-Replayed": {
        "description": "Present if an earlier request with this key did this already",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "Content-Disposition": {"description": "The suggested file name", "schema": {"type": "string"}},
}
"""Every header that a response may have, except those of HTTP itself."""
_ALWAYS: Final = ("X-Request-ID", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
_WITH_STATUS: Final = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}


class DocstringPlugin(MarshmallowPlugin):
    """The library's plugin. The description of a schema begins with its docstring."""

    def schema_helper(self, name: str, definition: dict[str, Any], **more: Any) -> Any:  # type: ignore[override]  # whose two bases differ
        """Return the description of one schema."""
        described = super().schema_helper(name, definition, **more)  # type: ignore[no-untyped-call]  # the library has none
        return {"description": getdoc(more["schema"]), **described}


def describe_api(interface: Sequence[OperationTag]) -> dict[str, Any]:
    """Return the description of all these operations, as JSON."""
    spec = APISpec(
        title="Haricot",
        version="1",
        openapi_version="3.1.0",
        plugins=[DocstringPlugin(schema_name_resolver=_name_of)],
        info={
            "description": INTRODUCTION,
            "contact": {"name": "The maintainers of Haricot"},
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        servers=[{"url": "/"}],
    )
    token = {"type": "http", "scheme": "bearer", "description": "A token: `hrc_<kind>_...`"}
    spec.components.security_scheme("token", token)
    deprecated = [
        operation for tag in interface for operation in tag if operation.deprecated or operation.request.deprecated
    ]
    for name, header in HEADERS.items():
        if deprecated or name not in DATE_HEADERS:
            spec.components.header(name, header)
    schemas = Schemas([kind for tag in interface for operation in tag for kind in _kinds(operation)])
    spec.components.schemas.update(schemas.components)
    for tag in interface:
        spec.tag({"name": tag.name, "description": tag.says})
        for operation in tag:
            words = {"tags": [tag.name], **_operation(schemas, operation)}
            operations = {operation.method.lower(): words}
            spec.path(_path_of(operation), operations=operations, parameters=_path_parameters(operation.path))
    document = {**spec.to_dict(), "webhooks": describe_webhooks()}
    for operation in deprecated:
        words = document["paths"][_path_of(operation)][operation.method.lower()]
        mark_deprecated(words, operation.deprecated, operation.request.deprecated)
    return complete_description(document)


def _path_of(operation: Operation) -> str:
    """Return the path as the description has it."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"{PREFIX}{operation.path}").rstrip("/")


def _name_of(schema: Any) -> str:
    """Return the name of a body's schema."""
    name = (schema if isinstance(schema, type) else type(schema)).__name__.removesuffix("Schema")
    return NAMES.get(name, name)


def _kinds(operation: Operation) -> Iterator[Any]:
    """Yield the types that an operation takes and returns."""
    given = [operation.response.kind, *(kind for _, kind, _ in operation.response.others)]
    yield from (kind for kind in given if not isinstance(kind, dict | None))
    if isinstance(operation.request.body, JsonBody):
        yield operation.request.body.shape


def _operation(schemas: Schemas, operation: Operation) -> dict[str, Any]:
    """Return the description of one operation."""
    summary, _, more = (operation.handler.__doc__ or "").strip().partition("\n")
    request = operation.request
    arguments: list[dict[str, Any]] = (
        [] if request.query is None else [{"in": "query", "schema": request.described_query}]
    )
    arguments += [{"in": "header", "schema": kind} for kind in operation.headers]
    description: dict[str, Any] = {
        "operationId": operation.name,
        "summary": summary.rstrip("."),
        "description": cleandoc(more),
        "responses": _responses(schemas, operation, summary),
        "security": [{}, {"token": []}] if is_allowed(operation.name, ANONYMOUS) else [{"token": []}],
    }
    if scopes := REQUIRED_SCOPES.get(operation.name):
        description["x-scopes"] = list(scopes)
    if arguments:
        description["parameters"] = arguments
    if request.text is not None:
        content = {"schema": {"type": "string"}, "example": EXAMPLES.get(f"{operation.name} body", "")}
        description["requestBody"] = {"required": True, "content": {request.text: content}}
    if request.body is not None:
        shape = request.body if isinstance(request.body, MarshmallowBody) else schemas.of(request.body.shape)
        is_required = not (isinstance(request.body, MarshmallowBody) and request.body.optional)
        description["requestBody"] = {
            "required": is_required,
            "content": {JSON: {"schema": shape, "example": request.example}},
        }
    return description


def _responses(schemas: Schemas, operation: Operation, summary: str) -> dict[str, Any]:
    response, request = operation.response, operation.request
    responses = _problem_responses(
        operation.problems, operation.path, has_body=request.body is not None or request.text is not None
    )
    headers = (*response.headers, *(["Idempotency-Replayed"] if operation.writes else []))
    for status, kind, media in [(response.status, response.kind, response.media or JSON), *response.others]:
        response_entry = responses.setdefault(str(status), {"headers": _headers_of(status, headers)})
        response_entry["description"] = summary if status == response.status else HTTPStatus(status).phrase
        if kind is not None:
            content = {"schema": schemas.of(kind)}
            if (example := EXAMPLES.get(f"{operation.name} {status} {media}")) is not None:
                content["example"] = example
            response_entry.setdefault("content", {})[media] = content
    return responses


def _headers_of(status: int, more: Sequence[str] = ()) -> dict[str, Any]:
    """Return the headers of a response with this status."""
    names = (*_ALWAYS, *_WITH_STATUS.get(status, ()), *more)
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _path_parameters(path: str) -> list[dict[str, Any]]:
    """Return the parts of a path as parameters."""
    return [
        {"in": "path", "name": name, "required": True, "description": says, "schema": schema, "example": example}
        for name in re.findall(r"<(?:\w+:)?(\w+)>", path)
        for says, schema, example in [_PATH_PARAMETERS[name]]
    ]


def _problem_responses(codes: Sequence[str], path: str, *, has_body: bool) -> dict[str, Any]:
    """Return the problems of an operation by status: its own codes, and the common ones."""
    common = ["auth.invalid", "auth.missing", "seat.forbidden", "request.shape", "rate.limited", "unavailable"]
    common += ["origin.forbidden"]
    common += ["not-found"] if "<" in path else []
    common += ["request.malformed", "request.too-large", "media-type"] if has_body else []
    codes_by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys([*common, *codes]):
        codes_by_status.setdefault(kind_of(code).status, []).append(code)
    return {
        str(status): {
            "description": "Problem: " + ", ".join(f"`{code}`" for code in status_codes),
            "headers": _headers_of(status),
            "content": {PROBLEM_JSON: {"schema": _PROBLEM, "example": problem_example(status_codes[0], path)}},
        }
        for status, status_codes in sorted(codes_by_status.items())
    }
