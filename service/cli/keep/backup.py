"""`haricot backup`: writes a whole store into one file."""

import sys
from pathlib import Path

import click

from service.cli.options import PATH, json_option, store_option
from service.cli.output import digest_line, print_damaged, print_json
from service.cli.progress import progress_bar
from service.store.archive.backup import backup
from service.store.location import Location


@click.command("backup")
@click.argument("file", type=PATH)
@store_option
@json_option
def backup_command(file: Path, location: Location, as_json: bool) -> None:
    """Write the whole store into a file.

    FILE holds the store as it is at this moment. Games may go on meanwhile. FILE holds games, hands, seeds, names,
    comments and the hashes of tokens: protect it like the store. It can be restored into a store of either kind. The
    same store gives the same bytes. Damaged games are copied as they are and named: exit code 1.

    \b
    Examples:
      haricot backup haricot.backup.gz
      haricot backup haricot.backup.gz --store postgresql://haricot@localhost/haricot ...
    """
    digest = backup(location, file, progress_bar)
    if as_json:
        print_json({"file": str(file), "games": digest.games, "events": digest.events, "digest": digest.digest})
    else:
        click.echo(f"{file}: {digest_line(digest)}")
    print_damaged(digest.damaged, "is damaged, and was copied as it is")
    sys.exit(1 if digest.damaged else 0)
