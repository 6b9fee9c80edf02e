"""Options that filter the games of the store."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any, Final, cast

import click

from domain.refusals import UnknownOption
from service.cli.options import Function
from service.store.index.filters import FILTERS, Filter, FilterKind
from service.store.index.search import OLDEST, GameSearch, first_millisecond


class Timestamp(click.ParamType[int]):
    """A time, by default in UTC, as milliseconds since 1970."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parse the time."""
        if isinstance(value, int):
            return value
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no time such as 2026-11-21 or 2026-11-21T00:58:00Z.", param, ctx)
        moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        return first_millisecond(moment)


_TIMESTAMP: Final = Timestamp()


def search_options(command: Function) -> Function:
    """Give a command the parameter `search`: a search with the oldest game first, or None without a filter."""

    @wraps(command)
    def with_search(*args: Any, **options: Any) -> Any:
        filters = {argument: options.pop(argument) for argument in FILTERS}
        if filters["option"] is not None:
            filters["option"] = _parse_option(filters["option"])
        search = GameSearch(OLDEST, **filters)
        return command(*args, search=search if search.wanted else None, **options)

    for game_filter in reversed(FILTERS.values()):
        with_search = _filter_option(game_filter)(with_search)
    return cast("Function", with_search)


def _filter_option(game_filter: Filter) -> Callable[[Function], Function]:
    """Return the decorator that adds the option of a filter."""
    name, help_text = "--" + game_filter.argument.replace("_", "-"), game_filter.description.partition(". ")[0] + "."
    match game_filter.kind:
        case FilterKind.CHOICE:
            choices = click.Choice([str(choice) for choice in game_filter.choices])
            return click.option(name, type=choices, help=help_text)
        case FilterKind.TIME:
            return click.option(name, type=_TIMESTAMP, help=help_text)
        case FilterKind.FLAG:
            return click.option(f"{name}/--no-{name[2:]}", default=None, help=help_text)
        case FilterKind.OPTION:
            return click.option(name, metavar="NAME=VALUE", help=help_text)
        case FilterKind.TEXT:
            return click.option(name, metavar=game_filter.argument.upper(), help=help_text)


def _parse_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UnknownOption(f"an option is NAME=VALUE, not {text!r}")
    return name, value
