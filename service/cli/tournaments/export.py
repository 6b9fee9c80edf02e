"""`haricot tournament export`: a tournament as a file."""

from pathlib import Path

import click

from replay.tournaments.tournament_file import OMNISCIENT, VIEWS, tournament_record, write_tournament
from service.cli.options import PATH, store_option
from service.cli.tournaments.records import find_tournament, possible_history
from service.store.atomic_files import write_whole
from service.store.location import Location


@click.command("export")
@click.argument("tournament", metavar="ID")
@click.option("--out", type=PATH, help="Write to this file instead of standard output.")
@click.option("--as", "view", type=click.Choice(VIEWS), default=OMNISCIENT, show_default=True, help="Whose view.")
@store_option
def tournament_export_command(tournament: str, out: Path | None, view: str, location: Location) -> None:
    """Export a tournament as a file.

    The view of spectators ends before a draft that is not released. No file holds names.

    \b
    Examples:
      haricot tournament export classic-t23-1-0001 --out tournament.jsonl
      haricot tournament export classic-t23-1-0001 --as spectator > public.jsonl
    """
    found = find_tournament(tournament, location)
    with possible_history(tournament):
        data = write_tournament(tournament_record(found.events, view if found.view == OMNISCIENT else found.view))
    if out is None:
        click.echo(data, nl=False)
    else:
        write_whole(out, data)
