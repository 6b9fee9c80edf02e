"""`haricot import`: game files, into the store."""

from pathlib import Path

import click

from domain.forks import GameForked
from domain.refusals import Misuse
from replay.making import require_lawful
from replay.record import Record
from replay.rewind import require_history
from service.cli.files import SUFFIX
from service.cli.games import read_game
from service.cli.options import PATH, json_option, store_option
from service.cli.output import say_json, say_note
from service.cli.progress import with_progress
from service.signing.set_back import open_to_write
from service.store.location import Location
from service.store.record_import import import_record


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=PATH, metavar="FILE...")
@store_option
@json_option
def import_command(files: tuple[Path, ...], location: Location, as_json: bool) -> None:
    """Put game files into the store: read-only, illegal events included, ready to be audited and forked.

    A folder stands for all game files in it. Games come before their forks.

    \b
    haricot import game.haricot.jsonl
    haricot import .
    """
    paths = [path for named in files for path in _game_files(named)]
    records_read = [(path, *_importable(path)) for path in with_progress(paths, len(paths), "reading")]
    records_read.sort(key=lambda found: found[1])
    with open_to_write(location, say_note, create=True) as store:
        for path, _, again in with_progress(records_read, len(records_read), "importing"):
            record = again or read_game(path)
            new = import_record(store, record)
            if as_json:
                say_json({"game": record.game, "file": str(path), "imported": new})
            else:
                click.echo(f"{record.game}: {'imported' if new else 'was here already'}")


def _game_files(named: Path) -> list[Path]:
    """The game files that a path stands for; Misuse for a folder in which there are none."""
    if str(named) == "-" or not named.is_dir():
        return [named]
    found = sorted(path for path in named.iterdir() if path.name.endswith(SUFFIX))
    if not found:
        raise Misuse(f"{named} is a folder without game files: they are called *{SUFFIX}")
    return found


def _importable(path: Path) -> tuple[int, Record | None]:
    """Checks that a file can be imported; returns how many forks deep its game is.

    The record comes with it only where it cannot be read again, so that the games of a large folder do not all lie in
    memory.
    """
    record = read_game(path)
    if not record.viewer.sees_all:
        says = f"{path} holds only the view of {record.viewer.name}: it can be shown and audited, but not be imported"
        raise Misuse(says)
    require_history(record)
    require_lawful(record)
    forks = sum(isinstance(envelope.event, GameForked) for envelope in record.envelopes)
    return forks, None if path.is_file() else record
