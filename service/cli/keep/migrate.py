"""`haricot migrate`: migrates a store to the present schema."""

import click

from domain.refusals import Misuse
from service.cli.options import store_option
from service.cli.output import print_note
from service.signing.rollback_guard import open_to_read
from service.store.location import Location
from service.store.sqlite.migrations import VERSION


@click.command("migrate")
@store_option
def migrate_command(location: Location) -> None:
    """Migrate a store to the current schema.

    `haricot serve` and every command that writes do the same. Commands that only read leave the store as it is. In a
    folder a copy of the file before the migration is kept beside it. Delete that copy when the new version works well.

    \b
    Examples:
      haricot migrate
    """
    lines: list[str] = []
    with open_to_read(location, migrate=lines.append) as store:
        version = store.schema
    for line in lines:
        print_note(line)
    if version < VERSION:
        raise Misuse(f"{location} has schema {version} and cannot be written: run this as a user who may write there")
    if not lines:
        click.echo(f"the store has schema {version}: nothing to do")
