"""`haricot tournament standings`: prints the standings with the reasons for all points."""

from typing import Any

import click
import msgspec

from domain.refusals import Misuse
from domain.tournaments.certainty import Certainty, certainty
from domain.tournaments.decisive_rounds import PLACE
from domain.tournaments.evolve import tournament_of
from domain.tournaments.standings import StandingsLine, standings
from domain.tournaments.tie_breaks import TieBreak
from service.cli.options import json_option, store_option
from service.cli.output import print_json
from service.cli.tournaments.records import load_tournament, refuse_impossible_events
from service.store.location import Location


@click.command("standings")
@click.argument("tournament", metavar="ID|FILE")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="After event N; by default after the last one.")
@click.option("--certainty", "with_certainty", is_flag=True, help="Add how sure the ranks are.")
@store_option
@json_option
def tournament_standings_command(
    tournament: str, at: int | None, with_certainty: bool, location: Location, as_json: bool
) -> None:
    """Show the standings of a tournament.

    With --json each line has the reasons for its points. They add up. With --certainty each line has the ranks that
    fit what was played, from 200 samples: nine in ten lie between them.

    \b
    Examples:
      haricot tournament standings classic-t23-1-0001
      haricot tournament standings classic-t23-1-0001 --certainty
      haricot tournament standings tournament.jsonl --at 120 --json
    """
    loaded = load_tournament(tournament, location)
    last = len(loaded.events)
    if at is not None and at > last:
        raise Misuse(f"there is no event {at}: {tournament} has events 1 to {last}")
    at = last if at is None else at
    with refuse_impossible_events(tournament):
        state = tournament_of(one.event for one in loaded.events[:at])
        lines = standings(state)
        sure = certainty(state, lines) if with_certainty else None
    if as_json:
        answer: dict[str, Any] = {"at": at, "standings": [_line_json(line, loaded.names, sure) for line in lines]}
        if sure is not None:
            answer["reliability"] = None if sure.reliability is None else round(float(sure.reliability), 3)
        print_json(answer)
        return
    width = max((len(loaded.names.get(line.player, line.player)) for line in lines), default=0)
    for line in lines:
        tie_breaks = "  ".join(f"{one.name} {_tie_break_text(one)}" for one in line.tie_breaks)
        excluded = "  excluded" if line.excluded else ""
        name = loaded.names.get(line.player, line.player)
        ranks = None if sure is None else sure.ranks.get(line.player)
        rank_range = "" if ranks is None else f"  rank {ranks[0]} to {ranks[1]}"
        click.echo(f"{line.rank:>4}  {name:<{width}}  {line.points!s:>6}{rank_range}  {tie_breaks}{excluded}".rstrip())
    if sure is not None and sure.reliability is not None:
        click.echo(f"reliability {float(sure.reliability):.2f}: this share of the differences would come again")


def _tie_break_text(tie_break: TieBreak) -> str:
    """Return the text of a tie-break. Its value for places is 1/place, and the text is the place."""
    value = 1 / tie_break.value if tie_break.name == PLACE else tie_break.value
    return str(value) if value == int(value) else f"{float(value):.4g}"


def _line_json(line: StandingsLine, names: dict[str, str], sure: Certainty | None) -> dict[str, Any]:
    ranks = {} if sure is None else {"ranks": sure.ranks.get(line.player)}
    return {
        "rank": line.rank,
        "player": line.player,
        "name": names.get(line.player),
        "points": str(line.points),
        "tie_breaks": [
            {"name": one.name, "value": str(one.value), "trace": list(one.trace)} for one in line.tie_breaks
        ],
        "why": [
            {
                "kind": one.kind,
                "round": one.round,
                "table": one.table,
                "game": one.game,
                "place": one.place,
                "points": str(one.points),
                "event": one.event,
                **({} if one.comparison is None else {"comparison": msgspec.to_builtins(one.comparison, enc_hook=str)}),
            }
            for one in line.why
        ],
        **ranks,
    }
