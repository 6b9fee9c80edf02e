"""A request, independent of the server."""

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qsl

from werkzeug.datastructures import MIMEAccept, MultiDict
from werkzeug.http import parse_accept_header, parse_etags, parse_options_header
from werkzeug.sansio.utils import get_content_length

from domain.refusals import Misuse
from service.access.policy import ANONYMOUS
from service.http.request_lifecycle import Head, RequestState
from service.ops.quota import network_of
from service.problems import Problem

KEY: Final = "^[ -~]{8,128}$"
"""The pattern of an idempotency key."""
_KEY: Final = re.compile(KEY)
_JSON: Final = "application/json"


class HttpRequest:
    """A request. `read` returns the next bytes of its body, at most the given number."""

    def __init__(self, head: Head, state: RequestState, read: Callable[[int], bytes]) -> None:
        self.head = head
        self.principal = state.principal
        """Who sends the request."""
        self.payer = state.payer
        """The accounts that the request is counted on, or None if it is not limited."""
        self._visitor = state.visitor
        self._read = read
        self._body: bytes | None = None

    @property
    def network(self) -> str:
        """The network that the request comes from, as it is counted."""
        return network_of(self.head.remote_addr or "")

    @property
    def caller(self) -> str | None:
        """The caller whose open streams are counted: a token or a visitor, or None for an anonymous client."""
        if self.principal.kind != ANONYMOUS:
            return self.principal.name
        return None if self._visitor is None else f"visitor:{self._visitor}"

    @property
    def key(self) -> str | None:
        """The idempotency key, if one was sent. Raises Misuse for an invalid one."""
        key: str | None = self.head.headers.get("idempotency-key")
        if key is not None and not _KEY.fullmatch(key):
            says = "an Idempotency-Key has 8 to 128 printable ASCII characters"
            raise Misuse(says, place="header.Idempotency-Key")
        return key

    @property
    def expected_version(self) -> int | None:
        """The version in If-Match, the latest of several. Raises `version.mismatch` for ETags of no game version."""
        sent = self.head.headers.get("if-match")
        if sent is None or (tags := parse_etags(sent)).star_tag:
            return None
        parts = [
            tag.split(".") for tag in tags.as_set(include_weak=True) if tag
        ]  # the library returns an empty one as None
        versions = [int(part[1]) for part in parts if len(part) >= 3 and re.fullmatch("[0-9]{1,11}", part[1])]
        if not versions:
            says = 'If-Match takes the ETag of the head or the table, such as "table.57.seat:1"'
            raise Problem("version.mismatch", says)
        return max(versions)

    def has_etag(self, etag: str) -> bool:
        """Return whether If-None-Match has this ETag, which is given without its quotes."""
        return parse_etags(self.head.headers.get("if-none-match")).contains_weak(etag)

    def prefers(self, other: str, usual: str) -> bool:
        """Return whether the Accept header prefers the content type `other` to the `usual` one."""
        accepted = parse_accept_header(self.head.headers.get("accept"), MIMEAccept)
        return accepted.best_match([usual, other]) == other

    @property
    def args(self) -> dict[str, str]:
        """The arguments of the query. Of several with one name, the first counts."""
        # As werkzeug reads it: invalid escapes are left as they are.
        sent = parse_qsl(self.head.query_string.decode(), keep_blank_values=True, errors="werkzeug.url_quote")
        return MultiDict(sent).to_dict()

    @property
    def media(self) -> str:
        """The content type of the body without its parameters, or an empty text."""
        return parse_options_header(self.head.headers.get("content-type"))[0].lower()

    def json(self, bytes_max: int) -> bytes:
        """Return the body of a request that sends JSON. Raises `media-type` for another content type."""
        body = self.body(bytes_max)
        if self.head.headers.get("content-type") != _JSON and not self.media.endswith("+json"):
            self.require_media(_JSON, body)
        return body

    def require_media(self, media: str, body: bytes) -> None:
        """Raise `media-type` unless the request has this content type, or no body.

        A missing content type is refused too: pages of other sites may send such a request without a preflight.
        """
        sent = self.media
        if sent != media and (sent or body):
            raise Problem("media-type", f"send this as `Content-Type: {media}`, not {sent[:80] or 'without it'}")

    def body(self, bytes_max: int) -> bytes:
        """Return the body.

        Raises `request.too-large` for more bytes than `bytes_max`, and `request.malformed` for an incomplete body.
        """
        sent = self.head.headers
        length = get_content_length(sent.get("content-length"), sent.get("transfer-encoding"))  # None for a chunked one
        if length is not None and length > bytes_max:
            raise Problem("request.too-large", f"a body here has at most {bytes_max} bytes")
        if self._body is None:
            self._body = bytes(self._read(bytes_max + 1 if length is None else length))
        if len(self._body) > bytes_max:
            raise Problem("request.too-large", f"a body here has at most {bytes_max} bytes")
        if len(self._body) < (length or 0):
            raise Problem("request.malformed", f"the body broke off after {len(self._body)} of {length} bytes")
        return self._body
