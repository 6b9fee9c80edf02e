"""The feed of all games: a page of it, or a stream of new lines."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any, Final

import msgspec
from marshmallow import Schema, fields, validate

from domain.refusals import HaricotError
from service.access.tokens import is_valid
from service.api.integration.feed_schemas import FeedPage
from service.api.table.streams import LastEventHeader
from service.api.text_types import text_of
from service.feed.feed_reader import FeedLine, FeedPosition, FeedWindow
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import FullMatch, StrictInteger
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.ops.clock import now_ms
from service.streaming.stream_encoding import NDJSON, NDJSON_FRAMES, SSE, SSE_FRAMES, Frames

LINES_MAX: Final = 1000
LINES_USUAL: Final = 200
POLL_SECONDS: Final = 0.2
"""How often a stream polls for more."""
_TYPE: Final = "[a-z_]{1,60}([.][0-9]{1,3})?"

feed = Operations()


class FeedQuery(Schema):
    """From where on, and which lines."""

    after = fields.String(
        validate=validate.Length(1, 40),
        metadata={
            "description": "Continue after the line with this cursor; `now` for future lines only",
            "example": "now",
        },
    )
    limit = StrictInteger(
        validate=validate.Range(1, LINES_MAX),
        metadata={"description": f"How many lines at most; by default {LINES_USUAL} in a page, all in a stream"},
    )
    types = fields.String(
        data_key="type",
        validate=FullMatch(f"^{_TYPE}(,{_TYPE})*$", error="types of events such as game_ended.1, separated by commas"),
        metadata={
            "description": "Only events of these types, separated by commas; erasures are always included",
            "example": "game_started.1,game_ended.1",
        },
    )
    follow = fields.Boolean(
        load_default=True,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "`true`: a stream waits for new lines after the last one; `false`: it ends there"},
    )
    game = fields.String(validate=validate.Length(max=200), metadata={"description": "Only lines of this game"})
    tournament = fields.String(
        validate=validate.Length(max=200),
        metadata={"description": "Only lines of this tournament, and of the games that are linked to it"},
    )


@feed.operation(
    "GET",
    "/feed",
    "read_feed",
    ResponseSpec(FeedPage, others=[(200, text_of("FeedLine", SSE), SSE), (200, text_of("FeedLine", NDJSON), NDJSON)]),
    RequestSpec(query=FeedQuery, headers=[LastEventHeader]),
    problems=["feed.cursor"],
)
def read_feed(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Read the feed of all games, as a page or a stream.

    It has what spectators see, no earlier than they do. Games that are not public are in it only for the token that
    made them. A line enters when its event becomes visible, and keeps its place. A client that continues after the
    cursor of a line misses none. As `text/event-stream` each line has its cursor as its id. As `application/x-ndjson` a
    blank line comes every few seconds. `erased` names data that every reader must delete.
    """
    reading = _FeedReader(call, query)
    if call.request.prefers(NDJSON, "application/json"):
        return reading.stream(NDJSON_FRAMES)
    if call.request.prefers(SSE, "application/json"):
        return reading.stream(SSE_FRAMES)
    window = reading.window(reading.begin, query.get("limit", LINES_USUAL))
    lines = [msgspec.Raw(line.json) for line in window.lines]
    return answer(FeedPage(lines=lines, cursor=window.at.cursor, more=window.more), Vary="Authorization, Accept")


class _FeedReader:
    """A reader of the feed, from its start position."""

    def __init__(self, call: Call, query: dict[str, Any]) -> None:
        self._context = call.context
        self._who = call.principal
        caller, address = call.request.caller, call.principal.address
        self._quotas = [
            (quota, quota.shares(caller, address)) for quota in (call.context.stream_quota, call.context.poll_quota)
        ]
        self._types = tuple(query["types"].split(",")) if "types" in query else ()
        self._game: str | None = query.get("game")
        self._tournament: str | None = query.get("tournament")
        self._follow: bool = query["follow"]
        self._limit: int | None = query.get("limit")
        cursor = call.request.head.headers.get("last-event-id") or query.get("after")
        self.begin = self._context.feed.position_of(self._who.digest, cursor)

    def window(self, at: FeedPosition, limit: int) -> FeedWindow:
        """Return the lines after a place."""
        return self._context.feed.read(
            self._who.digest, at, limit, types=self._types, subject=self._game, tournament=self._tournament
        )

    def stream(self, frames: Frames) -> HttpAnswer:
        """Return a stream of all later lines."""
        with ExitStack() as held_shares:
            for quota, shares in self._quotas:
                held_shares.enter_context(quota.held(shares))
            release_shares = held_shares.pop_all().close
        response = HttpAnswer(self._stream_parts(frames), 200, frames.media, close=release_shares)
        response.headers.update(
            {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Authorization, Accept"}
        )
        return response

    def _stream_parts(self, frames: Frames) -> Iterator[bytes]:
        context, position, last_sent_at, lines_left = self._context, self.begin, time.monotonic(), self._limit
        yield frames.heartbeat  # tells a client that waits for the first line that its request was accepted
        with suppress(HaricotError):
            while is_valid(self._who.digest, context.register, at=now_ms()):
                window = self.window(position, LINES_USUAL if lines_left is None else min(lines_left, LINES_USUAL))
                position, now = window.at, time.monotonic()
                lines_left = None if lines_left is None else lines_left - len(window.lines)
                if window.lines or now - last_sent_at >= context.settings.heartbeat:
                    yield b"".join(_encode_line(frames, line) for line in window.lines) or frames.heartbeat
                    last_sent_at = now
                if context.notifier.closed:
                    yield frames.reconnect()
                    return
                if lines_left == 0 or not (window.more or self._follow):
                    return
                if not (window.more and window.lines):
                    time.sleep(POLL_SECONDS)


def _encode_line(frames: Frames, line: FeedLine) -> bytes:
    if frames is NDJSON_FRAMES:
        return line.json + b"\n"
    return b"event: %s\nid: %s\ndata: %s\n\n" % (line.kind.encode(), f"{line.at.cursor}".encode(), line.json)
