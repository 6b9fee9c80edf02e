"""The middleware of all requests: rate limits, authentication, origins, common headers, metrics."""

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
from service.http.origins import public_cors_headers, require_own_origin
from service.http.rate_limit_keys import Limits, Payer
from service.http.request_lifecycle import Head, RequestState
from service.http.visitors import Visitors
from service.ops.clock import now_ms
from service.ops.quota import network_of
from service.ops.telemetry import count_request

AUTHENTICATED_PATHS: Final = re.compile(rf"{PREFIX}/|/games/[^/]+/[^/]")
"""The paths at which tokens are read."""
CACHED_PRINCIPALS_MAX: Final = 10_000
"""How many principals are cached by their Authorization header. The header is only in memory."""


class RequestMiddleware:
    """Does what all requests of a process need, before and after their operations."""

    def __init__(self, context: Context, operations: Mapping[str, Operation]) -> None:
        self._operations = operations
        self._settings = context.settings
        self._register = context.register
        self._limits = Limits(context.settings, context.redis) if context.settings.rate else None
        self._visitors = Visitors(context.store)
        self._cached_principal_of = lru_cache(CACHED_PRINCIPALS_MAX)(self._principal_of)

    def count(self, state: RequestState, head: Head) -> None:
        """Count the request before anything else, unless it was counted. Raises `rate.limited` for too many."""
        if self._limits is None or (state.payer is not None and state.payer.rate is not None):
            return
        state.visitor = self._visitors.visitor_of(head.headers.get("cookie"))
        caller = _caller(head.headers.get("authorization"), state.visitor)
        state.payer = Payer(caller, network_of(head.remote_addr or ""), self._limits)
        state.payer.count_requests()

    def authenticate(self, state: RequestState, head: Head) -> None:
        """Authenticate the caller and check the origin. Raises `auth.invalid` or `origin.forbidden`."""
        # Browsers send no token for a page. Of the pages, only those made from a game's responses need one.
        authorization = head.headers.get("authorization") if AUTHENTICATED_PATHS.match(f"{head.path}/") else None
        state.principal = self._cached_principal_of(authorization, head.remote_addr or "", self._register.age)
        if state.principal.expires is not None:  # it may have expired by now
            state.principal = self._principal_of(authorization, head.remote_addr or "")
        require_own_origin(head, self._settings)

    def new_visitor_cookie(self, state: RequestState, head: Head, *, secure: bool) -> str | None:
        """Return the cookie of a new visitor if a browser opens a page without one, else None.

        Return None also when this address has had too many, so that cookies cannot multiply its rates.
        """
        is_page = head.method == "GET" and head.headers.get("sec-fetch-dest", "document") == "document"
        if self._limits is None or state.visitor is not None or not is_page:
            return None
        if not self._limits.count_visitor(network_of(head.remote_addr or "")):
            return None
        return self._visitors.new_cookie(secure=secure)

    def _principal_of(self, authorization: str | None, address: str, _age: int = 0) -> Principal:
        """Return the principal, cached for as long as the metadata store has this age."""
        return principal_of(authorization, address, self._register, at=now_ms())

    def complete(
        self, state: RequestState, head: Head, operation: str, status: int, link: str | None = None
    ) -> dict[str, str]:
        """Record how long the response took. Return its common headers. `link` is its `Link` header, if any."""
        # browsers must not guess the content type
        headers = {"X-Content-Type-Options": "nosniff", "X-Request-ID": state.id}
        headers |= public_cors_headers(head, self._settings)
        if state.payer is not None and status == HTTPStatus.NOT_MODIFIED:
            state.payer.refund()
        if state.payer is not None and (rate := state.payer.rate) is not None:
            headers["X-RateLimit-Limit"] = str(rate.amount)
            headers["X-RateLimit-Remaining"] = str(max(0, rate.left))
            headers["X-RateLimit-Reset"] = str(ceil(rate.reset_at))
            if rate.left < 0:
                headers["Retry-After"] = str(rate.retry_after)
        if (known := self._operations.get(operation)) is not None and (known.deprecated or known.request.deprecated):
            query, arguments = head.query_string, known.request.deprecated
            headers |= deprecation_headers(operation, known.deprecated, arguments, query, link)
        count_request(operation, status, time.perf_counter() - state.started_at)
        return headers


def _caller(authorization: str | None, visitor: str | None) -> str | None:
    """Return the account beside the address: the token that was sent, valid or not, else the visitor."""
    if authorization is not None:
        return f"token {digest_of(authorization.partition(' ')[2])}"
    return None if visitor is None else f"visitor {visitor}"
