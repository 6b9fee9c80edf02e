"""The annotations of a game."""

from collections.abc import Mapping
from functools import cached_property

import msgspec

from replay.codec import time_text
from service.access.annotations import COMMENT_KINDS, marks_of, writer_of
from service.access.audit_trail import parse_trace
from service.access.context import Context
from service.access.visibility_scope import VisibilityScope
from service.api.games.annotation_bodies import CommentsOpenSchema, NewAnnotationSchema
from service.api.response_schemas import Remark, Remarks, TableMarked
from service.api.text_types import text_of
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.http.state_streams import FollowQuery, stream_state
from service.lifecycle.comments import Comment, CommentsOpen, add_comment, remove_comment, set_comments_open
from service.store.entries.metadata_store import Annotation
from service.streaming.state_stream import FollowedState, PresentState
from service.streaming.stream_encoding import SSE

annotations = Operations()


@annotations.operation(
    "GET",
    "/games/<game>/annotations",
    "list_annotations",
    ResponseSpec(Remarks),
)
def list_annotations(call: Call) -> HttpAnswer:
    """List annotations and arbiters' actions on a game.

    What spectators and broadcasters say is kept from the seats until the game is over. Commentary has marks for the
    table, and comes with `stream_annotations`, not with the stream of the game.

    Pauses, new tokens that open a hand, looks of arbiters and acts in disputes leave such a trace. Its `code` and
    `facts` give its meaning in any language.
    """
    call.context.register.refresh(Annotation, game=call.sight.game)
    remarks = [remark_of(entry) for entry in call.reader.annotations(call.sight)]
    return answer(
        Remarks(annotations=remarks, open=call.reader.allows_spectator_comments(call.sight)), Vary="Authorization"
    )


@annotations.operation(
    "POST",
    "/games/<game>/annotations",
    "annotate_game",
    ResponseSpec(Remark, 201),
    RequestSpec(body=NewAnnotationSchema(), example={"n": 57, "text": "Was this the front card?"}),
    cost=20,
    problems=["idempotency.reused"],
    writes=True,
)
def annotate_game(call: Call, new: Comment) -> HttpAnswer:
    """Annotate an event.

    All callers who may see the event can read the annotation, but the seats read what spectators say only when the game
    is over. It is not an event, and no rule depends on it. `marks` are places of the table after the event.

    While comments are `open`, a caller without a token of the game can comment as a spectator, under a `name`. Such a
    comment has at most 500 characters.
    """
    call.event_number(new.n, "n")
    annotation, replayed = add_comment(call.context, call.sight, new, call.attempt)
    return answer(remark_of(annotation), 201, **replay_header(replayed))


@annotations.operation(
    "DELETE",
    "/games/<game>/annotations/<annotation>",
    "remove_comment",
    ResponseSpec(None, 204),
    problems=["not-found"],
)
def remove_comment_(call: Call) -> HttpAnswer:
    """Remove a comment of a spectator, with its name.

    No caller reads it afterwards. To remove it again changes nothing. Other annotations stay.
    """
    remove_comment(call.context, call.sight, call.args["annotation"])
    return HttpAnswer(status=204)


@annotations.operation(
    "PUT",
    "/games/<game>/comments",
    "open_comments",
    ResponseSpec(None, 204),
    RequestSpec(body=CommentsOpenSchema(), example={"open": False}),
)
def open_comments_(call: Call, wish: CommentsOpen) -> HttpAnswer:
    """Let spectators comment on a game under a name, or no longer.

    They may from the start, unless the game is private. What was said stays. A change leaves a public annotation.
    """
    set_comments_open(call.context, call.sight, is_open=wish.open)
    return HttpAnswer(status=204)


class _VisibleAnnotations(PresentState):
    """The annotations of a game that a caller may know of."""

    def __init__(self, context: Context, sight: VisibilityScope) -> None:
        self._context = context
        self.sight = sight
        self.later_at = sight.later_at

    @property
    def topics(self) -> frozenset[str]:
        """The game."""
        return frozenset({self.sight.game})

    @cached_property
    def messages(self) -> Mapping[str, bytes]:
        """Each annotation, by its id."""
        return {one.id: msgspec.json.encode(remark_of(one)) for one in self._context.reader.annotations(self.sight)}


@annotations.operation(
    "GET",
    "/games/<game>/annotations/stream",
    "stream_annotations",
    ResponseSpec(
        text_of("Remark", SSE),
        media=SSE,
    ),
    RequestSpec(query=FollowQuery),
)
def stream_annotations(call: Call, query: dict[str, bool]) -> HttpAnswer:
    """Stream annotations and commentary as server-sent events.

    Each `event: annotation` has the data of `list_annotations`. All that there are come first. One that is not known
    yet comes with its event, and for a seat with the end of the game. The stream has no end of its own.
    """
    context, sight = call.context, call.sight
    context.register.refresh(Annotation, game=sight.game)
    caller = sight.principal

    def load() -> PresentState:
        return _VisibleAnnotations(context, context.reader.current_sight(sight))

    group_key = (caller.kind, caller.game, caller.seat, caller.digest, caller.through)
    followed = FollowedState(sight.game, f"/v1/games/{sight.game}/annotations/stream", "annotation", load, group_key)
    return stream_state(call, _VisibleAnnotations(context, sight), followed, follow=query["follow"])


def remark_of(entry: Annotation) -> Remark:
    """Return an annotation as responses have it."""
    by, name = writer_of(entry)
    code, facts = (None if entry.kind in COMMENT_KINDS else parse_trace(entry.text)) or (None, {})
    return Remark(
        id=entry.id,
        n=entry.n,
        at=time_text(entry.at),
        by=by,
        name=name,
        kind=entry.kind,
        text=entry.text,
        code=code,
        facts=facts,
        marks=[TableMarked(place=one.place, to=one.to) for one in marks_of(entry)],
    )
