"""Protection against pages of other sites (CSRF, DNS rebinding): which origins and host names may write."""

from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from service.http.operation import PREFIX
from service.http.request_lifecycle import Head
from service.problems import Problem
from service.settings import Settings

READ_METHODS: Final = frozenset({"GET", "HEAD"})
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK: Final = ("localhost", ".localhost", "127.0.0.1", "::1")
ANY: Final = "*"
DESCRIPTION_PATH: Final = "/openapi.json"
EXPOSED_HEADERS: Final = (
    "Deprecation",
    "ETag",
    "Link",
    "Location",
    "Retry-After",
    "Sunset",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Request-ID",
    "Idempotency-Replayed",
)
"""The headers of responses that scripts of other origins may read."""
_READ_HEADERS: Final = {"Access-Control-Allow-Origin": ANY, "Access-Control-Expose-Headers": ", ".join(EXPOSED_HEADERS)}
_PREFLIGHT_HEADERS: Final = {
    "Access-Control-Allow-Origin": ANY,
    "Access-Control-Allow-Methods": ", ".join(sorted(READ_METHODS)),
    "Access-Control-Allow-Headers": "If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "600",
}


def allowed_hosts(address: str, settings: Settings) -> tuple[str, ...]:
    """Return the host names under which clients may write without a token, for a server at this address.

    These are the configured names; an empty result allows any name. By default, a loopback address allows only its own
    names, because any site can point a name to it. Other addresses, and servers behind a proxy, allow any name.
    """
    if settings.hosts or settings.proxies or not _is_loopback(address):
        return settings.hosts
    return (*LOOPBACK, *(() if address in LOOPBACK else (address,)))


def require_own_origin(head: Head, settings: Settings) -> None:
    """Raise `origin.forbidden` for writes without a token from pages of other origins or under unknown host names.

    Browsers send the origin with every such request, so a request without one comes from no page. A page can send a
    token only if CORS allows it. Reading is open: what is readable without a token is public.
    """
    headers = head.headers
    is_from_page = "origin" in headers or "sec-fetch-site" in headers
    if head.method in SAFE_METHODS or "authorization" in headers or not is_from_page:
        return
    host = headers.get("host", "")
    if host and not matches_host(host, settings.hosts):
        says = f"without a token nothing can be changed here as {host[:200]}: HARICOT_HOSTS lists the names"
        raise Problem("origin.forbidden", says)
    if _is_foreign_page(headers, settings):
        says = "a page of another origin may do this with a token only, or where HARICOT_CORS lists its origin"
        raise Problem("origin.forbidden", says)


def public_cors_headers(head: Head, settings: Settings) -> dict[str, str]:
    """Return the headers that let scripts of every site read a public response, to a request without a token.

    A browser sends a preflight request first if a script adds headers. It is not allowed to add a token. Scripts of the
    origins in HARICOT_CORS may do more; the application adds those headers.
    """
    if not (head.path.startswith(f"{PREFIX}/") or head.path == DESCRIPTION_PATH) or "authorization" in head.headers:
        return {}
    if head.method in READ_METHODS:
        return _READ_HEADERS
    is_preflight = head.method == "OPTIONS" and head.headers.get("access-control-request-method") in READ_METHODS
    listed = ANY in settings.cors or head.headers.get("origin") in settings.cors
    return _PREFLIGHT_HEADERS if is_preflight and not listed else {}


def matches_host(host: str, hosts: tuple[str, ...]) -> bool:
    """Return whether this Host header names one of the hosts, with any port. `.example.org` are all names below it."""
    if not hosts or ANY in hosts:
        return True
    name = _name(host)
    known = [one.lower() for one in hosts]
    return any(name.endswith(one) if one.startswith(".") else name == one for one in known)


def _is_foreign_page(headers: Any, settings: Settings) -> bool:
    """Return whether a page of another origin sent these headers. Clients other than browsers send no origin."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin in settings.cors or ANY in settings.cors:
        return False
    if site is not None:
        return site not in ("same-origin", "none")
    if origin is None:
        return False
    host = _host_of(origin)
    # The scheme is left out: a TLS proxy may not report it.
    return not host or (host.lower() != headers.get("host", "").lower() and not _is_listed(host, settings))


def _is_listed(host: str, settings: Settings) -> bool:
    return bool(settings.hosts) and ANY not in settings.hosts and matches_host(host, settings.hosts)


def _host_of(origin: str) -> str:
    """Return the host in an Origin header, with its port, or an empty text if it has none."""
    try:
        return urlsplit(origin).netloc if origin.startswith(("http://", "https://")) else ""
    except ValueError:
        return ""


def _name(host: str) -> str:
    """Return the name in a Host header, without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"
