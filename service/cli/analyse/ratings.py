"""`haricot ratings`: prints the ratings of players and bots, with the effect of each game."""

from collections.abc import Sequence
from typing import Final

import click

from domain.editions import EDITIONS, edition_named
from domain.refusals import Misuse
from projections.analytics.ratings import RatingState
from replay.codec import time_text
from service.analytics.derived_tables import NO_LIMIT
from service.analytics.rating_reader import PublicStep, RatingReader
from service.analytics.rating_updater import COUNTED_AGAIN, MERGED, RULED, VOIDED
from service.cli.analyse.game_count import count_finished_games
from service.cli.options import json_option, store_option
from service.cli.output import print_json, print_note
from service.lifecycle.bots import BOTS
from service.signing.rollback_guard import open_to_write
from service.store.entries.analytics_entries import RatingCorrection
from service.store.location import Location

_CORRECTION_REASONS: Final = {
    VOIDED: "a game was voided",
    RULED: "a ruling set the result of a game aside",
    COUNTED_AGAIN: "a game counts again",
    MERGED: "two players were merged",
}


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
    editions = list(EDITIONS) if key is None else [key]
    with open_to_write(location, print_note) as store:
        count_finished_games(store)
        reader = RatingReader(store)
        if player is not None and player not in BOTS and not reader.steps(player, None, 1):
            raise Misuse(f"no rated player or bot is called {player!r}: `haricot ratings` lists them")
        if history and player is not None:
            steps = [step for one in editions for step in reader.steps(player, one, NO_LIMIT)]
            _print_history(steps, reader.corrections(player, key), as_json=as_json)
            printed = len(steps)
        else:
            lines = [(one, *line) for one in editions for line in reader.ratings(one, None, NO_LIMIT)]
            chosen = [line for line in lines if player in (None, line[1])]
            _print_ratings(chosen, as_json=as_json)
            printed = len(chosen)
    if not printed and not as_json:
        click.echo("No game has rated that yet: `haricot simulate --bots trader,greedy` plays some.")


def _print_ratings(lines: Sequence[tuple[str, str, RatingState]], *, as_json: bool) -> None:
    for edition, name, rating in lines:
        if as_json:
            print_json(
                {
                    "edition": edition,
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
                f"{edition:<10} {name:<24} {rating.rating:>6.2f} +- {rating.uncertainty:.2f}"
                f"  {rating.games} {'game' if rating.games == 1 else 'games'}{mark}"
            )


def _print_history(steps: Sequence[PublicStep], corrections: Sequence[RatingCorrection], *, as_json: bool) -> None:
    for edition, _, step in steps:
        if as_json:
            print_json(
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
    for one in () if as_json else corrections:
        now = "no rating" if one.after is None else f"{one.after:.2f}"
        day = time_text(one.at)[:10]
        reason = f"as {_CORRECTION_REASONS[one.reason]} ({one.game})"
        click.echo(f"{one.edition:<10} corrected on {day}: {one.before:.2f} -> {now}, {reason}")
