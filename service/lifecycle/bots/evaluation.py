"""The type of a score: how good a command is under a rulebook, on the table as a seat sees it."""

from collections.abc import Callable
from typing import Any, Final

from domain.rulebook import Rulebook
from domain.table import Table

Score = Callable[[Rulebook, Table, Any], float]
"""How good a legal command is. A command with a score of 0 or less is not chosen."""
VOLUNTARY_SCORE_MIN: Final = 15.0
"""The least score with which a seat acts although it could also wait."""


def constant_score(score: float) -> Score:
    """Return a scoring function that gives the same score at every table."""
    return lambda rulebook, table, move: score  # a score
