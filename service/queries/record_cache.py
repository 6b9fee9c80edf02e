"""A cache of decoded events of games, and of the tables and lines of JSON that are made of them.

Events that a fork ranges with its parent are stored once, in the parent's segment.
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
from service.ops.caches import LruCache
from service.queries.game_segment import GROWTH_BYTES, GameSegment
from service.store.concurrency.blocking_guard import WouldBlock, require_may_block
from service.store.event_store import GameStore
from service.store.queries import INT64_MAX

BYTES_MAX: Final = 160 * 2**20
"""The approximate limit of the envelopes and lines of all games."""
POSITION_BYTES_MAX: Final = 8 * 2**20
TABLES_BYTES_MAX: Final = 8 * 2**20
TABLE_BYTES: Final = 3_000
"""The limit of the tables of past events, and the size of one: tables share what did not change."""
FOLDED_EVENTS_MAX: Final = 32
"""How many events after a cached table are folded. For more, all events are folded, which an event loop must not do."""


SegmentRange = tuple[GameSegment, int, int]
"""A segment, the event after which the range begins, and its last event."""


class RecordCache:
    """A cache for any thread. Returned lists may grow later; a caller must not change them."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self.codec = Codec()
        self._segments: LruCache[str, GameSegment] = LruCache("records", BYTES_MAX, GameSegment.size)
        self._tables: LruCache[tuple[str, int], Table] = LruCache("tables", TABLES_BYTES_MAX, _table_bytes)
        self._positions: LruCache[tuple[str, int, str], bytes] = LruCache("positions", POSITION_BYTES_MAX, len)

    def store_events(self, game: str, envelopes: Sequence[Envelope]) -> None:
        """Store the events of a game that were just written or read here.

        If a lock is taken and this thread must not block, nothing is stored: the events can be read again.
        """
        if envelopes:
            with suppress(WouldBlock):
                self._store_events(game, envelopes)

    def _store_events(self, game: str, envelopes: Sequence[Envelope]) -> None:
        first = envelopes[0]
        if first.n == 1 and first.game == game:  # the game has no ancestors
            self._segments.setdefault(game, GameSegment(game, 0, [(game, INT64_MAX)]))
        elif first.n == 1:
            self._distribute(self._split(self._segment(game), 0, INT64_MAX), envelopes)
            return
        elif isinstance(first.event, GameForked):
            self._segment(game)
        if (segment := self._segments.peek(game)) is not None:
            self._distribute([(segment, first.n - 1, INT64_MAX)], envelopes)

    def cached(self, game: str, after: int, version: int) -> list[Envelope] | None:
        """Return the cached events of a game after this one, or None if some up to `version` are not cached."""
        segment = self._segments.peek(game)
        if segment is None or after < segment.begin:
            return None
        with segment.guard:
            return segment.envelopes[after - segment.begin :] if segment.version >= version else None

    def envelopes(self, game: str, version: int, after: int = 0) -> list[Envelope]:
        """Return the envelopes after + 1 to `version` of a game. Raises `not-found` if there is no such game."""
        found: list[Envelope] = []
        for segment, first, last in self._ranges(self._segment(game), after, version):
            with segment.guard:
                self._read_up_to(segment, last)
                found += segment.envelopes[first - segment.begin : last - segment.begin]
            self._update_size(segment)
        return found

    def lines(self, game: str, viewer: Viewer, after: int, version: int) -> list[bytes]:
        """Return the envelopes after + 1 to `version`, each a line of JSON without its end, redacted for the viewer."""
        own = self._segment(game)
        if (cached := own.cached_lines(viewer, after, version)) is not None:
            return cached
        found, options = list[bytes](), self._options(own)
        for segment, first, last in self._ranges(own, after, version):
            with segment.guard:
                self._read_up_to(segment, last)
                found += segment.lines_for(viewer, first, last, options, self.codec)
            self._update_size(segment)
        return found

    def lines_of(self, game: str, batch: Sequence[Envelope], viewer: Viewer, options: dict[str, Option]) -> list[bytes]:
        """Return the lines of a batch that was just written, without reading it again if it could not be cached."""
        try:
            return self.lines(game, viewer, batch[0].n - 1, batch[-1].n)
        except WouldBlock:
            return [self.codec.to_json(redacted_envelope(envelope, viewer, options)) for envelope in batch]

    def _options(self, segment: GameSegment) -> dict[str, Option]:
        """Return the options of a game, which never change."""
        if segment.options is None:
            created = self.envelopes(segment.game, 1)[0].event
            segment.options = created.rules.options if isinstance(created, GameCreated) else {}
        return segment.options

    def _update_size(self, segment: GameSegment) -> None:
        if segment.bytes > segment.cached_bytes + GROWTH_BYTES:
            segment.cached_bytes = segment.bytes
            self._segments.update_size(segment.game, segment)

    def table(self, game: str, n: int) -> Table:
        """Return the whole table after event n."""
        found = self._tables.get((game, n))
        if found is None:
            numbers = range(n - 1, max(0, n - FOLDED_EVENTS_MAX), -1)
            before = ((known, self._tables.peek((game, known))) for known in numbers)
            known, table = next(((known, table) for known, table in before if table is not None), (0, None))
            if n - known > FOLDED_EVENTS_MAX:
                require_may_block()
            envelopes = self.envelopes(game, n, known)
            found = table_after(envelopes, table, () if envelopes[-1].game == game else self._redactions(game))
            self._tables.put((game, n), found)
        return found

    def _redactions(self, game: str) -> Redactions:
        """Return the views of the events before this game forked, which never change."""
        segment = self._segment(game)
        if segment.redactions is None:
            segment.redactions = self._store.visibility_of(game)
        return segment.redactions

    def store_table(self, game: str, n: int, table: Table) -> None:
        """Store the table after event n, so that the next table is folded from it."""
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

    def _ranges(self, own: GameSegment, after: int, version: int) -> list[SegmentRange]:
        """Return the segments that hold the events after + 1 to `version`, each with its range."""
        if own.begin <= after <= version <= own.version:  # the usual case
            return [(own, after, version)]
        ranges = self._split(own, after, version)
        incomplete = [segment for segment, _, last in ranges if segment.version < last]
        if incomplete and len(ranges) > 1:  # read all together, or each segment would look up its own ancestors
            self._distribute(ranges, self._store.envelopes(own.game, incomplete[0].version))
        return ranges

    def _split(self, own: GameSegment, after: int, version: int) -> list[SegmentRange]:
        begin, ranges, start = after, list[SegmentRange](), 0
        for holder, upto in self._holders(own):
            if begin < (end := min(upto, version)):
                ranges.append((own if holder == own.game else self._held_by(holder, start), begin, end))
                begin = end
            start = upto
        return ranges

    def _held_by(self, holder: str, start: int) -> GameSegment:
        return self._segments.peek(holder) or self._segments.setdefault(holder, GameSegment(holder, start))

    def _distribute(self, ranges: Sequence[SegmentRange], envelopes: Sequence[Envelope]) -> None:
        """Store consecutive events in their segments."""
        begin = envelopes[0].n - 1 if envelopes else 0
        for segment, _, last in ranges:
            with segment.guard:
                if begin <= segment.version < last:
                    segment.add(envelopes[segment.version - begin : last - begin])
            self._update_size(segment)

    def _segment(self, game: str) -> GameSegment:
        found = self._segments.get(game)
        if found is None:
            holders = self._store.require_lineage(game)
            begin = holders[-2][1] if len(holders) > 1 else 0
            found = self._segments.setdefault(game, GameSegment(game, begin, holders))
        return found

    def _holders(self, segment: GameSegment) -> list[tuple[str, int]]:
        if segment.holders is None:
            segment.holders = self._store.require_lineage(segment.game)
        return segment.holders

    def _read_up_to(self, segment: GameSegment, version: int) -> None:
        if segment.version < version:
            segment.add(self._store.envelopes(segment.game, segment.version))


def _table_bytes(_: Table) -> int:
    return TABLE_BYTES
