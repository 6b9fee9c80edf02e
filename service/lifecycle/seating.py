"""Metadata entries that give a seat a new token or a new player.

Call these functions in the transaction that writes the entries, so that at most one token is valid for a seat.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from service.store.entries.metadata_store import Entry, FormerPlayer, MetadataStore, Player, TokenEntry


def grant_entries(register: MetadataStore, tokens: Iterable[TokenEntry]) -> Iterator[Entry]:
    """Yield the entries that make these tokens valid and revoke the other tokens of the same seats."""
    for token in tokens:
        if token.kind == "seat" and token.game is not None:
            yield from revocation_entries(register, token.made, game=token.game, kind="seat", seat=token.seat)
        yield token


def revocation_entries(register: MetadataStore, at: int, **which: object) -> list[TokenEntry]:
    """Return the entries that revoke every valid token whose fields have these values."""
    return [entry.revoked_at(at) for entry in register.find_entries(TokenEntry, **which) if entry.revoked is None]


def seat_change_entries(register: MetadataStore, player: Player, n: int, at: int) -> Iterator[Entry]:
    """Yield the entries that put another player into a seat after event `n`, and revoke the seat's tokens.

    Spectators with a delay see the former player up to that event.
    """
    game, seat = player.game, player.seat
    if changed := register.find_entries(
        FormerPlayer, game=game, seat=seat, n=n
    ):  # a second change after the same event
        yield replace(changed[0], at=at)
    else:
        former = [*register.find_entries(Player, game=game, seat=seat), Player(game=game, seat=seat, kind="human")][0]
        yield FormerPlayer(game=game, seat=seat, n=n, at=at, kind=former.kind, bot=former.bot, name=former.name)
    yield player
    yield from revocation_entries(register, at, kind="seat", game=game, seat=seat)
