"""The tables after the events of a game, one or many, with what a seat may do there."""

from typing import Any, Final

import msgspec
from marshmallow import fields, validate
from msgspec.structs import replace

from domain.editions import rulebook_of
from domain.translations import tongue
from projections.sentences import Chronicle
from replay.legal_choices import SeatOptions, options_at, options_json
from service.access.table_facts import seat_names
from service.api.table.command_schemas import AnyPosition, LegalCommands, TableAtEvent, TableList
from service.http.http_caching import cached_response, with_event_etag
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import N_MAX, LanguageQuery, NoneMatchHeader, StrictInteger, ViewQuery, expansion_param
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.streaming.expansions import CLOCK, EXPANDED_EVENTS_PER_COST, LANDS, MOVES, PAYS, TABLE, Expander, words_of

TABLES_MAX: Final = 512
TABLES_USUAL: Final = 64
TABLE_EXPANSIONS: Final = (MOVES, PAYS, LANDS, CLOCK)

tables = Operations()


class TableQuery(ViewQuery):
    """The table after which event."""

    at = StrictInteger(
        validate=validate.Range(1, N_MAX), metadata={"description": "After this event; the last one by default"}
    )


class TablesQuery(ViewQuery):
    """The tables after which events, and the additional parts."""

    after = StrictInteger(
        load_default=0, validate=validate.Range(0, N_MAX), metadata={"description": "The tables after the next events"}
    )
    limit = StrictInteger(
        load_default=TABLES_USUAL,
        validate=validate.Range(1, TABLES_MAX),
        metadata={"description": "How many tables at most"},
    )
    expansions = expansion_param(
        TABLE_EXPANSIONS,
        "What stands beside each table: `moves`, which cards changed their place in its event; "
        "`pays`, what a harvest of each field would pay; `lands`, who holds which land of a board; "
        "`clock`, the clock of the game, null without one",
        example="moves,pays,lands",
    )


class ChoicesQuery(LanguageQuery):
    """The choices of which seat, after which event, in which language."""

    seat = StrictInteger(required=True, validate=validate.Range(0, 15), metadata={"description": "Which seat asks"})
    at = StrictInteger(
        validate=validate.Range(1, N_MAX), metadata={"description": "After this event; the last one by default"}
    )
    include = fields.String(
        validate=validate.OneOf(["blocked"]), metadata={"description": "`blocked` also says why the rest is refused"}
    )


@tables.operation(
    "GET",
    "/games/<game>/table",
    "get_table",
    ResponseSpec(
        AnyPosition,
        headers=["ETag"],
        others=[(304, None, "")],
    ),
    RequestSpec(query=TableQuery, headers=[NoneMatchHeader]),
    problems=["view.forbidden"],
)
def get_table(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get the table after an event.

    The table is a position, which `POST /v1/positions:adjudicate` accepts.

    `at` goes back to any event. What the view may not know is `face_down`, or only counted.
    """
    viewer, n = call.sight.viewer(query.get("view")), call.event_number(query.get("at"))
    position = msgspec.Raw(call.reader.position(call.sight, viewer, n))
    return with_event_etag(call, "table", n, viewer, lambda: answer(position), is_final="at" in query)


@tables.operation(
    "GET",
    "/games/<game>/tables",
    "list_tables",
    ResponseSpec(TableList, headers=["ETag"], others=[(304, None, "")]),
    RequestSpec(query=TablesQuery, headers=[NoneMatchHeader]),
    cost=1,
    caches=True,
    problems=["view.forbidden"],
)
def list_tables(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List the tables after a range of events.

    With `with=moves,pays,lands` each also has its moves and its values. Each table is as in `/table`.

    `moves` lead to it from the table before. Each has a pointer (RFC 6901) `from` into that table and a pointer `to`
    into this one. A pointer names a card, or its whole zone if this view cannot know which card of it it was; `null` is
    outside the table. Equal moves of several cards, as those of a shuffle, are one move with their `count`.

    `pays` has for each field of each seat what a harvest now would pay, `null` for an empty one. `lands` has how many
    terrains each seat holds and its score for them, and the points of each terrain. For each kind of terrain it has its
    points, the least value of its own defence, and whether it can be conquered. It is `null` without a board. `clock`
    is the clock of the game after the event. A response about a public finished game, requested without a token, may be
    cached permanently.
    """
    sight, viewer, after = call.sight, call.sight.viewer(query.get("view")), query["after"]
    upto = min(after + query["limit"], sight.version)
    expansions = frozenset((TABLE, *query["expansions"].split(","))) if "expansions" in query else frozenset((TABLE,))
    if call.request.payer is not None:
        call.request.payer.defer(max(0, upto - after) // EXPANDED_EVENTS_PER_COST)

    def page() -> HttpAnswer:
        expander = Expander(call.reader, sight, viewer, expansions, "en", paused=False)
        tables_after = [TableAtEvent(n=n, **expander.of_event(n, settled=True)) for n in range(after + 1, upto + 1)]
        return answer(TableList(tables=tables_after, version=sight.version))

    return with_event_etag(call, "tables", sight.version, viewer, lambda: cached_response(call, page), is_final=True)


@tables.operation(
    "GET",
    "/games/<game>/legal-commands",
    "list_legal_commands",
    ResponseSpec(LegalCommands),
    RequestSpec(query=ChoicesQuery),
    problems=["view.forbidden"],
)
def list_legal_commands(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List what a seat may do after an event.

    With `include=blocked` it also lists what the seat may not do, with the reason.

    `legal` can be sent as they are; `offers` say what offers may contain. Both are empty while no seat may act. `words`
    has all of it in a language, as texts for buttons.
    """
    seat, lang = query["seat"], query["lang"]
    viewer, n = call.sight.view_of_seat(seat), call.event_number(query.get("at"))
    call.reader.log_look(call.sight, viewer)
    table = call.reader.table(call.sight, n)
    if (
        n < call.sight.version and call.reader.envelopes(call.sight, n)[0].cause is None
    ):  # inside a batch no seat may act
        options = SeatOptions(seat=seat, table=table, rulebook=rulebook_of(table))
    else:
        options = options_at(table, seat, why=query.get("include") == "blocked")
    if call.reader.is_paused(call.sight) and n == call.sight.version:
        options = replace(options, legal=(), offers=())
    chronicle = Chronicle(options.rulebook.data, lang, seat_names(call.reader, call.sight))
    legal = options_json(options, n)
    for refused in legal["blocked"]:
        refused["says"] = tongue(table.edition, lang).text(refused["says"])
    return answer(legal | {"words": words_of(options, chronicle)}, Vary="Authorization")
