"""Searches for games, which the index narrows down before access is checked."""

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from projections.summary import Summary
from replay.codec import EPOCH
from service.store.index.filters import FILTERS
from service.store.index.index_entry import ListedGame

BY_ARRIVAL: Final = "number"
"""Orders games by their arrival in the store."""
_COLUMNS: Final = {BY_ARRIVAL: "number", "created": "created_at", "ended": "ended_at"}


def first_millisecond(moment: datetime) -> int:
    """Return this moment, which has a time zone, in milliseconds since 1970, rounded up."""
    return -((EPOCH - moment) // timedelta(milliseconds=1))


class Order(NamedTuple):
    """An order of games by `number`, `created` or `ended`. The last contains only games that have ended."""

    by: str = BY_ARRIVAL
    descending: bool = True

    @property
    def column(self) -> str:
        """The column of the index to sort by."""
        return _COLUMNS[self.by]

    def key(self, line: ListedGame) -> tuple[int, int] | None:
        """Return the sort key of a game, or None if the order does not contain it."""
        value = {BY_ARRIVAL: line.number, "created": line.created_at, "ended": line.ended_at}[self.by]
        return None if value is None else (value, line.number)


NEWEST: Final = Order()
"""The newest arrivals first."""
OLDEST: Final = Order(descending=False)
"""The oldest arrivals first."""


class GameSearch:
    """A search for games: an order, and the values of filters by name in `wanted`."""

    def __init__(self, order: Order = NEWEST, **wanted: Any) -> None:
        """Make a search. Each keyword argument is the value of the filter of that name. None is no filter."""
        self.order = order
        self.wanted = {argument: value for argument, value in wanted.items() if value is not None}
        self._filters = [(FILTERS[argument], value) for argument, value in self.wanted.items()]

    @property
    def is_plain(self) -> bool:
        """Whether the search only filters by edition and status, newest first. Such searches have a faster query."""
        return self.wanted.keys() <= {"edition", "status"} and self.order == NEWEST

    @property
    def needs_summaries(self) -> bool:
        """Whether a filter has no column, so that the summaries must be read."""
        return any(one.where is None for one, _ in self._filters)

    def matches(self, head: Summary) -> bool:
        """Return whether a game matches, as the caller knows it."""
        return self._is_in_order(head) and all(one.matches(head, value) for one, value in self._filters)

    def may_match(self, line: ListedGame, head: Summary) -> bool:
        """Return whether a game may match for some caller, who may know less of it."""
        return self._is_in_order(head) and all(one.may_match(line, head, value) for one, value in self._filters)

    def _is_in_order(self, head: Summary) -> bool:
        return self.order.by != "ended" or head.times.ended is not None

    def conditions(self, after: tuple[int, int] | None) -> tuple[str, list[object]]:
        """Return the SQL clauses of the search after this sort key, and their values.

        Filters without a column are left out.
        """
        parts, values, number, joined = ["status IS NOT NULL"], list[object](), "roll.number", ""
        for one, wanted in self._filters:
            if one.joins:  # for sorting by arrival, the order of that table's own index
                number, joined = f"{one.joins}.number", f"JOIN {one.joins} ON {one.joins}.number = roll.number "
            if one.where is not None:
                part, part_values = one.where(wanted)
                parts.append(part)
                values += part_values
        column, comparison, direction = self.order.column, *((">", "ASC"), ("<", "DESC"))[self.order.descending]
        column = number if self.order.by == BY_ARRIVAL else column
        if self.order.by == "ended":
            parts.append("ended_at IS NOT NULL")
        if after is not None:
            parts.append(f"({column}, {number}) {comparison} (?, ?)")
            values += after
        return f"{joined}WHERE {' AND '.join(parts)} ORDER BY {column} {direction}, {number} {direction}", values
