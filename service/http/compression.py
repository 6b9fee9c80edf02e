"""Compresses responses whose length cannot reveal a secret.

A client that sees the length of a compressed response, and can place text in it, can guess the rest of it. So streams
and responses to a token are not compressed, nor is any response that holds a token.
"""

import gzip
from hashlib import blake2b
from typing import Final

from flask import Flask, Response, request

from service.ops.caches import LruCache

BYTES_MIN: Final = 1000
"""A smaller response would need as many packets."""
GZIP_LEVEL: Final = 6
CACHE_BYTES_MAX: Final = 16 * 1024 * 1024
COMPRESSIBLE: Final = ("text/", "application/json", "application/problem+json", "application/x-ndjson", "image/svg+xml")


def add_compression(app: Flask) -> None:
    """Have an application compress its responses for clients that accept gzip. Compressed bodies are cached."""
    cache: LruCache[bytes, bytes] = LruCache("compressed", CACHE_BYTES_MAX, len)

    @app.before_request
    def ignore_weak_range() -> None:
        # A range of a compressed body would be requested under its weak ETag, and is not a part of the file.
        if request.headers.get("If-Range", "").startswith("W/"):
            request.environ.pop("HTTP_RANGE", None)

    @app.after_request
    def compress(response: Response) -> Response:
        if not _may_compress(response):
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code in (204, 206, 304) or not _accepts_gzip():
            return response
        response.direct_passthrough = False  # a file is read here
        body = response.get_data()
        if len(body) < BYTES_MIN:
            return response
        key = blake2b(body, digest_size=20).digest()
        if (compressed := cache.get(key)) is None:
            compressed = cache.setdefault(key, gzip.compress(body, GZIP_LEVEL, mtime=0))
        response.set_data(compressed)
        response.headers["Content-Encoding"] = "gzip"
        response.headers.pop("Accept-Ranges", None)
        if (etag := response.get_etag()[0]) is not None:
            response.set_etag(etag, weak=True)  # equal content, other bytes
        return response


def _may_compress(response: Response) -> bool:
    if "Authorization" in request.headers or response.cache_control.no_store or "Content-Encoding" in response.headers:
        return False
    if response.is_streamed and not response.direct_passthrough:
        return False
    return response.status_code == 304 or (response.mimetype or "").startswith(COMPRESSIBLE)


def _accepts_gzip() -> bool:
    """Return whether the client accepts gzip, and does not prefer an uncompressed body."""
    accepted = request.accept_encodings
    return accepted.quality("gzip") > 0 and accepted.quality("gzip") >= accepted.quality("identity")
