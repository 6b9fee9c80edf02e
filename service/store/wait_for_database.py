"""Waiting for a store whose database is away: services may start in any order, the database last."""

from collections.abc import Callable
from threading import Event
from typing import Final

from service.store.errors import StoreAway
from service.store.event_store import GameStore, open_store
from service.store.location import Location

RETRY_SECONDS: Final = 1.0


def open_when_there(
    location: Location,
    tell: Callable[[str], None],
    stopped: Event,
    opened: Callable[[Location], GameStore] = open_store,
) -> GameStore:
    """Open the store, by `opened`, as soon as its database answers, asked once a second.

    `tell` hears each reason to wait once.

    StoreProblem for a store that waiting does not mend. When it was `stopped` before, the process ends, and well.
    """
    reason = ""
    while not stopped.is_set():
        try:
            return opened(location)
        except StoreAway as away:
            if away.says != reason:
                reason = away.says
                tell(f"{reason}. Waiting for it")
        stopped.wait(RETRY_SECONDS)
    raise SystemExit(0)
