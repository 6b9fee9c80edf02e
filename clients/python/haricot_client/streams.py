"""Streams over any number of connections, each message once; they read lines, and open no connection."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

from haricot_client import endpoints
from haricot_client.models import FeedLine, StreamLine
from haricot_client.ndjson import Lines
from haricot_client.problems import problem_of
from haricot_client.request import LOST, Call, Query, Reply
from haricot_client.retry import BUSY, Backoff

Message = TypeVar("Message")


class Stream(ABC, Generic[Message]):
    """How far a stream was followed, and the request that continues it."""

    def __init__(self, call: Call[Message], after: str | int | None) -> None:
        self._call = call
        self._backoff = Backoff()
        self._last = LOST
        self._lines = Lines()
        self.after = after
        self.over = False

    @abstractmethod
    def _is_new(self, message: Any) -> bool:
        """Return whether a line is a message that has not come before, and remember it."""

    def call(self) -> Call[Message]:
        """Return the request for the rest."""
        if self.after is None:
            return self._call
        return replace(self._call, headers={**self._call.headers, "Last-Event-ID": str(self.after)})

    def opened(self, reply: Reply) -> bool:
        """Return whether lines follow; a HaricotProblem where a retry would not help."""
        self._last, self._lines = reply, Lines()
        if reply.status == 200:
            return True
        if reply.status is None or reply.status in BUSY:
            return False
        raise problem_of(reply.status, reply.headers, reply.body)

    def messages(self, piece: bytes) -> Iterator[Message]:
        """Yield the messages that this piece of the answer completes, without heartbeats and repeated lines."""
        for line in self._lines.add(piece):
            if line.strip() and self._is_new(message := json.loads(line)):
                self._backoff.reset()
                yield message

    def pause(self) -> float:
        """Return how many seconds to wait before the next connection."""
        last, self._last = self._last, LOST
        return self._backoff.after(last)


class GameStream(Stream[StreamLine]):
    """One game, from its first table to its end."""

    def __init__(self, game: str, query: Query, after: int | None) -> None:
        super().__init__(endpoints.stream(game, query), after)

    def _is_new(self, message: Any) -> bool:
        if "problem" in message:  # why this connection ends; the game goes on
            return False
        if "end" in message:
            self.over = True
        elif "event" in message:
            if self.after is not None and message["n"] <= int(self.after):
                return False
            self.after = message["n"]
        elif "table" in message:  # it replaces all events so far: a new connection must not begin with a later one
            self.after = message["table"]["n"]
        return True


class FeedStream(Stream[FeedLine]):
    """The feed of all games, which has no end."""

    def __init__(self, query: Query, after: str | None) -> None:
        super().__init__(endpoints.feed(query), after)

    def _is_new(self, message: Any) -> bool:
        self.after = message["cursor"]
        return True
