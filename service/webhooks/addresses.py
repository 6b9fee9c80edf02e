"""The addresses that a webhook may be sent to, checked when it is created and at every connection."""

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

import httpx

from domain.refusals import Misuse

Address = IPv4Address | IPv6Address
URL_MAX: Final = 1000
_HOST_PATTERN: Final = re.compile(rb"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?")
_PORTS: Final = {"http": 80, "https": 443}
_PORT_MAX: Final = 65_535
_PORT_MIN: Final = 1024
"""The lowest allowed port besides 80 and 443. Services on lower ports do not speak HTTP."""
# Networks that older versions of Python take for public, or whose addresses lead to other networks.
_EXTRA_BLOCKED_NETWORKS: Final = tuple(
    map(
        ip_network,
        ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20", "5f00::/16", "64:ff9b::/96"),
    )
)


class RefusedAddress(OSError):
    """A host name resolves to an address that a webhook may not be sent to."""


class Networks:
    """Decides which addresses a webhook may be sent to: the public internet, and networks that are allowed."""

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        self._allowed = [ip_network(network) for network in allowed]

    def allows(self, address: Address) -> bool:
        """Return whether a webhook may be sent to this address."""
        return any(address in network for network in self._allowed) or _is_public(address)

    def require_allowed(self, addresses_found: Iterable[str]) -> list[str]:
        """Return these addresses of a host name without duplicates.

        Raises RefusedAddress if one of them is not allowed, because a connection could choose any of them.
        """
        addresses = [*dict.fromkeys(addresses_found)]
        if not all(self.allows(ip_address(one)) for one in addresses):
            raise RefusedAddress("it leads into a network where no webhook may go")
        return addresses


def _is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address):
        inside = address.ipv4_mapped or address.sixtofour or address.teredo
        if inside is not None or address.is_site_local or address.is_reserved or address.scope_id is not None:
            return False
    return (
        address.is_global
        and not address.is_multicast
        and not any(address in network for network in _EXTRA_BLOCKED_NETWORKS)
    )


def resolve_host(host: str, port: int) -> list[str]:
    """Return the addresses of a host name, in the order to try them. Raises OSError if it has none."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def read_url(text: str, networks: Networks, *, allow_http: bool) -> str:
    """Parse the URL of a target and return it in normal form. Raises Misuse for a URL that is not allowed."""
    schemes = ["https", *(["http"] if allow_http else [])]
    try:
        url = httpx.URL(text)
        host = url.host
    except (httpx.InvalidURL, UnicodeError) as error:
        raise _url_error(f"this is no URL: {error}") from error
    if url.scheme not in schemes or not host:
        raise _url_error(f"a webhook goes to {' or '.join(schemes)}://, and to a host")
    if url.userinfo or url.fragment:
        raise _url_error("there may be no credentials in it, nor a fragment: every message is signed instead")
    port = _PORTS[url.scheme] if url.port is None else url.port  # 0 is not a port of the web
    if port not in _PORTS.values() and not _PORT_MIN <= port <= _PORT_MAX:
        raise _url_error(f"its port is 80, 443, or one from {_PORT_MIN} on")
    if len(str(url)) > URL_MAX:
        raise _url_error(f"it has at most {URL_MAX} characters")
    address = _literal(host)
    if address is None and not _HOST_PATTERN.fullmatch(url.raw_host):
        raise _url_error("its host is no name")
    if address is not None and not networks.allows(address):
        raise _url_error("this address is in no network where a webhook may go")
    return str(url)


def _literal(host: str) -> Address | None:
    """Return the IP address that a host is in any notation, or None if the host is a name."""
    host = host.removesuffix(".")
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))  # such as 127.1 or 0x7f000001
    except (OSError, UnicodeError):
        return None


def _url_error(says: str) -> Misuse:
    return Misuse(says, place="url")
