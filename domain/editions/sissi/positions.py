"""Checks positions of Sissi that were written by hand."""

from collections.abc import Iterator

from domain.rulebook import Rulebook
from domain.table import Table


def position_faults(rulebook: Rulebook, table: Table) -> Iterator[str]:
    """Yield a sentence for each seat with more or fewer fields than it began with. Rule: SI-2.6, SI-7.1."""
    for index, seat in enumerate(table.seats):
        if len(seat.fields) != rulebook.initial_fields:
            yield f"SI-2.6: seat {index + 1} has {len(seat.fields)} fields instead of {rulebook.initial_fields}"
