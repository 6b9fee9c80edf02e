"""The records that were read lately, kept up to date event by event, so that a thousand readers decode them once.

What a fork shares with its parent is on the shelf once, with the parent's.
"""

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock
from typing import Final

from domain.events import GameCreated
from domain.visibility import Viewer
from replay.codec import Codec, Envelope
from replay.record import redacted_envelope
from service.event_store import GameStore

BYTES_MAX: Final = 160 * 2**20
"""What the shelf may take, about."""
ENVELOPE_BYTES: Final = 1500
LINE_BYTES: Final = 64
"""What an envelope takes, and a line beside its letters."""


class _Volume:
    """What one game adds to its ancestors: envelopes, and their lines of JSON for each viewer; both only ever grow."""

    def __init__(self, holders: list[tuple[str, int]]) -> None:
        self.game = holders[-1][0]
        self.holders = holders
        """The games that hold its events, each with the last of them; the root first, itself last."""
        self.begin = holders[-2][1] if len(holders) > 1 else 0
        self.envelopes: list[Envelope] = []
        self.lines: dict[str, list[bytes]] = {}
        self.bytes = 0
        self.weighed = 0
        self.guard = Lock()


class Shelf:
    """Any thread may read; what it gets may grow later, and must not be changed."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self.codec = Codec()
        self._volumes: OrderedDict[str, _Volume] = OrderedDict()
        self._bytes = 0
        self._guard = Lock()

    def envelopes(self, game: str, version: int) -> list[Envelope]:
        """The envelopes 1 to `version` of a game; `not-found` when there is no such game."""
        found: list[Envelope] = []
        for volume, first, last in self._parts(game, 0, version):
            with volume.guard:
                self._read_on(volume, last)
                found += volume.envelopes[first - volume.begin : last - volume.begin]
            self._weigh(volume)
        return found

    def lines(self, game: str, viewer: Viewer, after: int, version: int) -> list[bytes]:
        """The envelopes after + 1 to `version`, each a line of JSON without its end, as this viewer may read them."""
        found: list[bytes] = []
        created = self.envelopes(game, 1)[0].event
        options = created.rules.options if isinstance(created, GameCreated) else {}
        for volume, first, last in self._parts(game, after, version):
            with volume.guard:
                self._read_on(volume, last)
                lines = volume.lines.setdefault(viewer.name, [])
                for envelope in volume.envelopes[len(lines) : last - volume.begin]:
                    lines.append(self.codec.to_json(redacted_envelope(envelope, viewer, options)))
                    volume.bytes += len(lines[-1]) + LINE_BYTES
                found += lines[first - volume.begin : last - volume.begin]
            self._weigh(volume)
        return found

    def _parts(self, game: str, after: int, version: int) -> Iterator[tuple[_Volume, int, int]]:
        """The volumes that hold the events after + 1 to `version`, each with where they begin and end in it."""
        begin = after
        for holder, upto in self._volume(game).holders:
            if begin < (end := min(upto, version)):
                yield self._volume(holder), begin, end
                begin = end

    def _volume(self, game: str) -> _Volume:
        with self._guard:
            if (volume := self._volumes.get(game)) is not None:
                self._volumes.move_to_end(game)
                return volume
        made = _Volume(self._store.holders(game))
        with self._guard:
            return self._volumes.setdefault(game, made)

    def _read_on(self, volume: _Volume, version: int) -> None:
        known = volume.begin + len(volume.envelopes)
        if known < version:
            read = self._store.envelopes(volume.game, known)
            volume.envelopes += read
            volume.bytes += len(read) * ENVELOPE_BYTES

    def _weigh(self, weighed: _Volume) -> None:
        """Takes away what was not read for longest, until the rest is light enough."""
        with self._guard:
            if self._volumes.get(weighed.game) is weighed:
                self._bytes += weighed.bytes - weighed.weighed
                weighed.weighed = weighed.bytes
            while self._bytes > BYTES_MAX and len(self._volumes) > 1:
                game, oldest = next(iter(self._volumes.items()))
                if oldest is weighed:
                    self._volumes.move_to_end(game)
                    continue
                self._bytes -= self._volumes.pop(game).weighed
