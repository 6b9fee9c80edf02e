"""The read models in Redis: lines of the lobby and timelines of games that are for all, and none of it is believed.

Each value is sealed, and names the event as of which it is; whoever reads it compares that with the log. So who can
write to Redis can make the service slower, and nothing else; who can read there learns what everybody may know.

A generation of models lives under a prefix of its own, with the position up to which the log is in it; `live` names
the generation that is read. What a batch of events changes and the new position are written by one script, and only on
the very position that it follows: a batch comes in once, however often it is sent, and never out of turn.
"""

import re
import time
from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec

from projections.lobby import Line
from projections.timeline import Timeline
from service.redis_door import RedisDoor, Spoilt

Kind = TypeVar("Kind")

VERSION: Final = 2
"""Of the shape of these models. Another version is built beside this one."""
ROOT: Final = f"haricot:views:{VERSION}"
LIVE: Final = f"{ROOT}:live"
SCAN: Final = 1000

_GENERATION: Final = re.compile(rf"{ROOT}:([0-9a-f]{{1,16}})".encode())
_OURS: Final = re.compile(rb"haricot:views:(\d+):(?:live|([0-9a-f]{1,16})(?::.*)?)")

# Changes are commands of Redis as they are, all of text and numbers, since its MessagePack knows no bytes. A generation
# without a position is none: somebody emptied Redis.
_APPLY: Final = """
local at = redis.call('GET', KEYS[1])
if at ~= ARGV[1] then return at end
for _, command in ipairs(cmsgpack.unpack(ARGV[3])) do redis.call(unpack(command)) end
redis.call('SET', KEYS[1], ARGV[2])
return ARGV[2]
"""
_HELD: Final = """
local live = redis.call('GET', KEYS[1])
if not live then return nil end
return redis.call('HMGET', live .. ARGV[1], unpack(ARGV, 2))
"""


class Changes:
    """What a batch of events changes in a generation, gathered game by game."""

    def __init__(self, door: RedisDoor, generation: str) -> None:
        self._door = door
        self._generation = generation
        self.commands: list[tuple[str | int, ...]] = []

    def tell(self, line: Line, timeline: Timeline) -> None:
        """The line and the timeline of a game."""
        for kind, told in (("lines", line), ("timelines", timeline)):
            text = self._door.sealed(f"{ROOT} {kind} {line.game}", msgspec.json.encode(told).decode())
            self.commands.append(("HSET", f"{self._generation}:{kind}", line.game, text))

    def gone(self, game: str) -> None:
        """A game that is not told of any more."""
        self.commands += [("HDEL", f"{self._generation}:{kind}", game) for kind in ("lines", "timelines")]


class ViewStore:
    """The read models of one Redis, for any number of threads.

    Every method raises RedisAway when it is away, and Spoilt when something there is not what was put there.
    """

    def __init__(self, door: RedisDoor) -> None:
        self._door = door
        self._apply, self._held = door.script(_APPLY), door.script(_HELD)

    # For those who read

    def lines(self, games: Sequence[str]) -> dict[str, Line]:
        """The lines of these games, of those that are there: each as of the event that it names."""
        return self._told("lines", games, Line)

    def timeline(self, game: str) -> Timeline | None:
        """The timeline of a game, as far as it is known."""
        return self._told("timelines", [game], Timeline).get(game)

    def position(self, generation: str | None = None) -> int | None:
        """Up to where the log is in a generation, by default the live one; None when there is none."""
        generation = generation or self.live()
        at = None if generation is None else self._door.ask(lambda client: client.get(f"{generation}:position"))
        return None if generation is None or at is None else self._position(generation, at)

    def live(self) -> str | None:
        """The generation that is read."""
        found: Any = self._door.ask(lambda client: client.get(LIVE))
        if found is not None and not _GENERATION.fullmatch(found):
            raise Spoilt("no generation of read models is called so")
        return None if found is None else found.decode()

    # For those who build

    def begin(self) -> str:
        """A new generation, empty, beside those that are there."""
        generation = f"{ROOT}:{time.time_ns():x}"
        self._door.ask(lambda client: client.set(f"{generation}:position", self._placed(generation, 0)))
        return generation

    def changes(self, generation: str) -> Changes:
        """What a batch is to change there, to be gathered."""
        return Changes(self._door, generation)

    def apply(self, generation: str, follows: int, position: int, changes: Changes) -> int | None:
        """Brings a generation from one position to another; the position that it has now, None when it is gone."""
        packed = msgspec.msgpack.encode(changes.commands)
        keys = [f"{generation}:position"]
        values = [self._placed(generation, follows), self._placed(generation, position), packed]
        at = self._door.ask(lambda client: self._apply(keys=keys, args=values, client=client))
        return None if at is None else self._position(generation, at)

    def switch(self, generation: str) -> bool:
        """Lets everybody read this generation from now on; False while another one is further on."""
        if (reached := self.position(generation)) is None:
            return False
        try:
            live = self.live()
            before = None if live is None else self.position(live)
        except Spoilt:
            before = None
        if before is not None and before > reached:
            return False
        self._door.ask(lambda client: client.set(LIVE, generation))
        return True

    def forget(self) -> None:
        """No generation is read any more: what they say is not true of this log."""
        self._door.ask(lambda client: client.delete(LIVE))

    def sweep(self, generation: str) -> None:
        """Takes away the generations that were begun before this one, those of older versions, and what nobody put."""
        begun = int(generation.rpartition(":")[2], 16)

        def sweep(client: Any) -> None:
            for key in client.scan_iter("haricot:views:*", count=SCAN):
                found = _OURS.fullmatch(key)
                if (
                    found is None
                    or int(found[1]) < VERSION
                    or (int(found[1]) == VERSION and found[2] is not None and int(found[2], 16) < begun)
                ):
                    client.unlink(key)

        self._door.ask(sweep)

    def everything(self, generation: str) -> dict[str, Any]:
        """All that a generation holds, for comparing it with another one."""

        def read(client: Any) -> dict[str, Any]:
            keys = sorted(client.scan_iter(f"{generation}:*", count=SCAN))
            held = {key: client.hgetall(key) for key in keys if client.type(key) == b"hash"}
            return {key.decode().removeprefix(generation): held[key] for key in held}

        return {**self._door.ask(read), ":position": self.position(generation)}

    def _told(self, kind: str, games: Sequence[str], shape: type[Kind]) -> dict[str, Kind]:
        held = self._door.ask(lambda client: self._held(keys=[LIVE], args=[f":{kind}", *games], client=client))
        pairs = [(game, text) for game, text in zip(games, held or (), strict=False) if text is not None]
        return {
            game: msgspec.json.decode(self._door.opened(f"{ROOT} {kind} {game}", text), type=shape)
            for game, text in pairs
        }

    def _placed(self, generation: str, position: int) -> str:
        return self._door.sealed(generation, str(position))

    def _position(self, generation: str, held: object) -> int:
        return int(self._door.opened(generation, held))
