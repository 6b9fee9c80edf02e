"""Live games: server-sent events or lines of JSON, from any event on, until the game ends."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec
from marshmallow import Schema, fields, validate

from domain.refusals import HaricotError, Misuse
from domain.visibility import Viewer
from replay.codec import time_text
from service.access.context import Context
from service.access.sight import Sight
from service.api.answering import NDJSON, HttpAnswer
from service.api.arguments import N_MAX, ViewQuery, Whole
from service.api.call import Call
from service.api.long_poll import DUE_SECONDS
from service.api.operation import Gives, Operations, Takes
from service.store.register import Annotation

SSE: Final = "text/event-stream"
AGAIN_MS: Final = 500
GATHER_SECONDS: Final = 0.1
"""How long at most what happens right after an event is gathered, so that busy games do not starve the commands."""
PARTS_A_SECOND: Final = 500
"""How many parts all streams may send in a second before they begin to gather: few streams are told at once."""

NOTICED: Final = ("paused", "resumed", "seat", "dispute")
"""What notices are called by their own kind; all else that is noted is a remark."""

streams = Operations("streams", "Following a game live")


class StreamQuery(ViewQuery):
    """From where on."""

    after = Whole(
        validate=validate.Range(0, N_MAX),
        metadata={"description": "Go on after this event; without it, the stream begins with the table as it is"},
    )


class LastEventHeader(Schema):
    """Where a stream that broke goes on."""

    last = fields.String(
        data_key="Last-Event-ID",
        metadata={
            "description": "Go on after this event; set by browsers when they connect again",
            "example": "57",
        },
    )


@streams.operation(
    "GET",
    "/games/<game>/stream",
    "stream_game",
    Gives({"type": "string"}, media=SSE, others=[(200, {"type": "string"}, NDJSON)]),
    Takes(query=StreamQuery, headers=[LastEventHeader]),
    problems=["view.forbidden"],
)
def stream_game(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Follow a game: `event: table` where no cursor is given, `event: event` with id n, `event: end`.

    `event: notice` tells without an id what is no event, as `{"n","kind","at","by","says"}`: `paused` (also to whoever
    comes while it lasts), `resumed`, `remark`, `seat`. As `application/x-ndjson` the same in lines: `{"table"}`,
    envelopes, `{"notice"}`, at the end `{"end":{}}`. A comment or a blank line comes every few seconds.
    """
    viewer = call.sight.viewer(query.get("view"))
    after = _cursor(call, query)
    as_lines = call.request.prefers(NDJSON, SSE)
    context, waits = call.context, call.context.waiting.shares(call.principal.name, call.principal.address)
    context.waiting.enter(waits)
    frames = _frames(context, call.sight, viewer, after, NDJSON_FRAMES if as_lines else SSE_FRAMES)
    made = HttpAnswer(frames, 200, NDJSON if as_lines else SSE, close=lambda: context.waiting.leave(waits))
    made.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Authorization, Accept"})
    return made


class Frames(ABC):
    """How the parts of a stream are written."""

    heartbeat: bytes

    @abstractmethod
    def table(self, position: bytes) -> bytes:
        """The table, first of all."""

    @abstractmethod
    def event(self, n: int, line: bytes) -> bytes:
        """One envelope."""

    @abstractmethod
    def notice(self, json: bytes) -> bytes:
        """What has happened and is no event."""

    @abstractmethod
    def end(self) -> bytes:
        """Nothing more will come."""

    def leave(self) -> bytes:
        """This process stops: come again soon, there will be another one."""
        return b""


class SseFrames(Frames):
    """Server-sent events."""

    heartbeat = b":\n\n"

    def table(self, position: bytes) -> bytes:
        """Without an id: it is no event."""
        return b"event: table\ndata: " + position + b"\n\n"

    def event(self, n: int, line: bytes) -> bytes:
        """Its id is n, so that a browser goes on there."""
        return b"event: event\nid: %d\ndata: %s\n\n" % (n, line)

    def notice(self, json: bytes) -> bytes:
        """Without an id: whoever connects again goes on after an event."""
        return b"event: notice\ndata: " + json + b"\n\n"

    def end(self) -> bytes:
        """A browser should not connect again."""
        return b"event: end\ndata: {}\n\n"

    def leave(self) -> bytes:
        """A browser connects again after so many milliseconds, with the last id that it had."""
        return b"retry: %d\n\n" % AGAIN_MS


class LineFrames(Frames):
    """Lines of JSON."""

    heartbeat = b"\n"

    def table(self, position: bytes) -> bytes:
        """The first line."""
        return b'{"table":' + position + b"}\n"

    def event(self, n: int, line: bytes) -> bytes:  # noqa: ARG002  # the envelope says it
        """An envelope as it is."""
        return line + b"\n"

    def notice(self, json: bytes) -> bytes:
        """Under its name, as the table is."""
        return b'{"notice":' + json + b"}\n"

    def end(self) -> bytes:
        """The last line, so that a stream that ended is known from one that broke."""
        return b'{"end":{}}\n'


SSE_FRAMES: Final = SseFrames()
NDJSON_FRAMES: Final = LineFrames()


def _cursor(call: Call, query: dict[str, Any]) -> int | None:
    sent = call.request.head.headers.get("Last-Event-ID")
    after: int | None = query.get("after")
    if sent:
        if not (sent.isascii() and sent.isdigit() and len(sent) < 10):
            raise Misuse("Last-Event-ID is the number of an event", place="header.Last-Event-ID")
        after = int(sent)
    if after is not None and after > call.sight.version:
        says = f"there is no event {after}: the game has events 1 to {call.sight.version}"
        raise Misuse(says, place="header.Last-Event-ID" if sent else "query.after")
    return after


class Notices:
    """What is noted of a game while somebody follows it: a pause, remarks, who sits there now."""

    def __init__(self, context: Context, sight: Sight) -> None:
        self._context = context
        self._known = {entry.id for entry in context.reader.remarks(sight)}
        if context.reader.paused(sight):  # who comes now has to know that nothing will happen
            paused = [entry.id for entry in context.reader.remarks(sight) if entry.kind == "paused"]
            self._known.difference_update(paused[-1:])

    def new(self, sight: Sight) -> list[bytes]:
        """Those that they may know of by now and were not told before, oldest first."""
        found = [entry for entry in self._context.reader.remarks(sight) if entry.id not in self._known]
        self._known.update(entry.id for entry in found)
        return [_notice(entry) for entry in sorted(found, key=lambda entry: entry.at)]


def _notice(entry: Annotation) -> bytes:
    kind = entry.kind if entry.kind in NOTICED else "remark"
    at = time_text(entry.at)
    return msgspec.json.encode({"n": entry.n, "kind": kind, "at": at, "by": entry.by, "says": entry.text})


def _frames(context: Context, sight: Sight, viewer: Viewer, after: int | None, frames: Frames) -> Iterator[bytes]:
    heartbeat = context.settings.heartbeat
    # Who may not know of the game any more hears no more.
    with context.notifier.listening(sight.game) as listener, suppress(HaricotError):
        sight = context.reader.sight_again(sight)  # something may have happened before anybody listened
        notices = Notices(context, sight)
        if after is None:
            yield frames.table(context.reader.position(sight, viewer))
            after = sight.version
        last_sign = time.monotonic()
        while True:
            if sight.version > after:
                lines = context.reader.lines(sight, viewer, after)
                yield b"".join(frames.event(n, line) for n, line in enumerate(lines, after + 1))
                after = sight.version
                last_sign = time.monotonic()
            if noted := notices.new(sight):
                yield b"".join(map(frames.notice, noted))
                last_sign = time.monotonic()
            if sight.over:
                yield frames.end()
                return
            if context.notifier.closed:
                yield frames.leave()
                return
            pause = max(0.0, last_sign + heartbeat - time.monotonic())
            listener.wait(sight.live.version, min(pause, DUE_SECONDS) if sight.late else pause)
            gathered = min(GATHER_SECONDS, context.waiting.total / PARTS_A_SECOND)
            if (gather := last_sign + gathered - time.monotonic()) > 0:
                time.sleep(gather)
            sight = context.reader.sight_again(sight, at_least=max(listener.latest, sight.live.version))
            if time.monotonic() - last_sign >= heartbeat:
                yield frames.heartbeat
                last_sign = time.monotonic()
