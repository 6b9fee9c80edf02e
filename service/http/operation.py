"""Declarations of operations: their requests, responses and costs."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from marshmallow import Schema

from service.access.policy import POLICY
from service.http.deprecation import Deprecated
from service.http.json_bodies import JsonBody
from service.http.marshmallow_bodies import MarshmallowBody
from service.http.query_params import KeyHeader
from service.http.response import HttpAnswer

PREFIX: Final = "/v1"
"""The prefix of the paths of all operations."""

Handler = Callable[..., HttpAnswer | Awaitable[HttpAnswer]]


@dataclass(frozen=True)
class RequestSpec:
    """What an operation reads of a request: the query, the headers, and a body of JSON or of the content type `text`.

    `deprecated` are arguments of the query that will be removed, by their names in the query. `undescribed` are the
    names of fields that still work but are left out of the description.
    """

    query: type[Schema] | None = None
    body: JsonBody | MarshmallowBody | None = None
    example: Any = None
    headers: Sequence[type[Schema]] = ()
    text: str | None = None
    deprecated: Mapping[str, Deprecated] = field(default_factory=dict)
    undescribed: Sequence[str] = ()

    @property
    def described_query(self) -> Schema | None:
        """The query as the API description shows it."""
        return None if self.query is None else self.query(exclude=self.undescribed)


@dataclass(frozen=True)
class ResponseSpec:
    """What an operation returns: `kind` is a type of the API, a JSON schema, or None.

    `headers` are those that the response may have. `others` are further responses as (status, type, content type).
    """

    kind: Any
    status: int = 200
    media: str | None = None
    headers: Sequence[str] = ()
    others: Sequence[tuple[int, Any, str]] = ()


@dataclass(frozen=True, eq=False)
class Operation:
    """An operation of the API. `name` identifies it in the policy, the description and the metrics.

    - `problems`: the codes that it can raise beside the usual ones.
    - `writes`: it takes an idempotency key, under which it may be retried.
    - `reads_latest`: it gets the game as of now. Other operations get a cached game, which shows only that the game
      exists and who may act.
    - `cost`: about the hundredths of a second that it takes, or what it stores. A usual operation costs 0.
    - `caches`: it caches its responses about finished games with `cached_response`. A cached one costs nothing.
    - `quick`: it can be answered on an event loop, since its handler writes at most once, and awaits that.
    - `deprecated`: the description and each of its responses say so.
    """

    method: str
    path: str
    name: str
    handler: Handler
    response: ResponseSpec
    request: RequestSpec
    problems: Sequence[str]
    writes: bool
    reads_latest: bool
    cost: int
    quick: bool
    caches: bool
    deprecated: Deprecated | None = None

    @property
    def headers(self) -> tuple[type[Schema], ...]:
        """The headers that it reads."""
        return (*([KeyHeader] if self.writes else []), *self.request.headers)

    @property
    def parameters(self) -> set[tuple[str, str]]:
        """The place and the name of each argument outside the path."""
        query = self.request.described_query
        kinds = [] if query is None else [("query", query)]
        kinds += [("header", kind()) for kind in self.headers]
        return {(place, field.data_key or name) for place, kind in kinds for name, field in kind.fields.items()}


class Operations:
    """The operations that one module declares, in their order."""

    def __init__(self) -> None:
        self._operations: list[Operation] = []

    def __iter__(self) -> Iterator[Operation]:
        return iter(self._operations)

    def operation(
        self,
        method: str,
        path: str,
        name: str,
        response: ResponseSpec,
        request: RequestSpec = RequestSpec(),  # it is frozen
        *,
        problems: Sequence[str] = (),
        writes: bool = False,
        reads_latest: bool = True,
        cost: int = 0,
        quick: bool = False,
        caches: bool = False,
        deprecated: Deprecated | None = None,
    ) -> Callable[[Handler], Handler]:
        """Declare an operation. Its handler gets the Call, then the query and the body if the request has them.

        The arguments are those of Operation. Raises KeyError for a name without an entry in the policy.
        """
        if name not in POLICY:
            raise KeyError(f"the policy has no entry for {name}")

        def declare(handler: Handler) -> Handler:
            self._operations.append(
                Operation(
                    method=method,
                    path=path,
                    name=name,
                    handler=handler,
                    response=response,
                    request=request,
                    problems=problems,
                    writes=writes,
                    reads_latest=reads_latest,
                    cost=cost,
                    quick=quick,
                    caches=caches,
                    deprecated=deprecated,
                )
            )
            return handler

        return declare


@dataclass(frozen=True)
class OperationTag:
    """The operations under one tag of the API description, with a sentence about their purpose."""

    name: str
    says: str
    parts: tuple[Operations, ...]

    def __iter__(self) -> Iterator[Operation]:
        return (operation for part in self.parts for operation in part)
