"""`haricot rebuild`: rebuilds the index of games and the figures of finished games."""

import click

from service.analytics.analytics_updater import AnalyticsUpdater
from service.cli.options import store_option
from service.cli.output import print_damaged, print_note
from service.cli.progress import progress_bar
from service.ops.clock import now_ms
from service.signing.rollback_guard import open_to_write
from service.store.location import Location


@click.command("rebuild")
@store_option
def rebuild_command(location: Location) -> None:
    """Rebuild the index and the figures of games.

    Lists and searches read the index, statistics and ratings the figures. Both are made from the log and stored in the
    store. A running service answers lists with 503 until the index is complete. If the command is interrupted, the
    service or the next `haricot stats` makes the figures that are missing.

    \b
    Examples:
      haricot rebuild
    """
    with open_to_write(location, print_note) as store:
        with progress_bar(1, "indexing") as advance:
            store.game_index.rebuild(advance)
        updater, now = AnalyticsUpdater(store), now_ms()
        updater.clear()
        with progress_bar(games := updater.waiting(now), "counting") as advance:
            updater.update(now, advance)
        left_out, position = store.game_index.faults(), store.position()
    print_damaged(left_out, "is left out")
    click.echo(f"The index of games is rebuilt up to event {position} of the log.")
    click.echo(f"Statistics and ratings of {games} finished games are made again.")
