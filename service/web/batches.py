"""Finds the beginning of a batch, the events of one command."""

import json
from collections.abc import Callable
from typing import Any, Final

NEAR: Final = 60
"""How many events before one are read first: most commands cause fewer."""


def first_of_batch(lines: Callable[..., str], n: int) -> dict[str, Any]:
    """Return the first event of the batch of event `n`, with its cause. `lines` returns events of the game."""
    found: list[dict[str, Any]] = []
    for after in dict.fromkeys((max(0, n - NEAR), 0)):
        # a text may contain other line ends
        found = [json.loads(line) for line in lines(after=after, limit=n - after).split("\n") if line]
        if caused := [one for one in found if one.get("cause")]:
            return caused[-1]
    return found[-1]
