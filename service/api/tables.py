"""The table after any event of a game, with what a seat may do there."""

from typing import Any

import msgspec
from marshmallow import Schema, fields, validate

from replay.choices import choices_at
from service.api.answering import HttpAnswer, answer
from service.api.arguments import N_MAX, NoneMatchHeader, ViewQuery, Whole
from service.api.call import Call
from service.api.keeping import tagged
from service.api.operation import Gives, Operations, Takes
from service.api.played import AnyPosition, Choices

tables = Operations("tables", "The table after any event")


class TableQuery(ViewQuery):
    """The table after which event."""

    at = Whole(validate=validate.Range(1, N_MAX), metadata={"description": "After this event; the last one by default"})


class ChoicesQuery(Schema):
    """Whose choices, and when."""

    seat = Whole(required=True, validate=validate.Range(0, 15), metadata={"description": "Which seat asks"})
    at = Whole(validate=validate.Range(1, N_MAX), metadata={"description": "After this event; the last one by default"})
    include = fields.String(
        validate=validate.OneOf(["blocked"]), metadata={"description": "`blocked` also says why the rest is refused"}
    )


@tables.operation(
    "GET",
    "/games/<game>/table",
    "get_table",
    Gives(
        AnyPosition,
        headers=["ETag"],
        others=[(304, None, "")],
    ),
    Takes(query=TableQuery, headers=[NoneMatchHeader]),
    problems=["view.forbidden"],
)
def get_table(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """The table after an event, as a position that can be fed back in.

    `at` goes back to any event. What the view may not know is `face_down`, or only counted.
    """
    viewer, n = call.sight.viewer(query.get("view")), call.n(query.get("at"))
    position = msgspec.Raw(call.reader.position(call.sight, viewer, n))
    return tagged(call, "table", n, viewer, lambda: answer(position), lasting="at" in query)


@tables.operation(
    "GET",
    "/games/<game>/legal-commands",
    "list_legal_commands",
    Gives(Choices),
    Takes(query=ChoicesQuery),
    problems=["view.forbidden"],
)
def list_legal_commands(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """What a seat may do after an event, and with `include=blocked` why it may not do the rest.

    `legal` can be sent as they are; `offers` say what offers may contain. Both are empty while nobody may act.
    """
    viewer, n = call.sight.own_seat(query["seat"]), call.n(query.get("at"))
    call.reader.note_look(call.sight, viewer)
    if (
        n < call.sight.version and call.reader.envelopes(call.sight, n)[0].cause is None
    ):  # inside a batch nobody may act
        found = {"seat": query["seat"], "n": n, "legal": [], "offers": [], "blocked": []}
    else:
        why = query.get("include") == "blocked"
        found = choices_at(call.reader.table(call.sight, n), n, query["seat"], why=why)
    if call.reader.paused(call.sight) and n == call.sight.version:
        found |= {"legal": [], "offers": []}
    return answer(found, Vary="Authorization")
