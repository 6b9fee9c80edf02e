"""`haricot stats`: prints statistics of an edition by turn order, variety and pair of players."""

from fractions import Fraction

import click

from domain.editions import edition_named
from projections.analytics.edition_statistics import EditionStatistics
from projections.analytics.game_figures import COIN_VALUE
from service.access.tournament_visibility import linked_games
from service.analytics.statistics_reader import StatisticsReader, require_players
from service.cli.analyse.game_count import count_finished_games
from service.cli.options import json_option, store_option
from service.cli.output import print_json, print_note
from service.signing.rollback_guard import open_to_write
from service.store.location import Location
from service.tournaments.tournament_store import TournamentStore


@click.command("stats")
@click.argument("edition")
@click.option("--players", type=click.IntRange(min=2), metavar="P", help="Only games with P seats.")
@click.option("--tournament", metavar="T", help="Only games that are linked to tournament T.")
@click.option("--without-simulated", is_flag=True, help="Leave out games in which all seats are bots.")
@store_option
@json_option
def stats_command(
    edition: str,
    players: int | None,
    tournament: str | None,
    without_simulated: bool,
    location: Location,
    as_json: bool,
) -> None:
    """Show statistics of an edition.

    Finished games by the printed rules count, each as soon as all clients may know its end. Forks, practice, imported
    and voided games do not. Wins are shared by those who win together. The interval of a mean is 95 %.

    \b
    Examples:
      haricot stats classic --players 4
      haricot stats classic --players 4 --json
      haricot stats duel --without-simulated
    """
    key = edition_named(edition).data.key
    require_players(key, players)
    with open_to_write(location, print_note) as store:
        count_finished_games(store)
        linked = None if tournament is None else frozenset(linked_games(TournamentStore(store).record(tournament)))
        statistics = StatisticsReader(store).statistics(key, players, simulated=not without_simulated, among=linked)
    if as_json:
        print_json(statistics)
        return
    _print_statistics(statistics)


def _print_statistics(statistics: EditionStatistics) -> None:
    click.echo(f"{statistics.edition}: {statistics.games} {'game' if statistics.games == 1 else 'games'}")
    if statistics.by_turn_order:
        click.echo("turn order   games   wins        coins (95 %)")
    for line in statistics.by_turn_order:
        share = float(Fraction(line.wins) / line.games)
        interval = "" if line.coins_interval is None else "  ({:.2f} to {:.2f})".format(*line.coins_interval)
        click.echo(f"{line.turn_order:>10} {line.games:>7} {share:>7.1%} {line.coins_mean:>12.2f}{interval}")
    if statistics.by_variety:
        click.echo("variety      planted    sold   coins   cards a coin")
    for variety in statistics.by_variety:
        each = f"{variety.sold / variety.coins:.2f}" if variety.coins else "-"
        click.echo(f"{variety.variety:<12} {variety.planted:>7} {variety.sold:>7} {variety.coins:>7} {each:>14}")
    if statistics.by_pair:
        click.echo("players                     trades   gifts     gave      got (coins' worth)")
    for pair in statistics.by_pair:
        gave, got = (f"{value / COIN_VALUE:.1f}" for value in (pair.given, pair.got))
        click.echo(f"{' and '.join(pair.players):<27} {pair.trades:>6} {pair.gifts:>7} {gave:>8} {got:>8}")
