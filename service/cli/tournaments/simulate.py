"""`haricot tournament simulate`: lets bots play a whole tournament."""

import click

from domain.tournaments.events import FORMATS, HEATS, ROUNDS_MAX
from domain.tournaments.standings import standings
from domain.tournaments.table_sizes import table_sizes
from service.cli.bots import parse_bot_names
from service.cli.options import json_option, store_option
from service.cli.output import print_json, print_note
from service.cli.progress import with_progress
from service.cli.tournaments.format_options import duplicate_option, finalists_of_new_tournament, format_options
from service.cli.tournaments.rounds_outlook import outlook_json, outlook_lines
from service.lifecycle.bots import BOTS
from service.signing.key_file import require_key
from service.signing.rollback_guard import open_to_write
from service.signing.signing_worker import sign_now
from service.signing.tournament_log import tournament_log_name
from service.store.location import Location
from service.tournaments.stored_simulation import play_and_store
from service.tournaments.tournament_simulation import PLAYERS_MAX, SimulatedTournament, SimulationSettings


@click.command("simulate")
@click.option("--edition", default="classic", show_default=True, help="Which edition is played.")
@click.option("--players", type=click.IntRange(1, PLAYERS_MAX), default=16, show_default=True, help="How many players.")
@click.option("--rounds", type=click.IntRange(1, ROUNDS_MAX), default=4, show_default=True, help="How many rounds.")
@click.option("--format", "form", type=click.Choice(FORMATS), default=HEATS, show_default=True, help="How to draw.")
@click.option("--table-size", type=int, show_default="4, or the nearest", help="The preferred size of tables.")
@click.option(
    "--bots", default="trader", show_default=True, metavar="B,B,...", help=f"Taken by the players: {', '.join(BOTS)}."
)
@format_options
@duplicate_option
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The seed of all of it.")
@store_option
@json_option
def tournament_simulate_command(
    edition: str,
    players: int,
    rounds: int,
    form: str,
    table_size: int | None,
    bots: str,
    final: str | None,
    advance: int | None,
    seeding: str | None,
    counted: int | None,
    duplicate: str | None,
    seed: int,
    location: Location,
    as_json: bool,
) -> None:
    """Let bots play a whole tournament.

    It goes into the store with all its games, closed and with all secrets revealed. The same version and arguments
    give the same bytes.

    \b
    Examples:
      haricot tournament simulate --players 23 --rounds 4 --table-size 5 --seed 1
      haricot tournament simulate --players 30 --rounds 5 --format swiss --bots trader,greedy --json
      haricot tournament simulate --players 13 --rounds 3 --format swiss --final table --bots greedy
      haricot tournament simulate --players 12 --duplicate coins --bots greedy
      haricot tournament simulate --players 16 --format knockout --advance 2 --bots greedy
    """
    settings = SimulationSettings(
        edition,
        players,
        rounds,
        form,
        str(seed),
        table_size,
        parse_bot_names(bots),
        final=finalists_of_new_tournament(final, edition, table_size),
        advance=advance,
        seeding=seeding,
        counted=counted,
        duplicate=duplicate,
    )
    simulated = SimulatedTournament(settings)
    tables = len(table_sizes(players, simulated.tournament.sizes))
    with open_to_write(location, print_note, create=True) as store:
        can_sign = store.writable and require_key(store, print_note)  # a read-only store is refused below
        games = [*with_progress(play_and_store(store, simulated), tables * rounds, "playing")]
        if can_sign:
            sign_now(store, [*games, tournament_log_name(settings.tournament)])
    lines = standings(simulated.tournament)
    if as_json:
        answer = {"tournament": settings.tournament, "events": len(simulated.events), "games": games}
        answer |= {"outlook": outlook_json(simulated.tournament)}
        print_json({**answer, "winners": [line.player for line in lines if line.rank == 1]})
        return
    played_rounds = len(simulated.tournament.rounds)
    click.echo(f"{settings.tournament}: {players} players, {played_rounds} rounds, {len(games)} games")
    for outlook in outlook_lines(simulated.tournament):
        click.echo(f"  {outlook}")
    for line in lines[:3]:
        click.echo(f"  {line.rank}. {line.player}  {line.points}")
