"""What a stream says: the table, the events, what is noted beside them; the same bytes to all who follow alike."""

from collections.abc import Iterable
from typing import Final

import msgspec

from domain.visibility import Viewer
from replay.codec import time_text
from service.access.context import Context
from service.access.sight import Sight
from service.api.frames import Frames
from service.store.register import Annotation

NOTICED: Final = ("paused", "resumed", "seat", "dispute")
"""What notices are called by their own kind; all else that is noted is a remark."""


class Messages:
    """Says what is asked for, as `viewer` may read it; holds nothing of whoever follows.

    Each message is made once for all who follow alike, and then found where the process keeps it.
    """

    def __init__(self, context: Context, viewer: Viewer, frames: Frames) -> None:
        self._reader = context.reader
        self._kept = context.messages
        self._viewer = viewer
        self._frames = frames

    def table(self, sight: Sight) -> bytes:
        """The first message: the table as of what they may know."""
        return self._frames.table(self._reader.position(sight, self._viewer))

    def events(self, sight: Sight, after: int, upto: int | None = None) -> bytes:
        """The messages of all events after this one, up to `upto` or to the last that they may know of."""
        upto = sight.version if upto is None else min(upto, sight.version)
        self._reader.note_look(sight, self._viewer)

        def make(after: int, upto: int) -> Iterable[bytes]:
            lines = self._reader.lines(sight, self._viewer, after, upto)
            return (self._frames.event(n, line) for n, line in enumerate(lines, after + 1))

        return self._kept.messages((sight.game, self._viewer.name, self._frames.media), after, upto, make)

    def known(self, sight: Sight) -> frozenset[str]:
        """What was noted before somebody came: of that they are told only that the game is paused."""
        noted = self._reader.remarks(sight)
        paused = [entry.id for entry in noted if entry.kind == "paused"] if self._reader.paused(sight) else []
        return frozenset(entry.id for entry in noted).difference(paused[-1:])

    def notices(self, sight: Sight, known: frozenset[str]) -> tuple[bytes, frozenset[str]]:
        """What is noted and not yet `known`, oldest first, or nothing; with all that is known then."""
        new = [entry for entry in self._reader.remarks(sight) if entry.id not in known]
        if not new:
            return b"", known
        notices = b"".join(self._frames.notice(_notice(entry)) for entry in sorted(new, key=lambda entry: entry.at))
        return notices, known.union(entry.id for entry in new)


def _notice(entry: Annotation) -> bytes:
    kind = entry.kind if entry.kind in NOTICED else "remark"
    at = time_text(entry.at)
    return msgspec.json.encode({"n": entry.n, "kind": kind, "at": at, "by": entry.by, "says": entry.text})
