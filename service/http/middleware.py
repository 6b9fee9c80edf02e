"""The middleware of both server adapters: rate limits, authentication, origins, headers of every response, metrics."""

import re
import time
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from math import ceil
from typing import Final

from service.access.context import Context
from service.access.tokens import Principal, digest_of, principal_of
from service.http.deprecation import deprecation_headers
from service.http.operation import PREFIX, Operation
from service.http.origins import keep_strange_pages_out, shared_with_all
from service.http.rate_limit_keys import Limits, Payer
from service.http.request_lifecycle import Head, RequestState
from service.http.visitors import Visitors
from service.ops.clock import now_ms
from service.ops.quota import origin_of
from service.ops.telemetry import count_request

KNOWN_AT: Final = re.compile(rf"{PREFIX}/|/games/[^/]+/[^/]")
"""The paths that need authentication."""
PRINCIPALS_MAX: Final = 10_000
"""How many principals are cached by what they send. Nothing of that is stored."""


class RequestMiddleware:
    """Receives and completes the requests of a process."""

    def __init__(self, context: Context, operations: Mapping[str, Operation]) -> None:
        self._operations = operations
        self._settings = context.settings
        self._register = context.register
        self._limits = Limits(context.settings, context.redis) if context.settings.rate else None
        self._visitors = Visitors(context.store)
        self._principal = lru_cache(PRINCIPALS_MAX)(self._sent_by)

    def count(self, visit: RequestState, head: Head) -> None:
        """Count the request, once, before anything else. Raises `rate.limited` when there are too many."""
        if self._limits is None or (visit.payer is not None and visit.payer.rate is not None):
            return
        visit.visitor = self._visitors.visitor_of(head.headers.get("cookie"))
        caller = _caller(head.headers.get("authorization"), visit.visitor)
        visit.payer = Payer(caller, origin_of(head.remote_addr or ""), self._limits)
        visit.payer.ask()

    def admit(self, visit: RequestState, head: Head) -> None:
        """Authenticate the caller and check the origin. Raises `auth.invalid` or `origin.forbidden`."""
        # Pages have no token: browsers do not send one by themselves. Only pages made from a game's responses need one.
        authorization = head.headers.get("authorization") if KNOWN_AT.match(f"{head.path}/") else None
        visit.principal = self._principal(authorization, head.remote_addr or "", self._register.age)
        if visit.principal.expires is not None:  # it may have expired by now
            visit.principal = self._sent_by(authorization, head.remote_addr or "")
        keep_strange_pages_out(head, self._settings)

    def new_visitor(self, visit: RequestState, head: Head, *, secure: bool) -> str | None:
        """Return the cookie of a new visitor, for a client that opens a page without one, or None if none is needed.

        None also when this address has had too many, so that cookies cannot multiply its rates.
        """
        shown = head.method == "GET" and head.headers.get("sec-fetch-dest", "document") == "document"
        if self._limits is None or visit.visitor is not None or not shown:
            return None
        if not self._limits.admits_visitor(origin_of(head.remote_addr or "")):
            return None
        return self._visitors.new_cookie(secure=secure)

    def _sent_by(self, authorization: str | None, address: str, _age: int = 0) -> Principal:
        """Return the principal, cached for as long as the metadata store has this age."""
        return principal_of(authorization, address, self._register, at=now_ms())

    def see_off(
        self, visit: RequestState, head: Head, operation: str, status: int, link: str | None = None
    ) -> dict[str, str]:
        """Record how long the response took. Return the headers that every response has. `link` is its own `Link`."""
        # browsers must not guess the content type
        headers = {"X-Content-Type-Options": "nosniff", "X-Request-ID": visit.id}
        headers |= shared_with_all(head, self._settings)
        if visit.payer is not None and status == HTTPStatus.NOT_MODIFIED:
            visit.payer.forgive()
        if visit.payer is not None and (rate := visit.payer.rate) is not None:
            headers["X-RateLimit-Limit"] = str(rate.most)
            headers["X-RateLimit-Remaining"] = str(max(0, rate.left))
            headers["X-RateLimit-Reset"] = str(ceil(rate.until))
            if rate.left < 0:
                headers["Retry-After"] = str(rate.seconds)
        if (known := self._operations.get(operation)) is not None and (known.deprecated or known.takes.deprecated):
            query, arguments = head.query_string, known.takes.deprecated
            headers |= deprecation_headers(operation, known.deprecated, arguments, query, link)
        count_request(operation, status, time.perf_counter() - visit.begun)
        return headers


def _caller(authorization: str | None, visitor: str | None) -> str | None:
    """Return who pays beside the address: the token that was sent, valid or not, else the visitor."""
    if authorization is not None:
        return f"token {digest_of(authorization.partition(' ')[2])}"
    return None if visitor is None else f"visitor {visitor}"
