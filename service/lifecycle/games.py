"""Makes a game: its events, its metadata entries, its tokens."""

import base64
import dataclasses
import secrets
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from domain.commands import CreateGame, TakeSeat
from domain.deal_commitments import DUPLICATE, TOURNAMENT
from domain.editions import rulebook
from domain.forks import Origin
from domain.table import pseudonym_of
from domain.values import Value
from projections.summary import GameStatus
from replay.creation_checks import require_making
from replay.game import Game
from replay.proofs.shuffle import CONTRIBUTION_BYTES, SEED_BYTES, Deal, contribution_of_text, seed_of_text
from replay.record import Record
from service.access.annotations import remark
from service.access.arbiter_actions import terms_set
from service.access.audit_trail import sentence
from service.access.context import Context
from service.access.tokens import new_token
from service.lifecycle.external_metadata import OwnNotes, entry_of, require_free
from service.lifecycle.idempotency import Attempt, made_before, require_first
from service.lifecycle.importing import fresh_id
from service.lifecycle.links import join_link
from service.lifecycle.new_game import TERM_DEFAULT, NewGame, SeatRequest, SpectatorDelay, player_of, seats_of
from service.lifecycle.seating import revoked
from service.lifecycle.token_holders import bearers_of, handed_on
from service.ops.clock import now_ms
from service.store.entries.metadata_store import Arrangement, Entry, MetadataStore, Player, TokenEntry
from service.store.entries.signing_entries import GameKey
from service.store.errors import Conflict
from service.store.record_import import whole


class SeatToken(Value):
    """The token of a seat, shown once, and the link by which a player takes the seat."""

    seat: int
    token: str
    link: str


class CreatedTable(Value, omit_defaults=False):
    """Another table with the same deal, made by the same request, with its tokens."""

    game: str
    tokens: tuple[SeatToken, ...]
    organiser_token: str


class MadeGame(Value, omit_defaults=False):
    """The answer for a created game, with its tokens. `replayed` says that an earlier request with this key made it.

    `beside` are the other tables with the same deal.
    """

    game: str
    version: int
    status: GameStatus
    tokens: tuple[SeatToken, ...]
    organiser_token: str
    forked: Origin | None = None
    replayed: bool = False
    beside: tuple["CreatedTable", ...] = ()


def create_game(context: Context, wish: NewGame, attempt: Attempt) -> MadeGame:
    """Make a game with all players who sit from the start. Raises Misuse or Refusal if the request cannot be met."""
    if (before := made_again(context, attempt)) is not None:
        return before
    seats = seats_of(wish)
    rulebook(wish.edition, len(seats), wish.options)
    ids = tuple(fresh_id(wish.edition, hidden=wish.private) for _ in range(wish.tables))
    create = _creation(wish, len(seats), ids if len(ids) > 1 else ())
    deal = _deal(ids[0], wish, create)
    # The first table comes last: it answers the request. A table that does not exist yet keeps no deal hidden.
    alike, keyless = replace(wish, external_id=None), replace(attempt, key=None)
    others = [_at_table(context, alike, create, dataclasses.replace(deal, game=id_), keyless) for id_ in ids[1:]]
    made = _at_table(context, wish, create, deal, attempt)
    beside = tuple(
        CreatedTable(game=one.game, tokens=one.tokens, organiser_token=one.organiser_token) for one in others
    )
    return replace(made, beside=made.beside or beside)


def create_named(context: Context, wish: NewGame, game: str, attempt: Attempt, *beside: Entry) -> MadeGame:
    """Make one game of this id, and write these entries with it. Raises Conflict if there is such a game."""
    rulebook(wish.edition, len(seats_of(wish)), wish.options)
    create = _creation(wish, len(seats_of(wish)), ())
    return _at_table(context, wish, create, _deal(game, wish, create), attempt, beside)


def _at_table(
    context: Context, wish: NewGame, create: CreateGame, deal: Deal, attempt: Attempt, beside: Sequence[Entry] = ()
) -> MadeGame:
    """Make one game with this deal. It answers the attempt if that has a key."""
    seats, id_ = seats_of(wish), deal.game
    game = Game(id_, deal)
    at = now_ms()
    # The command is stored without its key: the key gives access to the tokens, and the log becomes public.
    game.act(create, by="organiser", key=None, at=at)
    for seat, sitter in enumerate(seats):
        if wish.seats_people or sitter.kind == "bot":
            bot = player_of(id_, seat, sitter).bot
            taken = TakeSeat(seat=seat, kind=sitter.kind, pseudonym=pseudonym_of(seat), bot=bot)
            game.act(taken, by=f"seat:{seat}", key=None, at=at)
    delay = wish.spectator_delay or SpectatorDelay(seconds=context.settings.spectator_delay)
    arranged = Arrangement(
        game=id_,
        private=wish.private,
        delay_events=delay.events,
        delay_ms=round(delay.seconds * 1000),
        pace_ms=round(wish.pace * 1000),
        patience_ms=round(wish.patience * 1000),
    )
    entries = [arranged, *players(id_, seats), *terms_set(id_, wish.dispute_terms, at), *beside]
    if not wish.hints:
        entries.append(remark(id_, game.version, "hints", sentence("hints.off"), at=at, by="organiser"))
    notes = OwnNotes(external_id=wish.external_id, metadata=wish.metadata)
    return opened(context, game.record(), deal, seats, entries, attempt, wish.person, notes)


def _creation(wish: NewGame, players: int, tables: tuple[str, ...]) -> CreateGame:
    """Return the command that makes the game. Raises Misuse if the organiser's contribution is malformed."""
    share = wish.contribution
    if wish.level == DUPLICATE and share is None:
        drawn = secrets.token_urlsafe(CONTRIBUTION_BYTES) if wish.seed is None else wish.seed
        share = contribution_of_text(f"{drawn}|contribution")
    create = CreateGame(
        edition=wish.edition,
        players=players,
        options=dict(wish.options),
        practice=wish.practice,
        level=wish.level,
        term=TERM_DEFAULT if wish.level == TOURNAMENT and wish.term is None else wish.term,
        contribution=share,
        tables=tables,
    )
    require_making(create)
    return create


def _deal(game: str, wish: NewGame, create: CreateGame) -> Deal:
    """Return the secret deal.

    A given seed also determines the contributions of the seats, so the deal is repeatable.
    """
    name = create.contribution or ""
    if wish.seed is None:
        return Deal(game, secrets.token_bytes(SEED_BYTES), entropy=secrets.token_bytes, name=name)
    try:
        seed = base64.b64decode(wish.seed, validate=True)
    except ValueError:
        seed = b""
    shares = tuple(contribution_of_text(f"{wish.seed}|{seat}|contribution") for seat in range(create.players))
    return Deal(game, seed if len(seed) == SEED_BYTES else seed_of_text(wish.seed), shares, name=name)


def players(game: str, seats: Sequence[SeatRequest]) -> list[Player]:
    """Return the metadata entries of these players."""
    return [player_of(game, seat, wish) for seat, wish in enumerate(seats)]


def opened(
    context: Context,
    record: Record,
    deal: Deal,
    seats: Sequence[SeatRequest],
    entries: Sequence[Entry],
    attempt: Attempt,
    host: str | None = None,
    notes: OwnNotes | None = None,
) -> MadeGame:
    """Write a new game with its entries, its tokens and its idempotency key, all in one transaction.

    `host` is the organiser as a person, `notes` are those of the integrator that makes it.
    """
    game, envelopes = record.game, record.envelopes
    tokens, token_entries = _tokens(game, [seat for seat, wish in enumerate(seats) if wish.kind == "human"])

    def beside(register: MetadataStore) -> list[Entry]:
        require_first(register, attempt)
        bearers = bearers_of(token_entries, {None: host} | {k: wish.person for k, wish in enumerate(seats)})
        makers = [] if attempt.maker is None else [entry_of(game, attempt.maker, notes or OwnNotes())]
        for maker in makers:
            require_free(register, maker)
        own = [GameKey.drawn(game), *makers, *entries, *token_entries, *bearers]
        return [*own, *attempt.answered(register, game)]

    try:
        with context.register.writing(beside) as watched:
            if envelopes[0].game == game:
                context.store.append(game, envelopes, seed=deal.seed, entries=watched)
            else:
                context.store.put(game, envelopes, whole("played", record, deal.seed), entries=watched)
    except Conflict:
        if (before := made_again(context, attempt)) is not None:  # a concurrent request with the same key won
            return before
        raise
    context.notifier.notify(game, envelopes[-1].n)
    context.records.take(game, envelopes)
    context.logs.log(game, envelopes[-1].n)  # otherwise the first command would have to wait for it
    return _made(context, game, tokens)


def _tokens(game: str, seats: Iterable[int]) -> tuple[list[tuple[int | None, str]], list[TokenEntry]]:
    """Return new tokens for these seats and for the organiser, with the metadata entries that make them valid."""
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
        tokens=tuple(
            SeatToken(seat=seat, token=token, link=join_link(game, token)) for seat, token in tokens if seat is not None
        ),
        organiser_token=next(token for seat, token in tokens if seat is None),
        forked=summary.forked_from,
        replayed=replayed,
    )


def made_again(context: Context, attempt: Attempt) -> MadeGame | None:
    """Return the game that the same request made before, with new tokens.

    The first tokens are revoked, because they may never have arrived.
    """
    if (game := made_before(context.store, attempt)) is None:
        return None
    tables = context.tables.at_present(game).summary.tables
    beside = [with_new_tokens(context, one, attempt.at) for one in tables if one != game]
    others = tuple(
        CreatedTable(game=one.game, tokens=one.tokens, organiser_token=one.organiser_token) for one in beside
    )
    return replace(with_new_tokens(context, game, attempt.at), beside=others)


def with_new_tokens(context: Context, game: str, at: int) -> MadeGame:
    """Return a game as it is now, with new tokens in place of all earlier ones."""
    live = context.tables.at_present(game)
    shown: list[tuple[int | None, str]] = []

    def replaced(register: MetadataStore) -> Iterator[Entry]:
        humans = [player.seat for player in register.noted(Player, game=game) if player.kind == "human"]
        shown[:], tokens = _tokens(game, sorted(humans))
        for kind in ("seat", "organiser"):
            yield from revoked(register, at, game=game, kind=kind)
        yield from tokens
        yield from handed_on(register, game, tokens)
        if live.table.result is None:
            yield remark(game, live.version, "seat", sentence("seat.anew"), at=at, by="organiser")

    context.register.settle(replaced)
    return _made(context, game, shown, replayed=True)
