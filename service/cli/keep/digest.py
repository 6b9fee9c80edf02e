"""`haricot digest`: prints a digest, by which two stores are compared."""

import sys

import click

from service.cli.options import json_option, store_option
from service.cli.output import digest_line, print_damaged, print_json
from service.cli.progress import progress_bar
from service.store.archive.digest import compute_digest
from service.store.location import Location


@click.command("digest")
@store_option
@json_option
def digest_command(location: Location, as_json: bool) -> None:
    """Print the digest of all games in the store.

    Stores with equal games have equal digests, in SQLite as in PostgreSQL. The digest is the SHA-256 of a line for each
    game, sorted: its id, a space, the last check of its whole game file.

    \b
    Examples:
      haricot digest
      haricot digest --data games --json ...
    """
    digest = compute_digest(location, progress_bar)
    if as_json:
        print_json(digest)
    else:
        click.echo(digest_line(digest))
    print_damaged(digest.damaged, "is damaged, and is left out of the digest")
    sys.exit(1 if digest.damaged else 0)
