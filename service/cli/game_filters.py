"""Options that say which games of the store are meant."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any, Final, TypeVar, cast

import click

from domain.deal_commitments import LEVELS
from domain.refusals import UnknownOption
from projections.summary import GameStatus
from service.store.index.search import OLDEST, GameSearch, TimeSpan, instant

Function = TypeVar("Function", bound=Callable[..., Any])


class Moment(click.ParamType[int]):
    """A time, in UTC unless it says otherwise; in milliseconds since 1970."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parses the time."""
        if isinstance(value, int):
            return value
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no time such as 2026-11-21 or 2026-11-21T00:58:00Z.", param, ctx)
        moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        return instant(moment)


_MOMENT: Final = Moment()


def search_options(command: Function) -> Function:
    """Gives a command its parameter `search`: which games, as they came into the store; None where nothing is said."""

    @click.option("--edition", metavar="EDITION", help="Only games of this edition.")
    @click.option("--status", type=click.Choice([str(one) for one in GameStatus]), help="Only games of this status.")
    @click.option("--created-after", type=_MOMENT, help="Only games made then or later.")
    @click.option("--created-before", type=_MOMENT, help="Only games made before.")
    @click.option("--ended-after", type=_MOMENT, help="Only games that ended then or later.")
    @click.option("--ended-before", type=_MOMENT, help="Only games that ended before.")
    @click.option("--option", metavar="NAME=VALUE", help="Only games with this value of this option.")
    @click.option("--practice/--no-practice", default=None, help="Only games for practice, or only others.")
    @click.option("--level", type=click.Choice(LEVELS), help="Only games whose deal is of this level.")
    @wraps(command)
    def searching(
        *args: Any,
        edition: str | None,
        status: str | None,
        created_after: int | None,
        created_before: int | None,
        ended_after: int | None,
        ended_before: int | None,
        option: str | None,
        practice: bool | None,
        level: str | None,
        **given: Any,
    ) -> Any:
        search = GameSearch(
            edition=edition,
            status=status,
            created=TimeSpan(created_after, created_before),
            ended=TimeSpan(ended_after, ended_before),
            practice=practice,
            level=level,
            option=None if option is None else _option(option),
            order=OLDEST,
        )
        return command(*args, search=None if search == GameSearch(order=OLDEST) else search, **given)

    return cast("Function", searching)


def _option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise UnknownOption(f"an option is NAME=VALUE, not {text!r}")
    return name, value
