"""What a worker changes in the read models: batch by batch, in the order of the log.

What a batch of events changes and the new position are written by one script, and only on the very position that it
follows: a batch comes in once, however often it is sent, and never out of turn.
"""

import re
import time
from typing import Any, Final

import msgspec

from projections.lobby import LobbyLine
from projections.timeline import Timeline
from service.ops.redis_client import RedisClient, Spoilt
from service.queries.read_models import LIVE, ROOT, VERSION, ReadModels, script

SCAN: Final = 1000

_OURS: Final = re.compile(rb"haricot:views:(\d+):(?:live|([0-9a-f]{1,16})(?::.*)?)")


class Changes:
    """What a batch of events changes in a generation, gathered game by game."""

    def __init__(self, redis: RedisClient, generation: str) -> None:
        self._redis = redis
        self._generation = generation
        self.commands: list[tuple[str | int, ...]] = []

    def put(self, line: LobbyLine, timeline: Timeline) -> None:
        """The line and the timeline of a game."""
        game = line.summary.game
        for kind, model in (("lines", line), ("timelines", timeline)):
            text = self._redis.sealed(f"{ROOT} {kind} {game}", msgspec.json.encode(model).decode())
            self.commands.append(("HSET", f"{self._generation}:{kind}", game, text))

    def remove(self, game: str) -> None:
        """A game that cannot be followed."""
        self.commands += [("HDEL", f"{self._generation}:{kind}", game) for kind in ("lines", "timelines")]


class ReadModelWriter(ReadModels):
    """Builds generations of read models, and lets one of them be read."""

    def __init__(self, redis: RedisClient) -> None:
        super().__init__(redis)
        self._apply = redis.script(script("apply"))

    def begin(self) -> str:
        """A new generation, empty, beside those that are there."""
        generation = f"{ROOT}:{time.time_ns():x}"
        self._redis.ask(lambda client: client.set(f"{generation}:position", self._placed(generation, 0)))
        return generation

    def changes(self, generation: str) -> Changes:
        """What a batch is to change there, to be gathered."""
        return Changes(self._redis, generation)

    def apply(self, generation: str, follows: int, position: int, changes: Changes) -> int | None:
        """Brings a generation from one position to another; the position that it has now, None when it is gone."""
        packed = msgspec.msgpack.encode(changes.commands)
        keys = [f"{generation}:position"]
        values = [self._placed(generation, follows), self._placed(generation, position), packed]
        at = self._redis.ask(lambda client: self._apply(keys=keys, args=values, client=client))
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
        self._redis.ask(lambda client: client.set(LIVE, generation))
        return True

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

        self._redis.ask(sweep)

    def everything(self, generation: str) -> dict[str, Any]:
        """All that a generation holds, for comparing it with another one."""

        def read(client: Any) -> dict[str, Any]:
            keys = sorted(client.scan_iter(f"{generation}:*", count=SCAN))
            held = {key: client.hgetall(key) for key in keys if client.type(key) == b"hash"}
            return {key.decode().removeprefix(generation): held[key] for key in held}

        return {**self._redis.ask(read), ":position": self.position(generation)}

    def _placed(self, generation: str, position: int) -> str:
        return self._redis.sealed(generation, str(position))
