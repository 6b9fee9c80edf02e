"""Protection against other sites' pages: which origins and host names may change something."""

from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from service.http.operation import PREFIX
from service.http.request_lifecycle import Head
from service.problems import Problem
from service.settings import Settings

READING: Final = frozenset({"GET", "HEAD"})
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK: Final = ("localhost", ".localhost", "127.0.0.1", "::1")
ANY: Final = "*"
DESCRIPTION: Final = "/openapi.json"
EXPOSED: Final = (
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
_FOR_ALL: Final = {"Access-Control-Allow-Origin": ANY, "Access-Control-Expose-Headers": ", ".join(EXPOSED)}
_MAY_ASK: Final = {
    "Access-Control-Allow-Origin": ANY,
    "Access-Control-Allow-Methods": ", ".join(sorted(READING)),
    "Access-Control-Allow-Headers": "If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "600",
}


def hosts_for(address: str, settings: Settings) -> tuple[str, ...]:
    """Return the host names under which games may be made without a token, for a server at this address.

    These are the configured names. By default, a loopback address has its own names only, because any site can point a
    name to it. Other addresses, and servers behind a proxy, allow any name.
    """
    if settings.hosts or settings.proxies or not _is_loopback(address):
        return settings.hosts
    return (*LOOPBACK, *(() if address in LOOPBACK else (address,)))


def keep_strange_pages_out(head: Head, settings: Settings) -> None:
    """Refuse writes without a token that come from pages of other origins or under unknown host names.

    Browsers send the origin with every such request, so a request without one comes from no page. A page can send a
    token only if it is allowed to by CORS. Reading is open: what is readable without a token is public.
    """
    sent = head.headers
    if head.method in SAFE or "authorization" in sent or not ("origin" in sent or "sec-fetch-site" in sent):
        return
    host = sent.get("host", "")
    if host and not is_ours(host, settings.hosts):
        says = f"without a token nothing can be changed here as {host[:200]}: HARICOT_HOSTS lists the names"
        raise Problem("origin.forbidden", says)
    if _is_strange(sent, settings):
        says = "a page of another origin may do this with a token only, or where HARICOT_CORS lists its origin"
        raise Problem("origin.forbidden", says)


def shared_with_all(head: Head, settings: Settings) -> dict[str, str]:
    """Return the headers that let scripts of every site read a public response, to a request without a token.

    A browser sends a preflight request first if a script sends more than a plain request has. A token is not allowed
    there. Scripts of the origins in HARICOT_CORS may do more, which is handled elsewhere.
    """
    if not (head.path.startswith(f"{PREFIX}/") or head.path == DESCRIPTION) or "authorization" in head.headers:
        return {}
    if head.method in READING:
        return _FOR_ALL
    asks = head.method == "OPTIONS" and head.headers.get("access-control-request-method") in READING
    listed = ANY in settings.cors or head.headers.get("origin") in settings.cors
    return _MAY_ASK if asks and not listed else {}


def is_ours(host: str, hosts: tuple[str, ...]) -> bool:
    """Return whether this Host header names one of the hosts, with any port. `.example.org` are all names below it."""
    if not hosts or ANY in hosts:
        return True
    name = _name(host)
    known = [one.lower() for one in hosts]
    return any(name.endswith(one) if one.startswith(".") else name == one for one in known)


def _is_strange(sent: Any, settings: Settings) -> bool:
    """Return whether a page of another origin sent these headers. Clients other than browsers send no origin."""
    origin, site = sent.get("origin"), sent.get("sec-fetch-site")
    if origin in settings.cors or ANY in settings.cors:
        return False
    if site is not None:
        return site not in ("same-origin", "none")
    if origin is None:
        return False
    host = _host_of(origin)
    # The scheme is left out: a TLS proxy may not report it.
    return not host or (host.lower() != sent.get("host", "").lower() and not _is_listed(host, settings))


def _is_listed(host: str, settings: Settings) -> bool:
    return bool(settings.hosts) and ANY not in settings.hosts and is_ours(host, settings.hosts)


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
