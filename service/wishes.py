"""What somebody may wish for who makes a game, and whether it can be granted."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from domain.editions import edition_named
from domain.refusals import Misuse
from domain.values import Value
from domain.visibility import Option
from service.bots import BOTS
from service.register import Player

NAME_MAX: Final = 40
PACE_MAX_SECONDS: Final = 60.0
DELAY_MAX_EVENTS: Final = 10_000
DELAY_MAX_SECONDS: Final = 86_400


class SeatWish(Value):
    """Who is to sit there: a human, or a bot of this strength; `name` is what people call them."""

    kind: str = "human"
    bot: str | None = None
    name: str | None = None


class TokenWish(Value):
    """A token to be given out, for so many seconds or without end; a seat's names its seat."""

    kind: str
    seat: int | None = None
    seconds: int | None = None
    reason: str | None = None


class Delay(Value):
    """How far spectators lag behind: so many events, or so many seconds."""

    events: int = 0
    seconds: float = 0.0


class NewGame(Value):
    """A game to be made. Seats that are not named are for humans; `pace` is how many seconds a bot takes for a move."""

    edition: str
    players: int | None = None
    options: dict[str, Option] = {}
    seats: tuple[SeatWish, ...] = ()
    start: str = "now"
    practice: bool = False
    seed: str | None = None
    private: bool = False
    pace: float = 1.0
    spectator_delay: Delay | None = None


def seats_of(wish: NewGame) -> tuple[SeatWish, ...]:
    """Who sits where; Misuse or Refusal when the wish cannot be granted."""
    edition = edition_named(wish.edition).data
    players = wish.players if wish.players is not None else len(wish.seats) or edition.players[0]
    edition.setup(players)
    if wish.seats and len(wish.seats) != players:
        raise Misuse("request.shape", f"{players} players need {players} seats, not {len(wish.seats)}")
    if wish.start not in ("now", "when_seated"):
        raise Misuse("request.shape", f"a game starts `now` or `when_seated`, not {wish.start[:40]!r}")
    if not 0 <= wish.pace <= PACE_MAX_SECONDS:
        raise Misuse("request.shape", f"the pace of bots is 0 to {PACE_MAX_SECONDS:.0f} seconds a move")
    delay = wish.spectator_delay or Delay()
    if not (0 <= delay.events <= DELAY_MAX_EVENTS and 0 <= delay.seconds <= DELAY_MAX_SECONDS):
        raise Misuse("request.shape", "spectators lag behind by 0 to 10000 events, or 0 to 86400 seconds")
    if wish.seed is not None and not wish.practice:
        raise Misuse("request.shape", "only practice games can be dealt from a given seed")
    wishes = wish.seats or (SeatWish(),) * players
    require_seats(wishes)
    return wishes


def require_seats(wishes: Sequence[SeatWish]) -> None:
    """Misuse `request.shape` unless each of them can sit at a table."""
    for wish in wishes:
        if wish.kind not in ("human", "bot"):
            raise Misuse("request.shape", f"a seat is for a human or a bot, not {wish.kind[:40]!r}")
        if wish.bot is not None and (wish.kind != "bot" or wish.bot not in BOTS):
            raise Misuse("request.shape", f"bots are {', '.join(BOTS)}, and sit where the kind is `bot`")
        named(wish.name)


def player_of(game: str, seat: int, wish: SeatWish) -> Player:
    """What the register keeps of who is to sit there."""
    bot = (wish.bot or "greedy") if wish.kind == "bot" else None
    return Player(game=game, seat=seat, kind=wish.kind, bot=bot, name=wish.name)


def named(name: str | None) -> str | None:
    """The name, if people can be called so; Misuse `request.shape` otherwise."""
    if name is None:
        return None
    if not 1 <= len(name) <= NAME_MAX or any(unicodedata.category(sign)[0] == "C" for sign in name) or name.isspace():
        raise Misuse("request.shape", f"a name has 1 to {NAME_MAX} printable characters")
    return name
