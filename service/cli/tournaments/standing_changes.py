"""What a ruling or a fork changes in the standings, side by side."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from service.cli.tournaments.event_lines import called
from service.cli.tournaments.tournament_session import TournamentSession
from service.tournaments.tournament_forks import ComparedLine, compare_standings


@contextmanager
def show_changes(session: TournamentSession, as_json: bool, *, ruled: bool = True) -> Iterator[None]:
    """Print what is done within, and if it is ruled, which lines of the standings it changed."""
    before = session.state
    yield
    if not ruled:
        session.answer(as_json)
        return
    changed = [line for line in compare_standings(before, session.state) if is_changed(line)]
    session.answer(as_json, changed=changed)
    if not as_json:
        tell_lines(changed, session.names)
        if not changed:
            click.echo("       the standings stay as they are")


def is_changed(line: ComparedLine) -> bool:
    """Return whether points or rank of a player are other ones."""
    return (line.rank_before, line.points_before) != (line.rank_after, line.points_after)


def tell_lines(lines: Sequence[ComparedLine], names: Mapping[str, str]) -> None:
    """Print lines of two standings side by side, with who moved past whom."""
    width = max((len(called(line.player, names)) for line in lines), default=0)
    for line in lines:
        was, now = _place(line.rank_before, line.points_before), _place(line.rank_after, line.points_after)
        past = ", ".join(called(player, names) for player in line.passes)
        click.echo(
            f"  {called(line.player, names):<{width}}  {was:>10} -> {now:<10}{' past ' if past else ''}{past}".rstrip()
        )


def _place(rank: int | None, points: str | None) -> str:
    return "-" if rank is None else f"{rank}. {points}"
