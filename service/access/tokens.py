"""Tokens, which authenticate principals.

A token is opaque text that is shown once and stored as a hash.
"""

import base64
import hashlib
import os
import re
from typing import Final

from domain.refusals import Misuse
from domain.values import Value
from service.access.policy import ARBITER, BROADCASTER, DIRECTOR, PERSON, PLAYER, SCORER
from service.access.scopes import ALL_SCOPES, FULL_ACCESS_SCOPES
from service.problems import Problem
from service.store.entries.metadata_store import TokenEntry
from service.store.entries.proceedings_entries import Bearer
from service.store.entries.tenants import ServiceGrant
from service.store.entries.tournament_entries import TournamentGrant
from service.store.metadata_cache import MetadataCache

TOKEN_KINDS: Final = {"seat": "seat", "spectator": "spec", "organiser": "org", "arbiter": "arb", "service": "svc"}
"""The kinds of tokens of games and of the service, each with its prefix."""
TOURNAMENT_KINDS: Final = {DIRECTOR: "dir", SCORER: "scr", ARBITER: "arb", PLAYER: "plr", BROADCASTER: "brc"}
"""The kinds of tokens of a tournament, each with its prefix."""
_PREFIXES: Final = {**TOKEN_KINDS, **TOURNAMENT_KINDS, PERSON: PERSON}
_TOKEN: Final = re.compile(rf"hrc_({'|'.join(_PREFIXES.values())})_[A-Za-z0-9_-]{{43}}")
CALLED: Final = "called"
"""The kind of the token of an arbiter whom a seat called. It is a spectator's until every other seat agrees."""
_RANDOM_BYTES: Final = 32


class Principal(Value):
    """The authenticated sender of a request. An anonymous client is identified by its address only.

    Only service tokens have `scopes`. A person's token has the id of the `person` and its `maker`, a service token.
    `through` is the digest of the person's token by which a seat acts. A token of a `tournament` has the `pseudonym` of
    its holder there.
    """

    kind: str = "anonymous"
    game: str | None = None
    seat: int | None = None
    digest: str = ""
    address: str = ""
    expires: int | None = None
    scopes: frozenset[str] = ALL_SCOPES
    person: str | None = None
    maker: str | None = None
    through: str = ""
    tournament: str | None = None
    pseudonym: str = ""

    @property
    def has_full_access(self) -> bool:
        """Whether the principal has full access to every game, like the service itself."""
        return self.kind == "service" and not FULL_ACCESS_SCOPES.isdisjoint(self.scopes)

    @property
    def name(self) -> str:
        """The name for keys, quotas and annotations: kind, game, and seat or token. For anonymous clients the address.

        The name stays the same when a seat or a pseudonym of a tournament gets a new token.
        """
        if self.kind == "anonymous":
            return f"anonymous:{self.address}"
        if self.tournament is not None:
            return f"{self.kind}:{self.tournament}:{self.pseudonym}"
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
    """Return a new token and the entry to store for it. Times are in milliseconds since 1970."""
    text = base64.urlsafe_b64encode(os.urandom(_RANDOM_BYTES)).decode().rstrip("=")
    token = f"hrc_{_PREFIXES[kind]}_{text}"
    entry = TokenEntry(
        digest=digest_of(token), kind=kind, game=game, seat=seat, made=at, expires=expires, reason=reason
    )
    return token, entry


def digest_of(token: str) -> str:
    """Return the hash of a token that is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def principal_of(header: str | None, address: str, register: MetadataCache, *, at: int) -> Principal:
    """Return the principal of this `Authorization` header. Raises `auth.invalid` for a token that is not valid."""
    if header is None:
        return Principal(address=address)
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not _TOKEN.fullmatch(token):
        raise Problem("auth.invalid", "send `Authorization: Bearer hrc_...`, with a token as it was given to you")
    found = register.find_entries(TokenEntry, digest=digest_of(token))
    if not found or not is_valid_entry(found[0], at):
        raise Problem("auth.invalid", "this token is unknown, has expired or was revoked: ask for a new one")
    entry = found[0]
    person, maker = _person_of(entry, register)
    grant = _grant_of(entry, register)
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
        tournament=None if grant is None else grant.tournament,
        pseudonym="" if grant is None else grant.pseudonym,
    )


def _grant_of(entry: TokenEntry, register: MetadataCache) -> TournamentGrant | None:
    """Return the tournament of a token, or None for a token of a game or of the service."""
    if entry.kind not in TOURNAMENT_KINDS or entry.game is not None:
        return None
    return next(iter(register.find_entries(TournamentGrant, digest=entry.digest)), None)


def _person_of(entry: TokenEntry, register: MetadataCache) -> tuple[str | None, str | None]:
    """Return the id of the token's person, and the service token that made the token."""
    if entry.kind != PERSON:
        return None, None
    bearers, grants = (
        register.find_entries(Bearer, digest=entry.digest),
        register.find_entries(ServiceGrant, digest=entry.digest),
    )
    return (bearers[0].person, grants[0].made_by) if bearers and grants else (None, None)


def _scopes_of(entry: TokenEntry, register: MetadataCache) -> frozenset[str]:
    grants = register.find_entries(ServiceGrant, digest=entry.digest) if entry.kind == "service" else []
    return frozenset(grants[0].scopes.split()) if grants else ALL_SCOPES


def is_valid(digest: str, register: MetadataCache, *, at: int) -> bool:
    """Return whether the token with this hash is still valid."""
    found = register.find_entries(TokenEntry, digest=digest)
    return bool(found) and is_valid_entry(found[0], at)


def is_valid_entry(entry: TokenEntry, at: int) -> bool:
    """Return whether the token of this entry is valid at this time, in milliseconds since 1970."""
    return entry.revoked is None and (entry.expires is None or entry.expires > at)


def require_kind(kind: str) -> str:
    """Return the kind if it exists; raise Misuse otherwise."""
    if kind not in TOKEN_KINDS:
        raise Misuse(f"there is no kind of token {kind!r}: it is one of {', '.join(TOKEN_KINDS)}", place="kind")
    return kind
