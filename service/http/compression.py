"""Compresses responses whose length cannot reveal a secret.

A client that sees the length of a compressed response, and can place text in it, can guess the rest of it. So streams
and responses to a token are not compressed, nor is any response that holds a token.
"""

import gzip
from hashlib import blake2b
from typing import Final

from flask import Flask, Response, request

from service.ops.caches import RecentlyUsed

LEAST: Final = 1000
"""Bytes. A smaller response would need as many packets."""
LEVEL: Final = 6
KEPT_BYTES: Final = 16 * 1024 * 1024
WORTH_IT: Final = ("text/", "application/json", "application/problem+json", "application/x-ndjson", "image/svg+xml")


def compress(app: Flask) -> None:
    """Compress the responses that may be compressed, for clients that accept gzip. A body is compressed once."""
    packed: RecentlyUsed[bytes, bytes] = RecentlyUsed("compressed", KEPT_BYTES, len)

    @app.before_request
    def whole() -> None:
        # A range of a compressed body would be requested under its weak ETag, and is not a part of the file.
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
            response.set_etag(etag, weak=True)  # equal content, other bytes
        return response


def _may_be_smaller(response: Response) -> bool:
    if "Authorization" in request.headers or response.cache_control.no_store or "Content-Encoding" in response.headers:
        return False
    if response.is_streamed and not response.direct_passthrough:
        return False
    return response.status_code == 304 or (response.mimetype or "").startswith(WORTH_IT)


def _takes_gzip() -> bool:
    """Return whether gzip is accepted, and not less than an uncompressed body."""
    taken = request.accept_encodings
    return taken.quality("gzip") > 0 and taken.quality("gzip") >= taken.quality("identity")
