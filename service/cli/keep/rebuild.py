"""`haricot rebuild`: makes the index of games again."""

import click

from service.cli.options import store_option
from service.cli.output import say_note, tell_damaged
from service.cli.progress import progress
from service.signing.rollback_guard import open_to_write
from service.store.location import Location


@click.command("rebuild")
@store_option
def rebuild_command(location: Location) -> None:
    """Rebuild the index of games from the log.

    Lists, statistics and searches read this index, which is stored in the store. A running service answers lists with
    503 until the index is complete.

    \b
    Examples:
      haricot rebuild
    """
    with open_to_write(location, say_note) as store:
        with progress(1, "indexing") as done:
            store.game_index.rebuild(done)
        left_out, position = store.game_index.faults(), store.position()
    tell_damaged(left_out, "is left out")
    click.echo(f"The index of games is rebuilt up to event {position} of the log.")
