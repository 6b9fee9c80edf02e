"""What an answer is called, so that it need not be sent twice while it may be kept."""

from collections.abc import Callable
from typing import Final

from werkzeug.http import quote_etag

from domain.table import pseudonym_of
from domain.visibility import Viewer
from service.access.policy import ANONYMOUS
from service.api.answering import HttpAnswer
from service.api.call import Call

NO_CACHE: Final = "private, no-cache"
FOR_EVER: Final = "public, max-age=31536000, immutable"


def tagged(
    call: Call, route: str, n: int, viewer: Viewer, make: Callable[[], HttpAnswer], *, lasting: bool = False
) -> HttpAnswer:
    """The answer with its ETag `<route>.<n>.<view>`, or 304 for who has it already; `lasting` if it never changes.

    What does not hang on the log (names, a pause) is part of the route's name.
    """
    etag = f"{route}.{n}.{viewer.name}"
    made = HttpAnswer(status=304) if call.request.knows(etag) else make()
    made.headers["ETag"] = quote_etag(etag)
    made.headers["Cache-Control"] = FOR_EVER if lasting and may_be_kept(call) else NO_CACHE
    made.headers["Vary"] = "Authorization, Accept"
    return made


def may_be_kept(call: Call) -> bool:
    """Whether anybody may keep what is told of the log here: the game has ended, is open to all and names nobody."""
    sight = call.sight
    if call.principal.kind != ANONYMOUS or not sight.over or sight.arrangement.private or sight.sealed:
        return False
    sitters = [seat.sitter for seat in sight.live.table.seats]
    return all(sitter is None or sitter.pseudonym == pseudonym_of(index) for index, sitter in enumerate(sitters))
