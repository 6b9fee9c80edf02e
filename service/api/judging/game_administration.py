"""Actions of an organiser or an arbiter on a game."""

from typing import Any

from marshmallow import fields, validate

from domain.editions import rulebook_of
from domain.values import Value
from projections.sentences import Chronicle
from replay.positions.write import position_of
from service.access.table_facts import seat_names
from service.api.games.bodies import (
    OptionalReasonSchema,
    SeatRequestSchema,
    VoidReason,
    VoidReasonSchema,
)
from service.api.games.game_summary import game_head
from service.api.games.metadata_bodies import KEEPABLE
from service.api.games.person_schemas import PersonsKnown, PersonsSchema, SeatNameSchema
from service.api.response_schemas import (
    GameHead,
    UpdatedSeat,
)
from service.api.table.command_schemas import CorrectionTried
from service.disputes.table_corrections import correct_table, preview_correction
from service.http.marshmallow_bodies import MarshmallowBody
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import LanguageQuery, MatchHeader
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.lifecycle.links import join_link
from service.lifecycle.new_game import SeatRequest
from service.lifecycle.organiser_actions import end_without_result, set_paused, update_seat
from service.lifecycle.persons import Persons, set_persons
from service.lifecycle.seat_names import SeatName, name_seat
from service.problems import Problem


class Correction(Value):
    """What an arbiter corrects on the table, and why."""

    fix: str
    reason: str


class CorrectionSchema(MarshmallowBody):
    """What to correct, in notation as behind `%fix`, and why."""

    value = Correction
    fix = fields.String(validate=[validate.Length(min=1, max=500), KEEPABLE])
    reason = fields.String(validate=[validate.Length(min=1, max=500), KEEPABLE])


class CorrectionDraft(Value):
    """What an arbiter would correct on the table."""

    fix: str


class CorrectionDraftSchema(MarshmallowBody):
    """What would be corrected, in notation as behind `%fix`."""

    value = CorrectionDraft
    fix = fields.String(validate=[validate.Length(min=1, max=500), KEEPABLE])


game_administration = Operations()


@game_administration.operation(
    "POST",
    "/games/<game>/void",
    "void_game",
    ResponseSpec(GameHead),
    RequestSpec(body=VoidReasonSchema(), example={"reason": "A player had to leave."}),
    problems=["game.ended", "game.paused", "game.conflict", "idempotency.reused"],
    writes=True,
)
def void_game(call: Call, why: VoidReason) -> HttpAnswer:
    """End a game without a result and reveal its deal.

    There are no scores and no winners. This cannot be undone.
    """
    return _head(call, again=end_without_result(call.context, call.sight, why.reason, call.request.key))


@game_administration.operation(
    "POST",
    "/games/<game>/pause",
    "pause_game",
    ResponseSpec(GameHead),
    RequestSpec(body=OptionalReasonSchema(), example={"reason": "A dispute is heard."}),
    problems=["game.ended"],
)
def pause_game(call: Call, why: VoidReason) -> HttpAnswer:
    """Pause a game: no seat can act until it resumes.

    Until then commands are refused as `game.paused`; everything can be read. To pause it again changes nothing. An
    arbiter's pause is filed in the proceedings with its reason, by default the one that they were called for.
    """
    _require_unfinished(call)
    set_paused(call.context, call.sight, paused=True, reason=why.reason)
    return _head(call)


@game_administration.operation(
    "POST",
    "/games/<game>/resume",
    "resume_game",
    ResponseSpec(GameHead),
    RequestSpec(body=OptionalReasonSchema(), example={"reason": "It is ruled."}),
    problems=["game.ended"],
)
def resume_game(call: Call, why: VoidReason) -> HttpAnswer:
    """Resume a paused game.

    To resume a game that is not paused changes nothing.
    """
    _require_unfinished(call)
    set_paused(call.context, call.sight, paused=False, reason=why.reason)
    return _head(call)


@game_administration.operation(
    "POST",
    "/games/<game>/corrections",
    "correct_game",
    ResponseSpec(GameHead),
    RequestSpec(
        body=CorrectionSchema(),
        example={"fix": "A @6 > bottom {Bl}", "reason": "Ana had drawn a card too many."},
        headers=[MatchHeader],
    ),
    problems=["act", "game.ended", "game.conflict", "idempotency.reused", "version.mismatch"],
    writes=True,
)
def correct_game(call: Call, what: Correction) -> HttpAnswer:
    """Correct the table: move cards or pass the turn.

    Only an arbiter may do this; no rule leads to it. The correction is a line of notation as behind `%fix`. It is
    stored in the log as an arbiter's act, and filed in the proceedings with the reason. An arbiter who may not rule at
    this table may not do this. Cards that the line does not name stay where they are. With `If-Match` and the version
    that was tried, it is refused once the game has gone on.
    """
    replayed = correct_table(
        call.context, call.sight, what.fix, what.reason, call.attempt, call.request.expected_version
    )
    return _head(call, again=replayed)


@game_administration.operation(
    "POST",
    "/games/<game>/corrections:try",
    "try_correction",
    ResponseSpec(CorrectionTried),
    RequestSpec(
        body=CorrectionDraftSchema(), example={"fix": "A @6 > bottom"}, query=LanguageQuery, headers=[MatchHeader]
    ),
    problems=["act", "game.ended", "game.conflict", "version.mismatch", "view.forbidden"],
)
def try_correction(call: Call, query: dict[str, Any], what: CorrectionDraft) -> HttpAnswer:
    """Try a correction without writing it.

    The response is the table as it would be, in words and as a position, or the reason for a refusal. Nothing happens
    in the game. The response shows every card, so it is filed in the proceedings as a look at all hands.
    """
    preview = preview_correction(call.context, call.sight, what.fix, call.request.expected_version)
    data, names = rulebook_of(preview.table).data, seat_names(call.reader, call.sight)
    tried = CorrectionTried(
        game=call.sight.game,
        version=preview.version,
        fix=preview.fix,
        says=Chronicle(data, query["lang"], names).sentence(preview.event),
        table=position_of(preview.table),
    )
    return answer(tried, Cache_Control="no-store")


@game_administration.operation(
    "PUT",
    "/games/<game>/seats/<int:seat>",
    "update_seat",
    ResponseSpec(UpdatedSeat),
    RequestSpec(body=SeatRequestSchema(), example={"kind": "bot", "bot": "greedy"}),
    problems=["game.ended", "game.paused", "game.conflict", "share.term"],
)
def put_seat(call: Call, wish: SeatRequest) -> HttpAnswer:
    """Put a bot or another person into a seat.

    All tokens of the seat are revoked. A human's new token is shown only once. The cards of the seat stay as they are.
    At level `tournament`, before the deal, the new player sits down with a commitment of their own. Any seat may be
    filled again until all have committed. After that, only a seat that did not reveal its share within the term may be
    filled, and all commit again.
    """
    _require_unfinished(call)
    token = update_seat(call.context, call.sight, call.args["seat"], wish)
    link = None if token is None else join_link(call.sight.game, token)
    updated = UpdatedSeat(seat=call.args["seat"], kind=wish.kind, token=token, link=link)
    return answer(updated, Cache_Control="no-store")


@game_administration.operation(
    "PUT",
    "/games/<game>/seats/<int:seat>/name",
    "name_seat",
    ResponseSpec(GameHead),
    RequestSpec(body=SeatNameSchema(), example={"name": "Anna"}),
    problems=["game.ended", "seat.forbidden"],
)
def put_seat_name(call: Call, wish: SeatName) -> HttpAnswer:
    """Set the name of the player of a seat.

    A seat names itself; an organiser names any seat. The name is stored beside the log, where it can be erased: no
    event holds it. Streams send a notice of kind `seat`, also without the name: get the head again.
    """
    _require_unfinished(call)
    name_seat(call.context, call.sight, call.args["seat"], wish)
    return _head(call)


def _head(call: Call, *, again: bool = False) -> HttpAnswer:
    return answer(game_head(call.reader, call.reader.current_sight(call.sight)), 200, **replay_header(again))


def _require_unfinished(call: Call) -> None:
    live = call.sight.live
    if live.over:
        raise Problem("game.ended", f"{live.game} has ended: it can only be read, audited and forked")


@game_administration.operation(
    "PUT",
    "/games/<game>/persons",
    "set_persons",
    ResponseSpec(PersonsKnown),
    RequestSpec(body=PersonsSchema(), example={"different": True}),
    problems=["seat.forbidden"],
)
def put_persons(call: Call, wish: Persons) -> HttpAnswer:
    """State who sits at the seats, so that disputes can be ruled.

    An organiser names persons by opaque ids. With `different` they confirm that different people sit at all seats
    without a known person. A public remark says so. A seat names its own player, who then may not rule at this table.
    Earlier statements stay: a person who sits or sat at a table may never rule there.
    """
    unknown = set_persons(call.context, call.sight, wish)
    return answer(PersonsKnown(game=call.sight.game, unknown=list(unknown)))
