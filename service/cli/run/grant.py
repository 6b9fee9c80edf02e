"""`haricot grant`: lets another database role serve the store."""

import click

from domain.refusals import Misuse
from service.cli.options import store_option
from service.cli.output import print_note
from service.signing.rollback_guard import open_to_read
from service.store.location import Database, Location


@click.command("grant")
@click.argument("role")
@store_option
def grant_command(role: str, location: Location) -> None:
    """Let a database role serve this store.

    ROLE may read and append the log and change the metadata, and nothing else. Run this as the owner of the tables,
    which are created or migrated if necessary. All other roles lose their rights to the tables. If the owner also owns
    the database, other roles can no longer connect. An upgrade keeps the granted roles.

    \b
    Examples:
      haricot grant haricot --store postgresql://keeper@localhost/haricot
    """
    if not isinstance(location, Database):
        raise Misuse(f"{location} is a folder, and has no roles: its owner is who may write there")
    with open_to_read(location, create=True, migrate=print_note) as store:
        store.grant_role(role)
    click.echo(f"{role} may serve from {location}: it reads and appends, and changes nothing in the log.")
