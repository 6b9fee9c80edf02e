"""The read models in Redis: lines of the lobby, timelines, leaderboards; nothing there that the log does not hold.

A generation of models lives under a prefix of its own, with the position up to which the log is in it; `live` names
the generation that is read. What a batch of events changes and the new position are written by one script, and only on
the very position that it follows: a batch comes in once, however often it is sent, and never out of turn.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from domain.editions import EDITIONS
from projections.leaderboard import BEST_MAX, Best
from projections.lobby import Line
from projections.timeline import Timeline
from service.redis_door import RedisAway, RedisDoor

Kind = TypeVar("Kind")

VERSION: Final = 2
"""Of the shape of these models. Another version is built beside this one."""
ROOT: Final = f"haricot:views:{VERSION}"
LIVE: Final = f"{ROOT}:live"
WAKE: Final = "haricot:wake"
STATUSES: Final = ("open", "running", "finished", "voided", "imported")
LATE: Final = ("open", "running")
PAGE: Final = 100
SCAN: Final = 1000

# Changes are commands of Redis as they are, all of text and numbers, since its MessagePack knows no bytes. A generation
# without a position is none: somebody emptied Redis.
_APPLY: Final = """
local at = redis.call('GET', KEYS[1])
if at ~= ARGV[1] then return at end
for _, command in ipairs(cmsgpack.unpack(ARGV[3])) do redis.call(unpack(command)) end
redis.call('SET', KEYS[1], ARGV[2])
return ARGV[2]
"""
# A generation takes over when it has come as far as the one before it.
_SWITCH: Final = """
local new = redis.call('GET', ARGV[1] .. ':position')
if not new then return 0 end
local live = redis.call('GET', KEYS[1])
if live and live ~= ARGV[1] then
    local old = redis.call('GET', live .. ':position')
    if old and tonumber(old) > tonumber(new) then return 0 end
end
redis.call('SET', KEYS[1], ARGV[1])
return 1
"""
_READ: Final = """
local live = redis.call('GET', KEYS[1])
if not live then return nil end
local at = redis.call('GET', live .. ':position')
if not at then return nil end
"""
_LINES: Final = (
    _READ
    + """
local from = 0
local order = live .. ARGV[1]
local above = '+inf'
if ARGV[2] ~= '' then above = '(' .. ARGV[2] end
local found = redis.call('ZREVRANGEBYSCORE', order, above, '-inf', 'WITHSCORES', 'LIMIT', 0, ARGV[3])
local told = {}
for place = 1, #found, 2 do
    told[#told + 1] = found[place + 1]
    told[#told + 1] = redis.call('HGET', live .. ':lines', found[place])
end
return {at, told}
"""
)
_NAMED: Final = (
    _READ
    + """
local told = {}
for _, game in ipairs(ARGV) do
    told[#told + 1] = redis.call('ZSCORE', live .. ':order', game)
    told[#told + 1] = redis.call('HGET', live .. ':lines', game)
end
return {at, told}
"""
)
_TIMELINE: Final = _READ + "return {at, redis.call('HGET', live .. ':timelines', ARGV[1])}"
_BEST: Final = _READ + "return {at, redis.call('ZREVRANGE', live .. ':best:' .. ARGV[1], 0, ARGV[2] - 1, 'WITHSCORES')}"


class Placed(NamedTuple):
    """A line, and its place in the order in which games were made."""

    place: int
    line: Line


class Changes:
    """What a batch of events changes in a generation, gathered game by game."""

    def __init__(self, generation: str) -> None:
        self._generation = generation
        self.commands: list[tuple[str | int, ...]] = []

    def line(self, place: int, line: Line, before: str | None, *, late: bool) -> None:
        """The line of a game; `before` is its status in the models so far, None when that is not known.

        A game that some see late is also found among the open and the running ones, as which they may still see it.
        """
        if before != line.status:
            found_as = {line.status, *(LATE if late else ())}
            for order in (":order", f":order:{line.rules.edition}"):
                self._do("ZADD", order, place, line.game)
                for status in STATUSES:
                    if status in found_as:
                        self._do("ZADD", f"{order}:{status}", place, line.game)
                    elif before in (None, status):
                        self._do("ZREM", f"{order}:{status}", line.game)
        self._do("HSET", ":lines", line.game, msgspec.json.encode(line).decode())

    def gone(self, game: str) -> None:
        """A game that cannot be listed any more."""
        for order in (":order", *(f":order:{edition}" for edition in EDITIONS)):
            for key in (order, *(f"{order}:{status}" for status in STATUSES)):
                self._do("ZREM", key, game)
        for key in (":lines", ":timelines"):
            self._do("HDEL", key, game)

    def timeline(self, game: str, timeline: Timeline) -> None:
        """The timeline of a game."""
        self._do("HSET", ":timelines", game, msgspec.json.encode(timeline).decode())

    def best(self, line: Line, results: Sequence[Best]) -> None:
        """What a finished game brings to its board; the lowest fall off."""
        board = f":best:{line.rules.edition}:{len(line.seats)}"
        for result in results:
            self._do("ZADD", board, result.score, f"{result.game} {result.seat}")
        if results:
            self._do("ZREMRANGEBYRANK", board, 0, -BEST_MAX - 1)

    def _do(self, command: str, key: str, *values: str | int) -> None:
        self.commands.append((command, self._generation + key, *values))


class ViewStore:
    """The read models of one Redis, for any number of threads. Every method raises RedisAway when it is away."""

    def __init__(self, door: RedisDoor) -> None:
        self._door = door
        self._apply, self._switch = door.script(_APPLY), door.script(_SWITCH)
        self._lines, self._named = door.script(_LINES), door.script(_NAMED)
        self._timeline, self._best = door.script(_TIMELINE), door.script(_BEST)

    # For those who read

    def lines(self, edition: str | None, status: str | None, below: int | None) -> tuple[int, list[Placed]] | None:
        """A page of lines of this edition and status, newest first, those with places below this one.

        With the position up to which the log is in it; None when there are no models.
        """
        order = ":order" + "".join(f":{part}" for part in (edition, status) if part is not None)
        return self._placed(self._ask(self._lines, order, "" if below is None else below, PAGE))

    def named(self, games: Sequence[str]) -> tuple[int, list[Placed]] | None:
        """The lines of these games, of those that are there."""
        return self._placed(self._ask(self._named, *games))

    def timeline(self, game: str) -> Timeline | None:
        """The timeline of a game, as far as it is known."""
        found = self._ask(self._timeline, game)
        return None if not found or found[1] is None else _decoded(found[1], Timeline)

    def best(self, edition: str, players: int, limit: int) -> tuple[int, list[Best]] | None:
        """The best results among so many players, best first; None when there are no models."""
        found = self._ask(self._best, f"{edition}:{players}", limit)
        if not found:
            return None
        told = found[1]
        pairs = [(told[place].decode(), int(told[place + 1])) for place in range(0, len(told), 2)]
        return int(found[0]), [
            Best(game=game, seat=int(seat), score=score)
            for name, score in pairs
            for game, _, seat in [name.rpartition(" ")]
        ]

    def position(self, generation: str | None = None) -> int | None:
        """Up to where the log is in a generation, by default the live one; None when there is none."""
        generation = generation or self.live()
        at = None if generation is None else self._door.ask(lambda client: client.get(f"{generation}:position"))
        return None if at is None else int(at)

    def live(self) -> str | None:
        """The generation that is read."""
        found: Any = self._door.ask(lambda client: client.get(LIVE))
        return None if found is None else found.decode()

    # For those who build

    def begin(self) -> str:
        """A new generation, empty, beside those that are there."""
        generation = f"{ROOT}:{time.time_ns():x}"
        self._door.ask(lambda client: client.set(f"{generation}:position", 0))
        return generation

    def apply(self, generation: str, follows: int, position: int, changes: Changes) -> int | None:
        """Brings a generation from one position to another; the position that it has now, None when it is gone."""
        packed = msgspec.msgpack.encode(changes.commands)
        keys, values = [f"{generation}:position"], [follows, position, packed]
        at = self._door.ask(lambda client: self._apply(keys=keys, args=values, client=client))
        return None if at is None else int(at)

    def switch(self, generation: str) -> bool:
        """Lets everybody read this generation from now on; False while another one is further on."""
        return bool(self._door.ask(lambda client: self._switch(keys=[LIVE], args=[generation], client=client)))

    def forget(self) -> None:
        """No generation is read any more: what they say is not true of this log."""
        self._door.ask(lambda client: client.delete(LIVE))

    def sweep(self, generation: str) -> None:
        """Takes away the generations that were begun before this one."""

        def sweep(client: Any) -> None:
            for key in client.scan_iter(f"{ROOT}:*", count=SCAN):
                begun = key.decode().removeprefix(f"{ROOT}:").partition(":")[0]
                if key.decode() != LIVE and int(begun, 16) < int(generation.rpartition(":")[2], 16):
                    client.unlink(key)

        self._door.ask(sweep)

    def everything(self, generation: str) -> dict[str, Any]:
        """All that a generation holds, for comparing it with another one."""

        def read(client: Any) -> dict[str, Any]:
            return dict(sorted(self._contents(client, generation)))

        return self._door.ask(read)

    def _contents(self, client: Any, generation: str) -> Iterator[tuple[str, Any]]:
        for key in client.scan_iter(f"{generation}:*", count=SCAN):
            match client.type(key):
                case b"hash":
                    held = client.hgetall(key)
                case b"zset":
                    held = client.zrange(key, 0, -1, withscores=True)
                case _:
                    held = client.get(key)
            yield key.decode().removeprefix(generation), held

    def _ask(self, script: Any, *values: str | int) -> Any:
        return self._door.ask(lambda client: script(keys=[LIVE], args=list(values), client=client))

    def _placed(self, found: Any) -> tuple[int, list[Placed]] | None:
        if not found:
            return None
        told = found[1]
        lines = []
        for index in range(0, len(told), 2):
            if told[index] is None:
                continue
            if told[index + 1] is None:
                raise RedisAway("the read models have lost parts")
            lines.append(Placed(int(told[index]), _decoded(told[index + 1], Line)))
        return int(found[0]), lines


def _decoded(text: bytes, kind: type[Kind]) -> Kind:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.MsgspecError as error:
        raise RedisAway(f"the read models are damaged: {error}") from error
