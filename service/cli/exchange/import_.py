"""`haricot import`: imports game files into the store."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from domain.forks import GameForked
from domain.refusals import Misuse
from replay.creation_checks import require_valid_creation
from replay.game_files import split_games
from replay.record import Record
from replay.rewind import require_history
from service.cli.files import SUFFIX, errors_with_path, read_bytes
from service.cli.games import parse_game, read_game
from service.cli.options import PATH, json_option, store_option
from service.cli.output import print_json, print_note
from service.cli.progress import with_progress
from service.signing.rollback_guard import open_to_write
from service.store.location import Location
from service.store.record_import import import_record


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=PATH, metavar="FILE...")
@store_option
@json_option
def import_command(files: tuple[Path, ...], location: Location, as_json: bool) -> None:
    """Import game files into the store.

    Imported games are read-only. They may hold illegal events, and can be audited and forked. A folder stands for all
    game files in it. A file may hold several games, one after the other, as exports write them. Games are imported
    before their forks.

    \b
    Examples:
      haricot import game.haricot.jsonl
      haricot import .
    """
    paths = [path for file in files for path in _game_files(file)]
    importable = [one for path in with_progress(paths, len(paths), "reading") for one in _read_importable(path)]
    importable.sort(key=lambda one: one.forks)
    with open_to_write(location, print_note, create=True) as store:
        for path, _, loaded in with_progress(importable, len(importable), "importing"):
            record = loaded or read_game(path)
            new = import_record(store, record)
            if as_json:
                print_json({"game": record.game, "file": str(path), "imported": new})
            else:
                click.echo(f"{record.game}: {'imported' if new else 'was here already'}")


def _game_files(path: Path) -> list[Path]:
    """Return the game files that a path stands for. Raises Misuse for a folder without any."""
    if str(path) == "-" or not path.is_dir():
        return [path]
    game_files = sorted(entry for entry in path.iterdir() if entry.name.endswith(SUFFIX))
    if not game_files:
        raise Misuse(f"{path} is a folder without game files: their names end in {SUFFIX}")
    return game_files


class _ImportableGame(NamedTuple):
    """A game that can be imported: its file, how many forks deep it is, and its record.

    The record is None if it is alone in its file and can be read again. So the games of a large folder need not
    all be in memory.
    """

    path: Path
    forks: int
    record: Record | None


def _read_importable(path: Path) -> Iterator[_ImportableGame]:
    """Yield the games of a file. Raises Misuse if one of them cannot be imported."""
    with errors_with_path(path):
        parts = split_games(read_bytes(path))
    for part in parts:
        record = parse_game(part, path)
        if not record.viewer.sees_all:
            message = (
                f"{path} holds only the view of {record.viewer.name}: it can be shown and audited, but not be imported"
            )
            raise Misuse(message)
        require_history(record)
        require_valid_creation(record)
        forks = sum(isinstance(envelope.event, GameForked) for envelope in record.envelopes)
        yield _ImportableGame(path, forks, None if len(parts) == 1 and path.is_file() else record)
