"""A cache of the events of games that were read or written here, decoded once for all readers.

Events that a fork shares with its parent are stored once, with the parent's.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from domain.events import GameCreated
from domain.forks import GameForked
from domain.table import Table
from domain.view import View
from domain.visibility import Option, Viewer
from replay.codec import Codec, Envelope
from replay.positions.write import write_position
from replay.record import redacted_envelope
from replay.rewind import Redactions, table_after
from service.ops.caches import RecentlyUsed
from service.queries.game_segment import WEIGHED_BYTES, GameSegment
from service.store.concurrency.blocking_guard import WouldBlock, require_may_block
from service.store.event_store import GameStore
from service.store.queries import INT64_MAX

BYTES_MAX: Final = 160 * 2**20
"""The approximate limit of the envelopes and lines of all games."""
POSITION_BYTES_MAX: Final = 8 * 2**20
TABLES_BYTES_MAX: Final = 8 * 2**20
TABLE_BYTES: Final = 3_000
"""The limit of the tables of past events, and the size of one: tables share what did not change."""
STEPS_MAX: Final = 32
"""From how far back a cached table is folded forward, before all events are read, which an event loop must not do."""


Share = tuple[GameSegment, int, int]
"""A segment, the event after which the share begins, and its last event."""


class RecordCache:
    """A cache for any thread. Returned lists may grow later; a caller must not change them."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self.codec = Codec()
        self._volumes: RecentlyUsed[str, GameSegment] = RecentlyUsed("records", BYTES_MAX, GameSegment.weight)
        self._tables: RecentlyUsed[tuple[str, int], Table] = RecentlyUsed("tables", TABLES_BYTES_MAX, _table)
        self._positions: RecentlyUsed[tuple[str, int, str], bytes] = RecentlyUsed("positions", POSITION_BYTES_MAX, len)

    def take(self, game: str, envelopes: Sequence[Envelope]) -> None:
        """Store the events of a game that were just written or read here.

        If a lock is taken and this thread must not block, nothing is stored: the events can be read again.
        """
        if envelopes:
            with suppress(WouldBlock):
                self._take(game, envelopes)

    def _take(self, game: str, envelopes: Sequence[Envelope]) -> None:
        first = envelopes[0]
        if first.n == 1 and first.game == game:  # the game has no ancestors
            self._volumes.setdefault(game, GameSegment(game, 0, [(game, INT64_MAX)]))
        elif first.n == 1:
            self._spread(self._shares(self._volume(game), 0, INT64_MAX), envelopes)
            return
        elif isinstance(first.event, GameForked):
            self._volume(game)
        if (volume := self._volumes.peek(game)) is not None:
            self._spread([(volume, first.n - 1, INT64_MAX)], envelopes)

    def cached(self, game: str, after: int, version: int) -> list[Envelope] | None:
        """Return the cached events of a game after this one, or None unless they reach `version`."""
        volume = self._volumes.peek(game)
        if volume is None or after < volume.begin:
            return None
        with volume.guard:
            return volume.envelopes[after - volume.begin :] if volume.version >= version else None

    def envelopes(self, game: str, version: int, after: int = 0) -> list[Envelope]:
        """Return the envelopes after + 1 to `version` of a game. Raises `not-found` if there is no such game."""
        found: list[Envelope] = []
        for volume, first, last in self._parts(self._volume(game), after, version):
            with volume.guard:
                self._read_on(volume, last)
                found += volume.envelopes[first - volume.begin : last - volume.begin]
            self._weigh(volume)
        return found

    def lines(self, game: str, viewer: Viewer, after: int, version: int) -> list[bytes]:
        """Return the envelopes after + 1 to `version`, each a line of JSON without its end, redacted for the viewer."""
        own = self._volume(game)
        if (kept := own.kept_lines(viewer, after, version)) is not None:
            return kept
        found, options = list[bytes](), self._options(own)
        for volume, first, last in self._parts(own, after, version):
            with volume.guard:
                self._read_on(volume, last)
                found += volume.lines_for(viewer, first, last, options, self.codec)
            self._weigh(volume)
        return found

    def lines_of(self, game: str, batch: Sequence[Envelope], viewer: Viewer, options: dict[str, Option]) -> list[bytes]:
        """Return the lines of a batch that was just written, without reading it again if it could not be cached."""
        try:
            return self.lines(game, viewer, batch[0].n - 1, batch[-1].n)
        except WouldBlock:
            return [self.codec.to_json(redacted_envelope(envelope, viewer, options)) for envelope in batch]

    def _options(self, volume: GameSegment) -> dict[str, Option]:
        """Return the options of a game, which never change."""
        if volume.options is None:
            created = self.envelopes(volume.game, 1)[0].event
            volume.options = created.rules.options if isinstance(created, GameCreated) else {}
        return volume.options

    def _weigh(self, volume: GameSegment) -> None:
        if volume.bytes > volume.weighed + WEIGHED_BYTES:
            volume.weighed = volume.bytes
            self._volumes.weigh(volume.game, volume)

    def table(self, game: str, n: int) -> Table:
        """Return the whole table after event n."""
        found = self._tables.get((game, n))
        if found is None:
            before = ((known, self._tables.peek((game, known))) for known in range(n - 1, max(0, n - STEPS_MAX), -1))
            known, table = next(((known, table) for known, table in before if table is not None), (0, None))
            if n - known > STEPS_MAX:
                require_may_block()
            envelopes = self.envelopes(game, n, known)
            found = table_after(envelopes, table, () if envelopes[-1].game == game else self._redactions(game))
            self._tables.put((game, n), found)
        return found

    def _redactions(self, game: str) -> Redactions:
        """Return the views of the events before this game forked, which never change."""
        volume = self._volume(game)
        if volume.redactions is None:
            volume.redactions = self._store.visibility_of(game)
        return volume.redactions

    def keep(self, game: str, n: int, table: Table) -> None:
        """Store a caller's table after event n: the request for the next table begins with it."""
        self._tables.put((game, n), table)

    def position(self, game: str, viewer: Viewer, n: int, latest: int, table: Table | None = None) -> bytes:
        """Return the table after event n as JSON, masked for the viewer. The `latest` event is the end of its batch.

        `table` is that table, if it is known.
        """
        found = self._positions.get((game, n, viewer.name))
        if found is None:
            settled = n == latest or self.envelopes(game, n + 1, n)[0].cause is not None
            view = View.of(self.table(game, n) if table is None else table, viewer)
            found = msgspec.json.encode(write_position(view, n=n, settled=settled))
            self._positions.put((game, n, viewer.name), found)
        return found

    def _parts(self, own: GameSegment, after: int, version: int) -> list[Share]:
        """Return the segments that hold the events after + 1 to `version`, each with its range."""
        if own.begin <= after <= version <= own.version:  # the usual case
            return [(own, after, version)]
        shares = self._shares(own, after, version)
        lacking = [volume for volume, _, last in shares if volume.version < last]
        if lacking and len(shares) > 1:  # read all at once, or each would look up its own ancestors
            self._spread(shares, self._store.envelopes(own.game, lacking[0].version))
        return shares

    def _shares(self, own: GameSegment, after: int, version: int) -> list[Share]:
        begin, shares, start = after, list[Share](), 0
        for holder, upto in self._holders(own):
            if begin < (end := min(upto, version)):
                shares.append((own if holder == own.game else self._held_by(holder, start), begin, end))
                begin = end
            start = upto
        return shares

    def _held_by(self, holder: str, start: int) -> GameSegment:
        return self._volumes.peek(holder) or self._volumes.setdefault(holder, GameSegment(holder, start))

    def _spread(self, shares: Sequence[Share], envelopes: Sequence[Envelope]) -> None:
        """Store consecutive events in their segments."""
        begin = envelopes[0].n - 1 if envelopes else 0
        for volume, _, last in shares:
            with volume.guard:
                if begin <= volume.version < last:
                    volume.add(envelopes[volume.version - begin : last - begin])
            self._weigh(volume)

    def _volume(self, game: str) -> GameSegment:
        found = self._volumes.get(game)
        if found is None:
            holders = self._store.require_lineage(game)
            begin = holders[-2][1] if len(holders) > 1 else 0
            found = self._volumes.setdefault(game, GameSegment(game, begin, holders))
        return found

    def _holders(self, volume: GameSegment) -> list[tuple[str, int]]:
        if volume.holders is None:
            volume.holders = self._store.require_lineage(volume.game)
        return volume.holders

    def _read_on(self, volume: GameSegment, version: int) -> None:
        if volume.version < version:
            volume.add(self._store.envelopes(volume.game, volume.version))


def _table(_: Table) -> int:
    return TABLE_BYTES
