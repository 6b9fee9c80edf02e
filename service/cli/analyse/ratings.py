"""`haricot ratings`: how strong players and bots are, and which game changed that by how much."""

from collections.abc import Sequence

import click

from domain.editions import edition_named
from domain.refusals import Misuse
from projections.analytics.ratings import RatingStep
from service.analytics.rated_games import public_steps, rated_games
from service.cli.analyse.figured_games import figured_games
from service.cli.options import json_option, store_option
from service.cli.output import say_json, say_note
from service.lifecycle.bots import BOTS
from service.signing.rollback_guard import open_to_write
from service.store.location import Location


@click.command("ratings")
@click.argument("player", required=False)
@click.option("--edition", metavar="E", help="Ratings of this edition; each edition has its own.")
@click.option("--history", is_flag=True, help="Show each step of PLAYER, with the part of each opponent.")
@store_option
@json_option
def ratings_command(player: str | None, edition: str | None, history: bool, location: Location, as_json: bool) -> None:
    """Show the ratings of players and bots.

    PLAYER is the public id of a player, or the name of a bot. The same games as for `haricot stats` count, in the order
    of their ends. A rating is provisional while its uncertainty is above 2.78.

    \b
    Examples:
      haricot ratings --edition classic
      haricot ratings trader --edition classic --history
      haricot ratings trader --history --json
    """
    key = None if edition is None else edition_named(edition).data.key
    if history and player is None:
        raise Misuse("--history needs a PLAYER: `haricot ratings` lists them")
    with open_to_write(location, say_note) as store:
        by_edition = rated_games(figured_games(store, key))
    steps = [(one, step) for one, games in by_edition.items() for step in public_steps(games)]
    if player not in (None, *BOTS) and not any(step.player == player for _, step in steps):
        raise Misuse(f"no rated player or bot is called {player!r}: `haricot ratings` lists them")
    chosen = [(one, step) for one, step in steps if player in (None, step.player)]
    if not chosen and not as_json:
        click.echo("No game has rated that yet: `haricot simulate --bots trader,greedy` plays some.")
    elif history:
        _tell_history(chosen, as_json=as_json)
    else:
        _tell_last(chosen, as_json=as_json)


def _tell_last(chosen: Sequence[tuple[str, RatingStep]], *, as_json: bool) -> None:
    last = {(one, step.player): step for one, step in chosen}
    lines = sorted(last.items(), key=lambda item: (item[0][0], -item[1].after.rating, item[0][1]))
    for (one, name), step in lines:
        rating = step.after
        if as_json:
            say_json(
                {
                    "edition": one,
                    "player": name,
                    "rating": rating.rating,
                    "uncertainty": rating.uncertainty,
                    "games": rating.games,
                    "provisional": rating.provisional,
                }
            )
        else:
            mark = "  provisional" if rating.provisional else ""
            click.echo(
                f"{one:<10} {name:<24} {rating.rating:>6.2f} +- {rating.uncertainty:.2f}"
                f"  {rating.games} {'game' if rating.games == 1 else 'games'}{mark}"
            )


def _tell_history(steps: Sequence[tuple[str, RatingStep]], *, as_json: bool) -> None:
    for edition, step in steps:
        if as_json:
            say_json(
                {
                    "edition": edition,
                    "game": step.game,
                    "before": step.before,
                    "after": step.after,
                    "opponents": step.opponents,
                }
            )
            continue
        parts = ", ".join(f"{one.part:+.2f} from {one.opponent or 'a player without a name'}" for one in step.opponents)
        click.echo(f"{edition:<10} {step.game:<28} {step.before.rating:.2f} -> {step.after.rating:.2f}  {parts}")
