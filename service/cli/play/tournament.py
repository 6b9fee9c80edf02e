"""`haricot tournament`: the group of the commands of tournaments."""

from typing import Final

import click

from service.cli.tournaments.audit import tournament_audit_command
from service.cli.tournaments.create import tournament_create_command, tournament_token_command
from service.cli.tournaments.export import tournament_export_command
from service.cli.tournaments.fork import tournament_fork_command
from service.cli.tournaments.play import tournament_play_command
from service.cli.tournaments.players import (
    tournament_apart_command,
    tournament_check_in_command,
    tournament_register_command,
    tournament_withdraw_command,
)
from service.cli.tournaments.results import tournament_result_command
from service.cli.tournaments.rounds import (
    tournament_confirm_command,
    tournament_draw_command,
    tournament_override_command,
    tournament_release_command,
    tournament_schedule_command,
    tournament_time_command,
)
from service.cli.tournaments.rulings import (
    tournament_close_command,
    tournament_penalty_command,
    tournament_reopen_command,
    tournament_reveal_command,
    tournament_rules_command,
)
from service.cli.tournaments.show import (
    tournament_events_command,
    tournament_list_command,
    tournament_show_command,
)
from service.cli.tournaments.simulate import tournament_simulate_command
from service.cli.tournaments.standings import tournament_standings_command
from service.cli.tournaments.tables import (
    tournament_link_command,
    tournament_substitute_command,
    tournament_swap_command,
)
from service.cli.tournaments.verify import tournament_verify_command

SECTIONS: Final = {
    "Before the first round": (
        tournament_create_command,
        tournament_register_command,
        tournament_check_in_command,
        tournament_apart_command,
        tournament_token_command,
    ),
    "Each round": (
        tournament_schedule_command,
        tournament_draw_command,
        tournament_override_command,
        tournament_release_command,
        tournament_result_command,
        tournament_play_command,
        tournament_link_command,
        tournament_time_command,
        tournament_confirm_command,
    ),
    "When something happens": (
        tournament_withdraw_command,
        tournament_substitute_command,
        tournament_swap_command,
        tournament_penalty_command,
        tournament_rules_command,
        tournament_reopen_command,
    ),
    "At the end": (tournament_close_command, tournament_reveal_command),
    "Read and check": (
        tournament_list_command,
        tournament_show_command,
        tournament_standings_command,
        tournament_events_command,
        tournament_audit_command,
        tournament_fork_command,
        tournament_export_command,
        tournament_verify_command,
        tournament_simulate_command,
    ),
}
"""The commands, in sections by the time at which an official needs them."""


class TournamentGroup(click.Group):
    """The group of the commands of tournaments, listed in sections."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click's own
        """List the commands in their sections."""
        width = max(map(len, self.commands))
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                summaries = [(one, (one.help or "").partition("\n")[0].removesuffix(".")) for one in commands]
                formatter.write_dl([(f"{one.name:{width}}", summary) for one, summary in summaries])


@click.group("tournament", cls=TournamentGroup, no_args_is_help=False)
def tournament_command() -> None:
    """Direct, check and fork tournaments.

    ID is the id of a tournament in the store, FILE the path of a tournament file, PLAYER a name or a pseudonym.
    Everybody who can write to the store directs its tournaments. docs/tournaments.md describes a whole evening.

    \b
    Examples:
      haricot tournament create "Spring open" --rounds 2 --id spring
      haricot tournament register spring "Ana Muster" "Bo Lang" "Cem Ay" --check-in
      haricot tournament draw spring --release
      haricot tournament result spring --table 1 --scores 12,9,7 --confirm
      haricot tournament confirm spring
      haricot tournament standings spring
    """


for section in SECTIONS.values():
    for command in section:
        tournament_command.add_command(command)
