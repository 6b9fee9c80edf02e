"""The messages of a stream: table, events, notices, as the same bytes for all subscribers of a group."""

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
from service.streaming.expansions import CHOICES, WORDS, Expander
from service.streaming.stream_encoding import Frames, with_members

NOTICE_KINDS: Final = (*PAUSE_KINDS, "seat", "dispute")
"""The annotations whose notices have their own kind. All others are remarks."""
EXPANDED_EVENTS_PER_TURN: Final = 8
"""The event loop makes the expansions of at most this many events at a time. A thread makes more."""


class Messages:
    """Makes the messages that `viewer` may read, with their expansions. It knows nothing of a single subscriber.

    Each message is made once for all streams with the same view and expansions, and then cached in this process.
    """

    def __init__(
        self, context: Context, viewer: Viewer, frames: Frames, expansions: Iterable[str] = (), lang: str = "en"
    ) -> None:
        self._reader = context.reader
        self._cache = context.messages
        self._logs = context.logs
        self._book = context.book
        self._viewer = viewer
        self.frames = frames
        names = frozenset(expansions)
        self._expansions = names | {CHOICES} if WORDS in names else names
        self._lang = lang
        self.cache_key: Hashable = (viewer.name, frames.media, self._expansions, lang)
        """What the messages depend on beside a sight."""

    def table(self, sight: VisibilityScope) -> bytes:
        """Return the first message: the visible table, with its expansions."""
        self._reader.log_look(sight, self._viewer)
        expander = self._expander(sight, paused=self._reader.is_paused(sight))

        def make(_: int, n: int) -> Iterable[bytes]:
            return [self.frames.table(expander.table_json(n), expander.beside_table(n))]

        n = sight.version
        return self._cache.messages(self._cache_key(sight, expander, "table"), n - 1, n, make)

    def events(self, sight: VisibilityScope, after: int, upto: int | None = None) -> bytes:
        """Return the messages of all events after this one, up to `upto` or to the last visible one."""
        upto = sight.version if upto is None else min(upto, sight.version)
        if not self._expansions:  # their lines are cached already
            lines = self._reader.lines(sight, self._viewer, after, upto)
            return b"".join(self._framed(lines, after))
        self._reader.log_look(sight, self._viewer)
        expander = self._expander(sight, paused=self._reader.is_paused(sight))

        def make(after: int, upto: int) -> Iterable[bytes]:
            if upto - after > EXPANDED_EVENTS_PER_TURN:
                require_may_block()
            ends, lines = self._batch_ends(sight, after), self._reader.lines(sight, self._viewer, after, upto)
            expanded = [
                with_members(line, expander.of_event(n, settled=n in ends)) for n, line in enumerate(lines, after + 1)
            ]
            return self._framed(expanded, after)

        return self._cache.messages(self._cache_key(sight, expander, "event"), after, upto, make)

    def _framed(self, lines: Iterable[bytes], after: int) -> list[bytes]:
        return [self.frames.event(n, line) for n, line in enumerate(lines, after + 1)]

    def end(self, sight: VisibilityScope) -> bytes:
        """Return the last message, with the signed checkpoint of the visible events."""
        state = self._logs.state(sight.game, sight.version, late=sight.until is not None)
        return self.frames.named("end", msgspec.json.encode({"checkpoint": state}), sight.version)

    def etag(self, sight: VisibilityScope) -> str:
        """Return the ETag of all that is visible: the last event, whether the game is over, and the notices."""
        ids = sorted(entry.id for entry in self._annotations(sight))
        digest = blake2b("\n".join(ids).encode(), digest_size=8).hexdigest()
        return f"stream.{sight.version}.{self._viewer.name}.{'over' if sight.over else 'on'}.{digest}"

    def known(self, sight: VisibilityScope) -> frozenset[str]:
        """Return the ids of the annotations that a new subscriber is sent no notice of.

        These are all present ones, except the last pause while the game is paused. With choices, the end of the last
        pause is also sent: the subscriber may have disconnected during the pause, and no event shows its end.
        """
        annotations = sorted(self._annotations(sight), key=_at)
        pauses = [entry.id for entry in annotations if entry.kind in PAUSE_KINDS]
        sends_pause = self._reader.is_paused(sight) or CHOICES in self._expansions
        return frozenset(entry.id for entry in annotations).difference(pauses[-1:] if sends_pause else ())

    def notices(self, sight: VisibilityScope, known: frozenset[str]) -> tuple[bytes, frozenset[str]]:
        """Return the notices of annotations whose ids are not `known`, oldest first, and the ids known after that."""
        annotations = self._annotations(sight)
        new = sorted((entry for entry in annotations if entry.id not in known), key=_at)
        if not new:
            return b"", known
        # The annotations may be newer than what the sight says of pauses.
        expander = self._expander(sight, paused=is_paused_after(sorted(annotations, key=_at)))
        notices = [
            # A pause changes the choices without an event.
            _notice(entry) | (expander.choices(sight.version) if entry.kind in PAUSE_KINDS else {})
            for entry in new
        ]
        messages = b"".join(self.frames.named("notice", msgspec.json.encode(notice)) for notice in notices)
        return messages, known.union(entry.id for entry in new)

    def _annotations(self, sight: VisibilityScope) -> list[Annotation]:
        """Return the annotations that a stream of the game has notices of. Commentary has a stream of its own."""
        return [entry for entry in self._reader.annotations(sight) if entry.kind != COMMENTARY]

    def _expander(self, sight: VisibilityScope, *, paused: bool) -> Expander:
        return Expander(self._reader, sight, self._viewer, self._expansions, self._lang, paused=paused, book=self._book)

    def _cache_key(self, sight: VisibilityScope, expander: Expander, kind: str) -> tuple[Hashable, ...]:
        """Return all that messages of this kind depend on beside their event."""
        return (sight.game, self._viewer.name, self.frames.media, kind, expander.cache_key)

    def _batch_ends(self, sight: VisibilityScope, after: int) -> set[int]:
        """Return the events from this one on that end their batch."""
        ends = [envelope.n - 1 for envelope in self._reader.envelopes(sight, after) if envelope.cause is not None]
        return {*ends, sight.version}


def _at(entry: Annotation) -> int:
    return entry.at


def _notice(entry: Annotation) -> dict[str, Any]:
    kind = entry.kind if entry.kind in NOTICE_KINDS else "remark"
    trace = None if entry.kind in COMMENT_KINDS else parse_trace(entry.text)
    trace_members = {} if trace is None else {"code": trace[0], "facts": trace[1]}
    return {
        "n": entry.n,
        "kind": kind,
        "at": time_text(entry.at),
        "by": writer_of(entry)[0],
        "says": entry.text,
        **trace_members,
    }
