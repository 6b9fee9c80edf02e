"""`haricot export`: game files, out of the store."""

import sys
from pathlib import Path

import click

from domain.refusals import Misuse
from replay.record import write_file
from service.cli.files import SUFFIX, make_folder
from service.cli.games import load, seen
from service.cli.options import PATH, store_option, view_option
from service.cli.output import tell_damaged
from service.cli.progress import with_progress
from service.store.archive.digest import records
from service.store.errors import DamagedGame
from service.store.location import Location
from service.store.whole_files import write_whole


@click.command("export")
@click.argument("game", metavar="GAME", required=False)
@click.option("--all", "every", is_flag=True, help="Every game of the store, each into a file in the folder --out.")
@click.option("--out", type=PATH, help="Write to this file instead of standard output; with --all into this folder.")
@view_option
@store_option
def export_command(game: str | None, every: bool, out: Path | None, view: str | None, location: Location) -> None:
    """Write a game file: the whole game, or what one viewer may read of it.

    \b
    haricot export classic-4-7-0001 --out game.haricot.jsonl
    haricot export classic-4-7-0001 --as seat:2 > seat2.haricot.jsonl
    haricot export --all --out files

    With --all a damaged game is named and left out: exit code 1.
    """
    if every == (game is not None):
        raise Misuse("name a GAME, or --all of them")
    if game is None:
        if out is None or view is not None:
            raise Misuse("--all writes whole games into a folder: name it with --out, and leave out --as")
        _export_all(location, out)
        return
    record, _ = seen(load(game, location), view)
    written = write_file(record)
    if out is None:
        click.echo(written, nl=False)
    else:
        write_whole(out, written)


def _export_all(location: Location, folder: Path) -> None:
    """Writes every game into a file of its own, unless that holds the same bytes already.

    Damaged games are named on standard error, then left out: exit code 1.
    """
    with records(location) as (total, found):
        make_folder(folder)
        left_out = {}
        for record in with_progress(found, total, "exporting"):
            if isinstance(record, DamagedGame):
                left_out[record.game] = record.damage
                continue
            path, written = folder / f"{record.game}{SUFFIX}", write_file(record)
            if not path.is_file() or path.read_bytes() != written:
                write_whole(path, written)
    click.echo(f"{folder}: {total - len(left_out)} games")
    tell_damaged(left_out, "is left out")
    sys.exit(1 if left_out else 0)
