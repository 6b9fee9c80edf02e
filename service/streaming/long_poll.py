"""Long polls: requests that wait for the next event of a game."""

import time
from typing import Final

from service.access.context import Context
from service.access.visibility_scope import VisibilityScope

DELAY_CHECK_SECONDS: Final = 0.25
"""How often to check whether spectators with a delay may know the next event."""


def wait_for_event(context: Context, sight: VisibilityScope, after: int, seconds: float) -> VisibilityScope:
    """Return the sight as soon as it includes an event after this one, or at the latest after this many seconds."""
    deadline = time.monotonic() + seconds
    with context.notifier.listen(sight.game) as listener:
        while True:
            sight = context.reader.current_sight(sight)
            left = deadline - time.monotonic()
            if sight.version > after or left <= 0 or context.notifier.closed:
                return sight
            with context.admission.released():
                listener.wait(sight.live.version, min(left, DELAY_CHECK_SECONDS) if sight.late else left)
