"""The encodings of a stream: server-sent events, and lines of JSON."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final

import msgspec

NDJSON: Final = "application/x-ndjson"
"""Lines of JSON."""
SSE: Final = "text/event-stream"
AGAIN_MS: Final = 500
"""The milliseconds after which a browser connects again when this process stops."""


def joined(line: bytes, members: Mapping[str, Any]) -> bytes:
    """Return an object of JSON, to which these members are added."""
    return line[:-1] + b"," + msgspec.json.encode(members)[1:] if members else line


class Frames(ABC):
    """An encoding: a content type, and how each part of a stream is written."""

    media: str
    heartbeat: bytes

    @abstractmethod
    def table(self, position: bytes, choices: Mapping[str, Any]) -> bytes:
        """Return the first part: the table, with what may be done there."""

    @abstractmethod
    def event(self, n: int, line: bytes) -> bytes:
        """Return one envelope."""

    @abstractmethod
    def named(self, name: str, json: bytes, n: int | None = None) -> bytes:
        """Return what is no event: a `notice`, the `end` after event n, or the `problem` that ends the stream."""

    def leave(self) -> bytes:
        """Return that this process stops, and that the client should connect again."""
        return b""


class SseFrames(Frames):
    """Server-sent events."""

    media = SSE
    heartbeat = b":\n\n"

    def table(self, position: bytes, choices: Mapping[str, Any]) -> bytes:
        """Write it without an id, since it is no event."""
        return b"event: table\ndata: " + joined(position, choices) + b"\n\n"

    def event(self, n: int, line: bytes) -> bytes:
        """Write it with the id n, so that a browser resumes there."""
        return b"event: event\nid: %d\ndata: %s\n\n" % (n, line)

    def named(self, name: str, json: bytes, n: int | None = None) -> bytes:
        """Write it without an id, since a client resumes after an event; but the end has one.

        A browser that connects again with the id of the end gets 204 and stays away.
        """
        return b"event: %b\n%bdata: %b\n\n" % (name.encode(), b"" if n is None else b"id: %d\n" % n, json)

    def leave(self) -> bytes:
        """Write after how many milliseconds a browser connects again, with the last id that it had."""
        return b"retry: %d\n\n" % AGAIN_MS


class LineFrames(Frames):
    """Lines of JSON."""

    media = NDJSON
    heartbeat = b"\n"

    def table(self, position: bytes, choices: Mapping[str, Any]) -> bytes:
        """Return the first line."""
        return joined(b'{"table":' + position + b"}", choices) + b"\n"

    def event(self, n: int, line: bytes) -> bytes:  # noqa: ARG002  # the envelope says it
        """Return an envelope as it is."""
        return line + b"\n"

    def named(self, name: str, json: bytes, n: int | None = None) -> bytes:  # noqa: ARG002  # the last envelope says it
        """Write it under its name, as the table is. A stream without an end broke off."""
        return b'{"%b":%b}\n' % (name.encode(), json)


SSE_FRAMES: Final = SseFrames()
NDJSON_FRAMES: Final = LineFrames()
