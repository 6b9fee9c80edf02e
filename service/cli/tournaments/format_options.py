"""Options of the command line about formats, the length of rounds, duplicate, and the clock of the games."""

from collections.abc import Callable
from typing import TypeVar

import click
import msgspec

from domain.clock_terms import NO_CLOCK, ClockTerms, require_terms
from domain.refusals import Misuse
from domain.tournaments.events import DUPLICATES, SEEDINGS
from service.tournaments.new_tournament import table_size

Command = TypeVar("Command", bound=Callable[..., object])
duplicate_option = click.option(
    "--duplicate", type=click.Choice(DUPLICATES), help="Tables share deals, and the same seats are compared."
)
length_option = click.option(
    "--round-minutes", type=click.IntRange(0, 1_440), metavar="N", help="How long a round lasts; 0 for no length."
)
clock_option = click.option(
    "--clock", metavar="TERMS", help="Clock of games in seconds, turn=60,trading=120,game=600,at_zero=pass, or none."
)
TABLE = "table"
"""As many finalists as a table preferably has."""
WITHOUT_CLOCK = "none"
"""The word for games without a clock."""


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
    return None if text is None else finalists(text, table_size(edition, preferred))


def finalists(text: str, preferred: int) -> int:
    """Return how many players a final has; Misuse for what is no number and not the word `table`."""
    if text == TABLE:
        return preferred
    if not text.isdecimal():
        raise Misuse(f"--final is {TABLE} or a number of players, not {text[:20]!r}")
    return int(text)


def clock_named(text: str | None) -> ClockTerms | None:
    """Return the clock that the option names, None where it is not given; Misuse for terms that are none."""
    if text is None:
        return None
    if text == WITHOUT_CLOCK:
        return NO_CLOCK
    members = dict(part.strip().partition("=")[::2] for part in text.split(","))
    try:
        if unknown := members.keys() - set(ClockTerms.__struct_fields__):
            raise Misuse(f"--clock has no {min(unknown)[:40]!r}, but {', '.join(ClockTerms.__struct_fields__)}")
        terms = msgspec.convert(members, ClockTerms, strict=False)
    except msgspec.ValidationError as error:
        raise Misuse(f"--clock is like turn=60,game=600,at_zero=pass, in seconds, not {text[:60]!r}") from error
    require_terms(terms)
    return terms


def clock_text(terms: ClockTerms | None) -> str:
    """Return the terms of a clock as the option takes them."""
    if terms is None or terms == NO_CLOCK:
        return WITHOUT_CLOCK
    return ",".join(f"{name}={one}" for name, one in msgspec.structs.asdict(terms).items() if one is not None)
