"""What one game adds to its ancestors, as far as it was read or written here."""

from collections.abc import Sequence
from typing import Final

from domain.visibility import SPECTATOR, Option, Viewer
from replay.codec import Codec, Envelope
from replay.record import redacted_envelope
from replay.rewind import Eyes
from service.store.concurrency.blocking_guard import PatientLock, require_waiting

ENVELOPE_BYTES: Final = 1500
LINE_BYTES: Final = 64
"""What an envelope takes, and a line beside its letters."""
WEIGHED_BYTES: Final = 4 * 1024
"""By how much a game grows before it is weighed again."""
LINES_AT_ONCE: Final = 200
"""So many lines are made at once on an event loop: a millisecond or two."""


class GameSegment:
    """What one game adds to its ancestors: envelopes, and their lines of JSON for each viewer; both only ever grow."""

    def __init__(self, game: str, begin: int, holders: list[tuple[str, int]] | None = None) -> None:
        self.game = game
        self.begin = begin
        self.holders = holders
        """The games that hold its events, each with the last of them; the root first, itself last. None until asked."""
        self.envelopes: list[Envelope] = []
        self.lines: dict[str, list[bytes]] = {}
        self.open_lines: dict[int, bytes | None] = {}
        """The lines in which nothing is hidden from anybody, by the number of the event; None where something is."""
        self.eyes: Eyes | None = None
        """Through whose eyes the events are told before the forks that dealt again. None until asked."""
        self.options: dict[str, Option] | None = None
        self.bytes = self.weighed = 0
        self.guard = PatientLock()

    def weight(self) -> int:
        """About how many bytes it takes; it is not weighed again for every line."""
        return self.bytes + WEIGHED_BYTES

    @property
    def version(self) -> int:
        """The last event that is here."""
        return self.begin + len(self.envelopes)

    def add(self, envelopes: Sequence[Envelope]) -> None:
        """The events that follow on the last one."""
        self.envelopes += envelopes
        self.bytes += len(envelopes) * ENVELOPE_BYTES

    def lines_for(self, viewer: Viewer, last: int, options: dict[str, Option], codec: Codec) -> list[bytes]:
        """Its lines for this viewer, made up to event `last` at least; MustWait for many on an event loop."""
        lines = self.lines.setdefault(viewer.name, [])
        if last - self.begin - len(lines) > LINES_AT_ONCE:
            require_waiting()
        for envelope in self.envelopes[len(lines) : last - self.begin]:
            lines.append(self._line(envelope, viewer, options, codec))
            self.bytes += LINE_BYTES
        return lines

    def _line(self, envelope: Envelope, viewer: Viewer, options: dict[str, Option], codec: Codec) -> bytes:
        if not viewer.sees_all:
            if envelope.n not in self.open_lines:
                self.open_lines[envelope.n] = self._open_line(envelope, options, codec)
            if (line := self.open_lines[envelope.n]) is not None:
                return line
        return self._encoded(redacted_envelope(envelope, viewer, options), codec)

    def _open_line(self, envelope: Envelope, options: dict[str, Option], codec: Codec) -> bytes | None:
        """Return the line as a spectator reads it, if nothing in it is hidden from them: then it is from nobody."""
        seen = redacted_envelope(envelope, SPECTATOR, options)
        is_open = seen.event is envelope.event and _same_command(seen, envelope)
        return self._encoded(seen, codec) if is_open else None

    def _encoded(self, seen: Envelope, codec: Codec) -> bytes:
        line = codec.to_json(seen)
        self.bytes += len(line)
        return line


def _same_command(seen: Envelope, envelope: Envelope) -> bool:
    return envelope.cause is None or (seen.cause is not None and seen.cause.command is envelope.cause.command)
