"""Live games: server-sent events or lines of JSON, from any event on, until the game ends."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec
from flask import Response, request
from marshmallow import Schema, fields, validate

from domain.refusals import HaricotError, Misuse
from domain.visibility import Viewer
from replay.codec import time_text
from service.api.description import ViewQuery, Whole
from service.api.operation import Call, Room
from service.api.reading import NDJSON
from service.desk import Desk
from service.register import Annotation
from service.sight import Sight

SSE: Final = "text/event-stream"
DUE_SECONDS: Final = 0.25
"""How often to look whether the next event may be told to those who lag behind."""
AGAIN_MS: Final = 500
GATHER_SECONDS: Final = 0.1
"""How long at most what happens right after an event is gathered, so that busy games do not starve the commands."""
TOLD_A_SECOND: Final = 500
"""How many parts all streams may send in a second before they begin to gather: few streams are told at once."""

NOTICED: Final = ("paused", "resumed", "seat", "dispute")
"""What notices are called by their own kind; all else that is noted is a remark."""

streams = Room("streams", __name__, description="Following a game live")


class StreamQuery(ViewQuery):
    """From where on."""

    after = Whole(
        validate=validate.Range(0, 10**9),
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
    answers={"type": "string"},
    content_type=SSE,
    query=StreamQuery,
    others=[(200, {"type": "string"}, NDJSON)],
    problems=["view.forbidden"],
    hears=[LastEventHeader],
)
def stream_game(call: Call, query: dict[str, Any]) -> Response:
    """Follow a game: `event: table` where no cursor is given, `event: event` with id n, `event: end`.

    `event: notice` tells without an id what is no event, as `{"n","kind","at","by","says"}`: `paused` (also to whoever
    comes while it lasts), `resumed`, `remark`, `seat`. As `application/x-ndjson` the same in lines: `{"table"}`,
    envelopes, `{"notice"}`, at the end `{"end":{}}`. A comment or a blank line comes every few seconds.
    """
    viewer = call.sight.viewer(query.get("view"))
    after = _cursor(call, query)
    as_lines = request.accept_mimetypes.best_match([SSE, NDJSON]) == NDJSON
    desk, waits = call.desk, call.desk.waiting.shares(call.principal.name, call.principal.address)
    desk.waiting.enter(waits)
    frames = _frames(desk, call.sight, viewer, after, NDJSON_FRAMES if as_lines else SSE_FRAMES)
    response = Response(frames, mimetype=NDJSON if as_lines else SSE)
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Authorization, Accept"})
    response.call_on_close(lambda: desk.waiting.leave(waits))
    return response


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
    def notice(self, told: bytes) -> bytes:
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

    def notice(self, told: bytes) -> bytes:
        """Without an id: whoever connects again goes on after an event."""
        return b"event: notice\ndata: " + told + b"\n\n"

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

    def notice(self, told: bytes) -> bytes:
        """Under its name, as the table is."""
        return b'{"notice":' + told + b"}\n"

    def end(self) -> bytes:
        """The last line, so that a stream that ended is known from one that broke."""
        return b'{"end":{}}\n'


SSE_FRAMES: Final = SseFrames()
NDJSON_FRAMES: Final = LineFrames()


def _cursor(call: Call, query: dict[str, Any]) -> int | None:
    sent = request.headers.get("Last-Event-ID")
    after: int | None = query.get("after")
    if sent:
        if not (sent.isascii() and sent.isdigit() and len(sent) < 10):
            raise Misuse("request.shape", "Last-Event-ID is the number of an event", place="header.Last-Event-ID")
        after = int(sent)
    if after is not None and after > call.sight.version:
        says = f"there is no event {after}: the game has events 1 to {call.sight.version}"
        raise Misuse("request.shape", says, place="header.Last-Event-ID" if sent else "query.after")
    return after


class Notices:
    """What is noted of a game while somebody follows it: a pause, remarks, who sits there now."""

    def __init__(self, desk: Desk, sight: Sight) -> None:
        self._desk = desk
        self._told = {entry.id for entry in desk.remarks(sight)}
        if desk.paused(sight):  # who comes now has to know that nothing will happen
            paused = [entry.id for entry in desk.remarks(sight) if entry.kind == "paused"]
            self._told.difference_update(paused[-1:])

    def new(self, sight: Sight) -> list[bytes]:
        """Those that they may know of by now and were not told before, oldest first."""
        found = [entry for entry in self._desk.remarks(sight) if entry.id not in self._told]
        self._told.update(entry.id for entry in found)
        return [_notice(entry) for entry in sorted(found, key=lambda entry: entry.at)]


def _notice(entry: Annotation) -> bytes:
    kind = entry.kind if entry.kind in NOTICED else "remark"
    at = time_text(entry.at)
    return msgspec.json.encode({"n": entry.n, "kind": kind, "at": at, "by": entry.by, "says": entry.text})


def _frames(desk: Desk, sight: Sight, viewer: Viewer, after: int | None, frames: Frames) -> Iterator[bytes]:
    heartbeat = desk.settings.heartbeat
    with desk.bell.listening(sight.game) as listener, suppress(HaricotError):  # who may not know any more hears no more
        sight = desk.sight_again(sight)  # something may have happened before the bell was listened to
        notices = Notices(desk, sight)
        if after is None:
            yield frames.table(desk.position(sight, viewer))
            after = sight.version
        last_sign = time.monotonic()
        while True:
            if sight.version > after:
                lines = desk.lines(sight, viewer, after)
                yield b"".join(frames.event(n, line) for n, line in enumerate(lines, after + 1))
                after = sight.version
                last_sign = time.monotonic()
            if noted := notices.new(sight):
                yield b"".join(map(frames.notice, noted))
                last_sign = time.monotonic()
            if sight.over:
                yield frames.end()
                return
            if desk.bell.closed:
                yield frames.leave()
                return
            pause = max(0.0, last_sign + heartbeat - time.monotonic())
            listener.wait(sight.live.version, min(pause, DUE_SECONDS) if sight.late else pause)
            if (gather := last_sign + min(GATHER_SECONDS, desk.waiting.total / TOLD_A_SECOND) - time.monotonic()) > 0:
                time.sleep(gather)
            sight = desk.sight_again(sight, at_least=max(listener.latest, sight.live.version))
            if time.monotonic() - last_sign >= heartbeat:
                yield frames.heartbeat
                last_sign = time.monotonic()
