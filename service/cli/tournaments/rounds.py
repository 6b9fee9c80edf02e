"""`haricot tournament draw`, `override`, `release`, `confirm`, `schedule` and `time`: the commands about rounds."""

import click

from domain.refusals import Misuse
from domain.tournaments.commands import (
    AddTime,
    ConfirmRound,
    DrawRound,
    OverrideSeating,
    ReleaseRound,
    ScheduleRound,
    TournamentCommand,
    WithdrawDraw,
)
from domain.tournaments.events import SeatedTable
from domain.tournaments.formats import next_format
from domain.tournaments.state import DrawnRound
from service.cli.options import json_option, store_option
from service.cli.tournaments.tournament_session import (
    TournamentSession,
    by_option,
    draft_of,
    open_session,
    reason_option,
    tournament_argument,
)
from service.store.location import Location

round_option = click.option(
    "--round", "number", type=int, metavar="N", show_default="the last one drawn", help="Round."
)


@click.command("draw")
@tournament_argument
@click.option("--release", is_flag=True, help="Release the round as well.")
@click.option("--undo", is_flag=True, help="Withdraw the draft of a round instead.")
@by_option
@store_option
@json_option
def tournament_draw_command(
    tournament: str, release: bool, undo: bool, by: str, location: Location, as_json: bool
) -> None:
    """Draw the next round.

    The draw is a draft, which only officials may see, until it is released. The players of each table stand in turn
    order. With the same players and results, drawing again gives the same tables.

    \b
    Examples:
      haricot tournament draw spring
      haricot tournament draw spring --undo
      haricot tournament draw spring --release
    """
    if release and undo:
        raise Misuse("a draft is released or withdrawn: give --release or --undo")
    with open_session(tournament, location, by, signed=True) as session:
        number = session.round_number(None) if undo else session.state.next_round
        first: TournamentCommand = WithdrawDraw(round=number) if undo else DrawRound(round=number)
        session.execute(first, *([ReleaseRound(round=number)] if release else []))
        session.print_added_events(as_json)
        if not as_json and not undo:
            _print_next_command(tournament, number, released=release)


@click.command("release")
@tournament_argument
@round_option
@by_option
@store_option
@json_option
def tournament_release_command(tournament: str, number: int | None, by: str, location: Location, as_json: bool) -> None:
    """Release the draft of a round.

    Its secret is revealed: from now on everybody can compute the draw again.

    \b
    Examples:
      haricot tournament release spring
    """
    with open_session(tournament, location, by, signed=True) as session:
        number = session.round_number(number)
        session.execute(ReleaseRound(round=number))
        session.print_added_events(as_json)
        if not as_json:
            _print_next_command(tournament, number, released=True)


@click.command("override")
@tournament_argument
@click.option(
    "--swap", nargs=2, multiple=True, metavar="PLAYER PLAYER", help="Let two players change places; repeatable."
)
@click.option("--table", "tables", multiple=True, metavar="P,P,...", help="All tables in turn order; repeatable.")
@reason_option
@by_option
@store_option
@json_option
def tournament_override_command(
    tournament: str,
    swap: tuple[tuple[str, str], ...],
    tables: tuple[str, ...],
    text: str,
    by: str,
    location: Location,
    as_json: bool,
) -> None:
    """Prescribe the seating of a draft.

    The event holds the cost of the seating before and after. With --table name every table; who is at none sits out.

    \b
    Examples:
      haricot tournament override spring --swap "Ana Muster" "Dee Noll" --reason "They share a car."
    """
    if bool(swap) == bool(tables):
        raise Misuse("prescribe the seating by --swap, or by one --table for each table")
    with open_session(tournament, location, by) as session:
        draft = draft_of(session.state)
        if draft is None:
            raise Misuse(
                f"no round is a draft: only a draft is changed; `haricot tournament draw {tournament}` draws one"
            )
        seating, sit_outs = _parse_seating(session, draft, tables) if tables else _swap_players(session, draft, swap)
        numbered = tuple(SeatedTable(table=at, players=tuple(players)) for at, players in enumerate(seating, 1))
        session.execute(OverrideSeating(round=draft.number, text=text, tables=numbered, sit_outs=tuple(sit_outs)))
        session.print_added_events(as_json)


@click.command("confirm")
@tournament_argument
@round_option
@by_option
@store_option
@json_option
def tournament_confirm_command(tournament: str, number: int | None, by: str, location: Location, as_json: bool) -> None:
    """Confirm all results of a round.

    Every table has a confirmed result by then, or none by a ruling. The next round can then be drawn.

    \b
    Examples:
      haricot tournament confirm spring
    """
    with open_session(tournament, location, by, signed=True) as session:
        session.execute(ConfirmRound(round=session.round_number(number)))
        session.print_added_events(as_json)
        if not as_json:
            is_last_round = next_format(session.state) is None
            click.echo(f"       next: haricot tournament {'close' if is_last_round else 'draw'} {tournament}")


@click.command("schedule")
@tournament_argument
@click.option("--round", "number", type=int, metavar="N", required=True, help="Round.")
@click.option("--opens", metavar="TIME", required=True, help="From when it is played, in UTC.")
@click.option("--closes", metavar="TIME", required=True, help="Until when it is played, in UTC.")
@by_option
@store_option
@json_option
def tournament_schedule_command(
    tournament: str, number: int, opens: str, closes: str, by: str, location: Location, as_json: bool
) -> None:
    """Announce when a round is played.

    Another announcement for the same round replaces it. A result that comes later counts until a ruling says
    otherwise.

    \b
    Examples:
      haricot tournament schedule spring --round 1 --opens 2026-12-01T00:00:00Z --closes 2026-12-08T00:00:00Z
    """
    with open_session(tournament, location, by) as session:
        session.execute(ScheduleRound(round=number, opens=opens, closes=closes))
        session.print_added_events(as_json)


@click.command("time")
@tournament_argument
@round_option
@click.option("--minutes", type=click.IntRange(1, 1_440), required=True, help="How much time is added.")
@click.option("--table", type=int, metavar="N", show_default="all tables", help="For this table alone.")
@by_option
@store_option
@json_option
def tournament_time_command(
    tournament: str, number: int | None, minutes: int, table: int | None, by: str, location: Location, as_json: bool
) -> None:
    """Add time to a round, or to one of its tables.

    \b
    Examples:
      haricot tournament time spring --minutes 5 --table 2
    """
    with open_session(tournament, location, by) as session:
        session.execute(AddTime(round=session.round_number(number), seconds=60 * minutes, table=table))
        session.print_added_events(as_json)


def _print_next_command(tournament: str, number: int, *, released: bool) -> None:
    command = f"result {tournament} --round {number} --table N --scores ..." if released else f"release {tournament}"
    click.echo(f"       next: haricot tournament {command}")


def _parse_seating(
    session: TournamentSession, draft: DrawnRound, tables: tuple[str, ...]
) -> tuple[list[list[str]], list[str]]:
    seating = [[session.find_player(name.strip()) for name in table.split(",") if name.strip()] for table in tables]
    seated_players = {player for players in seating for player in players}
    return seating, [player for player in _players_of(draft) if player not in seated_players]


def _swap_players(
    session: TournamentSession, draft: DrawnRound, swap: tuple[tuple[str, str], ...]
) -> tuple[list[list[str]], list[str]]:
    occupant: dict[str, str] = {player: player for player in _players_of(draft)}
    seat_of = {player: player for player in occupant}  # a seat is named by the player who was drawn into it
    for pair in swap:
        one, two = map(session.find_player, pair)
        for player in (one, two):
            if player not in occupant:
                raise Misuse(f"{player} is not in the draft of round {draft.number}")
        occupant[seat_of[one]], occupant[seat_of[two]] = two, one
        seat_of[one], seat_of[two] = seat_of[two], seat_of[one]
    seating = [[occupant[player] for player in table.players] for table in draft.tables]
    return seating, [occupant[player] for player in draft.sit_outs]


def _players_of(draft: DrawnRound) -> list[str]:
    return [*(player for table in draft.tables for player in table.players), *draft.sit_outs]
