"""Updates statistics and ratings up to the last finished game, for the commands that read them."""

from service.analytics.analytics_updater import AnalyticsUpdater
from service.cli.output import print_note
from service.cli.progress import progress_bar
from service.ops.clock import now_ms
from service.store.event_store import GameStore


def count_finished_games(store: GameStore) -> None:
    """Add finished games to statistics and ratings, under a progress bar.

    A read-only store is left as it is. A note says that its statistics may be older.
    """
    if not store.writable:
        print_note("this store can only be read: statistics and ratings are of the games that were counted before")
        return
    updater, now = AnalyticsUpdater(store), now_ms()
    with progress_bar(updater.waiting(now), "counting") as advance:
        updater.update(now, advance)
