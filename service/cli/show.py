"""`haricot show`: the table after an event."""

from typing import Any

import click

from domain.editions import edition_named
from domain.family import LANGUAGES
from domain.table import Table
from domain.view import View
from projections.chronicle import Chronicle
from replay.positions.write import write_position
from replay.record import Record
from replay.rewind import difference, settled_at, table_at
from service.cli.drawing import draw_table
from service.cli.games import load, names_in, seen
from service.cli.options import game_argument, json_option, store_option, view_option
from service.cli.output import brief, say_json
from service.store.location import Location


@click.command("show")
@game_argument
@click.option("--at", type=int, metavar="N", help="After this event; the last one by default.")
@click.option("--since", type=int, metavar="M", help="Show only what changed since event M.")
@click.option("--say", "language", type=click.Choice(LANGUAGES), default="en", help="In this language.")
@view_option
@store_option
@json_option
def show_command(
    game: str, at: int | None, since: int | None, language: str, view: str | None, location: Location, as_json: bool
) -> None:
    """Show the table after event N.

    With --json the answer is a position that `haricot adjudicate` reads.

    \b
    haricot show classic-4-7-0001 --at 120
    haricot show classic-4-7-0001 --at 120 --as seat:2 --json
    haricot show classic-4-7-0001 --at 120 --since 112
    """
    record, viewer = seen(load(game, location), view)
    n = len(record.envelopes) if at is None else at
    table = table_at(record, n)
    if since is not None:
        changed = difference(_position(record, since, table_at(record, since)), _position(record, n, table))
        if as_json:
            say_json({path: {"before": before, "after": after} for path, (before, after) in changed.items()})
        else:
            for path, (before, after) in changed.items():
                click.echo(f"{path}: {brief(before)} -> {brief(after)}")
        return
    if as_json:
        say_json(_position(record, n, table))
        return
    chronicle = Chronicle(edition_named(table.edition).data, language, names_in(record))
    draw_table(record, n, View(viewer=viewer, table=table), chronicle)


def _position(record: Record, n: int, table: Table) -> dict[str, Any]:
    return write_position(View(viewer=record.viewer, table=table), n=n, settled=settled_at(record, n))
