"""`haricot par`: lets bots play the deal of a finished game, and compares."""

from statistics import fmean

import click

from domain.refusals import Misuse
from projections.analytics.bot_games import par_share
from service.cli.options import json_option, store_option
from service.cli.output import print_json, print_note
from service.lifecycle.par import PAR_BOT, PAR_RUNS, coins_in, has_par, par_coins, par_entry
from service.signing.rollback_guard import open_to_write
from service.store.entries.analytics_entries import ParEntry
from service.store.event_store import GameStore
from service.store.location import Location

RUNS_MAX = 100


@click.command("par")
@click.argument("game")
@click.option(
    "--runs",
    type=click.IntRange(1, RUNS_MAX),
    default=PAR_RUNS,
    show_default=True,
    metavar="N",
    help="How often bots play the deal.",
)
@store_option
@json_option
def par_command(game: str, runs: int, location: Location, as_json: bool) -> None:
    """Compare a game with bots on the same deal.

    The bot trader plays all seats of the deal of GAME. Par of a seat is the mean of its coins. It explains little of
    the differences of coins; how much is shown with it. The store keeps par of the usual number of runs.

    \b
    Examples:
      haricot par classic-4-7-0001
      haricot par classic-4-7-0001 --runs 10 --json
    """
    with open_to_write(location, print_note) as store:
        head = store.game_index.head(game)
        if head is None or not has_par(head):
            raise Misuse(f"{game} is no finished game that was dealt here: `haricot list` shows the games")
        coins_by_run = _coins_by_run(store, game, runs)
    explained = par_share(head.edition, head.players)
    pars = [round(fmean(column), 2) for column in zip(*coins_by_run, strict=True)]
    if as_json:
        seats = [
            {"seat": seat, "coins": coins, "par": par, "difference": round(coins - par, 2)}
            for seat, (coins, par) in enumerate(zip(head.scores or (), pars, strict=True))
        ]
        print_json({"game": game, "bot": PAR_BOT, "runs": runs, "seats": seats, "explained": explained})
        return
    click.echo("seat   coins     par   difference")
    for seat, (coins, par) in enumerate(zip(head.scores or (), pars, strict=True), 1):
        click.echo(f"{seat:>4} {coins:>7} {par:>7.1f} {coins - par:>+12.1f}")
    if explained is not None:
        low, high = explained.interval
        interval_text = f"{low:.0%} to {high:.0%}" if explained.share > 0 else f"at most {max(high, 0):.0%}"
        share_text = f"{explained.share:.0%}" if explained.share > 0 else "nothing"
        measured = f"{interval_text}, measured with {explained.deals} deals"
        click.echo(f"Par explains {share_text} of the variance of coins ({measured}).")


def _coins_by_run(store: GameStore, game: str, runs: int) -> list[list[int]]:
    """Return the coins of each run: from the store, or computed now."""
    for entry in store.find_entries(ParEntry, game=game, bot=PAR_BOT):
        if entry.runs == runs and (stored := coins_in(entry)):
            return stored
    computed = par_coins(store, game, PAR_BOT, runs)
    if runs == PAR_RUNS and store.writable:
        store.change_entries([par_entry(game, computed)])
    return [list(run) for run in computed]
