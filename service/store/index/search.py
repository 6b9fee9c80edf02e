"""A search for games and its order, as far as the index can decide before access is checked."""

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from projections.summary import Summary
from replay.codec import EPOCH
from service.store.index.filters import FILTERS
from service.store.index.index_entry import ListedGame

PLACED: Final = "number"
"""The order in which games arrived in the store."""
_COLUMNS: Final = {PLACED: "number", "created": "created_at", "ended": "ended_at"}


def instant(moment: datetime) -> int:
    """Return the first millisecond since 1970 that is not before this moment, which has a zone."""
    return -((EPOCH - moment) // timedelta(milliseconds=1))


class Order(NamedTuple):
    """An order of games: `number`, `created` or `ended`. The last leaves out games that have not ended."""

    by: str = PLACED
    descending: bool = True

    @property
    def column(self) -> str:
        """The column of the index to sort by."""
        return _COLUMNS[self.by]

    def key(self, line: ListedGame) -> tuple[int, int] | None:
        """Return the sort key of a game, or None for a game that is left out."""
        value = {PLACED: line.number, "created": line.created_at, "ended": line.ended_at}[self.by]
        return None if value is None else (value, line.number)


NEWEST: Final = Order()
OLDEST: Final = Order(descending=False)
"""The order of arrival, and its reverse."""


class GameSearch:
    """A search: `wanted` are the values of filters, by the names of their arguments."""

    def __init__(self, order: Order = NEWEST, **wanted: Any) -> None:
        """Make a search. Keyword arguments are the values of filters; None is no filter."""
        self.order = order
        self.wanted = {argument: value for argument, value in wanted.items() if value is not None}
        self._filters = [(FILTERS[argument], value) for argument, value in self.wanted.items()]

    @property
    def is_plain(self) -> bool:
        """Whether it filters by edition and status alone, newest first."""
        return self.wanted.keys() <= {"edition", "status"} and self.order == NEWEST

    @property
    def looks_inside(self) -> bool:
        """Whether it filters by something that the index has no column for."""
        return any(one.where is None for one, _ in self._filters)

    def fits(self, head: Summary) -> bool:
        """Return whether a game, as the caller knows it, matches."""
        return self._has_place(head) and all(one.fits(head, value) for one, value in self._filters)

    def may_fit(self, line: ListedGame, head: Summary) -> bool:
        """Return whether a game may match for some caller, who may know less of it than this line does."""
        return self._has_place(head) and all(one.may_be(line, head, value) for one, value in self._filters)

    def _has_place(self, head: Summary) -> bool:
        return self.order.by != "ended" or head.times.ended is not None

    def conditions(self, after: tuple[int, int] | None) -> tuple[str, list[object]]:
        """Return the search in SQL, as far as the index has columns for it, after this place, in order."""
        parts, values, number, joined = ["status IS NOT NULL"], list[object](), "roll.number", ""
        for one, wanted in self._filters:
            if one.joins:  # in the order of the table's index, if games are sorted by arrival
                number, joined = f"{one.joins}.number", f"JOIN {one.joins} ON {one.joins}.number = roll.number "
            if one.where is not None:
                part, asked = one.where(wanted)
                parts.append(part)
                values += asked
        column, sign, turn = self.order.column, *((">", "ASC"), ("<", "DESC"))[self.order.descending]
        column = number if self.order.by == PLACED else column
        if self.order.by == "ended":
            parts.append("ended_at IS NOT NULL")
        if after is not None:
            parts.append(f"({column}, {number}) {sign} (?, ?)")
            values += after
        return f"{joined}WHERE {' AND '.join(parts)} ORDER BY {column} {turn}, {number} {turn}", values
