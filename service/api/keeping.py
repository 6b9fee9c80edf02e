"""What an answer is called, so that it need not be sent twice, and how long it may be kept."""

from collections.abc import Callable
from typing import Final

from flask import Response, request

from domain.visibility import Viewer
from service.api.operation import Call
from service.policy import ANONYMOUS

NO_CACHE: Final = "private, no-cache"
FOR_EVER: Final = "public, max-age=31536000, immutable"


def tagged(
    call: Call, route: str, n: int, viewer: Viewer, make: Callable[[], Response], *, lasting: bool = False
) -> Response:
    """The answer with its ETag `<route>.<n>.<view>`, or 304 for who has it already; `lasting` if it never changes.

    What does not hang on the log (names, a pause) is part of the route's name.
    """
    etag = f'"{route}.{n}.{viewer.name}"'
    sent = [tag.strip().removeprefix("W/") for tag in request.headers.get("If-None-Match", "").split(",")]
    told = Response(status=304) if etag in sent or "*" in sent else make()
    told.headers["ETag"] = etag
    told.headers["Cache-Control"] = FOR_EVER if lasting and may_be_kept(call) else NO_CACHE
    told.headers["Vary"] = "Authorization, Accept"
    return told


def may_be_kept(call: Call) -> bool:
    """Whether anybody may keep what is told of the log here: the game has ended, is open to all and names nobody."""
    sight = call.sight
    if call.principal.kind != ANONYMOUS or not sight.over or sight.arrangement.private or sight.sealed:
        return False
    sitters = [seat.sitter for seat in sight.live.table.seats]
    return all(sitter is None or sitter.pseudonym == f"seat-{index}" for index, sitter in enumerate(sitters))
