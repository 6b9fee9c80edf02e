"""ETags of responses, and cached responses."""

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
from service.queries.response_cache import CachedResponse

REVALIDATE: Final = "private, no-cache"
IMMUTABLE: Final = "public, max-age=31536000, immutable"


def with_event_etag(
    call: Call, route: str, n: int, viewer: Viewer, make: Callable[[], HttpAnswer], *, is_final: bool = False
) -> HttpAnswer:
    """Return the response with the ETag `<route>.<n>.<view>`, or 304 for a client that has it.

    If the response depends on state outside the log (names, a pause), that is part of `route`. A response that
    `is_final` does not change after event n. About a public finished game it may be cached permanently.
    """
    made = with_etag(call, f"{route}.{n}.{viewer.name}", make)
    if is_final and is_publicly_cacheable(call):
        made.headers["Cache-Control"] = IMMUTABLE
    return made


def with_etag(call: Call, etag: str, make: Callable[[], HttpAnswer]) -> HttpAnswer:
    """Return the response with this ETag, or 304 for a client that has it."""
    made = HttpAnswer(status=304) if call.request.has_etag(etag) else make()
    made.headers["ETag"] = quote_etag(etag)
    made.headers["Cache-Control"] = REVALIDATE
    made.headers["Vary"] = "Authorization, Accept"
    return made


def with_content_etag(call: Call, route: str, made: HttpAnswer) -> HttpAnswer:
    """Return the response with an ETag of its content, or 304 for a client that has it. `route` begins the ETag."""
    assert isinstance(made.body, bytes)
    return with_etag(call, f"{route}.{sha256(made.body).hexdigest()[:16]}", lambda: made)


def cached_with_etag(call: Call, etag: str, make: Callable[[], HttpAnswer]) -> HttpAnswer:
    """Return the response with this ETag as `with_etag` does. It is made once for all clients that may read it.

    Only for operations on a tournament. The ETag must name everything else that the response depends on.
    """

    def make_or_get() -> HttpAnswer:
        return _cached(call, (call.operation, call.tournament.tournament, etag), make)

    return with_etag(call, etag, make_or_get)


def cached_response(call: Call, make: Callable[[], HttpAnswer], *dependencies: Hashable) -> HttpAnswer:
    """Return what `make` returns. For a finished public game and an anonymous client it is cached, and free of cost.

    It may depend only on the events of the game, the metadata, the arguments and the `dependencies`. A response that a
    token or a delay could change is made each time.
    """
    sight, payer, context = call.sight, call.request.payer, call.context
    if not _is_finished_and_public(sight) or call.principal.kind != ANONYMOUS:
        if payer is not None:
            payer.charge_deferred()
        return make()
    arguments = (tuple(sorted(call.args.items())), tuple(sorted(call.query.items())))
    key = (call.operation, sight.game, sight.version, context.register.age, arguments, dependencies)
    return _cached(call, key, make)


def _cached(call: Call, key: Hashable, make: Callable[[], HttpAnswer]) -> HttpAnswer:
    """Return the cached response of this key, or make it. Only the call that makes it is charged the cost."""
    payer, cache = call.request.payer, call.context.responses
    cached, was_made = cache.get(key), False
    if cached is None:
        if payer is not None:
            payer.charge_deferred()
        cached, was_made = cache.get_or_make(key, lambda: _to_cache(make()))
    if payer is not None and not was_made:
        payer.refund_costs()
    return _from_cache(cached)


def _is_finished_and_public(sight: VisibilityScope) -> bool:
    arrangement = sight.arrangement
    return sight.over and not (sight.sealed or arrangement.private or arrangement.late)


def _to_cache(response: HttpAnswer) -> CachedResponse:
    assert isinstance(response.body, bytes)
    assert response.status == HTTPStatus.OK
    return CachedResponse(response.body, response.media, dict(response.headers))


def _from_cache(cached: CachedResponse) -> HttpAnswer:
    response = HttpAnswer(cached.body, media=cached.media)
    response.headers.update(cached.headers)
    return response


def is_publicly_cacheable(call: Call) -> bool:
    """Return whether shared caches may store the response: the game has ended and is public, and no seat has a name."""
    sight = call.sight
    if call.principal.kind != ANONYMOUS or not sight.over or sight.arrangement.private or sight.sealed:
        return False
    sitters = [seat.sitter for seat in sight.live.table.seats]
    return all(sitter is None or sitter.pseudonym == pseudonym_of(index) for index, sitter in enumerate(sitters))
