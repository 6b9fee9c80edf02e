"""Tokens: who somebody is, as opaque text that is shown once, then kept only as its hash."""

import base64
import hashlib
import os
import re
from typing import Final

from domain.refusals import Misuse
from domain.values import Value
from service.access.policy import PERSON
from service.access.scopes import ALL, OPENING
from service.problems import Problem
from service.store.entries.metadata_store import TokenEntry
from service.store.entries.proceedings_entries import Bearer
from service.store.entries.tenants import ServiceGrant
from service.store.metadata_cache import MetadataCache

KINDS: Final = {"seat": "seat", "spectator": "spec", "organiser": "org", "arbiter": "arb", "service": "svc"}
"""The kinds of tokens that are given out one by one, and what each is called inside a token."""
_WRITTEN: Final = {**KINDS, PERSON: PERSON}
_TOKEN: Final = re.compile(rf"hrc_({'|'.join(_WRITTEN.values())})_[A-Za-z0-9_-]{{43}}")
CALLED: Final = "called"
"""The kind of the token of somebody whom a seat called as an arbiter: a spectator's, until everybody else agrees."""
_RANDOM_BYTES: Final = 32


class Principal(Value):
    """Who asks. Nobody in particular is `anonymous`, known only by the address; `scopes` are the service's alone.

    A token of a person has their id and its `maker`, a token of the service. Who acts for a seat `through` such a token
    has its digest.
    """

    kind: str = "anonymous"
    game: str | None = None
    seat: int | None = None
    digest: str = ""
    address: str = ""
    expires: int | None = None
    scopes: frozenset[str] = ALL
    person: str | None = None
    maker: str | None = None
    through: str = ""

    @property
    def opens_games(self) -> bool:
        """Whether they stand to every game as the service itself."""
        return self.kind == "service" and not OPENING.isdisjoint(self.scopes)

    @property
    def name(self) -> str:
        """What keys, quotas and remarks are counted by: kind, game, and seat or token; an address without a token.

        The holder of a seat stays the same with a new token.
        """
        if self.kind == "anonymous":
            return f"anonymous:{self.address}"
        return f"{self.kind}:{self.game or '-'}:{self.digest if self.seat is None else self.seat}"


def new_token(
    kind: str,
    *,
    at: int,
    game: str | None = None,
    seat: int | None = None,
    expires: int | None = None,
    reason: str | None = None,
) -> tuple[str, TokenEntry]:
    """Return a token and the entry that makes it valid; times in milliseconds since 1970."""
    text = base64.urlsafe_b64encode(os.urandom(_RANDOM_BYTES)).decode().rstrip("=")
    token = f"hrc_{_WRITTEN[kind]}_{text}"
    entry = TokenEntry(
        digest=digest_of(token), kind=kind, game=game, seat=seat, made=at, expires=expires, reason=reason
    )
    return token, entry


def digest_of(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def principal_of(header: str | None, address: str, register: MetadataCache, *, at: int) -> Principal:
    """Who sends this `Authorization` header now; `auth.invalid` for a token that is not, or no longer, valid."""
    if header is None:
        return Principal(address=address)
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not _TOKEN.fullmatch(token):
        raise Problem("auth.invalid", "send `Authorization: Bearer hrc_...`, with a token as it was given to you")
    found = register.noted(TokenEntry, digest=digest_of(token))
    if not found or not counts(found[0], at):
        raise Problem("auth.invalid", "this token is unknown, has expired or was revoked: ask for a new one")
    entry = found[0]
    person, maker = _person_behind(entry, register)
    return Principal(
        kind="spectator" if entry.kind == CALLED else entry.kind,
        game=entry.game,
        seat=entry.seat,
        digest=entry.digest,
        address=address,
        expires=entry.expires,
        scopes=_scopes_of(entry, register),
        person=person,
        maker=maker,
    )


def _person_behind(entry: TokenEntry, register: MetadataCache) -> tuple[str | None, str | None]:
    """Return the person whose token it is, by their id, and the token of the service that made it."""
    if entry.kind != PERSON:
        return None, None
    bearers, grants = register.noted(Bearer, digest=entry.digest), register.noted(ServiceGrant, digest=entry.digest)
    return (bearers[0].person, grants[0].made_by) if bearers and grants else (None, None)


def _scopes_of(entry: TokenEntry, register: MetadataCache) -> frozenset[str]:
    grants = register.noted(ServiceGrant, digest=entry.digest) if entry.kind == "service" else []
    return frozenset(grants[0].scopes.split()) if grants else ALL


def is_valid(digest: str, register: MetadataCache, *, at: int) -> bool:
    """Return whether the token that this is kept of still counts."""
    found = register.noted(TokenEntry, digest=digest)
    return bool(found) and counts(found[0], at)


def counts(entry: TokenEntry, at: int) -> bool:
    """Return whether a token counts at this time."""
    return entry.revoked is None and (entry.expires is None or entry.expires > at)


def require_kind(kind: str) -> str:
    """Return the kind, if there is such a one; Misuse otherwise."""
    if kind not in KINDS:
        raise Misuse(f"no kind of token {kind!r}; kinds are {', '.join(KINDS)}", place="kind")
    return kind
