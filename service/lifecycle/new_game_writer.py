"""Writes new games, several in one transaction, and returns them with their tokens."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.forks import Origin
from domain.values import Value
from projections.summary import GameStatus
from replay.proofs.shuffle import Deal
from replay.record import Record
from service.access.annotations import new_annotation
from service.access.audit_trail import trace_text
from service.access.context import Context
from service.access.tokens import new_token
from service.lifecycle.external_metadata import OwnNotes, notes_entry, require_unused_external_id
from service.lifecycle.idempotency import Attempt, earlier_result, require_first_request
from service.lifecycle.links import join_link
from service.lifecycle.new_game import SeatRequest
from service.lifecycle.seating import revocation_entries
from service.lifecycle.token_holders import bearer_entries, renewed_bearers
from service.ops.clock import now_ms
from service.store.appender import NewGameEvents
from service.store.entries.metadata_store import Entry, MetadataStore, Player, TokenEntry
from service.store.entries.signing_entries import GameKey
from service.store.errors import Conflict
from service.store.record_import import standalone_opening


class SeatToken(Value):
    """The token of a seat, which is shown only once, and the link by which a player takes the seat."""

    seat: int
    token: str
    link: str


class CreatedTable(Value, omit_defaults=False):
    """Another table with the same deal, made by the same request, with its tokens."""

    game: str
    tokens: tuple[SeatToken, ...]
    organiser_token: str


class MadeGame(Value, omit_defaults=False):
    """A created game with its tokens.

    `replayed` says that an earlier request with this idempotency key created it. `beside` are the other tables with the
    same deal.
    """

    game: str
    version: int
    status: GameStatus
    tokens: tuple[SeatToken, ...]
    organiser_token: str
    forked: Origin | None = None
    replayed: bool = False
    beside: tuple["CreatedTable", ...] = ()


class PreparedGame(NamedTuple):
    """A game that is ready to write: its record, its deal, its players, and metadata entries.

    `host` is the person id of the organiser. `notes` are the notes of the integrator that creates the game.
    """

    record: Record
    deal: Deal
    seats: Sequence[SeatRequest]
    entries: Sequence[Entry]
    host: str | None = None
    notes: OwnNotes = OwnNotes()


def write_new_games(context: Context, games: Sequence[PreparedGame], attempt: Attempt) -> list[MadeGame]:
    """Write new games with their entries and tokens in one transaction.

    The first game is the result of the request. For a retry, return the game that the first request created.
    """
    tokens = [
        _new_tokens(one.record.game, [seat for seat, wish in enumerate(one.seats) if wish.kind == "human"])
        for one in games
    ]

    def beside(register: MetadataStore) -> Iterator[Entry]:
        require_first_request(register, attempt)
        for one, (_, token_entries) in zip(games, tokens, strict=True):
            game = one.record.game
            bearers = bearer_entries(
                token_entries, {None: one.host} | {k: wish.person for k, wish in enumerate(one.seats)}
            )
            makers = [] if attempt.maker is None else [notes_entry(game, attempt.maker, one.notes)]
            for maker in makers:
                require_unused_external_id(register, maker)
            yield from (GameKey.random(game), *makers, *one.entries, *token_entries, *bearers)
        yield from attempt.result_entries(register, games[0].record.game)

    try:
        with context.register.invalidating(beside) as watched:
            context.store.write_new_games(*map(_new_game_events, games), entries=watched)
    except Conflict:
        if (before := answer_retry(context, attempt)) is not None:  # a concurrent request with the same key won
            return [before]
        raise
    for one in games:
        game, envelopes = one.record.game, one.record.envelopes
        context.notifier.notify(game, envelopes[-1].n)
        context.records.store_events(game, envelopes)
        context.logs.log(game, envelopes[-1].n)  # otherwise the first command would have to wait for it
    return [_made_game(context, one.record.game, shown) for one, (shown, _) in zip(games, tokens, strict=True)]


def _new_game_events(prepared: PreparedGame) -> NewGameEvents:
    record, seed = prepared.record, prepared.deal.seed
    if record.envelopes[0].game == record.game:
        return NewGameEvents(record.game, record.envelopes, seed=seed)
    return NewGameEvents(record.game, record.envelopes, standalone_opening("played", record, seed))


def _new_tokens(game: str, seats: Iterable[int]) -> tuple[list[tuple[int | None, str]], list[TokenEntry]]:
    """Return new tokens for these seats and for the organiser, with the metadata entries that make them valid."""
    at = now_ms()
    pairs = [(seat, new_token("seat", game=game, seat=seat, at=at)) for seat in seats]
    organiser, entry = new_token("organiser", game=game, at=at)
    shown: list[tuple[int | None, str]] = [*((seat, token) for seat, (token, _) in pairs), (None, organiser)]
    return shown, [*(made for _, (_, made) in pairs), entry]


def _made_game(
    context: Context, game: str, tokens: Sequence[tuple[int | None, str]], *, replayed: bool = False
) -> MadeGame:
    summary = context.tables.current(game).summary
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


def answer_retry(context: Context, attempt: Attempt) -> MadeGame | None:
    """Return the game that the same request created before, with new tokens, or None for a first request.

    The first tokens are revoked, because the client may never have received them.
    """
    if (game := earlier_result(context.store, attempt)) is None:
        return None
    tables = context.tables.current(game).summary.tables
    beside = [reissue_tokens(context, one, attempt.at) for one in tables if one != game]
    others = tuple(
        CreatedTable(game=one.game, tokens=one.tokens, organiser_token=one.organiser_token) for one in beside
    )
    return replace(reissue_tokens(context, game, attempt.at), beside=others)


def reissue_tokens(context: Context, game: str, at: int) -> MadeGame:
    """Replace all tokens of a game by new ones. Return its present state with these."""
    live = context.tables.current(game)
    shown: list[tuple[int | None, str]] = []

    def replaced(register: MetadataStore) -> Iterator[Entry]:
        humans = [player.seat for player in register.find_entries(Player, game=game) if player.kind == "human"]
        shown[:], tokens = _new_tokens(game, sorted(humans))
        for kind in ("seat", "organiser"):
            yield from revocation_entries(register, at, game=game, kind=kind)
        yield from tokens
        yield from renewed_bearers(register, game, tokens)
        if live.table.result is None:
            yield new_annotation(game, live.version, "seat", trace_text("seat.anew"), at=at, by="organiser")

    context.register.change_entries(replaced)
    return _made_game(context, game, shown, replayed=True)
