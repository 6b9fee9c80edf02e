"""The broadcast of a tournament: slots that show a table, and are bound to another one at any time."""

from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

import msgspec
from marshmallow import fields, validate

from domain.tournaments.events import ROUNDS_MAX
from domain.values import Value
from replay.codec import time_text
from service.access.context import Context
from service.api.text_types import text_of
from service.api.tournaments.broadcast_fields import slot_field
from service.api.tournaments.broadcast_schemas import FIELDS, BoundSlot, NewBinding, SlotField, SlotList
from service.api.tournaments.broadcast_texts import text_of_field
from service.api.tournaments.tournaments import DelaySeconds
from service.commands.notifier import tournament_topic
from service.http.http_caching import with_etag
from service.http.marshmallow_bodies import MarshmallowBody, StrictBoolean
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import LanguageQuery, NoneMatchHeader
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.http.state_streams import FollowQuery, stream_state
from service.ops.clock import now_ms
from service.problems import Problem
from service.store.entries.broadcast_entries import BroadcastRules, BroadcastSlot
from service.streaming.state_stream import FollowedState, PresentState
from service.streaming.stream_encoding import SSE
from service.tournaments.broadcast_sight import BroadcastSight
from service.tournaments.broadcast_slots import broadcast_rules, set_rules, show_table_in_slot, slots_of
from service.tournaments.new_tournament import DELAY_MAX_SECONDS
from service.tournaments.tournament_store import NoSuchTournament

TEXT: Final = "text/plain"
TABLES_MAX: Final = 1000
TABLES_PER_COST: Final = 8
"""For how many tables that are shown together a request pays one more."""

broadcasts = Operations()


class SlotQuery(FollowQuery, LanguageQuery):
    """In which language, and whether a stream goes on."""


class _FollowedField(PresentState):
    """A field of a slot, as a stream tells it."""

    def __init__(self, context: Context, tournament: str, slot: str, field: str, lang: str) -> None:
        self.sight = BroadcastSight(context, tournament, slot)
        self.shown = slot_field(context.reader, self.sight, field, lang)
        self.later_at = self.sight.later_at

    @property
    def topics(self) -> frozenset[str]:
        """The tournament, and the games whose tables are shown."""
        return frozenset({tournament_topic(self.shown.tournament), *self.sight.games})

    @cached_property
    def body(self) -> bytes:
        """The field as JSON."""
        return msgspec.json.encode(self.shown)

    @cached_property
    def messages(self) -> Mapping[str, bytes]:
        """The field, by its digest."""
        return {_digest(self.body): self.body}


@broadcasts.operation(
    "GET",
    "/tournaments/<tournament>/slots/<slot>/<field>",
    "get_slot_field",
    ResponseSpec(
        SlotField,
        headers=["ETag"],
        others=[(200, {"type": "string"}, TEXT), (200, text_of("SlotField", SSE), SSE), (304, None, "")],
    ),
    RequestSpec(query=SlotQuery, headers=[NoneMatchHeader]),
    cost=1,
)
def get_slot_field(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get what a slot of a broadcast shows, or follow it.

    It comes as JSON, as plain text, or as a stream of server-sent events. A slot shows every caller what an anonymous
    client may know, and all of it at least as late as the broadcast. It can be asked for before it is bound. Each
    `event: field` has the whole field, again when something changed. The page `/broadcast/TOURNAMENT/SLOT/FIELD` shows
    it as the source of a video mixer.
    """
    tournament, slot, field = call.tournament.tournament, call.args["slot"], call.args["field"]
    if field not in FIELDS:
        raise Problem("not-found", f"there is no field {field[:40]!r}: there are {', '.join(FIELDS)}")
    context, lang = call.context, query["lang"]

    def load() -> _FollowedField:
        try:
            return _FollowedField(context, tournament, slot, field, lang)
        except NoSuchTournament as error:
            raise Problem("not-found", str(error)) from error

    state = load()
    if call.request.payer is not None:
        call.request.payer.charge_unrefundable(len(state.sight.games) // TABLES_PER_COST)
    if call.request.prefers(SSE, "application/json"):
        path = f"/v1/tournaments/{tournament}/slots/{slot}/{field}"
        followed = FollowedState(tournament_topic(tournament), path, "field", load, lang)
        return stream_state(call, state, followed, follow=query["follow"])
    if call.request.prefers(TEXT, "application/json"):
        edition = state.sight.visible.state.rules.edition
        text = text_of_field(state.shown, edition, lang, now_ms())
        return with_etag(call, f"slot.{_digest(text.encode())}", lambda: HttpAnswer(text.encode(), 200, TEXT))
    return with_etag(call, f"slot.{_digest(state.body)}", lambda: answer(msgspec.Raw(state.body)))


@broadcasts.operation(
    "GET",
    "/tournaments/<tournament>/slots",
    "list_slots",
    ResponseSpec(SlotList),
)
def list_slots(call: Call) -> HttpAnswer:
    """List slots of a broadcast, and what holds for all of them."""
    return answer(_slot_list(call.context, call.tournament.tournament), Vary="Authorization")


class NewBindingSchema(MarshmallowBody):
    """The table that a slot is to show, by its number; none is shown without it.

    Without a `round` it is the table of this number in the last round that is released.
    """

    value = NewBinding
    table = fields.Integer(strict=True, validate=validate.Range(1, TABLES_MAX))
    round = fields.Integer(strict=True, validate=validate.Range(1, ROUNDS_MAX))


@broadcasts.operation(
    "PUT",
    "/tournaments/<tournament>/slots/<slot>",
    "bind_slot",
    ResponseSpec(BoundSlot),
    RequestSpec(body=NewBindingSchema(), example={"table": 3}),
    cost=5,
    problems=["tournament.forbidden"],
)
def bind_slot(call: Call, wish: NewBinding) -> HttpAnswer:
    """Bind a slot to another table.

    Every overlay of the slot shows that table from now on. The slot is made if there is none of this name.
    """
    tournament = call.tournament.tournament
    return answer(_slot_answer(show_table_in_slot(call.context, tournament, call.args["slot"], wish.round, wish.table)))


class NewBroadcastRules(Value):
    """What is to hold for all slots."""

    delay_ms: int = 0
    spoiler_free: bool = False


class NewBroadcastRulesSchema(MarshmallowBody):
    """What is to hold for all slots: the least delay, and whether results are kept back."""

    value = NewBroadcastRules
    delay_ms = DelaySeconds(strict=True, validate=validate.Range(0, DELAY_MAX_SECONDS), data_key="delay_seconds")
    spoiler_free = StrictBoolean()


@broadcasts.operation(
    "PUT",
    "/tournaments/<tournament>/broadcast",
    "set_broadcast_rules",
    ResponseSpec(SlotList),
    RequestSpec(body=NewBroadcastRulesSchema(), example={"delay_seconds": 60, "spoiler_free": True}),
    cost=5,
    problems=["tournament.forbidden"],
)
def set_broadcast_rules(call: Call, wish: NewBroadcastRules) -> HttpAnswer:
    """Set what holds for all slots of a broadcast.

    All fields are later by `delay_seconds`, or by the delay of the tournament or of the game where that is longer. With
    `spoiler_free`, standings and the next round are as of the release of the round that a slot shows.
    """
    tournament = call.tournament.tournament
    set_rules(
        call.context, BroadcastRules(tournament=tournament, delay_ms=wish.delay_ms, spoiler_free=wish.spoiler_free)
    )
    return answer(_slot_list(call.context, tournament))


def _slot_list(context: Context, tournament: str) -> SlotList:
    rules = broadcast_rules(context.register, tournament)
    return SlotList(
        tournament=tournament,
        delay_seconds=rules.delay_ms // 1000,
        spoiler_free=rules.spoiler_free,
        slots=[_slot_answer(one) for one in slots_of(context.register, tournament)],
    )


def _slot_answer(one: BroadcastSlot) -> BoundSlot:
    path = f"/broadcast/{one.tournament}/{one.slot}"
    return BoundSlot(slot=one.slot, table=one.seated, round=one.round, changed=time_text(one.changed), path=path)


def _digest(body: bytes) -> str:
    return blake2b(body, digest_size=8).hexdigest()
