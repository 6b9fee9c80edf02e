"""Tokens of persons: one token for all seats that an integrator gives to a person."""

from collections.abc import Collection, Iterator

from domain.values import Value
from service.access.context import Context
from service.access.identities import persons_at
from service.access.person_seats import seats_of
from service.access.policy import ORGANISER, PERSON, SERVICE
from service.access.tokens import Principal, new_token
from service.lifecycle.idempotency import Attempt, made_before
from service.lifecycle.seating import revoked
from service.lifecycle.service_tokens import grant_of
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
    """Return a person's token and its entry, and whether the same request was made before.

    Its earlier token is revoked.
    """
    at, before = now_ms(), list[str]()
    # The token expires no later than the one that makes it.
    ends = [one for one in (principal.expires, wish.expires_in and at + 1000 * wish.expires_in) if one is not None]
    token, made = new_token(PERSON, at=at, expires=min(ends, default=None))

    def entries(register: MetadataStore) -> Iterator[Entry]:
        if any(one.revoked is not None for one in register.find_entries(TokenEntry, digest=principal.digest)):
            raise Problem("auth.invalid", "this token was revoked")  # or the new token would outlive the revoked one
        before[:] = [once for once in [made_before(register, attempt)] if once is not None]
        for digest in before:
            yield from revoked(register, at, digest=digest)
        yield from attempt.answered(register, made.digest)
        yield made
        yield grant_of(made.digest, (), principal.digest, None)
        yield Bearer(digest=made.digest, game=None, seat=None, person=person, called_by=None)

    context.register.change_entries(entries)
    return token, made, bool(before)


def revoke_person_tokens(context: Context, principal: Principal, person: str) -> None:
    """Revoke every token of a person that this service token made. There may be none."""
    at = now_ms()

    def entries(register: MetadataStore) -> Iterator[Entry]:
        for bearer in register.find_entries(Bearer, person=person, game=None):
            grants = register.find_entries(ServiceGrant, digest=bearer.digest)
            if any(grant.made_by == principal.digest for grant in grants):
                yield from revoked(register, at, digest=bearer.digest)

    context.register.change_entries(entries)


def games_of(context: Context, person: Principal, *, besides: Collection[str] = ()) -> set[str]:
    """Return the games at which the person of this token has a seat, without those in `besides`."""
    if person.person is None:
        return set()
    named = {one.game for one in context.store.find_entries(Bearer, person=person.person)}.difference(besides, {None})
    return {game for game in named if game is not None and seats_of(context.register, person, game, at=now_ms())}


def games_with(context: Context, principal: Principal, person: str) -> set[str]:
    """Return the games at which a person sits and that this service token made; empty for any other principal."""
    if principal.kind != SERVICE:
        return set()
    named = {one.game for one in context.store.find_entries(Bearer, person=person) if one.game is not None}
    return {game for game in named if person in persons_given(context.register, principal, game).values()}


def persons_given(register: MetadataStore, principal: Principal, game: str) -> dict[int, str]:
    """Return the ids of the persons at the seats, for the service token that made the game, which gave the ids.

    If no service token made it, they are for the organiser.
    """
    makers = [one.token for one in register.find_entries(GameMaker, game=game)]
    gave = principal.digest in makers if makers else principal.kind == ORGANISER and principal.game == game
    return persons_at(register, game) if gave and principal.digest else {}
