"""What games are looked for, in which order: as far as the roll can tell before anybody asks what they may know."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from domain.deal_commitments import SIMPLE
from domain.values import Value
from domain.visibility import Option
from projections.summary import GameStatus, Summary
from replay.codec import EPOCH
from service.store.index.index_entry import ListedGame, shelves

PLACED: Final = "number"
"""The order in which games came into the store."""
_COLUMNS: Final = {PLACED: "number", "created": "created_at", "ended": "ended_at"}


def instant(moment: datetime) -> int:
    """The first millisecond since 1970 that is not before this moment, which has a zone."""
    return -((EPOCH - moment) // timedelta(milliseconds=1))


class TimeSpan(NamedTuple):
    """From a moment on, until before another; in milliseconds since 1970, None where it has no end there."""

    since: int | None = None
    before: int | None = None

    def has(self, at: int | None) -> bool:
        """Whether it was then; what has not happened yet is in the span alone that has no ends."""
        if at is None:
            return self == TimeSpan()
        return (self.since is None or self.since <= at) and (self.before is None or at < self.before)


class Order(NamedTuple):
    """By what games are sorted: `number`, `created` or `ended`; those that have not ended are left out by the last."""

    by: str = PLACED
    descending: bool = True

    @property
    def column(self) -> str:
        """Of which column of the roll."""
        return _COLUMNS[self.by]

    def key(self, line: ListedGame) -> tuple[int, int] | None:
        """Where a game stands in it; None for one that does not."""
        value = {PLACED: line.number, "created": line.created_at, "ended": line.ended_at}[self.by]
        return None if value is None else (value, line.number)


def option_text(value: Option) -> str:
    """An option's value as it is written on a line: `true`, `3`, `on`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


NEWEST: Final = Order()
OLDEST: Final = Order(descending=False)
"""As games came into the store, or the other way round."""


class GameSearch(Value):
    """Which games, in which order; `option` is its name and its value as text."""

    edition: str | None = None
    status: str | None = None
    created: TimeSpan = TimeSpan()
    ended: TimeSpan = TimeSpan()
    practice: bool | None = None
    level: str | None = None
    option: tuple[str, str] | None = None
    order: Order = NEWEST

    @property
    def is_plain(self) -> bool:
        """Whether it asks for an edition and a status alone, newest first."""
        return self == GameSearch(edition=self.edition, status=self.status)

    @property
    def looks_inside(self) -> bool:
        """Whether it asks for what no column of the roll has."""
        return self.practice is not None

    def fits(self, head: Summary) -> bool:
        """Whether a game as somebody knows it is one of these."""
        return (
            self.status in (None, head.status)
            and self.level in (None, head.level)
            and self.created.has(head.times.created)
            and self._may_be(head)
        )

    def may_fit(self, line: ListedGame, head: Summary) -> bool:
        """Whether a game of which this is the truth may be one of these to somebody: they may know less of it.

        Who sees it late may not know yet that it was forked, or at which level its deal is.
        """
        early = line.late and line.parent is not None
        levels = (None, head.level, SIMPLE) if line.late else (None, head.level)
        fits = (early or self.created.has(head.times.created)) and self.level in levels
        return fits and (GameStatus(head.status), line.late) in shelves(self.status) and self._may_be(head)

    def _may_be(self, head: Summary) -> bool:
        """What is the same to everybody who knows of the game; when it ended, if they know that it has."""
        if self.order.by == "ended" and head.times.ended is None:
            return False
        if self.option is not None:
            name, value = self.option
            if name not in head.rules.options or option_text(head.rules.options[name]) != value:
                return False
        return (
            self.edition in (None, head.edition)
            and self.practice in (None, head.practice)
            and self.ended.has(head.times.ended)
        )

    def conditions(self, after: tuple[int, int] | None) -> tuple[str, list[object]]:
        """The same in SQL, as far as the roll has columns for it: those that follow on this place, in order."""
        joined, number, parts, values = "", "roll.number", ["status IS NOT NULL"], list[object]()

        def require(part: str, *asked: object) -> None:
            parts.append(part)
            values.extend(asked)

        if self.option is not None:  # in the order of its index, where games are sorted as they came
            joined, number = "JOIN roll_options ON roll_options.number = roll.number ", "roll_options.number"
            require("option = ? AND value = ?", *self.option)
        if self.level is not None:  # who sees a game late may not know of its level yet
            require("(level = ? OR late = 1)" if self.level == SIMPLE else "level = ?", self.level)
        if self.edition is not None:
            require("edition = ?", self.edition)
        if self.status is not None:
            pairs = shelves(self.status)
            either = " OR ".join(["(status = ? AND late = ?)"] * len(pairs))
            require(f"({either})", *(value for one, late in pairs for value in (str(one), late)))
        early = "(late = 1 AND parent IS NOT NULL) OR "
        for column, span, unless in (("created_at", self.created, early), ("ended_at", self.ended, "")):
            if span.since is not None:
                require(f"({unless}{column} >= ?)", span.since)
            if span.before is not None:
                require(f"({unless}{column} < ?)", span.before)
        column, sign, turn = self.order.column, *((">", "ASC"), ("<", "DESC"))[self.order.descending]
        column = number if self.order.by == PLACED else column
        if self.order.by == "ended":
            require("ended_at IS NOT NULL")
        if after is not None:
            require(f"({column}, {number}) {sign} (?, ?)", *after)
        return f"{joined}WHERE {' AND '.join(parts)} ORDER BY {column} {turn}, {number} {turn}", values
