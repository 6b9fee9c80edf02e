"""The filters of lists and exports.

The query, the command line, the SQL and the documentation are made of them.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final, NamedTuple

from domain.deal_commitments import LEVELS, SIMPLE
from domain.visibility import Option
from projections.summary import GameStatus, Summary
from service.store.index.index_entry import ListedGame, shelves

Condition = tuple[str, list[object]]
"""A condition on a row of the index, in SQL, and the values of its `?`."""


class FilterKind(StrEnum):
    """The type of a filter's value."""

    TEXT = "text"
    CHOICE = "choice"
    FLAG = "flag"
    TIME = "time"
    """A moment, in milliseconds since 1970."""
    OPTION = "option"
    """The name of an option and its value as text."""


class Filter(NamedTuple):
    """A filter of games by their summaries.

    `fits` tests the game as the caller may know it. `may_fit` tests the game as it is: whether it may fit for some
    caller who knows less of it. The default is `fits`. `where` is the same test in SQL, as far as there are columns.
    """

    argument: str
    says: str
    kind: FilterKind
    fits: Callable[[Summary, Any], bool]
    where: Callable[[Any], Condition] | None
    may_fit: Callable[[ListedGame, Summary, Any], bool] | None = None
    choices: tuple[str, ...] = ()
    joins: str = ""
    """The table that `where` joins with the index, by its column `number`."""

    def may_be(self, line: ListedGame, head: Summary, value: object) -> bool:
        """Return whether the game may fit for some caller."""
        return self.fits(head, value) if self.may_fit is None else self.may_fit(line, head, value)


def option_text(value: Option) -> str:
    """Return an option's value as text: `true`, `3`, `on`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _has_option(head: Summary, option: tuple[str, str]) -> bool:
    name, value = option
    return name in head.rules.options and option_text(head.rules.options[name]) == value


def _is_early(line: ListedGame) -> bool:
    """Return whether some callers may not know yet that the game was forked, and so when it was made."""
    return bool(line.late) and line.parent is not None


def _created(compare: Callable[[int, int], bool], sign: str, argument: str, says: str) -> Filter:
    return Filter(
        argument,
        says,
        FilterKind.TIME,
        lambda head, at: compare(head.times.created, at),
        lambda at: (f"((late = 1 AND parent IS NOT NULL) OR created_at {sign} ?)", [at]),
        lambda line, head, at: _is_early(line) or compare(head.times.created, at),
    )


def _ended(compare: Callable[[int, int], bool], sign: str, argument: str, says: str) -> Filter:
    return Filter(
        argument,
        says,
        FilterKind.TIME,
        lambda head, at: head.times.ended is not None and compare(head.times.ended, at),
        lambda at: (f"(ended_at {sign} ?)", [at]),
    )


def _on_shelves(status: str) -> Condition:
    pairs = shelves(status)
    either = " OR ".join(["(status = ? AND late = ?)"] * len(pairs))
    return f"({either})", [value for one, late in pairs for value in (str(one), late)]


_ALL: Final = (
    Filter(
        "status",
        "Only games of this status",
        FilterKind.CHOICE,
        lambda head, status: head.status == status,
        _on_shelves,
        lambda line, head, status: (GameStatus(head.status), line.late) in shelves(status),
        choices=tuple(GameStatus),
    ),
    Filter(
        "edition",
        "Only games of this edition",
        FilterKind.TEXT,
        lambda head, edition: head.edition == edition,
        lambda edition: ("edition = ?", [edition]),
    ),
    _created(int.__ge__, ">=", "created_after", "Only games made at this time or later"),
    _created(int.__lt__, "<", "created_before", "Only games made before this time"),
    _ended(int.__ge__, ">=", "ended_after", "Only games that ended at this time or later"),
    _ended(int.__lt__, "<", "ended_before", "Only games that ended before this time"),
    Filter(
        "option",
        "Only games with this value of this option, such as `trade_coins=true`",
        FilterKind.OPTION,
        _has_option,
        lambda option: ("option = ? AND value = ?", list(option)),
        joins="roll_options",
    ),
    Filter(
        "practice",
        "Only games for practice, or only others",
        FilterKind.FLAG,
        lambda head, practice: head.practice == practice,
        None,
    ),
    Filter(
        "level",
        "Only games whose deal is of this level. `tournament` is how a deal is made, with shares of the players. The "
        "games of a tournament have the filter `tournament`",
        FilterKind.CHOICE,
        lambda head, level: head.level == level,
        # A delayed spectator may not know its level yet.
        lambda level: ("(level = ? OR late = 1)" if level == SIMPLE else "level = ?", [level]),
        lambda line, head, level: level == head.level or (bool(line.late) and level == SIMPLE),
        choices=tuple(LEVELS),
    ),
)
FILTERS: Final = {one.argument: one for one in _ALL}
"""The filters by their arguments, in the documented order."""
