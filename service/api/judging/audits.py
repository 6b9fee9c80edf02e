"""The audit of a game in each view, and the audit bundle."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from marshmallow import fields, validate

from domain.visibility import OMNISCIENT, Viewer
from replay.codec import Envelope
from replay.proofs.bundle import BUNDLE_SUFFIX
from replay.record import Record
from service.access.table_facts import seat_names
from service.api.judging.dispute_schemas import VisibleDisputes
from service.http.http_caching import cached_response
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import N_MAX, StrictInteger, ViewLanguageQuery, ViewQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.problems import Problem
from service.queries.audit_responses import Audit, audit_answer, seeds_of
from service.signing.audit_bundles import NoBundle, make_audit_bundle
from service.signing.proceedings_log import read_proceedings_log

audits = Operations()


UNDER_MAX: Final = 500


class RulesQuery(ViewLanguageQuery):
    """The version of the rules."""

    under = fields.String(
        validate=validate.Length(1, UNDER_MAX),
        metadata={
            "description": "Judge by this version of the rules, or by `EDITION:option=value,...` with today's; by "
            "default by the rules of the game. Nothing is changed",
            "example": "classic:bean_protection=off",
        },
    )


class AuditQuery(RulesQuery):
    """Which verdicts."""

    after = StrictInteger(
        load_default=0,
        validate=validate.Range(0, N_MAX),
        metadata={"description": "Leave out the verdicts up to this event; the result still covers all events"},
    )


@audits.operation(
    "GET",
    "/games/<game>/audit",
    "get_audit",
    ResponseSpec(Audit),
    RequestSpec(query=AuditQuery),
    cost=10,
    caches=True,
    problems=["view.forbidden", "option.unknown"],
)
def get_audit(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get the audit of a game.

    It has three lines (rules, deal, record), their result, and a verdict on every event, as far as this view can tell.

    `clean` is a game without faults that is proved and complete; `legal` is one without faults that is not fully
    proved.
    """
    question = _audit_question(call, query)
    return cached_response(
        call, lambda: answer(_audit(call, question), Vary="Authorization"), question.known, question.signed
    )


@audits.operation(
    "POST",
    "/games/<game>/audits",
    "audit_game",
    ResponseSpec(Audit, 201, headers=["Location"]),
    RequestSpec(query=RulesQuery),
    cost=10,
    problems=["view.forbidden", "option.unknown"],
)
def audit_game(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Audit a game again.

    The service decides every command again, compares every event, and checks the deal. The result is the audit that a
    GET returns, as a resource.
    """
    return answer(_audit(call, _audit_question(call, query)), 201, Location=f"/v1/games/{call.sight.game}/audit")


class AuditQuestion(NamedTuple):
    """The request, and what of other games and of signatures the response depends on."""

    viewer: Viewer
    after: int
    under: str | None
    lang: str
    known: tuple[tuple[str, str], ...]
    signed: bool


def _audit_question(call: Call, query: dict[str, Any]) -> AuditQuestion:
    context, reader, sight = call.context, call.reader, call.sight
    viewer = sight.viewer(query.get("view"))
    reader.log_look(sight, viewer)
    seeds = seeds_of(
        Record(game=sight.game, envelopes=tuple(reader.envelopes(sight))), partial(_visible_finished_game, call)
    )
    context.logs.update()
    signed = context.logs.is_signed(sight.game, sight.version, late=sight.until is not None)
    known_seeds = tuple(sorted(seeds.items()))
    return AuditQuestion(viewer, query.get("after", 0), query.get("under"), query["lang"], known_seeds, signed)


def _audit(call: Call, question: AuditQuestion) -> Audit:
    """Return the audit of what the caller may know of the game.

    It is shared by callers with the same view, and updated.
    """
    context, reader, sight = call.context, call.reader, call.sight
    names = tuple(seat_names(reader, sight))
    cache_key = ("audit", sight.game, sight.version, names, question)

    def make_audit() -> Audit:
        return audit_answer(
            reader.auditor(sight, question.viewer, question.under).result(seeds=dict(question.known)),
            question.lang,
            names,
            after=question.after,
            book=context.book,
            signed=question.signed,
        )

    return context.background.result(cache_key, call.request.network, make_audit, lambda audit: audit.events)


@audits.operation(
    "GET",
    "/games/<game>/bundle",
    "get_audit_bundle",
    ResponseSpec({"type": "object"}, headers=["Content-Disposition"]),
    RequestSpec(query=ViewQuery),
    cost=10,
    problems=["view.forbidden"],
)
def get_audit_bundle(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get the audit bundle of a game.

    It reaches to the last signed checkpoint. Without `as` it holds all that the caller may see.

    With it, `haricot verify`, `verify_bundle.py` and the page `/verify` prove without this service that nothing was
    changed. That of a running game is incomplete. There is none while nothing is signed.
    """
    context, sight = call.context, call.sight
    viewer = sight.viewer(
        query.get("view") or (OMNISCIENT.name if sight.over and OMNISCIENT.name in sight.views else None)
    )
    call.reader.log_look(sight, viewer)
    context.logs.update()
    notes = context.logs.signed(sight.game, sight.version, late=sight.until is not None)
    if not notes:
        says = "no event of this game is signed yet: retry in a moment, or for a game that was not played here"
        raise Problem("not-found", f"{says} use `haricot export {sight.game} --bundle`")
    record = Record(game=sight.game, envelopes=tuple(call.reader.envelopes(sight)))
    try:
        proceedings = read_proceedings_log(context.store, sight.game, VisibleDisputes(context, sight).docket.version)
        bundle = make_audit_bundle(
            context.store, record, viewer, notes, partial(_visible_finished_game, call), proceedings
        )
    except NoBundle as error:
        raise Problem("not-found", str(error)) from error
    response = HttpAnswer(bundle, 200, "application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{sight.game}{BUNDLE_SUFFIX}"'
    response.headers.update({"Vary": "Authorization", "Cache-Control": "private, no-cache"})
    return response


def _visible_finished_game(call: Call, game: str) -> Sequence[Envelope]:
    """Return what the caller may know of another game if it is over, else nothing."""
    head = call.context.store.game_index.head(game)
    if head is None or not head.over:  # without reading the game: there may be hundreds, each as long as this one
        return ()
    sight = call.reader.sight_or_none(game, call.principal)
    return () if sight is None or not sight.over else call.reader.envelopes(sight)
