"""Each call of the service as a value: what to ask, and which type its answer has."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeVar, cast
from urllib.parse import parse_qs, quote, urlsplit

from haricot_client.models import Command, CommandResult, GameHead, GameMade, LegalCommands, NewGame

Answer = TypeVar("Answer")


@dataclass(frozen=True, kw_only=True)
class Call(Generic[Answer]):
    """A request and the type of its answer. What changes something carries a key, so that asking again is safe."""

    method: str
    path: str
    query: Mapping[str, str | int] = field(default_factory=dict)
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def read(self, answer: object) -> Answer:
        """The answer as what the description says it is."""
        return cast(Answer, answer)


@dataclass(frozen=True)
class SeatLink:
    """The link to a seat: where the service is, the game, and the token."""

    address: str
    game: str
    token: str

    @classmethod
    def of(cls, link: str) -> Self:
        """The parts of `http://host/join/GAME#token=hrc_seat_...`."""
        parts = urlsplit(link)
        before, join, game = parts.path.partition("/join/")
        tokens = parse_qs(parts.fragment).get("token", [])
        if not (parts.scheme and parts.netloc and join and game and len(tokens) == 1):
            raise ValueError(f"no link to a seat, such as http://host/join/GAME#token=...: {link!r}")
        return cls(f"{parts.scheme}://{parts.netloc}{before}", game, tokens[0])


def _game(game: str, rest: str = "") -> str:
    return f"/v1/games/{quote(game, safe='')}{rest}"


def _key(key: str | None) -> dict[str, str]:
    return {"Idempotency-Key": uuid.uuid4().hex if key is None else key}


def create_game(wish: NewGame, key: str | None) -> Call[GameMade]:
    """A game is made."""
    return Call(method="POST", path="/v1/games", body=wish, headers=_key(key))


def head(game: str) -> Call[GameHead]:
    """A game at a glance."""
    return Call(method="GET", path=_game(game))


def legal(game: str, seat: int) -> Call[LegalCommands]:
    """What a seat may do."""
    return Call(method="GET", path=_game(game, "/legal-commands"), query={"seat": seat})


def command(game: str, order: Command, key: str | None) -> Call[CommandResult]:
    """A command is given."""
    return Call(method="POST", path=_game(game, "/commands"), body=order, headers=_key(key))


def stream(game: str, state: Sequence[str], view: str | None) -> Call[Any]:
    """A game is followed, from its beginning or after an event."""
    query = {name: value for name, value in (("with", ",".join(state)), ("as", view)) if value}
    accept = {"Accept": "application/x-ndjson"}
    return Call(method="GET", path=_game(game, "/stream"), query=query, headers=accept)
