"""What somebody may wish for who makes a game, and whether it can be granted."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import msgspec

from domain.editions import EDITIONS, edition_named
from domain.refusals import Misuse
from domain.values import Value
from domain.visibility import Option
from service.bots import BOTS
from service.faults import choice
from service.register import Player

NAME_MAX: Final = 40
PACE_MAX_SECONDS: Final = 60.0
DELAY_MAX_EVENTS: Final = 10_000
DELAY_MAX_SECONDS: Final = 86_400


class SeatWish(Value):
    """Who is to sit there: a human, or a bot of this strength; `name` is what people call them."""

    kind: Annotated[str, choice("human", "bot")] = "human"
    bot: Annotated[str, choice(*BOTS)] | None = None
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_MAX)] | None = None


class TokenWish(Value):
    """A token to be given out, for so many seconds or without end; a seat's names its seat."""

    kind: str
    seat: int | None = None
    seconds: int | None = None
    reason: str | None = None


class Delay(Value):
    """How far spectators lag behind: so many events, or so many seconds."""

    events: Annotated[int, msgspec.Meta(ge=0, le=DELAY_MAX_EVENTS)] = 0
    seconds: Annotated[float, msgspec.Meta(ge=0, le=DELAY_MAX_SECONDS)] = 0.0


class NewGame(Value):
    """A game to be made. Seats that are not named are for humans; `pace` is how many seconds a bot takes for a move."""

    edition: str
    players: int | None = None
    options: dict[str, Option] = {}
    seats: tuple[SeatWish, ...] = ()
    start: Annotated[str, choice("now", "when_seated")] = "now"
    practice: bool = False
    seed: str | None = None
    private: bool = False
    pace: Annotated[float, msgspec.Meta(ge=0, le=PACE_MAX_SECONDS)] = 1.0
    spectator_delay: Delay | None = None


def seats_of(wish: NewGame) -> tuple[SeatWish, ...]:
    """Who sits where; Misuse with all that is wrong, or Refusal, when the wish cannot be granted."""
    _require_none([*_unfit(wish), *_unfit_seats(wish.seats)])
    edition = edition_named(wish.edition).data
    players = wish.players if wish.players is not None else len(wish.seats) or edition.players[0]
    edition.setup(players)
    return wish.seats or (SeatWish(),) * players


def _unfit(wish: NewGame) -> Iterator[tuple[str, str]]:
    if wish.edition not in EDITIONS:
        yield "edition", f"it is one of {', '.join(EDITIONS)}"
    if wish.seats and wish.players not in (None, len(wish.seats)):
        yield "seats", f"{wish.players} players need {wish.players} seats, not {len(wish.seats)}"
    if wish.seed is not None and not wish.practice:
        yield "seed", "only practice games can be dealt from a given seed"


def require_seats(wishes: Sequence[SeatWish]) -> None:
    """Misuse `request.shape` with all that is wrong, unless each of them can sit at a table."""
    _require_none(list(_unfit_seats(wishes)))


def require_sitter(wish: SeatWish) -> None:
    """The same for one seat alone."""
    _require_none(list(_unfit_seat(wish)))


def _require_none(wrong: list[tuple[str, str]]) -> None:
    if wrong:
        raise Misuse("request.shape", "; ".join(f"{place}: {says}" for place, says in wrong), errors=tuple(wrong))


def _unfit_seats(wishes: Sequence[SeatWish]) -> Iterator[tuple[str, str]]:
    for index, wish in enumerate(wishes):
        yield from ((f"seats[{index}].{place}", says) for place, says in _unfit_seat(wish))


def _unfit_seat(wish: SeatWish) -> Iterator[tuple[str, str]]:
    if wish.bot is not None and wish.kind != "bot":
        yield "bot", f"bots are {', '.join(BOTS)}, and sit where the kind is `bot`"
    if wish.name is not None and not _is_name(wish.name):
        yield "name", f"a name has 1 to {NAME_MAX} printable characters"


def _is_name(name: str) -> bool:
    """Whether people can be called so."""
    printable = not any(unicodedata.category(sign)[0] == "C" for sign in name)
    return 1 <= len(name) <= NAME_MAX and printable and not name.isspace()


def named(name: str) -> str:
    """The name, if people can be called so; Misuse `request.shape` otherwise."""
    if not _is_name(name):
        raise Misuse("request.shape", f"a name has 1 to {NAME_MAX} printable characters", place="pseudonym")
    return name


def player_of(game: str, seat: int, wish: SeatWish) -> Player:
    """What the register keeps of who is to sit there."""
    bot = (wish.bot or "greedy") if wish.kind == "bot" else None
    return Player(game=game, seat=seat, kind=wish.kind, bot=bot, name=wish.name)
