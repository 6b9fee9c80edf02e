"""What whoever runs a game does at it: fills seats, hands out tokens, pauses; all of it decided in one writing."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.commands import TakeSeat
from domain.refusals import Misuse, Refusal
from service.desk import Desk, now_ms
from service.policy import ARBITER, SEAT
from service.register import Annotation, Arrangement, Entry, Register, TokenEntry
from service.remarks import COMMENT, TRACES_MAX, remark, require_room
from service.remembered import Request, made_before
from service.seating import filled, handed, revoked
from service.sight import Sight
from service.tokens import new_token
from service.wishes import SeatWish, TokenWish, player_of, require_sitter


def fill_seat(desk: Desk, sight: Sight, seat: int, wish: SeatWish) -> str | None:
    """Puts somebody else into a seat: the tokens for it so far are revoked; a human gets a new one."""
    require_seat(sight, seat, "path.seat")
    require_sitter(wish)
    at = now_ms()
    token, entry = new_token("seat", game=sight.game, seat=seat, at=at)
    who = "a bot" if wish.kind == "bot" else wish.name or "somebody else"

    def entries(register: Register) -> Iterator[Entry]:
        yield from filled(register, player_of(sight.game, seat, wish), sight.live.version, at)
        if wish.kind == "human":
            yield entry
        yield _trace(register, sight, "seat", f"Seat {seat} was given to {who}.", at=at)

    desk.register.settle(entries)
    if wish.kind == "bot" and sight.live.table.seats[seat].sitter is None:
        try:
            desk.live.act(sight.game, TakeSeat(seat=seat, kind="bot", pseudonym=f"seat-{seat}"), by=f"seat:{seat}")
        except Refusal:  # somebody sat down meanwhile: it is the bot's seat all the same
            if desk.live.at_present(sight.game).table.seats[seat].sitter is None:
                raise
    desk.bell.ring(sight.game, sight.live.version)
    return token if wish.kind == "human" else None


def hand_out(desk: Desk, sight: Sight, request: Request, wish: TokenWish) -> tuple[str, TokenEntry, bool]:
    """A token of the game, and whether the same request was made before.

    One for a seat is then the only one that acts for it. Tokens that open a hand leave a public trace.
    """
    before: list[str] = []
    if wish.seat is not None:
        require_seat(sight, wish.seat, "seat")
    at = now_ms()
    expires = None if wish.seconds is None else at + 1000 * wish.seconds
    token, made = new_token(wish.kind, game=sight.game, seat=wish.seat, at=at, expires=expires, reason=wish.reason)

    def entries(register: Register) -> Iterator[Entry]:
        before[:] = [once for once in [made_before(register, request)] if once is not None]
        for digest in before:  # nobody may have seen it: this one is in its place
            yield from revoked(register, at, digest=digest)
        yield from request.answered(register, made.digest)
        yield from handed(register, [made])
        for kind, text in told_of(made):
            yield _trace(register, sight, kind, text, at=at)

    desk.register.settle(entries)
    desk.bell.ring(sight.game, sight.live.version)
    return token, made, bool(before)


def told_of(token: TokenEntry) -> Iterator[tuple[str, str]]:
    """What everybody is told of a new token that opens a hand: the kind of a remark, and its text."""
    if token.kind == SEAT:
        yield "seat", f"A new token was given out for seat {token.seat}."
    if token.kind == ARBITER:
        yield "arbiter", f"An arbiter was called: {token.reason}"


def revoke(desk: Desk, digest: str) -> None:
    """The token that this is kept of counts no more."""
    desk.register.settle(lambda register: revoked(register, now_ms(), digest=digest))


def pause(desk: Desk, sight: Sight, *, paused: bool) -> None:
    """Nobody acts in a paused game until it is resumed."""
    at = now_ms()

    def entries(register: Register) -> Iterator[Entry]:
        arranged = next(iter(register.noted(Arrangement, game=sight.game)), Arrangement(game=sight.game))
        if arranged.paused == paused:
            return
        yield replace(arranged, paused=paused)
        kind, says = ("paused", "The game was paused.") if paused else ("resumed", "The game goes on.")
        yield _trace(register, sight, kind, says, at=at)

    desk.register.settle(entries)
    desk.bell.ring(sight.game, sight.live.version)


def comment(desk: Desk, sight: Sight, n: int, text: str, request: Request) -> tuple[Annotation, bool]:
    """What somebody says of event n, and whether the same request said it before; `rate.limited` for too much."""
    who = sight.principal.name
    found: list[Annotation] = []
    by = f"seat:{sight.principal.seat}" if sight.relation == SEAT else sight.relation
    said = remark(sight.game, n, COMMENT, text, at=now_ms(), by=by, author=who)

    def entries(register: Register) -> Iterator[Entry]:
        if (before := made_before(register, request)) is not None:
            found[:] = register.noted(Annotation, id=before)
            return
        require_room(register, sight.game, who)
        yield said
        yield from request.answered(register, said.id)

    desk.register.settle(entries)
    desk.bell.ring(sight.game, sight.live.version)
    return (found[0], True) if found else (said, False)


def require_seat(sight: Sight, seat: int, place: str) -> None:
    """Misuse `request.shape` unless the game has this seat, which was named at `place`."""
    if not 0 <= seat < sight.players:
        raise Misuse("request.shape", f"there is no seat {seat}: seats are 0 to {sight.players - 1}", place=place)


def _trace(register: Register, sight: Sight, kind: str, text: str, *, at: int) -> Annotation:
    """The public trace of what they do; whoever has no room left for one may not do it."""
    require_room(register, sight.game, sight.principal.name, TRACES_MAX)
    return remark(sight.game, sight.live.version, kind, text, at=at, by=sight.relation, author=sight.principal.name)
