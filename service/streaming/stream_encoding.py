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
    def notice(self, json: bytes) -> bytes:
        """Return a notice: what has happened and is no event."""

    @abstractmethod
    def end(self, n: int, said: bytes) -> bytes:
        """Return the end: nothing follows event n."""

    @abstractmethod
    def problem(self, json: bytes) -> bytes:
        """Return why the stream ends though the game goes on."""

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

    def notice(self, json: bytes) -> bytes:
        """Write it without an id, since a client resumes after an event."""
        return b"event: notice\ndata: " + json + b"\n\n"

    def end(self, n: int, said: bytes) -> bytes:
        """Write it with the id n: a browser that connects again with it gets 204 and stays away."""
        return b"event: end\nid: %d\ndata: %s\n\n" % (n, said)

    def problem(self, json: bytes) -> bytes:
        """Write why it ends; a browser connects again with the last id that it had."""
        return b"event: problem\ndata: " + json + b"\n\n"

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

    def notice(self, json: bytes) -> bytes:
        """Write it under its name, as the table is."""
        return b'{"notice":' + json + b"}\n"

    def end(self, n: int, said: bytes) -> bytes:  # noqa: ARG002  # the last envelope says it
        """Return the last line, so that a stream that ended is known from one that broke."""
        return b'{"end":' + said + b"}\n"

    def problem(self, json: bytes) -> bytes:
        """Write it under its name; there is no end."""
        return b'{"problem":' + json + b"}\n"


SSE_FRAMES: Final = SseFrames()
NDJSON_FRAMES: Final = LineFrames()
