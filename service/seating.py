"""Who sits where and who acts for it: what the register has to say when a token is handed out or a seat filled.

All of it is decided by what the register says in the moment of writing, so that one token at most acts for a seat.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from service.register import Entry, FormerPlayer, Player, Register, TokenEntry


def handed(register: Register, tokens: Iterable[TokenEntry]) -> Iterator[Entry]:
    """What makes these tokens count: whoever held a token of the same seat holds it no more."""
    for token in tokens:
        if token.kind == "seat" and token.game is not None:
            yield from revoked(register, token.made, game=token.game, kind="seat", seat=token.seat)
        yield token


def revoked(register: Register, at: int, **which: object) -> list[TokenEntry]:
    """The tokens whose fields have these values, those that counted, as they count no more."""
    return [entry.revoked_at(at) for entry in register.noted(TokenEntry, **which) if entry.revoked is None]


def filled(register: Register, player: Player, n: int, at: int) -> Iterator[Entry]:
    """Puts somebody else into a seat after event n: tokens of before are revoked; spectators hear of it in time."""
    game, seat = player.game, player.seat
    if changed := register.noted(FormerPlayer, game=game, seat=seat, n=n):  # they still see who sat there first
        yield replace(changed[0], at=at)
    else:
        sat = [*register.noted(Player, game=game, seat=seat), Player(game=game, seat=seat, kind="human")][0]
        yield FormerPlayer(game=game, seat=seat, n=n, at=at, kind=sat.kind, bot=sat.bot, name=sat.name)
    yield player
    yield from revoked(register, at, kind="seat", game=game, seat=seat)
