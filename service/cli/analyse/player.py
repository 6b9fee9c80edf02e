"""`haricot player`: hides, shows and merges persons in statistics and ratings."""

import click

from service.analytics.player_merge import merge_players
from service.analytics.player_registry import set_hidden
from service.cli.analyse.game_count import count_finished_games
from service.cli.options import json_option, store_option
from service.cli.output import print_json, print_note
from service.cli.progress import progress_bar
from service.signing.rollback_guard import open_to_read, open_to_write
from service.store.location import Location


@click.group("player", no_args_is_help=False)
def player_command() -> None:
    """Hide, show or merge players in statistics.

    PLAYER is the public id of a person, as in the address of their page, or the id that the integrator gave them.

    \b
    Examples:
      haricot player hide p-5q2w...
      haricot player show p-5q2w...
      haricot player merge p-5q2w... p-7x4c...
    """


@player_command.command("hide")
@click.argument("player")
@store_option
@json_option
def player_hide_command(player: str, location: Location, as_json: bool) -> None:
    """Hide a player from statistics and ratings.

    The player has no page and no line in ratings, pairs and exports, also after later games. The player's games still
    count, as those of an opponent without a name, so no other rating changes. `haricot player show` undoes it. Games
    keep the name at the seat: `haricot erase` removes it.

    \b
    Examples:
      haricot player hide p-5q2w...
      haricot player hide --json p-5q2w...
    """
    _set_hidden(player, location, hidden=True, as_json=as_json)


@player_command.command("show")
@click.argument("player")
@store_option
@json_option
def player_show_command(player: str, location: Location, as_json: bool) -> None:
    """Show a hidden player in statistics again.

    An erased player stays hidden.

    \b
    Examples:
      haricot player show p-5q2w...
      haricot player show --json p-5q2w...
    """
    _set_hidden(player, location, hidden=False, as_json=as_json)


@player_command.command("merge")
@click.argument("player")
@click.argument("other")
@click.option("--dry-run", is_flag=True, help="Only print what would be merged.")
@store_option
@json_option
def player_merge_command(player: str, other: str, dry_run: bool, location: Location, as_json: bool) -> None:
    """Merge OTHER into PLAYER, who are one person.

    All seats of OTHER become those of PLAYER, also in later games. Sums and ratings are computed again, and what each
    rating was stays beside it with the reason. OTHER is found under PLAYER only. It cannot be undone.

    \b
    Examples:
      haricot player merge p-5q2w... p-7x4c...
      haricot player merge --dry-run p-5q2w... p-7x4c...
    """
    with open_to_read(location) if dry_run else open_to_write(location, print_note) as store:
        if not dry_run:
            count_finished_games(store)
        merge = merge_players(store, player, other, really=False)
        if not dry_run:
            with progress_bar(len(merge.seats), "merging") as on_seat:
                merge = merge_players(store, player, other, really=True, on_seat=on_seat)
            count_finished_games(store)
    kept, merged, seats = merge.kept.player, merge.merged.player, len(merge.seats)
    if as_json:
        print_json({"player": kept, "other": merged, "seats": seats, "merged": not dry_run})
    elif dry_run:
        click.echo(f"{seats} seats of {merged} would become those of {kept}: nothing was merged yet")
    else:
        click.echo(f"{merged} is {kept} from now on, with {seats} seats more; ratings are computed again")


def _set_hidden(player: str, location: Location, *, hidden: bool, as_json: bool) -> None:
    with open_to_write(location, print_note) as store:
        count_finished_games(store)
        changed = set_hidden(store, player, hidden=hidden)
    if as_json:
        print_json({"player": changed.player, "hidden": changed.hidden})
    else:
        click.echo(f"{changed.player} is {'hidden from' if hidden else 'shown in'} statistics and ratings")
