"""The annotations of a game."""

from replay.codec import time_text
from service.access.annotations import COMMENT
from service.access.audit_trail import traced
from service.api.games.bodies import NewAnnotation, NewAnnotationSchema
from service.api.response_schemas import (
    Remark,
    Remarks,
)
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replayed
from service.lifecycle.organiser_actions import comment
from service.store.entries.metadata_store import Annotation

annotations = Operations()


@annotations.operation(
    "GET",
    "/games/<game>/annotations",
    "list_annotations",
    ResponseSpec(Remarks),
)
def list_annotations(call: Call) -> HttpAnswer:
    """List annotations and arbiters' actions on a game.

    Pauses, new tokens that open a hand, looks of arbiters and acts in disputes leave such a trace. Its `code` and
    `facts` give its meaning in any language.
    """
    call.context.register.refresh(Annotation, game=call.sight.game)
    return answer(
        Remarks(annotations=[_remark(entry) for entry in call.reader.remarks(call.sight)]), Vary="Authorization"
    )


@annotations.operation(
    "POST",
    "/games/<game>/annotations",
    "annotate_game",
    ResponseSpec(Remark, 201),
    RequestSpec(body=NewAnnotationSchema(), example={"n": 57, "text": "Was this the front card?"}),
    costs=5,
    problems=["idempotency.reused"],
    writes=True,
)
def annotate_game(call: Call, new: NewAnnotation) -> HttpAnswer:
    """Annotate an event.

    All callers who may see the event can read the annotation. It is not an event, and no rule depends on it.
    """
    said, again = comment(call.context, call.sight, call.n(new.n, "n"), new.text, call.attempt)
    return answer(_remark(said), 201, **replayed(again))


def _remark(entry: Annotation) -> Remark:
    code, facts = (None if entry.kind == COMMENT else traced(entry.text)) or (None, {})
    return Remark(
        id=entry.id,
        n=entry.n,
        at=time_text(entry.at),
        by=entry.by,
        kind=entry.kind,
        text=entry.text,
        code=code,
        facts=facts,
    )
