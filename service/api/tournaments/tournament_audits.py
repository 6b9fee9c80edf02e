"""The audit of a tournament: a verdict for every event."""

from service.access.policy import OFFICIALS
from service.api.tournaments.tournament_answers import etag_of, pay_for_draws
from service.http.http_caching import with_etag
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import NoneMatchHeader
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.tournaments.tournament_audit import TournamentAudit, audit_tournament

tournament_audits = Operations()


@tournament_audits.operation(
    "GET",
    "/tournaments/<tournament>/audit",
    "audit_tournament",
    ResponseSpec(TournamentAudit, headers=["ETag"], others=[(304, None, "")]),
    RequestSpec(headers=[NoneMatchHeader]),
    cost=5,
)
def get_tournament_audit(call: Call) -> HttpAnswer:
    """Audit a tournament: a verdict for every event.

    Every event is decided again, and every draw computed again whose secret is revealed. A draw whose secret is not is
    `open`. For officials each result that was taken is compared with its game.
    """
    visible = call.tournament
    pay_for_draws(call)

    def respond() -> HttpAnswer:
        games = call.context.store if visible.relation in OFFICIALS else None
        cache_key = ("audit of a tournament", visible.tournament, visible.version, visible.view)
        audit = call.context.background.result(
            cache_key,
            call.request.network,
            lambda: audit_tournament(visible.events, games),
            lambda one: len(one.verdicts),
        )
        return answer(audit)

    return with_etag(call, etag_of(visible, "audit", visible.version), respond)
