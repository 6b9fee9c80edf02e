"""Waiting for a store whose database is away: services may start in any order, and the database after them."""

from collections.abc import Callable
from threading import Event
from typing import Final

from service.event_store import GameStore, open_store
from service.places import Place, StoreAway

RETRY_SECONDS: Final = 1.0


def open_when_there(place: Place, tell: Callable[[str], None], stopped: Event) -> GameStore:
    """The store, as soon as its database answers, which is asked once a second; each reason to wait is told once.

    StoreProblem for a store that waiting does not mend. When it was `stopped` before, the process ends, and well.
    """
    told = ""
    while not stopped.is_set():
        try:
            return open_store(place)
        except StoreAway as away:
            if away.says != told:
                told = away.says
                tell(f"{told}. Waiting for it")
        stopped.wait(RETRY_SECONDS)
    raise SystemExit(0)
