"""The persons who hold tokens, by opaque ids that an organiser or an integrator gives."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from service.access.policy import SERVICE
from service.access.tokens import Principal
from service.store.entries.metadata_store import MetadataStore, TokenEntry
from service.store.entries.proceedings_entries import NO_PERSON, SELF_STATED, Bearer, token_of

PERSON_PATTERN: Final = "^[A-Za-z0-9_.:@][A-Za-z0-9_.:@-]{0,63}$"
"""The pattern of a person's id."""
PERSON_DESCRIPTION: Final = "an id of 1 to 64 letters, digits and _ . : @ -"
PERSONS_PER_SEAT_MAX: Final = 16
"""How many persons one seat may name as its player."""


def is_person(text: str) -> bool:
    """Return whether a text is the id of a person."""
    return re.fullmatch(PERSON_PATTERN, text) is not None


def person_of(principal: Principal, register: MetadataStore) -> str | None:
    """Return the id of the principal's person, NO_PERSON for a service token, or None if the person is unknown."""
    if principal.kind == SERVICE:
        return NO_PERSON
    found = register.find_entries(Bearer, digest=principal.digest) if principal.digest else []
    return found[0].person if found else None


def bearer_entry(token: TokenEntry, person: str | None, called_by: str | None) -> Bearer:
    """Return the entry that says that this person holds this token, given by the person `called_by`."""
    return Bearer(digest=token.digest, game=token.game, seat=token.seat, person=person, called_by=called_by)


def statement_entry(token: TokenEntry, person: str, by: str | None) -> Bearer:
    """Return the entry that states the person of an existing token. Earlier statements stay.

    `by` is the person who states it, or SELF_STATED for the holder of the token. The stated person counts as a player,
    and so may not rule at that table.
    """
    mark = hashlib.sha256(f"{person} {by == SELF_STATED}".encode()).hexdigest()[:16]
    return Bearer(digest=f"{token.digest}+{mark}", game=token.game, seat=token.seat, person=person, called_by=by)


def bearer_entries(tokens: Iterable[TokenEntry], persons: Mapping[int | None, str | None]) -> Iterator[Bearer]:
    """Yield the entries for the tokens of a new game whose persons are known.

    `persons` are the persons by seat, and the organiser under the key None.
    """
    host = persons.get(None)
    for token in tokens:
        if (person := persons.get(token.seat)) is not None:
            yield bearer_entry(token, person, host)


def renewed_bearers(register: MetadataStore, game: str, tokens: Iterable[TokenEntry]) -> Iterator[Bearer]:
    """Yield the entries for tokens that replace a game's first ones. Each has the person of the token it replaces."""
    before = {token.digest: token for token in register.find_entries(TokenEntry, game=game)}
    known = {
        (before[token_of(one)].kind, one.seat): one
        for one in register.find_entries(Bearer, game=game)
        if token_of(one) in before and one.called_by != SELF_STATED
    }
    for token in tokens:
        if (bearer := known.get((token.kind, token.seat))) is not None:
            yield replace(bearer, digest=token.digest)
