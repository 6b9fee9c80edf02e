"""Tokens of persons: one token for all seats that an integrator has given to a person."""

from collections.abc import Collection, Iterator

from domain.values import Value
from service.access.context import Context
from service.access.identities import persons_at
from service.access.person_seats import seats_of
from service.access.policy import ORGANISER, PERSON, SERVICE
from service.access.tokens import Principal, new_token
from service.lifecycle.idempotency import Attempt, earlier_result
from service.lifecycle.seating import revocation_entries
from service.lifecycle.service_tokens import service_grant
from service.ops.clock import now_ms
from service.problems import Problem
from service.store.entries.metadata_store import Entry, MetadataStore, TokenEntry
from service.store.entries.proceedings_entries import Bearer
from service.store.entries.tenants import GameMaker, ServiceGrant


class PersonTokenWish(Value):
    """For how many seconds the token is valid."""

    expires_in: int | None = None


def make_person_token(
    context: Context, principal: Principal, attempt: Attempt, person: str, wish: PersonTokenWish
) -> tuple[str, TokenEntry, bool]:
    """Create a person's token. Return it, its entry, and whether this was a retry, which revokes the first token."""
    at, before = now_ms(), list[str]()
    # The token expires no later than the one that creates it.
    expiries = [one for one in (principal.expires, wish.expires_in and at + 1000 * wish.expires_in) if one is not None]
    token, entry = new_token(PERSON, at=at, expires=min(expiries, default=None))

    def entries(register: MetadataStore) -> Iterator[Entry]:
        if any(one.revoked is not None for one in register.find_entries(TokenEntry, digest=principal.digest)):
            raise Problem("auth.invalid", "this token was revoked")  # the new token must not outlive it
        before[:] = [once for once in [earlier_result(register, attempt)] if once is not None]
        for digest in before:
            yield from revocation_entries(register, at, digest=digest)
        yield from attempt.result_entries(register, entry.digest)
        yield entry
        yield service_grant(entry.digest, (), principal.digest, None)
        yield Bearer(digest=entry.digest, game=None, seat=None, person=person, called_by=None)

    context.register.change_entries(entries)
    return token, entry, bool(before)


def revoke_person_tokens(context: Context, principal: Principal, person: str) -> None:
    """Revoke every token of a person that this service token created. There may be none."""
    at = now_ms()

    def entries(register: MetadataStore) -> Iterator[Entry]:
        for bearer in register.find_entries(Bearer, person=person, game=None):
            grants = register.find_entries(ServiceGrant, digest=bearer.digest)
            if any(grant.made_by == principal.digest for grant in grants):
                yield from revocation_entries(register, at, digest=bearer.digest)

    context.register.change_entries(entries)


def games_of_token_person(context: Context, person: Principal, *, besides: Collection[str] = ()) -> set[str]:
    """Return the games in which the person of this token has a seat, without those in `besides`."""
    if person.person is None:
        return set()
    named = {one.game for one in context.store.find_entries(Bearer, person=person.person)}.difference(besides, {None})
    return {game for game in named if game is not None and seats_of(context.register, person, game, at=now_ms())}


def games_with_person(context: Context, principal: Principal, person: str) -> set[str]:
    """Return the games of a person that this service token created. The result is empty for any other principal."""
    if principal.kind != SERVICE:
        return set()
    named = {one.game for one in context.store.find_entries(Bearer, person=person) if one.game is not None}
    return {game for game in named if person in visible_persons(context.register, principal, game).values()}


def visible_persons(register: MetadataStore, principal: Principal, game: str) -> dict[int, str]:
    """Return the ids of the persons at the seats if this principal may see them, else an empty dict.

    The service token that created the game may, as it gave the ids. If there is none, the organiser may.
    """
    makers = [one.token for one in register.find_entries(GameMaker, game=game)]
    may_see = principal.digest in makers if makers else principal.kind == ORGANISER and principal.game == game
    return persons_at(register, game) if may_see and principal.digest else {}
