"""The read models in Redis: lines of the lobby, timelines of games that are for all; none of it is believed.

Each value is sealed, and names the event as of which it is; whoever reads it compares that with the log. So who can
write to Redis can make the service slower, and nothing else; who can read there learns what everybody may know.

A generation of models lives under a prefix of its own, with the position up to which the log is in it; `live` names
the generation that is read.
"""

import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final, TypeVar

import msgspec

from projections.lobby import LobbyLine
from projections.timeline import Timeline
from service.ops.redis_client import RedisClient, Spoilt

Kind = TypeVar("Kind")

VERSION: Final = 6
"""Of the shape of these models. Another version is built beside this one."""
ROOT: Final = f"haricot:views:{VERSION}"
LIVE: Final = f"{ROOT}:live"

_GENERATION: Final = re.compile(rf"{ROOT}:([0-9a-f]{{1,16}})".encode())


def script(name: str) -> str:
    """A script that Redis runs, from its file."""
    return files("service.queries").joinpath(f"read_models_{name}.lua").read_text("utf-8")


class ReadModels:
    """The read models of one Redis, for any number of threads.

    Every method raises RedisAway when it is away, and Spoilt when something there is not what was put there.
    """

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis
        self._held = redis.script(script("held"))

    def lines(self, games: Sequence[str]) -> dict[str, LobbyLine]:
        """The lines of these games, of those that are there: each as of the event that it names."""
        return self._opened("lines", games, LobbyLine)

    def timeline(self, game: str) -> Timeline | None:
        """The timeline of a game, as far as it is known."""
        return self._opened("timelines", [game], Timeline).get(game)

    def position(self, generation: str | None = None) -> int | None:
        """Up to where the log is in a generation, by default the live one; None when there is none."""
        generation = generation or self.live()
        at = None if generation is None else self._redis.ask(lambda client: client.get(f"{generation}:position"))
        return None if generation is None or at is None else self._position(generation, at)

    def live(self) -> str | None:
        """The generation that is read."""
        found: Any = self._redis.ask(lambda client: client.get(LIVE))
        if found is not None and not _GENERATION.fullmatch(found):
            raise Spoilt("no generation of read models is called so")
        return None if found is None else found.decode()

    def forget(self) -> None:
        """No generation is read any more: what they say is not true of this log."""
        self._redis.ask(lambda client: client.delete(LIVE))

    def _opened(self, kind: str, games: Sequence[str], shape: type[Kind]) -> dict[str, Kind]:
        held = self._redis.ask(lambda client: self._held(keys=[LIVE], args=[f":{kind}", *games], client=client))
        pairs = [(game, text) for game, text in zip(games, held or (), strict=False) if text is not None]
        return {
            game: msgspec.json.decode(self._redis.opened(f"{ROOT} {kind} {game}", text), type=shape)
            for game, text in pairs
        }

    def _position(self, generation: str, held: object) -> int:
        return int(self._redis.opened(generation, held))
