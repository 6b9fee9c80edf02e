"""What an organiser does: makes games and forks, hands out seats and tokens, pauses and goes on."""

import base64
import os
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from domain.commands import CreateGame, TakeSeat
from domain.editions import rulebook
from domain.refusals import Misuse
from domain.values import Value
from replay.codec import Envelope
from replay.fork import fork_exact
from replay.game import Game
from replay.proofs.shuffle import SEED_BYTES, Deal, contribution_of_text, seed_of_text
from replay.record import Record
from service.desk import Desk, now_ms, status_of
from service.event_store import Conflict
from service.register import Arrangement, Entry, Player, TokenEntry
from service.remembered import Request, made_before
from service.sight import Sight
from service.tokens import new_token
from service.wishes import Delay, NewGame, SeatWish, require_seat, require_seats, seats_of

_ID_BYTES: Final = 10


class SeatToken(Value):
    """The token of a seat, shown once."""

    seat: int
    token: str


class Made(Value, omit_defaults=False):
    """A game that was made, its tokens with it; `replayed` when the same request had made it before."""

    game: str
    version: int
    status: str
    tokens: tuple[SeatToken, ...]
    organiser_token: str
    replayed: bool = False


def create_game(desk: Desk, wish: NewGame, request: Request) -> Made:
    """Makes a game and seats whoever sits from the start; Misuse or Refusal for what cannot be."""
    if (before := _made_before(desk, request)) is not None:
        return before
    wishes = seats_of(wish)
    rulebook(wish.edition, len(wishes), wish.options)
    id_ = _fresh_id(wish.edition)
    deal = _deal(id_, wish, len(wishes))
    game = Game(id_, deal)
    at = now_ms()
    create = CreateGame(edition=wish.edition, players=len(wishes), options=dict(wish.options), practice=wish.practice)
    game.act(create, by="organiser", key=request.key, at=at)
    for seat, sitter in enumerate(wishes):
        if wish.start == "now" or sitter.kind == "bot":
            taken = TakeSeat(seat=seat, kind=sitter.kind, pseudonym=f"seat-{seat}")
            game.act(taken, by=f"seat:{seat}", key=None, at=at)
    delay = wish.spectator_delay or Delay(seconds=desk.settings.spectator_delay)
    arranged = Arrangement(
        game=id_,
        private=wish.private,
        delay_events=delay.events,
        delay_ms=round(delay.seconds * 1000),
        pace_ms=round(wish.pace * 1000),
    )
    entries = [arranged, *_players(id_, wishes)]
    return _opened(desk, id_, game.envelopes, deal.seed, wishes, entries, request)


def fork_game(desk: Desk, sight: Sight, at: int, seats: Sequence[SeatWish], request: Request) -> Made:
    """A game that shares this one's cards up to event `at`; nobody sits at it yet but through its new tokens."""
    if (before := _made_before(desk, request)) is not None:
        return before
    parent = Record(game=sight.game, envelopes=tuple(desk.envelopes(sight)))
    id_, deal_seed = _fresh_id(parent.created.edition), os.urandom(SEED_BYTES)
    fork = fork_exact(parent, at, id_, Deal(id_, deal_seed), at=now_ms())
    wishes = tuple(seats) or (SeatWish(),) * sight.players
    require_seats(wishes)
    if len(wishes) != sight.players:
        raise Misuse("request.shape", f"{sight.game} has {sight.players} seats, not {len(wishes)}", place="seats")
    arranged = replace(sight.arrangement, game=id_, paused=False, delay_events=0, delay_ms=0)
    entries = [arranged, *_players(id_, wishes)]
    return _opened(desk, id_, fork.envelopes[-1:], deal_seed, wishes, entries, request)


def fill_seat(desk: Desk, sight: Sight, seat: int, wish: SeatWish) -> SeatToken | None:
    """Puts somebody else into a seat: the tokens for it so far are revoked; a human gets a new one."""
    if not 0 <= seat < sight.players:
        raise Misuse("request.shape", f"there is no seat {seat}: seats are 0 to {sight.players - 1}", place="path.seat")
    require_seat(wish)
    at = now_ms()
    entries: list[Entry] = [*_players(sight.game, (wish,), first=seat), *_revoked(desk, sight.game, "seat", seat, at)]
    made = None
    if wish.kind == "human":
        token, entry = new_token("seat", game=sight.game, seat=seat, at=at)
        made = SeatToken(seat=seat, token=token)
        entries.append(entry)
    desk.register.note(*entries)
    if wish.kind == "bot" and sight.live.table.seats[seat].sitter is None:
        desk.live.act(sight.game, TakeSeat(seat=seat, kind="bot", pseudonym=f"seat-{seat}"), by=f"seat:{seat}")
    desk.bell.ring(sight.game, sight.live.version)
    return made


def pause(desk: Desk, sight: Sight, *, paused: bool) -> None:
    """Nobody acts in a paused game until it is resumed."""
    desk.register.note(replace(sight.arrangement, paused=paused))
    desk.bell.ring(sight.game, sight.live.version)


def _deal(game: str, wish: NewGame, players: int) -> Deal:
    """The secret deal; one that is meant to be repeated fixes what the seats add to it, too."""
    if wish.seed is None:
        return Deal(game, os.urandom(SEED_BYTES))
    try:
        seed = base64.b64decode(wish.seed, validate=True)
    except ValueError:
        seed = b""
    shares = tuple(contribution_of_text(f"{wish.seed}|{seat}|contribution") for seat in range(players))
    return Deal(game, seed if len(seed) == SEED_BYTES else seed_of_text(wish.seed), shares)


def _fresh_id(edition: str) -> str:
    return f"{edition}-{base64.b32encode(os.urandom(_ID_BYTES)).decode().lower()}"


def _players(game: str, wishes: Sequence[SeatWish], first: int = 0) -> list[Player]:
    return [
        Player(
            game=game,
            seat=seat,
            kind=wish.kind,
            bot=(wish.bot or "greedy") if wish.kind == "bot" else None,
            name=wish.name,
        )
        for seat, wish in enumerate(wishes, first)
    ]


def _opened(
    desk: Desk,
    game: str,
    envelopes: Sequence[Envelope],
    deal_seed: bytes,
    wishes: Sequence[SeatWish],
    entries: Sequence[Entry],
    request: Request,
) -> Made:
    """Writes a new game, its tokens and the memory of the request, all or nothing."""
    tokens, token_entries = _tokens(game, wishes)
    try:
        desk.store.append(game, envelopes, seed=deal_seed, entries=[*entries, *token_entries, *request.answered(game)])
    except Conflict:
        if (before := _made_before(desk, request)) is not None:  # the same request at the same time
            return before
        raise
    desk.register.forget()
    desk.bell.ring(game, envelopes[-1].n)
    return _made(desk, game, tokens)


def _tokens(game: str, wishes: Sequence[SeatWish]) -> tuple[list[tuple[int | None, str]], list[TokenEntry]]:
    at = now_ms()
    pairs = [
        (seat, new_token("seat", game=game, seat=seat, at=at))
        for seat, wish in enumerate(wishes)
        if wish.kind == "human"
    ]
    organiser, entry = new_token("organiser", game=game, at=at)
    shown: list[tuple[int | None, str]] = [*((seat, token) for seat, (token, _) in pairs), (None, organiser)]
    return shown, [*(made for _, (_, made) in pairs), entry]


def _made(desk: Desk, game: str, tokens: Sequence[tuple[int | None, str]], *, replayed: bool = False) -> Made:
    live = desk.live.at_present(game)
    return Made(
        game=game,
        version=live.version,
        status=status_of(live, live.table),
        tokens=tuple(SeatToken(seat=seat, token=token) for seat, token in tokens if seat is not None),
        organiser_token=next(token for seat, token in tokens if seat is None),
        replayed=replayed,
    )


def _made_before(desk: Desk, request: Request) -> Made | None:
    """What the same request made before, with fresh tokens: the first are revoked, as nobody may have seen them."""
    if (game := made_before(desk.store, request)) is None:
        return None
    at = now_ms()
    wishes = [SeatWish(kind=player.kind, bot=player.bot) for _, player in sorted(desk.players(game).items())]
    tokens, entries = _tokens(game, wishes)
    revoked = [*_revoked(desk, game, "seat", None, at), *_revoked(desk, game, "organiser", None, at)]
    desk.register.note(*revoked, *entries)
    return _made(desk, game, tokens, replayed=True)


def _revoked(desk: Desk, game: str, kind: str, seat: int | None, at: int) -> list[TokenEntry]:
    where = {"game": game, "kind": kind} | ({} if seat is None else {"seat": seat})
    valid = [entry for entry in desk.store.noted(TokenEntry, **where) if entry.revoked is None]
    return [entry.revoked_at(at) for entry in valid]
