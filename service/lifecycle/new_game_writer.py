"""Writes new games, several in one transaction, and returns them with their tokens."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.forks import Origin
from domain.values import Value
from projections.summary import GameStatus
from replay.proofs.shuffle import Deal
from replay.record import Record
from service.access.annotations import remark
from service.access.audit_trail import sentence
from service.access.context import Context
from service.access.tokens import new_token
from service.lifecycle.external_metadata import OwnNotes, entry_of, require_free
from service.lifecycle.idempotency import Attempt, made_before, require_first
from service.lifecycle.links import join_link
from service.lifecycle.new_game import SeatRequest
from service.lifecycle.seating import revoked
from service.lifecycle.token_holders import bearers_of, handed_on
from service.ops.clock import now_ms
from service.store.appender import NewGameEvents
from service.store.entries.metadata_store import Entry, MetadataStore, Player, TokenEntry
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


class PreparedGame(NamedTuple):
    """A game that is to be written: its record, its deal, its players, and the entries beside it.

    `host` is the organiser as a person, `notes` are those of the integrator that makes it.
    """

    record: Record
    deal: Deal
    seats: Sequence[SeatRequest]
    entries: Sequence[Entry]
    host: str | None = None
    notes: OwnNotes = OwnNotes()


def opened(context: Context, games: Sequence[PreparedGame], attempt: Attempt) -> list[MadeGame]:
    """Write new games with their entries and tokens, all in one transaction.

    The first game answers the attempt. If it was answered before, return what it made then.
    """
    tokens = [
        _tokens(one.record.game, [seat for seat, wish in enumerate(one.seats) if wish.kind == "human"]) for one in games
    ]

    def beside(register: MetadataStore) -> Iterator[Entry]:
        require_first(register, attempt)
        for one, (_, token_entries) in zip(games, tokens, strict=True):
            game = one.record.game
            bearers = bearers_of(token_entries, {None: one.host} | {k: wish.person for k, wish in enumerate(one.seats)})
            makers = [] if attempt.maker is None else [entry_of(game, attempt.maker, one.notes)]
            for maker in makers:
                require_free(register, maker)
            yield from (GameKey.drawn(game), *makers, *one.entries, *token_entries, *bearers)
        yield from attempt.answered(register, games[0].record.game)

    try:
        with context.register.writing(beside) as watched:
            context.store.write_new_games(*map(_events_of, games), entries=watched)
    except Conflict:
        if (before := made_again(context, attempt)) is not None:  # a concurrent request with the same key won
            return [before]
        raise
    for one in games:
        game, envelopes = one.record.game, one.record.envelopes
        context.notifier.notify(game, envelopes[-1].n)
        context.records.take(game, envelopes)
        context.logs.log(game, envelopes[-1].n)  # otherwise the first command would have to wait for it
    return [_made(context, one.record.game, shown) for one, (shown, _) in zip(games, tokens, strict=True)]


def _events_of(prepared: PreparedGame) -> NewGameEvents:
    record, seed = prepared.record, prepared.deal.seed
    if record.envelopes[0].game == record.game:
        return NewGameEvents(record.game, record.envelopes, seed=seed)
    return NewGameEvents(record.game, record.envelopes, whole("played", record, seed))


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
        humans = [player.seat for player in register.find_entries(Player, game=game) if player.kind == "human"]
        shown[:], tokens = _tokens(game, sorted(humans))
        for kind in ("seat", "organiser"):
            yield from revoked(register, at, game=game, kind=kind)
        yield from tokens
        yield from handed_on(register, game, tokens)
        if live.table.result is None:
            yield remark(game, live.version, "seat", sentence("seat.anew"), at=at, by="organiser")

    context.register.change_entries(replaced)
    return _made(context, game, shown, replayed=True)
