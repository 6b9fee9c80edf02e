"""What no turn of Sissi leads to."""

from collections.abc import Iterator

from domain.rulebook import Rulebook
from domain.table import Table


def what_is_wrong(rulebook: Rulebook, table: Table) -> Iterator[str]:
    """Seats with more or fewer fields than they began with. Rule: SI-2.6, SI-7.1."""
    for index, seat in enumerate(table.seats):
        if len(seat.fields) != rulebook.initial_fields:
            yield f"SI-2.6: seat {index} has {len(seat.fields)} fields instead of {rulebook.initial_fields}"
