"""Waits for a store's database to come up: services may start in any order."""

from collections.abc import Callable
from threading import Event
from typing import Final

from service.store.errors import StoreAway
from service.store.event_store import GameStore, open_store
from service.store.location import Location

RETRY_SECONDS: Final = 1.0


def open_when_available(
    location: Location,
    tell: Callable[[str], None],
    stopped: Event,
    opened: Callable[[Location], GameStore] = open_store,
) -> GameStore:
    """Open the store by `opened` as soon as its database answers, with a try each second.

    `tell` is called once with each reason to wait. Raises StoreProblem for an error that waiting does not mend. If it
    is `stopped` before, the process exits with success.
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
