"""The making of a game, or of a fork: its events, its register entries, its tokens."""

import base64
import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from domain.commands import CreateGame, TakeSeat
from domain.editions import rulebook, rulebook_of
from domain.engine import legal
from domain.forks import Origin
from domain.refusals import CorruptHistory, ImpossiblePosition, Misuse
from domain.table import pseudonym_of
from domain.values import Value
from projections.summary import Status
from replay.codec import Envelope
from replay.fork import fork_exact
from replay.game import Game
from replay.proofs.shuffle import SEED_BYTES, Deal, contribution_of_text, seed_of_text
from replay.record import Record
from service.access.context import Context
from service.access.remarks import remark
from service.access.sight import Sight, is_open
from service.access.tokens import new_token
from service.hosting.idempotency import Attempt, made_before, require_first
from service.hosting.importing import fresh_id
from service.hosting.new_game import Delay, NewGame, SeatWish, player_of, seats_of
from service.hosting.seating import revoked
from service.ops.clock import now_ms
from service.store.errors import Conflict
from service.store.register import Arrangement, Entry, Player, Register, TokenEntry

FORKS_DEEP_MAX: Final = 64
"""How many forks deep a game may be, since reading the last one reads a part of each."""


class SeatToken(Value):
    """The token of a seat, shown once."""

    seat: int
    token: str


class MadeGame(Value, omit_defaults=False):
    """The answer for a game that was made, with its tokens; `replayed` when the same request had made it before."""

    game: str
    version: int
    status: Status
    tokens: tuple[SeatToken, ...]
    organiser_token: str
    forked: Origin | None = None
    replayed: bool = False


def create_game(context: Context, wish: NewGame, attempt: Attempt) -> MadeGame:
    """Makes a game with everybody who sits from the start; Misuse or Refusal when the request cannot be met."""
    if (before := _made_before(context, attempt)) is not None:
        return before
    seats = seats_of(wish)
    rulebook(wish.edition, len(seats), wish.options)
    id_ = fresh_id(wish.edition, hidden=wish.private)
    deal = _deal(id_, wish, len(seats))
    game = Game(id_, deal)
    at = now_ms()
    create = CreateGame(edition=wish.edition, players=len(seats), options=dict(wish.options), practice=wish.practice)
    # Without its key: that shows tokens to whoever has it, and the log is public one day.
    game.act(create, by="organiser", key=None, at=at)
    for seat, sitter in enumerate(seats):
        if wish.start == "now" or sitter.kind == "bot":
            taken = TakeSeat(seat=seat, kind=sitter.kind, pseudonym=pseudonym_of(seat))
            game.act(taken, by=f"seat:{seat}", key=None, at=at)
    delay = wish.spectator_delay or Delay(seconds=context.settings.spectator_delay)
    arranged = Arrangement(
        game=id_,
        private=wish.private,
        delay_events=delay.events,
        delay_ms=round(delay.seconds * 1000),
        pace_ms=round(wish.pace * 1000),
    )
    entries = [arranged, *_players(id_, seats)]
    return _opened(context, id_, game.envelopes, deal.seed, seats, entries, attempt)


def fork_game(context: Context, sight: Sight, at: int, asked: Sequence[SeatWish], attempt: Attempt) -> MadeGame:
    """Makes a game that shares this one's events up to `at`, with tokens of its own.

    Without `asked` people sit there; a player without a name keeps the name of the parent's seat.
    """
    if (before := _made_before(context, attempt)) is not None:
        return before
    if len(context.register.lineage(sight.game)) > FORKS_DEEP_MAX:
        says = f"{sight.game} is a fork of a fork, and so on, {FORKS_DEEP_MAX} times: fork one that it comes from"
        raise Misuse(says, place="at")
    parent = Record(game=sight.game, envelopes=tuple(context.reader.envelopes(sight)))
    hidden = is_open(sight.live) or not context.reader.end_is_public(sight.game)
    id_ = fresh_id(parent.created.edition, hidden=hidden)
    deal_seed = secrets.token_bytes(SEED_BYTES)
    fork = fork_exact(parent, at, id_, Deal(id_, deal_seed), at=now_ms())
    _require_playable(context, sight, fork.envelopes[-1].n - 1)
    seats = tuple(asked) or (SeatWish(),) * sight.players
    if len(seats) != sight.players:
        raise Misuse(f"{sight.game} has {sight.players} seats, not {len(seats)}", place="seats")
    called = {seat: player.name for seat, player in context.reader.seated(sight).items()}
    seats = tuple(replace(wish, name=wish.name or called.get(seat)) for seat, wish in enumerate(seats))
    arranged = replace(sight.arrangement, game=id_, paused=False)
    entries = [arranged, *_players(id_, seats)]
    return _opened(context, id_, fork.envelopes[-1:], deal_seed, seats, entries, attempt)


def _require_playable(context: Context, sight: Sight, at: int) -> None:
    """ImpossiblePosition for a table that no lawful game reaches, as an imported one may: nobody could play on."""
    try:
        table = context.reader.table(sight, at)
        for seat in range(sight.players):
            legal(rulebook_of(table), table, seat)
    except CorruptHistory as error:
        raise ImpossiblePosition(f"nobody can go on from event {at}: {error}", place="at") from error


def _deal(game: str, wish: NewGame, players: int) -> Deal:
    """The secret deal; a given seed also fixes the contributions of the seats, so that the deal can be repeated."""
    if wish.seed is None:
        return Deal(game, secrets.token_bytes(SEED_BYTES), entropy=secrets.token_bytes)
    try:
        seed = base64.b64decode(wish.seed, validate=True)
    except ValueError:
        seed = b""
    shares = tuple(contribution_of_text(f"{wish.seed}|{seat}|contribution") for seat in range(players))
    return Deal(game, seed if len(seed) == SEED_BYTES else seed_of_text(wish.seed), shares)


def _players(game: str, seats: Sequence[SeatWish]) -> list[Player]:
    return [player_of(game, seat, wish) for seat, wish in enumerate(seats)]


def _opened(
    context: Context,
    game: str,
    envelopes: Sequence[Envelope],
    deal_seed: bytes,
    seats: Sequence[SeatWish],
    entries: Sequence[Entry],
    attempt: Attempt,
) -> MadeGame:
    """Writes a new game with its entries, its tokens, the key of its request: all of it or nothing."""
    tokens, token_entries = _tokens(game, [seat for seat, wish in enumerate(seats) if wish.kind == "human"])

    def beside(register: Register) -> list[Entry]:
        require_first(register, attempt)
        return [*entries, *token_entries, *attempt.answered(register, game)]

    try:
        with context.register.writing(beside) as watched:
            context.store.append(game, envelopes, seed=deal_seed, entries=watched)
    except Conflict:
        if (before := _made_before(context, attempt)) is not None:  # the same request at the same time
            return before
        raise
    context.notifier.notify(game, envelopes[-1].n)
    context.records.take(game, envelopes)
    return _made(context, game, tokens)


def _tokens(game: str, seats: Iterable[int]) -> tuple[list[tuple[int | None, str]], list[TokenEntry]]:
    """New tokens for these seats and for the organiser, with the register entries that make them valid."""
    at = now_ms()
    pairs = [(seat, new_token("seat", game=game, seat=seat, at=at)) for seat in seats]
    organiser, entry = new_token("organiser", game=game, at=at)
    shown: list[tuple[int | None, str]] = [*((seat, token) for seat, (token, _) in pairs), (None, organiser)]
    return shown, [*(made for _, (_, made) in pairs), entry]


def _made(context: Context, game: str, tokens: Sequence[tuple[int | None, str]], *, replayed: bool = False) -> MadeGame:
    summary = context.tables.at_present(game).summary
    return MadeGame(
        game=game,
        version=summary.version,
        status=summary.status,
        tokens=tuple(SeatToken(seat=seat, token=token) for seat, token in tokens if seat is not None),
        organiser_token=next(token for seat, token in tokens if seat is None),
        forked=summary.forked_from,
        replayed=replayed,
    )


def _made_before(context: Context, attempt: Attempt) -> MadeGame | None:
    """The game that the same request made, with new tokens; the first are revoked, as they may never have arrived."""
    if (game := made_before(context.store, attempt)) is None:
        return None
    live = context.tables.at_present(game)
    shown: list[tuple[int | None, str]] = []

    def anew(register: Register) -> Iterator[Entry]:
        humans = [player.seat for player in register.noted(Player, game=game) if player.kind == "human"]
        shown[:], tokens = _tokens(game, sorted(humans))
        for kind in ("seat", "organiser"):
            yield from revoked(register, attempt.at, game=game, kind=kind)
        yield from tokens
        if live.table.result is None:
            says = "The tokens of this game were given out anew."
            yield remark(game, live.version, "seat", says, at=attempt.at, by="organiser")

    context.register.settle(anew)
    return _made(context, game, shown, replayed=True)
