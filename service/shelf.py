"""The records that were read lately, kept up to date event by event, so that a thousand readers decode them once."""

from collections import OrderedDict
from threading import Lock
from typing import Final

from domain.events import GameCreated
from domain.visibility import Viewer
from replay.codec import Codec, Envelope
from replay.record import redacted_envelope
from service.event_store import GameStore

GAMES_MAX: Final = 128


class _Volume:
    """One game: its envelopes, and their lines of JSON as each viewer reads them; both only ever grow."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.envelopes: list[Envelope] = []
        self.lines: dict[str, list[bytes]] = {}
        self.guard = Lock()


class Shelf:
    """Any thread may read; what it gets may grow later, and must not be changed."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self.codec = Codec()
        self._volumes: OrderedDict[str, _Volume] = OrderedDict()
        self._guard = Lock()

    def envelopes(self, game: str, version: int) -> list[Envelope]:
        """The envelopes 1 to `version` of a game; `not-found` when there is no such game."""
        volume = self._volume(game)
        with volume.guard:
            self._read_on(volume, version)
            return volume.envelopes[:version]

    def lines(self, game: str, viewer: Viewer, after: int, version: int) -> list[bytes]:
        """The envelopes after + 1 to `version`, each a line of JSON without its end, as this viewer may read them."""
        volume = self._volume(game)
        with volume.guard:
            self._read_on(volume, version)
            lines = volume.lines.setdefault(viewer.name, [])
            created = volume.envelopes[0].event
            options = created.rules.options if isinstance(created, GameCreated) else {}
            for envelope in volume.envelopes[len(lines) : version]:
                lines.append(self.codec.to_json(redacted_envelope(envelope, viewer, options)))
            return lines[after:version]

    def _volume(self, game: str) -> _Volume:
        with self._guard:
            volume = self._volumes.get(game)
            if volume is None:
                volume = self._volumes[game] = _Volume(game)
                while len(self._volumes) > GAMES_MAX:
                    self._volumes.popitem(last=False)
            self._volumes.move_to_end(game)
            return volume

    def _read_on(self, volume: _Volume, version: int) -> None:
        if len(volume.envelopes) < version:
            volume.envelopes += self._store.envelopes(volume.game, len(volume.envelopes))
