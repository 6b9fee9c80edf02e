"""Answers made smaller on their way, where their length can tell nothing that is secret.

Whoever sees how long a compressed answer is, and can put something into it, guesses what else is in it. So streams and
answers to a token go out as they are, as does whatever shows a token.
"""

import gzip
from hashlib import blake2b
from typing import Final

from flask import Flask, Response, request

from service.ops.caches import RecentlyUsed

LEAST: Final = 1000
"""Bytes; below that a packet would not become fewer."""
LEVEL: Final = 6
KEPT_BYTES: Final = 16 * 1024 * 1024
WORTH_IT: Final = ("text/", "application/json", "application/problem+json", "application/x-ndjson", "image/svg+xml")


def compress(app: Flask) -> None:
    """Compress what may be compressed, for whoever takes gzip: a body only once, as long as it is asked for."""
    packed: RecentlyUsed[bytes, bytes] = RecentlyUsed("compressed", KEPT_BYTES, len)

    @app.before_request
    def whole() -> None:
        # The rest of what came compressed would be asked for under that answer's weak name: it is no part of the file.
        if request.headers.get("If-Range", "").startswith("W/"):
            request.environ.pop("HTTP_RANGE", None)

    @app.after_request
    def smaller(response: Response) -> Response:
        if not _may_be_smaller(response):
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code in (204, 206, 304) or not _takes_gzip():
            return response
        response.direct_passthrough = False  # a file is read here
        body = response.get_data()
        if len(body) < LEAST:
            return response
        key = blake2b(body, digest_size=20).digest()
        if (found := packed.get(key)) is None:
            found = packed.setdefault(key, gzip.compress(body, LEVEL, mtime=0))
        response.set_data(found)
        response.headers["Content-Encoding"] = "gzip"
        response.headers.pop("Accept-Ranges", None)
        if (etag := response.get_etag()[0]) is not None:
            response.set_etag(etag, weak=True)  # the same to whoever compares, other bytes
        return response


def _may_be_smaller(response: Response) -> bool:
    if "Authorization" in request.headers or response.cache_control.no_store or "Content-Encoding" in response.headers:
        return False
    if response.is_streamed and not response.direct_passthrough:
        return False
    return response.status_code == 304 or (response.mimetype or "").startswith(WORTH_IT)


def _takes_gzip() -> bool:
    """Return whether gzip is wanted, and no less than nothing at all."""
    taken = request.accept_encodings
    return taken.quality("gzip") > 0 and taken.quality("gzip") >= taken.quality("identity")
