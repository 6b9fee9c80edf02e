"""The names of bots on the command line."""

from domain.refusals import Misuse
from service.lifecycle.bots import BOTS


def strengths_named(bots: str) -> list[str]:
    """Split a list of bots at its commas. Raises Misuse for an unknown bot."""
    strengths = [strength.strip() for strength in bots.split(",")]
    if unknown := [strength for strength in strengths if strength not in BOTS]:
        raise Misuse(f"no bot {unknown[0]!r}; bots are {', '.join(BOTS)}")
    return strengths
