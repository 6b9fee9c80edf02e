"""ETags and cached responses."""

from collections.abc import Callable, Hashable
from hashlib import sha256
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
    """Return the response with its ETag `<route>.<n>.<view>`, or 304 for a client that has it. `lasting` never changes.

    State outside the log (names, a pause) is part of the route's name.
    """
    made = with_etag(call, f"{route}.{n}.{viewer.name}", make)
    if lasting and may_be_kept(call):
        made.headers["Cache-Control"] = FOR_EVER
    return made


def with_etag(call: Call, etag: str, make: Callable[[], HttpAnswer]) -> HttpAnswer:
    """Return the response with this ETag, or 304 for a client that has it."""
    made = HttpAnswer(status=304) if call.request.knows(etag) else make()
    made.headers["ETag"] = quote_etag(etag)
    made.headers["Cache-Control"] = NO_CACHE
    made.headers["Vary"] = "Authorization, Accept"
    return made


def with_content_etag(call: Call, route: str, made: HttpAnswer) -> HttpAnswer:
    """Return the response with an ETag of its content, or 304 for a client that has it."""
    assert isinstance(made.body, bytes)
    return with_etag(call, f"{route}.{sha256(made.body).hexdigest()[:16]}", lambda: made)


def shared_with_etag(call: Call, etag: str, make: Callable[[], HttpAnswer]) -> HttpAnswer:
    """Return the response with this ETag as `with_etag` does, made once for all clients that may read it.

    Only for operations on a tournament. The ETag must name everything else that the response depends on.
    """

    def shared() -> HttpAnswer:
        return _cached(call, (call.operation, call.tournament.tournament, etag), make)

    return with_etag(call, etag, shared)


def kept(call: Call, make: Callable[[], HttpAnswer], *also: Hashable) -> HttpAnswer:
    """Return what `make` returns. For a finished public game and an anonymous client it is cached, and free of cost.

    It may depend only on the events of the game, the metadata, the arguments and what `also` names. A response that a
    token or a delay could change is made each time.
    """
    sight, payer, context = call.sight, call.request.payer, call.context
    if not _is_for_anybody(sight) or call.principal.kind != ANONYMOUS:
        if payer is not None:
            payer.settle()
        return make()
    arguments = (tuple(sorted(call.args.items())), tuple(sorted(call.query.items())))
    key = (call.operation, sight.game, sight.version, context.register.age, arguments, also)
    return _cached(call, key, make)


def _cached(call: Call, key: Hashable, make: Callable[[], HttpAnswer]) -> HttpAnswer:
    """Return the cached response of this key, or make it. It costs only the reader for whom it is made."""
    payer, views = call.request.payer, call.context.views
    view = views.get(key)
    if view is None:
        if payer is not None:
            payer.settle()
        view, mine = views.made(key, lambda: _parts(make()))
    else:
        mine = False
    if payer is not None and not mine:
        payer.waive()
    return _answer_of(view)


def _is_for_anybody(sight: VisibilityScope) -> bool:
    arranged = sight.arrangement
    return sight.over and not (sight.sealed or arranged.private or arranged.late)


def _parts(made: HttpAnswer) -> KeptView:
    assert isinstance(made.body, bytes)
    assert made.status == HTTPStatus.OK
    return KeptView(made.body, made.media, dict(made.headers))


def _answer_of(view: KeptView) -> HttpAnswer:
    made = HttpAnswer(view.body, media=view.media)
    made.headers.update(view.headers)
    return made


def may_be_kept(call: Call) -> bool:
    """Return whether the response may be cached: the game has ended, is public, and the response holds no names."""
    sight = call.sight
    if call.principal.kind != ANONYMOUS or not sight.over or sight.arrangement.private or sight.sealed:
        return False
    sitters = [seat.sitter for seat in sight.live.table.seats]
    return all(sitter is None or sitter.pseudonym == pseudonym_of(index) for index, sitter in enumerate(sitters))
