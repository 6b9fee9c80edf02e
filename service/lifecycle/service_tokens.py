"""Service tokens that a service token creates, with no scope that their creator lacks."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.values import Value
from service.access.context import Context
from service.access.policy import SERVICE
from service.access.scopes import SCOPES
from service.access.tokens import Principal, new_token
from service.lifecycle.idempotency import Attempt, earlier_result
from service.lifecycle.seating import revocation_entries
from service.ops.clock import now_ms
from service.problems import Problem
from service.store.entries.metadata_store import Entry, MetadataStore, TokenEntry
from service.store.entries.tenants import ServiceGrant

ID_CHARACTERS: Final = 16
"""How many characters of a token's digest are its id."""


class ServiceTokenWish(Value):
    """A requested token: its scopes, its lifetime in seconds, and a note."""

    scopes: tuple[str, ...]
    expires_in: int | None = None
    note: str | None = None


class GrantedServiceToken(Value):
    """A service token as its creator sees it."""

    entry: TokenEntry
    grant: ServiceGrant

    @property
    def id(self) -> str:
        """The id of the token, which does not reveal it."""
        return self.entry.digest[:ID_CHARACTERS]


def service_grant(digest: str, scopes: Iterable[str], made_by: str | None, note: str | None) -> ServiceGrant:
    """Return the entry of a service token, with its scopes in the documented order."""
    ordered = " ".join(one for one in SCOPES if one in scopes)
    return ServiceGrant(digest=digest, scopes=ordered, made_by=made_by, note=note)


def make_service_token(
    context: Context, principal: Principal, attempt: Attempt, wish: ServiceTokenWish
) -> tuple[str, GrantedServiceToken, bool]:
    """Create a service token. Return it, its grant, and whether this was a retry.

    Raises `scope.missing` for a scope that the caller does not have.
    """
    if missing := [one for one in wish.scopes if one not in principal.scopes]:
        raise Problem(
            "scope.missing", f"your token lacks the scope {' and '.join(missing)}, so its tokens cannot have it"
        )
    at, before = now_ms(), list[str]()
    # The token expires no later than the one that creates it.
    expiries = [one for one in (principal.expires, wish.expires_in and at + 1000 * wish.expires_in) if one is not None]
    token, entry = new_token(SERVICE, at=at, expires=min(expiries, default=None))
    grant = service_grant(entry.digest, wish.scopes, principal.digest, wish.note)

    def entries(register: MetadataStore) -> Iterator[Entry]:
        if any(one.revoked is not None for one in register.find_entries(TokenEntry, digest=principal.digest)):
            raise Problem("auth.invalid", "this token was revoked")  # the new token must not outlive it
        before[:] = [once for once in [earlier_result(register, attempt)] if once is not None]
        for digest in before:  # the client may not have received the first token: the new one replaces it
            yield from revocation_entries(register, at, digest=digest)
        yield from attempt.result_entries(register, entry.digest)
        yield entry
        yield grant

    context.register.change_entries(entries)
    return token, GrantedServiceToken(entry=entry, grant=grant), bool(before)


def service_tokens_made_by(context: Context, principal: Principal) -> list[GrantedServiceToken]:
    """Return the valid service tokens that this one created, oldest first."""
    return [
        GrantedServiceToken(entry=entry, grant=grant)
        for grant in context.store.find_entries(ServiceGrant, made_by=principal.digest)
        if grant.scopes  # tokens of persons have none
        for entry in context.store.find_entries(TokenEntry, digest=grant.digest)
        if entry.revoked is None and (entry.expires is None or entry.expires > now_ms())
    ]


def revoke_service_token(context: Context, principal: Principal, id_: str) -> None:
    """Revoke a service token that this one created, and recursively its tokens. Raises `not-found` for any other."""
    found = [one for one in service_tokens_made_by(context, principal) if one.id == id_]
    if not found:
        raise Problem("not-found", "you have made no such valid token")
    context.register.change_entries(lambda register: cascading_revocations(register, found[0].entry.digest, now_ms()))


def cascading_revocations(register: MetadataStore, digest: str, at: int) -> Iterator[Entry]:
    """Yield the entries that revoke a token and, recursively, every service token that it created."""
    pending, revoked = [digest], set[str]()
    while pending:
        if (token := pending.pop()) not in revoked:
            revoked.add(token)
            yield from revocation_entries(register, at, digest=token)
            pending += [grant.digest for grant in register.find_entries(ServiceGrant, made_by=token)]
