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
from service.ops.quota import origin_of
from service.problems import Problem

KEY: Final = "^[ -~]{8,128}$"
"""The pattern of an idempotency key."""
_KEY: Final = re.compile(KEY)
_JSON: Final = "application/json"


class HttpRequest:
    """A request with its `head`. `read` returns a number of bytes of its body, or fewer at its end."""

    def __init__(self, head: Head, visit: RequestState, read: Callable[[int], bytes]) -> None:
        self.head = head
        self.principal = visit.principal
        """Who sends the request."""
        self.payer = visit.payer
        """Who pays for the request, or None if it is not limited."""
        self._visitor = visit.visitor
        self._read = read
        self._body: bytes | None = None

    @property
    def origin(self) -> str:
        """The origin of the request, as it is counted."""
        return origin_of(self.head.remote_addr or "")

    @property
    def caller(self) -> str | None:
        """The caller, as open streams are counted: a token or a visitor, or None for an anonymous client."""
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
    def expected(self) -> int | None:
        """The version in If-Match, the latest of several. Raises `version.mismatch` for ETags that are not ours."""
        sent = self.head.headers.get("if-match")
        if sent is None or (tags := parse_etags(sent)).star_tag:
            return None
        parts = [tag.split(".") for tag in tags.as_set(include_weak=True) if tag]  # an empty one comes as None
        versions = [int(part[1]) for part in parts if len(part) >= 3 and re.fullmatch("[0-9]{1,11}", part[1])]
        if not versions:
            says = 'If-Match takes the ETag of the head or the table, such as "table.57.seat:1"'
            raise Problem("version.mismatch", says)
        return max(versions)

    def knows(self, etag: str) -> bool:
        """Return whether If-None-Match has the ETag of this name. Names come without their quotes."""
        return parse_etags(self.head.headers.get("if-none-match")).contains_weak(etag)

    def prefers(self, other: str, usual: str) -> bool:
        """Return whether Accept prefers another type to the usual one."""
        accepted = parse_accept_header(self.head.headers.get("accept"), MIMEAccept)
        return accepted.best_match([usual, other]) == other

    @property
    def args(self) -> dict[str, str]:
        """The arguments of the query. Of several with one name, the first counts."""
        # As werkzeug reads it: what is not valid text stays as it was sent.
        sent = parse_qsl(self.head.query_string.decode(), keep_blank_values=True, errors="werkzeug.url_quote")
        return MultiDict(sent).to_dict()

    @property
    def media(self) -> str:
        """The type of the body, without its parameters; empty if it was not sent."""
        return parse_options_header(self.head.headers.get("content-type"))[0].lower()

    def json(self, most: int) -> bytes:
        """Return the body of a request that sends JSON. Raises `media-type` unless its type says so."""
        body = self.body(most)
        if self.head.headers.get("content-type") != _JSON and not self.media.endswith("+json"):
            self.require_media(_JSON, body)
        return body

    def require_media(self, media: str, body: bytes) -> None:
        """Raise `media-type` unless the request has this type, or no body.

        A missing type is refused as well, because pages of other sites may send such a request without a preflight.
        """
        sent = self.media
        if sent != media and (sent or body):
            raise Problem("media-type", f"send this as `Content-Type: {media}`, not {sent[:80] or 'without it'}")

    def body(self, most: int) -> bytes:
        """Return the body.

        Raises `request.too-large` for more bytes than this, and `request.malformed` for a part of one.
        """
        sent = self.head.headers
        length = get_content_length(sent.get("content-length"), sent.get("transfer-encoding"))  # None for a chunked one
        if length is not None and length > most:
            raise Problem("request.too-large", f"a body here has at most {most} bytes")
        if self._body is None:
            self._body = bytes(self._read(most + 1 if length is None else length))
        if len(self._body) > most:
            raise Problem("request.too-large", f"a body here has at most {most} bytes")
        if len(self._body) < (length or 0):
            raise Problem("request.malformed", f"the body broke off after {len(self._body)} of {length} bytes")
        return self._body
