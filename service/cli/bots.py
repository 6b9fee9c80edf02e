"""The names of bots on the command line."""

from domain.refusals import Misuse
from service.lifecycle.bots import BOTS


def parse_bot_names(bots: str) -> list[str]:
    """Split a list of bots at its commas. Raises Misuse for an unknown bot."""
    names = [name.strip() for name in bots.split(",")]
    if unknown := [name for name in names if name not in BOTS]:
        raise Misuse(f"no bot {unknown[0]!r}; bots are {', '.join(BOTS)}")
    return names
