"""`haricot tournament`: tournaments, from the draw to the standings."""

import click

from service.cli.tournaments.export import tournament_export_command
from service.cli.tournaments.simulate import tournament_simulate_command
from service.cli.tournaments.standings import tournament_standings_command
from service.cli.tournaments.verify import tournament_verify_command


@click.group("tournament", no_args_is_help=False)
def tournament_command() -> None:
    """Simulate, export and verify tournaments.

    ID is the id of a tournament in the store, FILE the path of a tournament file.

    \b
    Examples:
      haricot tournament simulate --players 23 --rounds 4 --seed 1
      haricot tournament standings classic-t23-1-0001
    """


for command in (
    tournament_simulate_command,
    tournament_standings_command,
    tournament_export_command,
    tournament_verify_command,
):
    tournament_command.add_command(command)
