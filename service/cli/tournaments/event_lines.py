"""Formats the events of a tournament for people, one line for each event."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

import msgspec

from domain.tournaments.events import RoundDrawn, SeatedTable, SeatingOverridden
from domain.tournaments.result_events import (
    PenaltyGiven,
    TableResultCorrected,
    TableResultEntered,
    TableResultTaken,
)
from domain.tournaments.state import Tournament
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.cli.tournaments.format_options import clock_text

HIDDEN: Final = frozenset({"type", "share", "secret", "commitment", "digest", "results", "standings", "text"})
"""Members that a line leaves out: digests and secrets, which --json prints."""
PEOPLE: Final = ("player", "other", "substitute", "counts_for", "club")
CLOCK: Final = "clock"
NUMBER_WIDTH: Final = 5


def display_name(pseudonym: str, names: Mapping[str, str]) -> str:
    """Return the name of a player with the pseudonym, or the pseudonym alone without a name."""
    name = names.get(pseudonym)
    return pseudonym if name is None else f"{name} ({pseudonym})"


def event_line(numbered: NumberedTournamentEvent, names: Mapping[str, str], state: Tournament) -> str:
    """Return an event of a tournament as a line. The lines of its tables follow if it has any."""
    event = numbered.event
    kind = str(event.__struct_config__.tag).rpartition(".")[0].replace("_", " ")
    facts = ", ".join(_facts(event, names, state))
    line = f"{numbered.n:>{NUMBER_WIDTH}}  {kind}{': ' if facts else ''}{facts}"
    if isinstance(event, RoundDrawn | SeatingOverridden):
        return "\n".join([line, *table_lines(event.tables, event.sit_outs, names)])
    return line


def table_lines(tables: Sequence[SeatedTable], sit_outs: Sequence[str], names: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each table, with the players in turn order, and one for the players who sit out."""
    indent = " " * (NUMBER_WIDTH + 4)
    for table in tables:
        yield f"{indent}table {table.table}: {', '.join(display_name(player, names) for player in table.players)}"
    if sit_outs:
        yield f"{indent}sits out: {', '.join(display_name(player, names) for player in sit_outs)}"


def _facts(event: Any, names: Mapping[str, str], state: Tournament) -> Iterator[str]:
    match event:
        case RoundDrawn(round=number, cost=cost, bound=bound):
            yield f"round {number}, cost {cost}, at least {bound}"
        case SeatingOverridden(round=number, by=by, cost_before=before, cost_after=after):
            yield f"round {number} by {by}, cost {before} before and {after} after"
        case TableResultTaken() | TableResultEntered() | TableResultCorrected():
            players = [display_name(player, names) for player in _credited_players(state, event.round, event.table)]
            rows = zip_longest(players, event.scores, event.places)
            yield f"round {event.round} table {event.table}"
            yield from (f"{name or '?'} {score} (place {place})" for name, score, place in rows)
            yield getattr(event, "game", None) or f"by {getattr(event, 'by', '')}"
        case PenaltyGiven(penalty=number, player=player, kind=kind, article=article, points=points):
            lost = f" {points}" if points else ""
            round_ = f" in round {event.round}" if event.round else ""
            yield f"{number}: {kind}{lost} for {display_name(player, names)}{round_}, {article}, by {event.by}"
        case _:
            yield from _members(event, names)


def _credited_players(state: Tournament, number: int, table: int) -> Sequence[str]:
    round_ = state.round(number)
    tournament_table = None if round_ is None else round_.table(table)
    return () if tournament_table is None else tournament_table.counts_for


def _members(event: Any, names: Mapping[str, str]) -> Iterator[str]:
    for name, value in msgspec.to_builtins(event).items():
        if name in HIDDEN or value is None:
            continue
        if name in PEOPLE:
            person = display_name(value, names)
            yield person if name == "player" else f"{name.replace('_', ' ')} {person}"
        elif isinstance(value, list | tuple):
            yield f"{name.replace('_', ' ')} {' '.join(map(str, value))}"
        elif name == CLOCK:
            yield f"clock {clock_text(event.clock)}"
        elif isinstance(value, dict):
            yield from (f"{key}={one}" for key, one in value.items())
        else:
            yield f"{name.replace('_', ' ')} {value}"
