"""Prints what a ruling or a fork changes in the standings, side by side."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from service.cli.tournaments.event_lines import display_name
from service.cli.tournaments.tournament_session import TournamentSession
from service.tournaments.tournament_forks import ComparedLine, compare_standings


@contextmanager
def print_changes(session: TournamentSession, as_json: bool, *, ruled: bool = True) -> Iterator[None]:
    """Print the events that the body adds. With `ruled`, also print the lines of the standings that they change."""
    before = session.state
    yield
    if not ruled:
        session.print_added_events(as_json)
        return
    changed = [line for line in compare_standings(before, session.state) if is_changed(line)]
    session.print_added_events(as_json, changed=changed)
    if not as_json:
        print_compared_lines(changed, session.names)
        if not changed:
            click.echo("       the standings stay as they are")


def is_changed(line: ComparedLine) -> bool:
    """Return whether the points or the rank of a player differ."""
    return (line.rank_before, line.points_before) != (line.rank_after, line.points_after)


def print_compared_lines(lines: Sequence[ComparedLine], names: Mapping[str, str]) -> None:
    """Print lines of two standings side by side, with the players whom each player passed."""
    width = max((len(display_name(line.player, names)) for line in lines), default=0)
    for line in lines:
        before, after = _place(line.rank_before, line.points_before), _place(line.rank_after, line.points_after)
        passed = ", ".join(display_name(player, names) for player in line.passes)
        name = f"{display_name(line.player, names):<{width}}"
        click.echo(f"  {name}  {before:>10} -> {after:<10}{' past ' if passed else ''}{passed}".rstrip())


def _place(rank: int | None, points: str | None) -> str:
    return "-" if rank is None else f"{rank}. {points}"
