"""Metadata entries by which a seat changes hands, through a new token or a new player.

They are made from the metadata store at the moment of writing, so that at most one token acts for a seat.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from service.store.entries.metadata_store import Entry, FormerPlayer, MetadataStore, Player, TokenEntry


def granted(register: MetadataStore, tokens: Iterable[TokenEntry]) -> Iterator[Entry]:
    """Yield the entries that make these tokens valid. Other tokens of the same seat are revoked."""
    for token in tokens:
        if token.kind == "seat" and token.game is not None:
            yield from revoked(register, token.made, game=token.game, kind="seat", seat=token.seat)
        yield token


def revoked(register: MetadataStore, at: int, **which: object) -> list[TokenEntry]:
    """Return the entries that revoke every valid token whose fields have these values."""
    return [entry.revoked_at(at) for entry in register.find_entries(TokenEntry, **which) if entry.revoked is None]


def filled(register: MetadataStore, player: Player, n: int, at: int) -> Iterator[Entry]:
    """Yield the entries that put another player into a seat after event n. Spectators see the former one until then."""
    game, seat = player.game, player.seat
    if changed := register.find_entries(FormerPlayer, game=game, seat=seat, n=n):  # spectators still see this player
        yield replace(changed[0], at=at)
    else:
        sat = [*register.find_entries(Player, game=game, seat=seat), Player(game=game, seat=seat, kind="human")][0]
        yield FormerPlayer(game=game, seat=seat, n=n, at=at, kind=sat.kind, bot=sat.bot, name=sat.name)
    yield player
    yield from revoked(register, at, kind="seat", game=game, seat=seat)
