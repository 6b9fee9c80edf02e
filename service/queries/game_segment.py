"""The cached events that one game adds to its ancestors'."""

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
WEIGHED_BYTES: Final = 4 * 1024
"""By how much a game grows before it is weighed again."""
LINES_AT_ONCE: Final = 200
"""How many lines are made at once on an event loop: a millisecond or two."""


class GameSegment:
    """The envelopes that one game adds to its ancestors', and their lines of JSON for viewers. Both only grow."""

    def __init__(self, game: str, begin: int, holders: list[tuple[str, int]] | None = None) -> None:
        self.game = game
        self.begin = begin
        self.holders = holders
        """The games that hold its events, each with its last event; the root first, this game last. None until read."""
        self.envelopes: list[Envelope] = []
        self.lines: dict[tuple[int, str], bytes] = {}
        """The other lines, by the number of the event and the name of the viewer."""
        self.open_lines: dict[int, bytes | None] = {}
        """The lines without any hidden value, by the number of the event. None for a line with one."""
        self.redactions: Redactions | None = None
        """In which views the events before a redealing fork are shown. None until read."""
        self.options: dict[str, Option] | None = None
        self.bytes = self.weighed = 0
        self.guard = GuardedLock()

    def weight(self) -> int:
        """Return the approximate size in bytes. It is computed only after some growth."""
        return self.bytes + WEIGHED_BYTES

    @property
    def version(self) -> int:
        """The last cached event."""
        return self.begin + len(self.envelopes)

    def add(self, envelopes: Sequence[Envelope]) -> None:
        """Add the events that follow the last one."""
        self.envelopes += envelopes
        self.bytes += len(envelopes) * ENVELOPE_BYTES

    def kept_lines(self, viewer: Viewer, after: int, last: int) -> list[bytes] | None:
        """Return the lines of the events after this one up to `last` for this viewer, or None if one is missing."""
        opened = {} if viewer.sees_all else self.open_lines
        found = [opened.get(n) or self.lines.get((n, viewer.name)) for n in range(after + 1, last + 1)]
        return None if None in found else cast("list[bytes]", found)

    def lines_for(self, viewer: Viewer, after: int, last: int, options: dict[str, Option], codec: Codec) -> list[bytes]:
        """Return these lines, and make the missing ones; raise WouldBlock for many on an event loop."""
        if last - after > LINES_AT_ONCE:
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
            line = self.lines[n, viewer.name] = self._encoded(redacted_envelope(envelope, viewer, options), codec)
        return line

    def _open_line(self, envelope: Envelope, options: dict[str, Option], codec: Codec) -> bytes | None:
        """Return the spectators' line if it hides nothing from them, so that it is the same for every viewer."""
        seen = redacted_envelope(envelope, SPECTATOR, options)
        is_open = seen.event is envelope.event and _same_command(seen, envelope)
        return self._encoded(seen, codec) if is_open else None

    def _encoded(self, seen: Envelope, codec: Codec) -> bytes:
        line = codec.to_json(seen)
        self.bytes += len(line) + LINE_BYTES
        return line


def _same_command(seen: Envelope, envelope: Envelope) -> bool:
    return envelope.cause is None or (seen.cause is not None and seen.cause.command is envelope.cause.command)
