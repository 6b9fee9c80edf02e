"""`haricot restore`: restores a whole store from one file."""

from pathlib import Path

import click

from domain.refusals import Misuse
from service.cli.options import PATH, json_option, store_option
from service.cli.output import digest_line, print_damaged, print_json
from service.cli.progress import progress_bar
from service.lifecycle.erasure import erase
from service.store.archive.backup import restore
from service.store.archive.file import CorruptArchive, UnsupportedArchive
from service.store.entries.erased_names import ErasedNames, erased_names_file
from service.store.event_store import open_store
from service.store.location import Location


@click.command("restore")
@click.argument("file", type=PATH)
@store_option
@json_option
def restore_command(file: Path, location: Location, as_json: bool) -> None:
    """Restore a backup into an empty store.

    Everything in FILE is restored, or nothing if anything in FILE has changed. Games continue where they were, and
    tokens stay valid. People who were erased after FILE was made are erased again. This is also the way to move from
    SQLite to PostgreSQL, and back.

    \b
    Examples:
      haricot backup haricot.backup.gz
      haricot restore haricot.backup.gz --data elsewhere
      haricot restore haricot.backup.gz --store postgresql://haricot@localhost/haricot ...
    """
    if not file.is_file() and file.exists():
        raise Misuse(f"{file} is not a file: a backup must be read twice")
    try:
        digest = restore(location, file, progress_bar)
    except CorruptArchive as error:
        raise Misuse(f"{file} is corrupt: {error}") from error
    except UnsupportedArchive as error:
        raise Misuse(f"{file} {error}") from error
    erased = _erase_again(location)
    if as_json:
        print_json({"file": str(file), "games": digest.games, "events": digest.events, "digest": digest.digest})
    else:
        click.echo(f"{location}: {digest_line(digest)}, as in the backup")
        if erased:
            click.echo(f"{erased} seats lost their name again, since it was erased after the backup was made")
    print_damaged(digest.damaged, "was damaged when the backup was made, and is restored as it was")


def _erase_again(location: Location) -> int:
    """Erase every person in the list of erased names. Return how many seats lost a name."""
    names = ErasedNames(erased_names_file())
    if not len(names):
        return 0
    with open_store(location) as store:  # the older state is intended: erasing must not wait for --accept-restore
        return erase(store, names.__contains__).seats
