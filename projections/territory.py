"""The land of a table that is fought for: who holds how much of it, what each piece is worth."""

from collections.abc import Mapping
from contextlib import suppress

from domain.invariants import broken_tables_as_corrupt
from domain.member_types import Count
from domain.refusals import CorruptHistory
from domain.rulebook import Rulebook
from domain.rulebook_sections import Land, TerrainType
from domain.table import Table
from domain.values import Value


class SeatLands(Value, omit_defaults=False):
    """How many pieces of land a seat holds, and the points that it would score with them now."""

    count: Count
    points: Count


class TableLands(Value, omit_defaults=False):
    """What each seat holds, what each piece of land is worth, and what holds for each kind of land on the board."""

    seats: list[SeatLands]
    points: Mapping[str, Count]
    kinds: Mapping[str, TerrainType]


@broken_tables_as_corrupt
def _lands_and_scores(rulebook: Rulebook, table: Table) -> tuple[Mapping[str, Land], tuple[int, ...]]:
    """Return every piece of land and what each seat scores; CorruptHistory at an impossible table."""
    laid = {} if rulebook.lands is None else rulebook.lands.laid(table)
    return laid, rulebook.ending.score(rulebook, table)


def table_lands(rulebook: Rulebook, table: Table) -> TableLands | None:
    """Return the land of a table; None where none is fought for, or no game comes to this table."""
    if rulebook.lands is None:
        return None
    with suppress(CorruptHistory):
        laid, scores = _lands_and_scores(rulebook, table)
        owners = [land.owner for land in laid.values()]
        there = {land.kind for land in laid.values()}
        return TableLands(
            seats=[SeatLands(count=owners.count(seat), points=score) for seat, score in enumerate(scores)],
            points={name: land.points for name, land in laid.items()},
            kinds={kind: one for kind, one in rulebook.lands.kinds.items() if kind in there},
        )
    return None
