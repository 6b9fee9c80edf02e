"""`haricot demo`: hides or shows the demo games and tournaments."""

import click

from service.cli.options import json_option, store_option
from service.cli.output import print_json, print_note
from service.lifecycle.demo_visibility import set_demo_visibility
from service.signing.rollback_guard import open_to_write
from service.store.location import Location


@click.command("demo")
@click.argument("action", type=click.Choice(("hide", "show")))
@store_option
@json_option
def demo_command(action: str, location: Location, as_json: bool) -> None:
    """Hide the demo games and tournaments, or show them.

    Hidden games and tournaments are private. They are on no page and in no list, and their players are in no
    statistics and no ratings. A running service needs no restart. Nothing is deleted.

    \b
    Examples:
      haricot demo hide
      haricot demo show
    """
    with open_to_write(location, print_note) as store:
        changed = set_demo_visibility(store, is_public=action == "show")
    if as_json:
        print_json({"shown": action == "show", "games": changed.games, "tournaments": changed.tournaments})
        return
    state = "shown" if action == "show" else "hidden"
    click.echo(f"{len(changed.games)} games and {len(changed.tournaments)} tournaments are {state} now")
