"""Making games and forks, each with the tokens of whoever sits there and of whoever runs it."""

import base64
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from domain.commands import CreateGame, TakeSeat
from domain.editions import rulebook, rulebook_of
from domain.engine import legal
from domain.refusals import CorruptHistory, Misuse
from domain.values import Value
from replay.codec import Envelope
from replay.fork import fork_exact
from replay.game import Game
from replay.proofs.shuffle import SEED_BYTES, Deal, contribution_of_text, seed_of_text
from replay.record import Origin, Record
from service.desk import Desk, now_ms
from service.event_store import Conflict
from service.importing import fresh_id
from service.live import LiveTable
from service.register import Arrangement, Entry, Player, Register, TokenEntry
from service.remarks import remark
from service.remembered import Request, made_before, require_first
from service.seating import revoked
from service.sight import Sight, is_open
from service.tokens import new_token
from service.wishes import Delay, NewGame, SeatWish, player_of, require_seats, seats_of

FORKS_DEEP_MAX: Final = 64
"""How often a fork may be forked: whoever reads the last reads a part of each."""


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
    forked: Origin | None = None
    replayed: bool = False


def create_game(desk: Desk, wish: NewGame, request: Request) -> Made:
    """Makes a game and seats whoever sits from the start; Misuse or Refusal for what cannot be."""
    if (before := _made_before(desk, request)) is not None:
        return before
    wishes = seats_of(wish)
    rulebook(wish.edition, len(wishes), wish.options)
    id_ = fresh_id(wish.edition, hidden=wish.private)
    deal = _deal(id_, wish, len(wishes))
    game = Game(id_, deal)
    at = now_ms()
    create = CreateGame(edition=wish.edition, players=len(wishes), options=dict(wish.options), practice=wish.practice)
    # Without its key: that shows tokens to whoever has it, and the log is public one day.
    game.act(create, by="organiser", key=None, at=at)
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
    """A game that shares this one's cards up to event `at`; nobody sits at it yet but through its new tokens.

    Without `seats` people sit there; who is not named is called as in the parent.
    """
    if (before := _made_before(desk, request)) is not None:
        return before
    if len(desk.register.lineage(sight.game)) > FORKS_DEEP_MAX:
        says = f"{sight.game} is a fork of a fork, and so on, {FORKS_DEEP_MAX} times: fork one that it comes from"
        raise Misuse("request.shape", says, place="at")
    parent = Record(game=sight.game, envelopes=tuple(desk.envelopes(sight)))
    hidden = is_open(sight.live) or not desk.is_told(sight.game)
    id_ = fresh_id(parent.created.edition, hidden=hidden)
    deal_seed = os.urandom(SEED_BYTES)
    fork = fork_exact(parent, at, id_, Deal(id_, deal_seed), at=now_ms())
    _require_playable(desk, sight, fork.envelopes[-1].n - 1)
    wishes = tuple(seats) or (SeatWish(),) * sight.players
    require_seats(wishes)
    if len(wishes) != sight.players:
        raise Misuse("request.shape", f"{sight.game} has {sight.players} seats, not {len(wishes)}", place="seats")
    called = {seat: player.name for seat, player in desk.seated(sight).items()}
    wishes = tuple(replace(wish, name=wish.name or called.get(seat)) for seat, wish in enumerate(wishes))
    arranged = replace(sight.arrangement, game=id_, paused=False)
    entries = [arranged, *_players(id_, wishes)]
    return _opened(desk, id_, fork.envelopes[-1:], deal_seed, wishes, entries, request)


def _require_playable(desk: Desk, sight: Sight, at: int) -> None:
    """Misuse for a table to which no game comes, as an imported one may: nobody could play on from there."""
    try:
        table = desk.table(sight, at)
        for seat in range(sight.players):
            legal(rulebook_of(table), table, seat)
    except CorruptHistory as error:
        raise Misuse("position.invalid", f"nobody can go on from event {at}: {error}", place="at") from error


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


def _players(game: str, wishes: Sequence[SeatWish]) -> list[Player]:
    return [player_of(game, seat, wish) for seat, wish in enumerate(wishes)]


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
    tokens, token_entries = _tokens(game, [seat for seat, wish in enumerate(wishes) if wish.kind == "human"])

    def beside(register: Register) -> list[Entry]:
        require_first(register, request)
        return [*entries, *token_entries, *request.answered(register, game)]

    try:
        desk.store.append(game, envelopes, seed=deal_seed, entries=beside)
    except Conflict:
        if (before := _made_before(desk, request)) is not None:  # the same request at the same time
            return before
        raise
    desk.register.forget()
    desk.bell.ring(game, envelopes[-1].n)
    return _made(desk, game, tokens)


def _tokens(game: str, seats: Iterable[int]) -> tuple[list[tuple[int | None, str]], list[TokenEntry]]:
    """Tokens for these seats and for the organiser, and what makes them count."""
    at = now_ms()
    pairs = [(seat, new_token("seat", game=game, seat=seat, at=at)) for seat in seats]
    organiser, entry = new_token("organiser", game=game, at=at)
    shown: list[tuple[int | None, str]] = [*((seat, token) for seat, (token, _) in pairs), (None, organiser)]
    return shown, [*(made for _, (_, made) in pairs), entry]


def _made(desk: Desk, game: str, tokens: Sequence[tuple[int | None, str]], *, replayed: bool = False) -> Made:
    live, row = desk.live.at_present(game), desk.store.row(game)
    forked = row and row.prefix_of and row.prefix_to and Origin(game=row.prefix_of, at=row.prefix_to)
    return Made(
        game=game,
        version=live.version,
        status=_status_of(live),
        tokens=tuple(SeatToken(seat=seat, token=token) for seat, token in tokens if seat is not None),
        organiser_token=next(token for seat, token in tokens if seat is None),
        forked=forked or None,
        replayed=replayed,
    )


def _made_before(desk: Desk, request: Request) -> Made | None:
    """What the same request made before, with fresh tokens: the first are revoked, as nobody may have seen them."""
    if (game := made_before(desk.store, request)) is None:
        return None
    live = desk.live.at_present(game)
    shown: list[tuple[int | None, str]] = []

    def anew(register: Register) -> Iterator[Entry]:
        humans = [player.seat for player in register.noted(Player, game=game) if player.kind == "human"]
        shown[:], tokens = _tokens(game, sorted(humans))
        for kind in ("seat", "organiser"):
            yield from revoked(register, request.at, game=game, kind=kind)
        yield from tokens
        if live.table.result is None:
            says = "The tokens of this game were given out anew."
            yield remark(game, live.version, "seat", says, at=request.at, by="organiser")

    desk.register.settle(anew)
    return _made(desk, game, shown, replayed=True)


def _status_of(live: LiveTable) -> str:
    """open, running, finished, voided or imported."""
    if live.imported:
        return "imported"
    if live.table.result is not None:
        return "voided" if live.table.result.scores is None else "finished"
    return "running" if live.table.begun else "open"
