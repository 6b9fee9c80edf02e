"""The queries of lists and exports: which games, in which order."""

import re
from datetime import UTC
from typing import Any, Final

from marshmallow import Schema, fields, validate

from domain.player_names import NAME_MAX
from service.api.games.listing import CallerFilters
from service.api.games.person_schemas import A_PERSON
from service.http.query_params import FullMatch
from service.lifecycle.external_metadata import EXTERNAL_ID_MAX
from service.store.index.filters import FILTERS, Filter, FilterKind
from service.store.index.search import NEWEST, GameSearch, Order, first_millisecond

_PLUS_LOST: Final = re.compile(r" (?=\d\d:?\d\d$)")
TEXT_MAX: Final = 40
_TIME: Final = "as `2026-11-21T00:58:00Z`"


class QueryMoment(fields.AwareDateTime):
    """A time with its offset, by default UTC. A blank before the offset is a plus that was decoded in a query."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if isinstance(value, str):
            value = _PLUS_LOST.sub("+", value)
        return super()._deserialize(value, attr, data, **more)


def _time_field(description: str) -> QueryMoment:
    return QueryMoment(
        format="iso",
        default_timezone=UTC,
        error_messages={
            "invalid": "a time such as 2026-11-21T00:58:00Z or 2026-11-21T00:58:00%2B01:00; without an offset it is UTC"
        },
        metadata={"description": f"{description}, {_TIME}; without an offset UTC", "example": "2026-11-21T00:58:00Z"},
    )


def flag_field(description: str) -> fields.Boolean:
    """Return an argument that is `true` or `false`."""
    return fields.Boolean(truthy={"true"}, falsy={"false"}, metadata={"description": description})


def _filter_field(filter_: Filter) -> fields.Field[Any]:
    """Return the argument of a filter."""
    match filter_.kind:
        case FilterKind.CHOICE:
            return fields.String(
                validate=validate.OneOf(filter_.choices), metadata={"description": filter_.description}
            )
        case FilterKind.TIME:
            return _time_field(filter_.description)
        case FilterKind.FLAG:
            return flag_field(filter_.description)
        case FilterKind.OPTION:
            form = FullMatch(
                "^[a-z0-9_]{1,60}=[^\\x00]{1,200}$", error="an option and its value, such as `trade_coins=true`"
            )
            return fields.String(validate=form, metadata={"description": filter_.description})
        case FilterKind.TEXT:
            return fields.String(validate=validate.Length(max=TEXT_MAX), metadata={"description": filter_.description})


_FilterQuery: Final = Schema.from_dict({argument: _filter_field(one) for argument, one in FILTERS.items()})


class GamesQuery(_FilterQuery):  # type: ignore[misc, valid-type]  # a class that is made, which mypy cannot follow
    """Which games."""

    player = fields.String(
        validate=validate.Length(min=1, max=NAME_MAX),
        metadata={"description": "Only games with a player of this name; ignores case, width and spaces"},
    )
    mine = flag_field(
        "Only games that your service token created; for a person's token those in which the person sits; for any "
        "other token its game"
    )
    person = fields.String(
        validate=A_PERSON,
        metadata={"description": "Only games that your service token created and in which this person sits"},
    )
    external_id = fields.String(
        validate=validate.Length(1, EXTERNAL_ID_MAX),
        metadata={"description": "Only the game to which your service token gave this id"},
    )
    metadata = fields.String(
        validate=FullMatch("^[A-Za-z0-9_.:-]{1,40}=[^\\x00]{0,500}$", error="a name and a word, such as `round=3`"),
        metadata={"description": "Only games whose metadata has this value, such as `round=3`"},
    )
    tournament = fields.String(
        validate=validate.Length(1, 200),
        metadata={"description": "Only games that are linked to the tables of this tournament, as far as you may know"},
    )


def search_from_query(query: dict[str, Any], order: Order = NEWEST) -> GameSearch:
    """Return the search of a query."""
    values = {
        argument: _filter_value(filter_, query[argument]) for argument, filter_ in FILTERS.items() if argument in query
    }
    return GameSearch(order, **values)


def _filter_value(filter_: Filter, value: Any) -> Any:
    if filter_.kind == FilterKind.TIME:
        return first_millisecond(value)
    return tuple(value.split("=", 1)) if filter_.kind == FilterKind.OPTION else value


def caller_filters_from_query(query: dict[str, Any]) -> CallerFilters:
    """Return which games of the caller the query is limited to."""
    return CallerFilters(**{name: query[name] for name in CallerFilters._fields if name in query})
