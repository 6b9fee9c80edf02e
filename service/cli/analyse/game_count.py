"""Brings statistics and ratings up to the last finished game, for a command that answers from them."""

from service.analytics.analytics_updater import AnalyticsUpdater
from service.cli.output import print_note
from service.cli.progress import progress_bar
from service.ops.clock import now_ms
from service.store.event_store import GameStore


def count_games(store: GameStore) -> None:
    """Count the games that have ended; a terminal shows a bar meanwhile.

    In a store that can only be read nothing is done, and the command tells of the games that were counted before.
    """
    if not store.writable:
        print_note("this store can only be read: statistics and ratings are of the games that were counted before")
        return
    updater, now = AnalyticsUpdater(store), now_ms()
    with progress_bar(updater.waiting(now), "counting") as done:
        updater.update(now, done)
