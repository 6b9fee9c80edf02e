"""Where a batch begins: what one command brought about stands together in the log."""

import json
from collections.abc import Callable
from typing import Any, Final

NEAR: Final = 60
"""How many events before one are read first: most commands bring about fewer."""


def first_of_batch(lines: Callable[..., str], n: int) -> dict[str, Any]:
    """The event with which the batch of event `n` begins, with its cause; `lines` gives the events of the game."""
    found: list[dict[str, Any]] = []
    for after in dict.fromkeys((max(0, n - NEAR), 0)):
        # A reason may hold other ends of lines.
        found = [json.loads(line) for line in lines(after=after, limit=n - after).split("\n") if line]
        if caused := [one for one in found if one.get("cause")]:
            return caused[-1]
    return found[-1]
