"""The seats of a person: a person's token acts for a seat while the seat's token belongs to this person."""

from collections.abc import Iterator

from service.access.policy import SEAT
from service.access.tokens import Principal, is_valid_entry
from service.store.entries.metadata_store import MetadataStore, TokenEntry
from service.store.entries.proceedings_entries import Bearer, token_of
from service.store.entries.tenants import GameMaker


def seats_of(register: MetadataStore, person: Principal, game: str, *, at: int) -> list[Principal]:
    """Return a principal for each seat whose token was given to this person.

    The service token that made the person's token must also have made the game, because ids of persons have a meaning
    only for that integrator. A later statement about who sits at a seat gives no access to its hand.
    """
    if person.person is None or person.maker is None:  # the person was erased, or this is no person's token
        return []
    return [*_seats_of(register, person, game, at)] if _made_game(register, person.maker, game) else []


def _made_game(register: MetadataStore, maker: str, game: str) -> bool:
    """Return whether this service token made the game. If so, the ids of persons in the game are its own."""
    return any(one.token == maker for one in register.find_entries(GameMaker, game=game))


def _seats_of(register: MetadataStore, person: Principal, game: str, at: int) -> Iterator[Principal]:
    for bearer in register.find_entries(Bearer, game=game):
        if bearer.person != person.person or bearer.seat is None or token_of(bearer) != bearer.digest:
            continue
        for entry in register.find_entries(TokenEntry, digest=bearer.digest):
            if entry.kind == SEAT and is_valid_entry(entry, at):
                ends = [one for one in (entry.expires, person.expires) if one is not None]
                yield Principal(
                    kind=SEAT,
                    game=game,
                    seat=bearer.seat,
                    digest=entry.digest,
                    address=person.address,
                    expires=min(ends, default=None),
                    through=person.digest,
                )


def own_seat(register: MetadataStore, principal: Principal, game: str, *, at: int) -> Principal:
    """Return the seat's principal if the person sits at exactly one seat of the game, else the principal unchanged.

    A person with several seats acts with the tokens of these seats.
    """
    if principal.person is None:
        return principal
    found = seats_of(register, principal, game, at=at)
    return found[0] if len(found) == 1 else principal
