"""The filters of lists and exports.

Query parameters, command-line options, SQL and documentation are generated from them.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final, NamedTuple

from domain.deal_commitments import LEVELS, SIMPLE
from domain.visibility import Option
from projections.summary import GameStatus, Summary
from service.store.index.index_entry import ListedGame, stored_statuses

Condition = tuple[str, list[object]]
"""A condition in SQL on a line of the index, and the values of its placeholders."""


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

    `matches` tests the game as the caller may know it. `loose_match` tests the full game: whether it may match for a
    caller who knows less of it. The default is `matches`. `where` is the loose test in SQL, or None without a column.
    """

    argument: str
    description: str
    kind: FilterKind
    matches: Callable[[Summary, Any], bool]
    where: Callable[[Any], Condition] | None
    loose_match: Callable[[ListedGame, Summary, Any], bool] | None = None
    choices: tuple[str, ...] = ()
    joins: str = ""
    """The table whose column `number` is joined with the index for `where`, or an empty string."""

    def may_match(self, line: ListedGame, head: Summary, value: object) -> bool:
        """Return whether the game may match for some caller, who may know less of it."""
        return self.matches(head, value) if self.loose_match is None else self.loose_match(line, head, value)


def option_text(value: Option) -> str:
    """Return an option's value as text: `true`, `3`, `on`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _has_option(head: Summary, option: tuple[str, str]) -> bool:
    name, value = option
    return name in head.rules.options and option_text(head.rules.options[name]) == value


def _may_hide_fork(line: ListedGame) -> bool:
    """Return whether some callers may not know yet that the game is a fork, and so see another time of creation."""
    return bool(line.late) and line.parent is not None


def _created(compare: Callable[[int, int], bool], sign: str, argument: str, description: str) -> Filter:
    return Filter(
        argument,
        description,
        FilterKind.TIME,
        lambda head, at: compare(head.times.created, at),
        lambda at: (f"((late = 1 AND parent IS NOT NULL) OR created_at {sign} ?)", [at]),
        lambda line, head, at: _may_hide_fork(line) or compare(head.times.created, at),
    )


def _ended(compare: Callable[[int, int], bool], sign: str, argument: str, description: str) -> Filter:
    return Filter(
        argument,
        description,
        FilterKind.TIME,
        lambda head, at: head.times.ended is not None and compare(head.times.ended, at),
        lambda at: (f"(ended_at {sign} ?)", [at]),
    )


def _status_condition(status: str) -> Condition:
    pairs = stored_statuses(status)
    either = " OR ".join(["(status = ? AND late = ?)"] * len(pairs))
    return f"({either})", [value for one, late in pairs for value in (str(one), late)]


_ALL: Final = (
    Filter(
        "status",
        "Only games of this status",
        FilterKind.CHOICE,
        lambda head, status: head.status == status,
        _status_condition,
        lambda line, head, status: (GameStatus(head.status), line.late) in stored_statuses(status),
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
        # A delayed spectator may not know the level yet, and sees `simple`.
        lambda level: ("(level = ? OR late = 1)" if level == SIMPLE else "level = ?", [level]),
        lambda line, head, level: level == head.level or (bool(line.late) and level == SIMPLE),
        choices=tuple(LEVELS),
    ),
)
FILTERS: Final = {one.argument: one for one in _ALL}
"""The filters by name, in the documented order."""
