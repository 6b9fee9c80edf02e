"""A request that waits for news of a game."""

import time

from service.access.context import Context
from service.access.visibility_scope import VisibilityScope

DUE_SECONDS = 0.25
"""How often to look whether delayed spectators may know the next event."""


def sight_later(context: Context, sight: VisibilityScope, after: int, seconds: float) -> VisibilityScope:
    """Return the sight as soon as it includes an event after this one, or else after this many seconds."""
    deadline = time.monotonic() + seconds
    with context.notifier.listening(sight.game) as listener:
        while True:
            sight = context.reader.current_sight(sight)
            left = deadline - time.monotonic()
            if sight.version > after or left <= 0 or context.notifier.closed:
                return sight
            with context.admission.aside():
                listener.wait(sight.live.version, min(left, DUE_SECONDS) if sight.late else left)
