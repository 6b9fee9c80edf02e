"""`haricot tournament list`, `show` and `events`: print tournaments, the state of one, and its events."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from domain.clock_terms import ClockTerms
from domain.refusals import Misuse
from domain.tournaments.events import RoundReleased
from domain.tournaments.evolve import tournament_of
from domain.tournaments.formats import next_format
from domain.tournaments.state import CONFIRMED, DRAFT, RELEASED, DrawnRound, Tournament, TournamentTable
from replay.codec import time_text
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.cli.options import json_option, store_option
from service.cli.output import print_json
from service.cli.tournaments.event_lines import display_name, event_line
from service.cli.tournaments.format_options import clock_text
from service.cli.tournaments.records import load_tournament, refuse_impossible_events
from service.cli.tournaments.tournament_session import event_json
from service.signing.rollback_guard import open_to_read
from service.store.entries.tournament_entries import TournamentEventEntry
from service.store.location import Location
from service.tournaments.tournament_store import TournamentStore

source_argument = click.argument("tournament", metavar="ID|FILE")
at_option = click.option(
    "--at", type=click.IntRange(min=1), metavar="N", help="After event N; by default after the last one."
)


@click.command("list")
@store_option
@json_option
def tournament_list_command(location: Location, as_json: bool) -> None:
    """List the tournaments in the store.

    \b
    Examples:
      haricot tournament list
    """
    with open_to_read(location) as store:
        tournaments = TournamentStore(store)
        for first in sorted(store.find_entries(TournamentEventEntry, n=1), key=lambda one: (one.at, one.tournament)):
            state = tournament_of(one.event for one in tournaments.record(first.tournament))
            settings = tournaments.settings(first.tournament)
            if as_json:
                print_json({"tournament": first.tournament, "title": settings.title, **_summary_json(state)})
                continue
            title = "" if settings.title == first.tournament else f"  {settings.title}"
            click.echo(f"{first.tournament}{title}  {_progress_text(state)}")


@click.command("show")
@source_argument
@at_option
@store_option
@json_option
def tournament_show_command(tournament: str, at: int | None, location: Location, as_json: bool) -> None:
    """Show the players, rounds and tables of a tournament.

    It also says what is awaited next.

    \b
    Examples:
      haricot tournament show spring
      haricot tournament show spring --at 20
    """
    loaded = load_tournament(tournament, location)
    last = len(loaded.events)
    if at is not None and at > last:
        raise Misuse(f"there is no event {at}: {tournament} has events 1 to {last}")
    with refuse_impossible_events(tournament):
        state = tournament_of(numbered.event for numbered in loaded.events[:at])
    if as_json:
        print_json(
            {
                "tournament": tournament,
                "version": state.version,
                **_summary_json(state),
                **_details_json(state, loaded.names),
            }
        )
        return
    click.echo(f"{tournament}  event {state.version} of {last}")
    click.echo(
        f"{state.rules.edition}, {state.rules.format}, {_progress_text(state)}{_clock_text(state.rules.clock, None)}"
    )
    for player in sorted(state.entrants, key=_by_number):
        entrant = state.entrants[player]
        club = f", {loaded.names.get(entrant.club, entrant.club)}" if entrant.club else ""
        status = "excluded" if entrant.excluded else "checked in" if entrant.checked_in else "not checked in"
        click.echo(f"  {display_name(player, loaded.names)}{club}  {status}")
    for number, window in sorted(state.windows.items()):
        click.echo(f"round {number}: played from {window.opens} to {window.closes}")
    for round_ in state.rounds:
        times = f"{_length_text(round_, loaded.events)}{_clock_text(round_.clock, state.rules.clock)}"
        click.echo(f"round {round_.number}: {round_.state}, cost {round_.cost}{times}")
        for line in _table_lines(round_, loaded.names):
            click.echo(line)
    if state.version == last:
        click.echo(f"next: {_next_command(state, tournament)}")


@click.command("events")
@source_argument
@click.option("--after", type=click.IntRange(min=0), default=0, metavar="N", help="Print only events after N.")
@store_option
@click.option("--json", "as_json", is_flag=True, help="JSON lines, as in a tournament file.")
def tournament_events_command(tournament: str, after: int, location: Location, as_json: bool) -> None:
    """Print the events of a tournament.

    \b
    Examples:
      haricot tournament events spring --after 10
    """
    loaded = load_tournament(tournament, location)
    with refuse_impossible_events(tournament):
        state = tournament_of(one.event for one in loaded.events)
    for one in loaded.events[after:]:
        if as_json:
            print_json(event_json(one))
        else:
            click.echo(event_line(one, loaded.names, state))


def _length_text(round_: DrawnRound, events: Sequence[NumberedTournamentEvent]) -> str:
    """Return the length of a round, and its end while it is played."""
    if not round_.seconds:
        return ""
    until = "".join(
        f", until {time_text(one.at + 1000 * (round_.seconds + round_.seconds_added))}"
        for one in events
        if round_.state == RELEASED and isinstance(one.event, RoundReleased) and one.event.round == round_.number
    )
    return f", {round_.seconds // 60} minutes{until}"


def _clock_text(terms: ClockTerms | None, known: ClockTerms | None) -> str:
    """Return the terms of the clock of games, or an empty text if they are the known ones."""
    return "" if terms == known else f", clock {clock_text(terms)}"


def _by_number(player: str) -> tuple[str, int, str]:
    kind, _, number = player.rpartition("-")
    return (kind, int(number), "") if number.isdecimal() else (player, 0, "")


def _summary_json(state: Tournament) -> dict[str, Any]:
    return {
        "edition": state.rules.edition,
        "format": state.rules.format,
        "players": len(state.entrants),
        "present": len(state.present),
        "rounds": state.rules.rounds,
        "round": None if state.current is None else state.current.number,
        "state": _state(state),
        "events": state.version,
    }


def _state(state: Tournament) -> str:
    return "closed" if state.closed else "registration" if state.current is None else state.current.state


def _progress_text(state: Tournament) -> str:
    round_ = "" if state.current is None or state.closed else f"round {state.current.number} "
    total = f"of {state.rules.rounds} rounds"
    played = sum(one.state == CONFIRMED for one in state.rounds)
    return f"{len(state.entrants)} players, {played} {total} played, {round_}{_state(state)}"


def _details_json(state: Tournament, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "entrants": [
            {
                "player": one.player,
                "name": names.get(one.player),
                "club": None if one.club is None else names.get(one.club, one.club),
                "checked_in": one.checked_in,
                "excluded": one.excluded,
            }
            for one in sorted(state.entrants.values(), key=lambda one: _by_number(one.player))
        ],
        "drawn": [
            {
                "round": one.number,
                "state": one.state,
                "cost": one.cost,
                "seconds": one.seconds,
                "seconds_added": one.seconds_added,
                "clock": one.clock,
                "tables": [_table_json(table) for table in one.tables],
                "sit_outs": one.sit_outs,
                "byes": one.byes,
            }
            for one in state.rounds
        ],
        "clock": state.rules.clock,
        "penalties": state.penalties,
        "schedule": [
            {"round": number, "opens": window.opens, "closes": window.closes}
            for number, window in sorted(state.windows.items())
        ],
    }


def _table_json(table: TournamentTable) -> dict[str, Any]:
    result = table.result
    return {
        "table": table.number,
        "players": table.players,
        "game": table.game,
        "scores": None if result is None or table.voided else result.scores,
        "places": None if result is None or table.voided else result.places,
        "settled": table.is_settled,
    }


def _table_lines(round_: DrawnRound, names: Mapping[str, str]) -> Iterator[str]:
    for table in round_.tables:
        result = table.result
        if table.voided is not None:
            state = "no result, by a ruling"
        elif result is None:
            state = f"plays {table.game}" if table.game else "awaits its result" if round_.state == RELEASED else ""
        else:
            state = f"{' '.join(map(str, result.scores))}{'' if result.confirmed else ', awaits its confirmation'}"
        players = ", ".join(display_name(player, names) for player in table.players)
        yield f"  table {table.number}: {players}{'  ' if state else ''}{state}"
    sitting_out = tuple(player for player in round_.sit_outs if player not in round_.byes)
    for what, absent in (("bye", round_.byes), ("out" if round_.is_decisive else "sits out", sitting_out)):
        if absent:
            yield f"  {what}: {', '.join(display_name(player, names) for player in absent)}"


def _next_command(state: Tournament, tournament: str) -> str:
    """Return the command to run next."""
    program, last = "haricot tournament", state.current
    if state.closed:
        command = "standings" if state.revealed else "reveal"
    elif not state.entrants:
        return f"{program} register {tournament} --names FILE --check-in"
    elif last is None and not state.present:
        return f"{program} check-in {tournament} --all"
    elif last is not None and last.state == DRAFT:
        command = "release"
    elif played := [one for one in state.rounds if one.state == RELEASED]:
        for table in played[0].tables:
            if not table.is_settled:
                what = "--scores ..." if table.result is None else "--confirm"
                return f"{program} result {tournament} --round {played[0].number} --table {table.number} {what}"
        return f"{program} confirm {tournament}{f' --round {played[0].number}' if played[0] != last else ''}"
    else:
        command = "close" if next_format(state) is None else "draw"
    return f"{program} {command} {tournament}"
