"""One request, free of the server that took it."""

import re
from collections.abc import Callable
from typing import Final

from werkzeug.sansio.request import Request

from domain.refusals import Misuse
from service.access.tokens import Principal
from service.api.payers import Payer
from service.api.visit import Visit
from service.ops.quota import origin_of
from service.problems import Problem

KEY: Final = "^[ -~]{8,128}$"
"""What an idempotency key looks like."""


class HttpRequest:
    """A request whose `head` werkzeug reads; `read` gives so many bytes of its body, or fewer at the body's end."""

    def __init__(self, head: Request, visit: Visit, read: Callable[[int], bytes]) -> None:
        self.head = head
        self._visit = visit
        self._read = read
        self._body: bytes | None = None

    @property
    def principal(self) -> Principal:
        """Who asks."""
        return self._visit.principal

    @property
    def payer(self) -> Payer | None:
        """Who pays; nobody does where nothing is counted."""
        return self._visit.payer

    @property
    def origin(self) -> str:
        """Where it comes from, as that is counted."""
        return origin_of(self.head.remote_addr or "")

    @property
    def key(self) -> str | None:
        """The idempotency key, if one was sent; Misuse for one that cannot be."""
        key = self.head.headers.get("Idempotency-Key")
        if key is not None and not re.fullmatch(KEY, key):
            says = "an Idempotency-Key has 8 to 128 printable ASCII characters"
            raise Misuse(says, place="header.Idempotency-Key")
        return key

    @property
    def expected(self) -> int | None:
        """The version that If-Match names, the latest of several; `version.mismatch` for ETags that are not ours."""
        if "If-Match" not in self.head.headers or (tags := self.head.if_match).star_tag:
            return None
        parts = [tag.split(".") for tag in tags.as_set(include_weak=True)]
        versions = [int(part[1]) for part in parts if len(part) >= 3 and re.fullmatch("[0-9]{1,11}", part[1])]
        if not versions:
            says = 'If-Match takes the ETag of the head or the table, such as "table.57.seat:1"'
            raise Problem("version.mismatch", says)
        return max(versions)

    def knows(self, etag: str) -> bool:
        """Whether If-None-Match says that the answer of this name is known already; names come without their quotes."""
        return self.head.if_none_match.contains_weak(etag)

    def prefers(self, other: str, usual: str) -> bool:
        """Whether Accept asks for another type than the usual one."""
        return self.head.accept_mimetypes.best_match([usual, other]) == other

    def json(self, most: int) -> bytes:
        """The body of a request that sends JSON; `media-type` when it does not say that it does."""
        body = self.body(most)
        if self.head.headers.get("Content-Type") != "application/json" and not self.head.mimetype.endswith("+json"):
            self.require_media("application/json", body)
        return body

    def require_media(self, media: str, body: bytes) -> None:
        """`media-type` unless the request says that its body is this, or has none.

        What says nothing is refused as well: pages of other sites may send that without asking first.
        """
        sent = self.head.mimetype
        if sent != media and (sent or body):
            raise Problem("media-type", f"send this as `Content-Type: {media}`, not {sent[:80] or 'without it'}")

    def body(self, most: int) -> bytes:
        """The body; `request.too-large` for more bytes than this, `request.malformed` for a part of one."""
        length = self.head.content_length  # None of one in chunks
        if length is not None and length > most:
            raise Problem("request.too-large", f"a body here has at most {most} bytes")
        if self._body is None:
            self._body = bytes(self._read(most + 1 if length is None else length))
        if len(self._body) > most:
            raise Problem("request.too-large", f"a body here has at most {most} bytes")
        if len(self._body) < (length or 0):
            raise Problem("request.malformed", f"the body broke off after {len(self._body)} of {length} bytes")
        return self._body
