"""What a judgement is: the score of a command, under a rulebook, on the table as a seat sees it."""

from collections.abc import Callable
from typing import Any, Final

from domain.rulebook import Rulebook
from domain.table import Table

Score = Callable[[Rulebook, Table, Any], float]
"""How good a legal command is; what is not above 0 is not done."""
WORTH_IT: Final = 15.0
"""What a command must score for a seat that could as well wait."""


def always(score: float) -> Score:
    """Return the same score whatever the table."""
    return lambda rulebook, table, move: score  # a score
