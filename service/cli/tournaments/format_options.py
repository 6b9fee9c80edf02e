"""Options of the command line about formats: the final, a knock-out, and the rounds that count."""

from collections.abc import Callable
from typing import TypeVar

import click

from domain.refusals import Misuse
from domain.tournaments.events import DUPLICATES, SEEDINGS
from service.tournaments.new_tournament import preferred_size

Command = TypeVar("Command", bound=Callable[..., object])
duplicate_option = click.option(
    "--duplicate", type=click.Choice(DUPLICATES), help="Tables share deals, and the same seats are compared."
)
length_option = click.option(
    "--round-minutes", type=click.IntRange(0, 1_440), metavar="N", help="How long a round lasts; 0 for no length."
)
TABLE = "table"
"""As many finalists as a table preferably has."""


def format_options(command: Command) -> Command:
    """Add the options to a command."""
    options = (
        click.option("--final", metavar="table|K", help="The best K, or one table of them, meet after the last round."),
        click.option(
            "--advance", type=int, show_default="half a table", help="How many of a table stay in (knockout)."
        ),
        click.option("--seeding", type=click.Choice(SEEDINGS), help="How knockout tables are filled.  [default: lot]"),
        click.option("--best", "counted", type=int, help="Only the best so many rounds of each player count."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def finalists_named(text: str | None, edition: str, preferred: int | None) -> int | None:
    """Return how many players the final of a new tournament has, None for no final."""
    return None if text is None else finalists(text, preferred_size(edition, preferred))


def finalists(text: str, preferred: int) -> int:
    """Return how many players a final has; Misuse for what is no number and not the word `table`."""
    if text == TABLE:
        return preferred
    if not text.isdecimal():
        raise Misuse(f"--final is {TABLE} or a number of players, not {text[:20]!r}")
    return int(text)
