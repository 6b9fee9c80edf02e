"""The stream of one game over any number of connections, each message once; it reads lines and opens none itself."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from haricot_client import calls
from haricot_client.calls import Call
from haricot_client.models import StreamLine
from haricot_client.persistence import BUSY, LOST, Patience, Reply
from haricot_client.problems import problem_of


class Following:
    """How far a game was followed, and what to ask to go on."""

    def __init__(self, game: str, state: Sequence[str], view: str | None, after: int | None) -> None:
        self._call = calls.stream(game, state, view)
        self._patience = Patience()
        self._last = LOST
        self.after = after
        self.over = False

    def call(self) -> Call[StreamLine]:
        """What to ask for the rest of the game."""
        if self.after is None:
            return self._call
        return replace(self._call, headers={**self._call.headers, "Last-Event-ID": str(self.after)})

    def opened(self, reply: Reply) -> bool:
        """Whether lines follow; a HaricotProblem where asking again would not help."""
        self._last = reply
        if reply.status == 200:
            return True
        if reply.status is None or reply.status in BUSY:
            return False
        raise problem_of(reply.status, reply.headers, reply.body)

    def message(self, line: str) -> StreamLine | None:
        """The message of a line, None for a sign of life, one that came before or one that was cut short."""
        try:
            found: Any = json.loads(line) if line.strip() else None
        except ValueError:
            return None
        if found is None or "problem" in found:
            return None
        self._patience.rewarded()
        if "end" in found:
            self.over = True
        elif "event" in found:
            if self.after is not None and found["n"] <= self.after:
                return None
            self.after = found["n"]
        elif "table" in found:  # it stands for all events so far: a new connection must not begin with a later one
            self.after = found["table"]["n"]
        return cast(StreamLine, found)

    def pause(self) -> float:
        """How many seconds to wait before the next connection."""
        last, self._last = self._last, LOST
        return self._patience.after(last)
