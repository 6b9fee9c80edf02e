"""The messages of a stream: table, events, notices; all subscribers of a group get the same bytes."""

from collections.abc import Hashable, Iterable
from hashlib import blake2b
from typing import Any, Final

import msgspec

from domain.visibility import Viewer
from replay.codec import time_text
from service.access.annotations import COMMENT_KINDS, COMMENTARY, is_paused_after, writer_of
from service.access.audit_trail import parse_trace
from service.access.context import Context
from service.access.patience import PAUSE_KINDS
from service.access.visibility_scope import VisibilityScope
from service.store.concurrency.blocking_guard import require_may_block
from service.store.entries.metadata_store import Annotation
from service.streaming.expansions import CHOICES, WORDS, State
from service.streaming.stream_encoding import Frames, joined

NOTICED: Final = (*PAUSE_KINDS, "seat", "dispute")
"""The notices with a name of their own; every other one is a remark."""
STATES_AT_ONCE: Final = 8
"""The event loop makes the state of at most this many events. A thread makes more."""


class Messages:
    """Makes messages as `viewer` may read them, with the state that they `carry`; it holds nothing of a subscriber.

    Each message is made once for all who follow alike, and then found where the process keeps it.
    """

    def __init__(
        self, context: Context, viewer: Viewer, frames: Frames, carry: Iterable[str] = (), lang: str = "en"
    ) -> None:
        self._reader = context.reader
        self._kept = context.messages
        self._logs = context.logs
        self._book = context.book
        self._viewer = viewer
        self.frames = frames
        carried = frozenset(carry)
        self._carry = carried | {CHOICES} if WORDS in carried else carried
        self._lang = lang
        self.alike: Hashable = (viewer.name, frames.media, self._carry, lang)
        """What the messages depend on beside a sight."""

    def table(self, sight: VisibilityScope) -> bytes:
        """Return the first message: the table that they may know, with the choices there if those are asked for."""
        self._reader.log_look(sight, self._viewer)
        state = self._state(sight, paused=self._reader.is_paused(sight))

        def make(_: int, n: int) -> Iterable[bytes]:
            return [self.frames.table(state.table(n), state.beside_table(n))]

        n = sight.version
        return self._kept.messages(self._alike(sight, state, "table"), n - 1, n, make)

    def events(self, sight: VisibilityScope, after: int, upto: int | None = None) -> bytes:
        """Return the messages of all events after this one, up to `upto` or to the last that they may know of."""
        upto = sight.version if upto is None else min(upto, sight.version)
        if not self._carry:  # these are kept already, as lines
            lines = self._reader.lines(sight, self._viewer, after, upto)
            return b"".join(self._framed(lines, after))
        self._reader.log_look(sight, self._viewer)
        state = self._state(sight, paused=self._reader.is_paused(sight))

        def make(after: int, upto: int) -> Iterable[bytes]:
            if upto - after > STATES_AT_ONCE:
                require_may_block()
            ends, lines = self._ends(sight, after), self._reader.lines(sight, self._viewer, after, upto)
            carrying = [joined(line, state.after(n, settled=n in ends)) for n, line in enumerate(lines, after + 1)]
            return self._framed(carrying, after)

        return self._kept.messages(self._alike(sight, state, "event"), after, upto, make)

    def _framed(self, lines: Iterable[bytes], after: int) -> list[bytes]:
        return [self.frames.event(n, line) for n, line in enumerate(lines, after + 1)]

    def end(self, sight: VisibilityScope) -> bytes:
        """Return the last message, with what was signed of all that they may know."""
        state = self._logs.state(sight.game, sight.version, late=sight.until is not None)
        return self.frames.named("end", msgspec.json.encode({"checkpoint": state}), sight.version)

    def etag(self, sight: VisibilityScope) -> str:
        """Return what there is to know: the last event, whether it is the end, and what was noted."""
        noted = sorted(entry.id for entry in self._noted(sight))
        digest = blake2b("\n".join(noted).encode(), digest_size=8).hexdigest()
        return f"stream.{sight.version}.{self._viewer.name}.{'over' if sight.over else 'on'}.{digest}"

    def known(self, sight: VisibilityScope) -> frozenset[str]:
        """Return what was noted before a subscriber came: of that they are told only that the game is paused.

        With choices, also that it goes on: they may have broken off while it was paused, and no event says so.
        """
        noted = sorted(self._noted(sight), key=_at)
        pauses = [entry.id for entry in noted if entry.kind in PAUSE_KINDS]
        tells = self._reader.is_paused(sight) or CHOICES in self._carry
        return frozenset(entry.id for entry in noted).difference(pauses[-1:] if tells else ())

    def notices(self, sight: VisibilityScope, known: frozenset[str]) -> tuple[bytes, frozenset[str]]:
        """Return what is noted and not yet `known`, oldest first, or nothing; with all that is known then."""
        noted = self._noted(sight)
        new = sorted((entry for entry in noted if entry.id not in known), key=_at)
        if not new:
            return b"", known
        # What was noted may be newer than what the sight says of pauses.
        state = self._state(sight, paused=is_paused_after(sorted(noted, key=_at)))
        notices = [
            # No event says what may be done next.
            _notice(entry) | (state.choices(sight.version) if entry.kind in PAUSE_KINDS else {})
            for entry in new
        ]
        written = b"".join(self.frames.named("notice", msgspec.json.encode(notice)) for notice in notices)
        return written, known.union(entry.id for entry in new)

    def _noted(self, sight: VisibilityScope) -> list[Annotation]:
        """Return the annotations that a stream of the game tells of. Commentary has a stream of its own."""
        return [entry for entry in self._reader.annotations(sight) if entry.kind != COMMENTARY]

    def _state(self, sight: VisibilityScope, *, paused: bool) -> State:
        return State(self._reader, sight, self._viewer, self._carry, self._lang, paused=paused, book=self._book)

    def _alike(self, sight: VisibilityScope, state: State, kind: str) -> tuple[Hashable, ...]:
        """Return all that messages of this kind depend on beside their event."""
        return (sight.game, self._viewer.name, self.frames.media, kind, state.alike)

    def _ends(self, sight: VisibilityScope, after: int) -> set[int]:
        """Return the events from this one on that end their batch."""
        begun = [envelope.n - 1 for envelope in self._reader.envelopes(sight, after) if envelope.cause is not None]
        return {*begun, sight.version}


def _at(entry: Annotation) -> int:
    return entry.at


def _notice(entry: Annotation) -> dict[str, Any]:
    kind = entry.kind if entry.kind in NOTICED else "remark"
    trace = None if entry.kind in COMMENT_KINDS else parse_trace(entry.text)
    known = {} if trace is None else {"code": trace[0], "facts": trace[1]}
    return {
        "n": entry.n,
        "kind": kind,
        "at": time_text(entry.at),
        "by": writer_of(entry)[0],
        "says": entry.text,
        **known,
    }
