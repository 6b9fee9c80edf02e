"""Options of commands: the format, the length of rounds, duplicate, and the clock of games."""

import click
import msgspec

from domain.clock_terms import NO_CLOCK, ClockTerms, require_terms
from domain.refusals import Misuse
from domain.tournaments.events import DUPLICATES, SEEDINGS
from service.cli.options import Function
from service.tournaments.new_tournament import table_size

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
"""The value of --final for as many finalists as the preferred table size."""
WITHOUT_CLOCK = "none"
"""The value of --clock for games without a clock."""


def format_options(command: Function) -> Function:
    """Give a command the options of a format: `final`, `advance`, `seeding` and `counted`."""
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


def finalists_of_new_tournament(text: str | None, edition: str, preferred: int | None) -> int | None:
    """Return the number of players in the final of a new tournament, or None without a final."""
    return None if text is None else parse_finalists(text, table_size(edition, preferred))


def parse_finalists(text: str, preferred: int) -> int:
    """Return the number of players in a final. Raises Misuse unless the text is a number or `table`."""
    if text == TABLE:
        return preferred
    if not text.isdecimal():
        raise Misuse(f"--final is {TABLE} or a number of players, not {text[:20]!r}")
    return int(text)


def parse_clock(text: str | None) -> ClockTerms | None:
    """Return the clock of the option, or None without the option. Raises Misuse for invalid terms."""
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
    """Format the terms of a clock as a value of --clock."""
    if terms is None or terms == NO_CLOCK:
        return WITHOUT_CLOCK
    return ",".join(f"{name}={value}" for name, value in msgspec.structs.asdict(terms).items() if value is not None)
