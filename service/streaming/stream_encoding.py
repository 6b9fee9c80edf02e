"""The encodings of a stream: server-sent events, and lines of JSON."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final

import msgspec

NDJSON: Final = "application/x-ndjson"
"""Lines of JSON."""
SSE: Final = "text/event-stream"
RETRY_MS: Final = 500
"""The milliseconds after which a browser connects again when this process stops."""


def with_members(json_object: bytes, members: Mapping[str, Any]) -> bytes:
    """Return a JSON object to which these members are added."""
    return json_object[:-1] + b"," + msgspec.json.encode(members)[1:] if members else json_object


class Frames(ABC):
    """An encoding of streams: its content type, and how each message is written."""

    media: str
    heartbeat: bytes

    @abstractmethod
    def table(self, position: bytes, expansions: Mapping[str, Any]) -> bytes:
        """Return the first message: the table, with its expansions."""

    @abstractmethod
    def event(self, n: int, line: bytes) -> bytes:
        """Return the message of event n, whose envelope is this line of JSON."""

    @abstractmethod
    def named(self, name: str, json: bytes, n: int | None = None) -> bytes:
        """Return a message that is no event: a `notice`, the `end` after event n, or a final `problem`."""

    def reconnect(self) -> bytes:
        """Return the message that this process stops, and that the client should connect again."""
        return b""


class SseFrames(Frames):
    """Server-sent events."""

    media = SSE
    heartbeat = b":\n\n"

    def table(self, position: bytes, expansions: Mapping[str, Any]) -> bytes:
        """Return the table without an id, since it is no event."""
        return b"event: table\ndata: " + with_members(position, expansions) + b"\n\n"

    def event(self, n: int, line: bytes) -> bytes:
        """Return the event with the id n, so that a browser resumes there."""
        return b"event: event\nid: %d\ndata: %s\n\n" % (n, line)

    def named(self, name: str, json: bytes, n: int | None = None) -> bytes:
        """Return the message without an id, since a client resumes after an event. Only the end has an id.

        A browser that connects again with the id of the end gets 204, and does not reconnect.
        """
        return b"event: %b\n%bdata: %b\n\n" % (name.encode(), b"" if n is None else b"id: %d\n" % n, json)

    def reconnect(self) -> bytes:
        """Return after how many milliseconds a browser connects again. It sends the last id that it had."""
        return b"retry: %d\n\n" % RETRY_MS


class LineFrames(Frames):
    """Lines of JSON."""

    media = NDJSON
    heartbeat = b"\n"

    def table(self, position: bytes, expansions: Mapping[str, Any]) -> bytes:
        """Return the first line."""
        return with_members(b'{"table":' + position + b"}", expansions) + b"\n"

    def event(self, n: int, line: bytes) -> bytes:  # noqa: ARG002  # the envelope has the number
        """Return the envelope as it is."""
        return line + b"\n"

    def named(self, name: str, json: bytes, n: int | None = None) -> bytes:  # noqa: ARG002  # the last envelope has the number
        """Return the message under its name, like the table. A stream without an end was interrupted."""
        return b'{"%b":%b}\n' % (name.encode(), json)


SSE_FRAMES: Final = SseFrames()
NDJSON_FRAMES: Final = LineFrames()
