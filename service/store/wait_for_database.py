"""Waits until the database of a store answers, so that services may start in any order."""

from collections.abc import Callable
from threading import Event
from typing import Final

from service.store.errors import StoreUnreachable
from service.store.event_store import GameStore, open_store
from service.store.location import Location

RETRY_SECONDS: Final = 1.0


def open_when_available(
    location: Location,
    report: Callable[[str], None],
    stop: Event,
    open_: Callable[[Location], GameStore] = open_store,
) -> GameStore:
    """Open the store with `open_` as soon as its database answers. Retry every RETRY_SECONDS.

    `report` is called once for each reason to wait. Raises StoreProblem for errors that do not pass by waiting. If
    `stop` is set before, the process exits with code 0.
    """
    reason = ""
    while not stop.is_set():
        try:
            return open_(location)
        except StoreUnreachable as error:
            if error.says != reason:
                reason = error.says
                report(f"{reason}. Waiting for it")
        stop.wait(RETRY_SECONDS)
    raise SystemExit(0)
