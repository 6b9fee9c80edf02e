"""Whose pages may change something: none of another site, nor one under a name that is not ours."""

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
"""The headers that answers show to scripts of other origins."""
_FOR_ALL: Final = {"Access-Control-Allow-Origin": ANY, "Access-Control-Expose-Headers": ", ".join(EXPOSED)}
_MAY_ASK: Final = {
    "Access-Control-Allow-Origin": ANY,
    "Access-Control-Allow-Methods": ", ".join(sorted(READING)),
    "Access-Control-Allow-Headers": "If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "600",
}


def hosts_for(address: str, settings: Settings) -> tuple[str, ...]:
    """Return the names under which games may be made without a token, for who listens at an address.

    What is set; where nothing is, loopback's own names behind a loopback address, since any site may let a name of
    its own lead there, and any name elsewhere or behind a proxy.
    """
    if settings.hosts or settings.proxies or not _is_loopback(address):
        return settings.hosts
    return (*LOOPBACK, *(() if address in LOOPBACK else (address,)))


def keep_strange_pages_out(head: Head, settings: Settings) -> None:
    """Refuse what pages of other origins, or under names that are not ours, want done without a token.

    Browsers say of every such request whence it comes; what says nothing of that is no page. With a token no page calls
    that was not let in: they ask first whether they may send it. Reading is open: what a page reads without a token
    everybody may read.
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
    """Return the headers that let scripts of every site read an answer which anybody may read: no token was sent.

    A browser asks first where a script sends more than a plain request has; no token is among what it may send.
    Scripts of the origins in HARICOT_CORS may do more, and are told so elsewhere.
    """
    if not (head.path.startswith(f"{PREFIX}/") or head.path == DESCRIPTION) or "authorization" in head.headers:
        return {}
    if head.method in READING:
        return _FOR_ALL
    asks = head.method == "OPTIONS" and head.headers.get("access-control-request-method") in READING
    listed = ANY in settings.cors or head.headers.get("origin") in settings.cors
    return _MAY_ASK if asks and not listed else {}


def is_ours(host: str, hosts: tuple[str, ...]) -> bool:
    """Whether this Host header names one of the hosts, any port of it; `.example.org` are all names below that one."""
    if not hosts or ANY in hosts:
        return True
    name = _name(host)
    known = [one.lower() for one in hosts]
    return any(name.endswith(one) if one.startswith(".") else name == one for one in known)


def _is_strange(sent: Any, settings: Settings) -> bool:
    """Return whether a page of another origin sends these headers; what is no browser says nothing of origins."""
    origin, site = sent.get("origin"), sent.get("sec-fetch-site")
    if origin in settings.cors or ANY in settings.cors:
        return False
    if site is not None:
        return site not in ("same-origin", "none")
    if origin is None:
        return False
    host = _host_of(origin)
    # The scheme is left out: a proxy that speaks TLS may not say so.
    return not host or (host.lower() != sent.get("host", "").lower() and not _is_listed(host, settings))


def _is_listed(host: str, settings: Settings) -> bool:
    return bool(settings.hosts) and ANY not in settings.hosts and is_ours(host, settings.hosts)


def _host_of(origin: str) -> str:
    """Return the host in an Origin header, with its port; none in what names no site of the web."""
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
