"""What an answer is called, so that it need not be sent twice while it may be kept."""

from collections.abc import Callable, Hashable
from http import HTTPStatus
from typing import Final

from werkzeug.http import quote_etag

from domain.table import pseudonym_of
from domain.visibility import Viewer
from service.access.policy import ANONYMOUS
from service.access.visibility_scope import VisibilityScope
from service.http.request_context import Call
from service.http.response import HttpAnswer
from service.queries.view_cache import KeptView

NO_CACHE: Final = "private, no-cache"
FOR_EVER: Final = "public, max-age=31536000, immutable"


def tagged(
    call: Call, route: str, n: int, viewer: Viewer, make: Callable[[], HttpAnswer], *, lasting: bool = False
) -> HttpAnswer:
    """The answer with its ETag `<route>.<n>.<view>`, or 304 for who has it already; `lasting` if it never changes.

    What does not depend on the log (names, a pause) is part of the route's name.
    """
    etag = f"{route}.{n}.{viewer.name}"
    made = HttpAnswer(status=304) if call.request.knows(etag) else make()
    made.headers["ETag"] = quote_etag(etag)
    made.headers["Cache-Control"] = FOR_EVER if lasting and may_be_kept(call) else NO_CACHE
    made.headers["Vary"] = "Authorization, Accept"
    return made


def kept(call: Call, make: Callable[[], HttpAnswer], *also: Hashable) -> HttpAnswer:
    """Return what `make` answers; of a finished game, and to whoever may be anybody, once for all, and free of cost.

    It may depend on the events of the game, the register, the arguments and what is named as `also`, and on nothing
    else. What a token or a delay could change is made each time.
    """
    sight, payer, context = call.sight, call.request.payer, call.context
    if not _is_for_anybody(sight) or call.principal.kind != ANONYMOUS:
        if payer is not None:
            payer.settle()
        return make()
    arguments = (tuple(sorted(call.args.items())), tuple(sorted(call.query.items())))
    key = (call.operation, sight.game, sight.version, context.register.age, arguments, also)
    view = context.views.get(key)
    if view is None:
        if payer is not None:
            payer.settle()
        view, mine = context.views.made(key, lambda: _parts(make()))
    else:
        mine = False
    if payer is not None and not mine:
        payer.waive()
    made = HttpAnswer(view.body, media=view.media)
    made.headers.update(view.headers)
    return made


def _is_for_anybody(sight: VisibilityScope) -> bool:
    arranged = sight.arrangement
    return sight.over and not (sight.sealed or arranged.private or arranged.late)


def _parts(made: HttpAnswer) -> KeptView:
    assert isinstance(made.body, bytes)
    assert made.status == HTTPStatus.OK
    return KeptView(made.body, made.media, dict(made.headers))


def may_be_kept(call: Call) -> bool:
    """Whether anybody may keep what is told of the log here: the game has ended, is open to all and names nobody."""
    sight = call.sight
    if call.principal.kind != ANONYMOUS or not sight.over or sight.arrangement.private or sight.sealed:
        return False
    sitters = [seat.sitter for seat in sight.live.table.seats]
    return all(sitter is None or sitter.pseudonym == pseudonym_of(index) for index, sitter in enumerate(sitters))
