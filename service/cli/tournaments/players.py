"""`haricot tournament register`, `check-in`, `withdraw` and `apart`: the commands about players."""

from pathlib import Path

import click

from domain.refusals import Misuse
from domain.tournaments.commands import CheckIn, ForbidPair, NoteClub, TournamentCommand, Withdraw
from service.cli.files import errors_with_path, read_bytes
from service.cli.options import PATH, json_option, store_option
from service.cli.tournaments.tournament_session import TournamentSession, by_option, open_session, tournament_argument
from service.store.location import Location
from service.tournaments.pasted_names import parse_registration, parse_registrations, pasted_text, require_registrations
from service.tournaments.registration import Registration, register_players


@click.command("register")
@tournament_argument
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--names", "file", type=PATH, help="A list of names, or - for standard input.")
@click.option("--check-in", "check_in", is_flag=True, help="Check them in as well.")
@click.option("--dry-run", is_flag=True, help="Print which names were found, and store nothing.")
@by_option
@store_option
@json_option
def tournament_register_command(
    tournament: str,
    names: tuple[str, ...],
    file: Path | None,
    check_in: bool,
    dry_run: bool,
    by: str,
    location: Location,
    as_json: bool,
) -> None:
    """Register players by name.

    All of them are registered, or none. In a list, new lines, tabs, semicolons, bars or commas separate the names. A
    club follows the name in parentheses. Names that are almost the same are refused. Events hold pseudonyms, such as
    player-7. The names are stored apart from the events and can be erased.

    \b
    Examples:
      haricot tournament register spring "Ana Muster" "Bo Lang (TSV Nord)"
      haricot tournament register spring --names players.txt --check-in
      haricot tournament register spring --names players.txt --dry-run
    """
    if file is None and not names:
        raise Misuse("name the players, or a list of them with --names FILE")
    registrations = tuple(map(parse_registration, names))
    if file is not None:
        data = read_bytes(file)
        with errors_with_path(file):
            registrations += require_registrations(parse_registrations(pasted_text(data)), str(file))
    with open_session(tournament, location, by) as session:
        if dry_run:
            _print_registrations(session, ("",) * len(registrations), registrations, as_json)
            return
        collector = session.collector()
        players = register_players(session.handler, tournament, registrations, by, check_in=check_in, beside=collector)
        session.reload()
        _print_registrations(session, players, registrations, as_json)


def _print_registrations(
    session: TournamentSession, players: tuple[str, ...], registrations: tuple[Registration, ...], as_json: bool
) -> None:
    lines = list(zip(players, registrations, strict=True))
    if as_json:
        shown = [
            {"player": player or None, "name": registration.name, "club": registration.club}
            for player, registration in lines
        ]
        session.print_added_events(as_json, players=shown)
        return
    width = max(map(len, players))
    for player, registration in lines:
        club = "" if registration.club is None else f"  ({registration.club})"
        click.echo(f"{player:<{width}}  {registration.name}{club}".strip())
    click.echo(f"{len(lines)} {'found' if not players[0] else 'registered'}")


@click.command("check-in")
@tournament_argument
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option("--all", "every", is_flag=True, help="All players who have never been checked in.")
@click.option("--share", metavar="HEX", help="The player's own 32 random bytes for the draws; by default made here.")
@by_option
@store_option
@json_option
def tournament_check_in_command(
    tournament: str,
    players: tuple[str, ...],
    every: bool,
    share: str | None,
    by: str,
    location: Location,
    as_json: bool,
) -> None:
    """Check players in for the next draws.

    PLAYER is a name or a pseudonym. A player who has withdrawn can be checked in again.

    \b
    Examples:
      haricot tournament check-in spring "Ana Muster" player-2
      haricot tournament check-in spring --all
    """
    if every == bool(players):
        raise Misuse("name the players, or --all")
    if share is not None and len(players) != 1:
        raise Misuse("--share is the share of one player: name that player alone")
    with open_session(tournament, location, by) as session:
        arriving = [session.find_player(name) for name in players]
        if every:
            arriving = [one.player for one in session.state.entrants.values() if one.share is None and not one.excluded]
        session.execute(*(CheckIn(player=player, share=share or "") for player in arriving))
        session.print_added_events(as_json, present=len(session.state.present))
        if not as_json:
            click.echo(f"{len(session.state.present)} are checked in")


@click.command("withdraw")
@tournament_argument
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@by_option
@store_option
@json_option
def tournament_withdraw_command(
    tournament: str, players: tuple[str, ...], by: str, location: Location, as_json: bool
) -> None:
    """Withdraw players from the next draws.

    They keep their line in the standings. A player who leaves during a round stays at the table: enter its result, or
    let another player take the seat with `haricot tournament substitute`.

    \b
    Examples:
      haricot tournament withdraw spring "Gil Arbo"
    """
    with open_session(tournament, location, by) as session:
        session.execute(*(Withdraw(player=session.find_player(name)) for name in players))
        session.print_added_events(as_json)


@click.command("apart")
@tournament_argument
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option("--club", metavar="NAME", help="They belong to this club: keep them apart if possible.")
@by_option
@store_option
@json_option
def tournament_apart_command(
    tournament: str, players: tuple[str, ...], club: str | None, by: str, location: Location, as_json: bool
) -> None:
    """Keep players apart in the next draws.

    No two of these players meet as long as any seating allows that. With --club it is a preference, weighed against
    others.

    \b
    Examples:
      haricot tournament apart spring "Ana Muster" "Bo Lang"
      haricot tournament apart spring player-3 player-4 --club "TSV Nord"
    """
    if club is None and len(players) < 2:
        raise Misuse("name two players or more, or a --club")
    with open_session(tournament, location, by) as session:
        pseudonyms = [session.find_player(name) for name in players]
        commands: list[TournamentCommand] = [
            NoteClub(player=player, club=club) for player in pseudonyms if club is not None
        ]
        if club is None:
            commands += [
                ForbidPair(player=one, other=two) for at, one in enumerate(pseudonyms) for two in pseudonyms[at + 1 :]
            ]
        session.execute(*commands)
        session.print_added_events(as_json)
