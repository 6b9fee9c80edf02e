"""`haricot tournament link`, `substitute` and `swap`: the commands about the game and players of a table."""

import click

from domain.tournaments.commands import (
    LinkGame,
    SubstitutePlayer,
    SwapSeats,
)
from service.cli.games import read_stored_game
from service.cli.options import json_option, store_option
from service.cli.tournaments.rounds import round_option
from service.cli.tournaments.standing_changes import print_changes
from service.cli.tournaments.tournament_session import (
    by_option,
    open_session,
    reason_option,
    tournament_argument,
)
from service.store.location import Location

table_option = click.option("--table", type=int, required=True, metavar="N", help="The table.")


@click.command("link")
@tournament_argument
@round_option
@table_option
@click.option("--game", required=True, metavar="GAME", help="The id of the game.")
@by_option
@store_option
@json_option
def tournament_link_command(
    tournament: str, number: int | None, table: int, game: str, by: str, location: Location, as_json: bool
) -> None:
    """Name the game that a table plays.

    Its result can then come from this game alone. A later game takes the place of one that was linked before.

    \b
    Examples:
      haricot tournament link spring --table 2 --game classic-4-7-0001
    """
    with open_session(tournament, location, by) as session:
        read_stored_game(session.store, game)
        session.execute(LinkGame(round=session.round_number(number), table=table, game=game))
        session.print_added_events(as_json)


@click.command("substitute")
@tournament_argument
@round_option
@table_option
@click.option("--player", required=True, metavar="PLAYER", help="Who leaves the table.")
@click.option("--substitute", required=True, metavar="PLAYER", help="Who plays on there: a registered player.")
@click.option(
    "--counts-for",
    type=click.Choice(("player", "substitute")),
    default="player",
    show_default=True,
    help="Whose result it is.",
)
@by_option
@store_option
@json_option
def tournament_substitute_command(
    tournament: str,
    number: int | None,
    table: int,
    player: str,
    substitute: str,
    counts_for: str,
    by: str,
    location: Location,
    as_json: bool,
) -> None:
    """Let another player take a seat at a table.

    \b
    Examples:
      haricot tournament substitute spring --table 1 --player "Ana Muster" --substitute "Ida Zorn"
    """
    with open_session(tournament, location, by) as session:
        leaving, arriving = session.find_player(player), session.find_player(substitute)
        session.execute(
            SubstitutePlayer(
                round=session.round_number(number),
                table=table,
                player=leaving,
                substitute=arriving,
                counts_for=leaving if counts_for == "player" else arriving,
            )
        )
        session.print_added_events(as_json)


@click.command("swap")
@tournament_argument
@click.argument("player", metavar="PLAYER")
@click.argument("other", metavar="PLAYER")
@round_option
@reason_option
@by_option
@store_option
@json_option
def tournament_swap_command(
    tournament: str,
    player: str,
    other: str,
    number: int | None,
    text: str,
    by: str,
    location: Location,
    as_json: bool,
) -> None:
    """Rule that two players sat in each other's seats.

    The round is released. The results stay with the seats, and count for who sat there.

    \b
    Examples:
      haricot tournament swap spring "Ana Muster" "Eve" --reason "They took each other's table."
    """
    with open_session(tournament, location, by) as session, print_changes(session, as_json):
        command = SwapSeats(
            round=session.round_number(number),
            player=session.find_player(player),
            other=session.find_player(other),
            text=text,
        )
        session.execute(command)
