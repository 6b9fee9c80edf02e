"""Service tokens made by a service token, for no more than it may do itself."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.values import Value
from service.access.context import Context
from service.access.policy import SERVICE
from service.access.scopes import SCOPES
from service.access.tokens import Principal, new_token
from service.lifecycle.idempotency import Attempt, made_before
from service.lifecycle.seating import revoked
from service.ops.clock import now_ms
from service.problems import Problem
from service.store.entries.metadata_store import Entry, MetadataStore, TokenEntry
from service.store.entries.tenants import ServiceGrant

ID_CHARACTERS: Final = 16
"""How many characters of its digest name a token."""


class ServiceTokenWish(Value):
    """A token asked for: its scopes, its lifetime, and a note."""

    scopes: tuple[str, ...]
    expires_in: int | None = None
    note: str | None = None


class Granted(Value):
    """A service token as its maker sees it."""

    entry: TokenEntry
    grant: ServiceGrant

    @property
    def id(self) -> str:
        """The id that names the token without revealing it."""
        return self.entry.digest[:ID_CHARACTERS]


def grant_of(digest: str, scopes: Iterable[str], made_by: str | None, note: str | None) -> ServiceGrant:
    """Return the entry of a service token, with its scopes in the documented order."""
    ordered = " ".join(one for one in SCOPES if one in scopes)
    return ServiceGrant(digest=digest, scopes=ordered, made_by=made_by, note=note)


def make_service_token(
    context: Context, principal: Principal, attempt: Attempt, wish: ServiceTokenWish
) -> tuple[str, Granted, bool]:
    """Return a token, its grant, and whether the same request was made before. Raises `scope.missing`.

    Its scopes must be scopes of the caller.
    """
    if lacking := [one for one in wish.scopes if one not in principal.scopes]:
        raise Problem("scope.missing", f"your token lacks the scope {' and '.join(lacking)}, so it cannot give it")
    at, before = now_ms(), list[str]()
    # The token expires no later than the one that makes it.
    ends = [one for one in (principal.expires, wish.expires_in and at + 1000 * wish.expires_in) if one is not None]
    token, made = new_token(SERVICE, at=at, expires=min(ends, default=None))
    grant = grant_of(made.digest, wish.scopes, principal.digest, wish.note)

    def entries(register: MetadataStore) -> Iterator[Entry]:
        if any(one.revoked is not None for one in register.find_entries(TokenEntry, digest=principal.digest)):
            raise Problem("auth.invalid", "this token was revoked")  # or the new token would outlive the revoked one
        before[:] = [once for once in [made_before(register, attempt)] if once is not None]
        for digest in before:  # the client may not have received it: the new token replaces it
            yield from revoked(register, at, digest=digest)
        yield from attempt.answered(register, made.digest)
        yield made
        yield grant

    context.register.change_entries(entries)
    return token, Granted(entry=made, grant=grant), bool(before)


def made_by(context: Context, principal: Principal) -> list[Granted]:
    """Return the tokens that this one made and that are still valid, oldest first."""
    return [
        Granted(entry=entry, grant=grant)
        for grant in context.store.find_entries(ServiceGrant, made_by=principal.digest)
        if grant.scopes  # else it is a person's
        for entry in context.store.find_entries(TokenEntry, digest=grant.digest)
        if entry.revoked is None and (entry.expires is None or entry.expires > now_ms())
    ]


def revoke_service_token(context: Context, principal: Principal, id_: str) -> None:
    """Revoke one of them, and all that it has made. Raises `not-found` for any other."""
    found = [one for one in made_by(context, principal) if one.id == id_]
    if not found:
        raise Problem("not-found", "you have made no such valid token")
    context.register.change_entries(lambda register: revoked_with_all(register, found[0].entry.digest, now_ms()))


def revoked_with_all(register: MetadataStore, digest: str, at: int) -> Iterator[Entry]:
    """Yield the entries that revoke a token and, recursively, every service token that it made."""
    ahead, met = [digest], set[str]()
    while ahead:
        if (one := ahead.pop()) not in met:
            met.add(one)
            yield from revoked(register, at, digest=one)
            ahead += [grant.digest for grant in register.find_entries(ServiceGrant, made_by=one)]
