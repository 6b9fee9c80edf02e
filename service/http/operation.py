"""How operations are declared: what they take, what they give, what they cost."""

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
"""Below this lie the paths of all operations."""

Handler = Callable[..., HttpAnswer | Awaitable[HttpAnswer]]


@dataclass(frozen=True)
class RequestSpec:
    """What an operation reads of a request: its query, its body as JSON or as text of another type, its headers.

    `deprecated` are arguments of the query that go, by their names there; `unsaid` are fields of it that work on and
    that the description leaves out.
    """

    query: type[Schema] | None = None
    body: JsonBody | MarshmallowBody | None = None
    example: Any = None
    headers: Sequence[type[Schema]] = ()
    text: str | None = None
    deprecated: Mapping[str, Deprecated] = field(default_factory=dict)
    unsaid: Sequence[str] = ()

    @property
    def described_query(self) -> Schema | None:
        """The query as the description has it."""
        return None if self.query is None else self.query(exclude=self.unsaid)


@dataclass(frozen=True)
class ResponseSpec:
    """What an operation answers: a type of the interface, or a schema of JSON, or nothing.

    `headers` are those that the answer may bear, `others` are further answers as (status, type, content type).
    """

    kind: Any
    status: int = 200
    media: str | None = None
    headers: Sequence[str] = ()
    others: Sequence[tuple[int, Any, str]] = ()


@dataclass(frozen=True, eq=False)
class Operation:
    """An operation of the interface; `name` is what the policy, the description and the metrics call it.

    `problems` are the codes it can answer beside the usual ones. One that `writes` may be repeated under a key. One
    that `looks` at a game gets it as it is now; others only learn whether it is there and who may act. It `costs` more
    than a usual one, which takes some milliseconds: about its hundredths of a second, or what it leaves behind. One
    that `keeps` what it tells of finished games costs nothing where that is at hand, and asks `kept` itself. One
    that is `quick` can be answered on an event loop: its handler writes once at most, which it awaits. One that is
    `deprecated` says so in the description, and in each of its answers.
    """

    method: str
    path: str
    name: str
    handler: Handler
    gives: ResponseSpec
    takes: RequestSpec
    problems: Sequence[str]
    writes: bool
    looks: bool
    costs: int
    quick: bool
    keeps: bool
    deprecated: Deprecated | None = None

    @property
    def headers(self) -> tuple[type[Schema], ...]:
        """The headers that it reads."""
        return (*([KeyHeader] if self.writes else []), *self.takes.headers)

    @property
    def parameters(self) -> set[tuple[str, str]]:
        """Where each argument is sent that is not a part of the path, and its name there."""
        query = self.takes.described_query
        kinds = [] if query is None else [("query", query)]
        kinds += [("header", kind()) for kind in self.headers]
        return {(place, field.data_key or name) for place, kind in kinds for name, field in kind.fields.items()}


class Operations:
    """Operations that one module declares, in their order."""

    def __init__(self) -> None:
        self._operations: list[Operation] = []

    def __iter__(self) -> Iterator[Operation]:
        return iter(self._operations)

    def operation(
        self,
        method: str,
        path: str,
        name: str,
        gives: ResponseSpec,
        takes: RequestSpec = RequestSpec(),  # it is frozen
        *,
        problems: Sequence[str] = (),
        writes: bool = False,
        looks: bool = True,
        costs: int = 0,
        quick: bool = False,
        keeps: bool = False,
        deprecated: Deprecated | None = None,
    ) -> Callable[[Handler], Handler]:
        """Declare an operation: its handler gets the Call, then the query and the body where they are taken.

        Its members are those of Operation. KeyError for a name that the policy says nothing of.
        """
        if name not in POLICY:
            raise KeyError(f"the policy says nothing of {name}")

        def declare(handler: Handler) -> Handler:
            made = Operation(
                method, path, name, handler, gives, takes, problems, writes, looks, costs, quick, keeps, deprecated
            )
            self._operations.append(made)
            return handler

        return declare


@dataclass(frozen=True)
class OperationTag:
    """The operations that the description lists under one tag, with a line that says what they are for."""

    name: str
    says: str
    parts: tuple[Operations, ...]

    def __iter__(self) -> Iterator[Operation]:
        return (operation for part in self.parts for operation in part)
