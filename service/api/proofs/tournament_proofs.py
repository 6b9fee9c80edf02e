"""Checkpoints and proofs of tournaments, by which any client can verify that no event was changed."""

import base64
from typing import Any, Final

from replay.codec import time_text
from replay.proofs.bundle import BUNDLE_SUFFIX
from replay.proofs.leaves import TOURNAMENT, make_leaf
from service.access.tournament_visibility import OUTSIDERS
from service.api.proofs.proofs import Inclusion, SignedCheckpoint, SignedCheckpoints, SizeQuery
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.problems import Problem
from service.signing.tournament_log import tournament_envelope
from service.signing.tournament_proofs import tournament_bundle, tournament_notes
from service.store.entries.signing_entries import LoggedNote
from service.tournaments.visible_tournament import VisibleTournament

tournament_proofs: Final = Operations()


@tournament_proofs.operation(
    "GET",
    "/tournaments/<tournament>/checkpoints",
    "list_tournament_checkpoints",
    ResponseSpec(SignedCheckpoints),
    cost=1,
)
def list_tournament_checkpoints(call: Call) -> HttpAnswer:
    """List the signed checkpoints of a tournament.

    The response also has the current size and root of its log, as far as the caller may know it. A checkpoint is due
    after the creation, each release and confirmation, the close and every 64 events; for other events after a minute.
    """
    context, visible = call.context, call.tournament
    state = context.tournament_logs.state(visible.tournament, visible.events, late=_is_late(visible))
    proved = [
        SignedCheckpoint(
            size=note.size,
            at=time_text(note.at),
            note=note.note,
            service=context.service_log.proof(note, context.service_log.checkpoint_over(note)),
        )
        for note in _notes(call)
    ]
    return answer(SignedCheckpoints(checkpoint=state, checkpoints=proved), Vary="Authorization")


@tournament_proofs.operation(
    "GET",
    "/tournaments/<tournament>/events/<int:n>/proof",
    "get_tournament_proof",
    ResponseSpec(Inclusion),
    RequestSpec(query=SizeQuery),
    cost=1,
)
def get_tournament_proof(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get an inclusion proof for an event of a tournament.

    Verify it with the root of a checkpoint of that size.
    """
    visible, n = call.tournament, call.args["n"]
    log = call.context.tournament_logs.log(visible.tournament, visible.events)
    if log is None:
        raise Problem(
            "unavailable",
            "the log of this tournament has no key yet, and the store is read-only: retry once it can be written",
        )
    size = min(query.get("size") or visible.version, visible.version)
    if not 1 <= n <= size:
        raise Problem("not-found", f"event {n} is not in this log, which has 1 to {size}")
    envelope = tournament_envelope(visible.tournament, visible.events[n - 1])
    inclusion = Inclusion(
        n=n,
        leaf=make_leaf(envelope, log.key, {}, TOURNAMENT).decode(),
        index=n - 1,
        size=size,
        root=base64.b64encode(log.tree.root(size)).decode(),
        proof=[base64.b64encode(one).decode() for one in log.tree.inclusion(n - 1, size)],
    )
    return answer(inclusion, Vary="Authorization")


@tournament_proofs.operation(
    "GET",
    "/tournaments/<tournament>/bundle",
    "get_tournament_bundle",
    ResponseSpec({"type": "object"}, headers=["Content-Disposition"]),
    cost=10,
)
def get_tournament_bundle(call: Call) -> HttpAnswer:
    """Get the audit bundle of a tournament.

    It reaches to the last signed checkpoint that the caller may know. With it, `haricot verify` proves without this
    service that no event was changed, and computes every released draw again.
    """
    visible, notes = call.tournament, _notes(call)
    if not notes:
        raise Problem("not-found", "no event of this tournament is signed yet: retry in a moment")
    bundle = tournament_bundle(call.context.store, visible.tournament, visible.view, visible.events, notes)
    response = HttpAnswer(bundle, 200, "application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{visible.tournament}{BUNDLE_SUFFIX}"'
    response.headers.update({"Vary": "Authorization", "Cache-Control": "private, no-cache"})
    return response


def _notes(call: Call) -> list[LoggedNote]:
    visible = call.tournament
    return tournament_notes(call.context.store, visible.tournament, visible.version, late=_is_late(visible))


def _is_late(visible: VisibleTournament) -> bool:
    """Return whether the caller follows the tournament with a delay."""
    return visible.relation in OUTSIDERS and visible.settings.delay_ms > 0
