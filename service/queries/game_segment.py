"""A cached segment: the events that one game adds to those of its ancestors."""

from collections.abc import Sequence
from typing import Final, cast

from domain.visibility import SPECTATOR, Option, Viewer
from replay.codec import Codec, Envelope
from replay.record import redacted_envelope
from replay.rewind import Redactions
from service.store.concurrency.blocking_guard import GuardedLock, require_may_block

ENVELOPE_BYTES: Final = 1500
LINE_BYTES: Final = 64
"""The size of an envelope, and of a line beside its characters."""
GROWTH_BYTES: Final = 4 * 1024
"""By how much a segment grows before its size is updated in the cache."""
LINES_ON_LOOP: Final = 200
"""How many lines an event loop makes at a time: a millisecond or two."""


class GameSegment:
    """The envelopes that one game adds to its ancestors', and their lines of JSON for viewers. Both only grow."""

    def __init__(self, game: str, begin: int, holders: list[tuple[str, int]] | None = None) -> None:
        self.game = game
        self.begin = begin
        self.holders = holders
        """The games that hold its events, each with its last event: the root first, this game last. None until read."""
        self.envelopes: list[Envelope] = []
        self.lines: dict[tuple[int, str], bytes] = {}
        """The lines with hidden values, by the number of the event and the name of the viewer."""
        self.open_lines: dict[int, bytes | None] = {}
        """The lines without any hidden value, by the number of the event. None for a line with one."""
        self.redactions: Redactions | None = None
        """In which views the events before a redealing fork are shown. None until read."""
        self.options: dict[str, Option] | None = None
        self.bytes = self.cached_bytes = 0
        self.guard = GuardedLock()

    def size(self) -> int:
        """Return the approximate size in bytes, with room for growth until the next update."""
        return self.bytes + GROWTH_BYTES

    @property
    def version(self) -> int:
        """The last cached event."""
        return self.begin + len(self.envelopes)

    def add(self, envelopes: Sequence[Envelope]) -> None:
        """Add the events that follow the last one."""
        self.envelopes += envelopes
        self.bytes += len(envelopes) * ENVELOPE_BYTES

    def cached_lines(self, viewer: Viewer, after: int, last: int) -> list[bytes] | None:
        """Return the lines of the events after this one up to `last` for this viewer, or None if one is missing."""
        open_lines = {} if viewer.sees_all else self.open_lines
        found = [open_lines.get(n) or self.lines.get((n, viewer.name)) for n in range(after + 1, last + 1)]
        return None if None in found else cast("list[bytes]", found)

    def lines_for(self, viewer: Viewer, after: int, last: int, options: dict[str, Option], codec: Codec) -> list[bytes]:
        """Return the lines of these events, and make the missing ones. Raises WouldBlock for many on an event loop."""
        if last - after > LINES_ON_LOOP:
            require_may_block()
        envelopes = self.envelopes[after - self.begin : last - self.begin]
        return [self._line(envelope, viewer, options, codec) for envelope in envelopes]

    def _line(self, envelope: Envelope, viewer: Viewer, options: dict[str, Option], codec: Codec) -> bytes:
        n = envelope.n
        if not viewer.sees_all:
            if n not in self.open_lines:
                self.open_lines[n] = self._open_line(envelope, options, codec)
            if (line := self.open_lines[n]) is not None:
                return line
        line = self.lines.get((n, viewer.name))
        if line is None:
            line = self.lines[n, viewer.name] = self._encode(redacted_envelope(envelope, viewer, options), codec)
        return line

    def _open_line(self, envelope: Envelope, options: dict[str, Option], codec: Codec) -> bytes | None:
        """Return the spectators' line if it hides nothing from them, so that it is the same for every viewer."""
        redacted = redacted_envelope(envelope, SPECTATOR, options)
        is_open = redacted.event is envelope.event and _same_command(redacted, envelope)
        return self._encode(redacted, codec) if is_open else None

    def _encode(self, redacted: Envelope, codec: Codec) -> bytes:
        line = codec.to_json(redacted)
        self.bytes += len(line) + LINE_BYTES
        return line


def _same_command(redacted: Envelope, envelope: Envelope) -> bool:
    cause = redacted.cause
    return envelope.cause is None or (cause is not None and cause.command is envelope.cause.command)
