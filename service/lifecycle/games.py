"""Creates games: their events and their metadata entries."""

import base64
import dataclasses
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.commands import CreateGame, TakeSeat
from domain.deal_commitments import DUPLICATE, TOURNAMENT
from domain.editions import rulebook
from domain.table import pseudonym_of
from replay.creation_checks import require_creation_command
from replay.game import Game
from replay.proofs.shuffle import CONTRIBUTION_BYTES, SEED_BYTES, Deal, contribution_of_text, seed_of_text
from service.access.annotations import new_annotation
from service.access.arbiter_actions import terms_entries
from service.access.audit_trail import trace_text
from service.access.context import Context
from service.lifecycle.external_metadata import OwnNotes
from service.lifecycle.idempotency import Attempt
from service.lifecycle.importing import random_id
from service.lifecycle.new_game import (
    DELAY_MAX_EVENTS,
    REVEAL_SECONDS_DEFAULT,
    NewGame,
    SeatRequest,
    SpectatorDelay,
    player_entry,
    requested_seats,
)
from service.lifecycle.new_game_writer import CreatedTable, MadeGame, PreparedGame, answer_retry, write_new_games
from service.ops.clock import now_ms
from service.store.entries.metadata_store import Arrangement, Entry, Player


class NamedGame(NamedTuple):
    """A game to create under this id, and the entries to write with it."""

    game: str
    wish: NewGame
    entries: tuple[Entry, ...] = ()


def create_game(context: Context, wish: NewGame, attempt: Attempt) -> MadeGame:
    """Create a game with all players who sit from the start, and the other tables that share its deal.

    Raises Misuse or Refusal for an impossible request.
    """
    if (before := answer_retry(context, attempt)) is not None:
        return before
    rulebook(wish.edition, len(requested_seats(wish)), wish.options)
    ids = tuple(random_id(wish.edition, hidden=wish.private) for _ in range(wish.tables))
    other_table = replace(wish, external_id=None)
    named = [NamedGame(id_, wish if id_ == ids[0] else other_table) for id_ in ids]
    made, *others = create_games(context, named, attempt)
    beside = tuple(
        CreatedTable(game=one.game, tokens=one.tokens, organiser_token=one.organiser_token) for one in others
    )
    return replace(made, beside=made.beside or beside)


def create_games(context: Context, games: Sequence[NamedGame], attempt: Attempt) -> list[MadeGame]:
    """Create games under these ids: all, or none. The first one is the result of the request.

    Several games are tables that share one deal. All of them need the same number of players. Raises Conflict if an id
    is taken, and Misuse or Refusal for an impossible request.
    """
    wish, tables = games[0].wish, tuple(one.game for one in games)
    rulebook(wish.edition, len(requested_seats(wish)), wish.options)
    create = _creation_command(wish, len(requested_seats(wish)), tables if len(tables) > 1 else ())
    deal = _make_deal(tables[0], wish, create)
    prepared = [_prepare_game(context, one, create, dataclasses.replace(deal, game=one.game)) for one in games]
    return write_new_games(context, prepared, attempt)


def _prepare_game(context: Context, named: NamedGame, create: CreateGame, deal: Deal) -> PreparedGame:
    """Prepare one game with this deal.

    Spectators see nothing of a table before all tables with the same deal have ended.
    """
    wish, id_, at = named.wish, named.game, now_ms()
    seats, game = requested_seats(wish), Game(id_, deal)
    # The command is stored without its key: the key gives access to the tokens, and the log becomes public.
    game.act(create, by="organiser", key=None, at=at)
    for seat, sitter in enumerate(seats):
        if wish.seats_people or sitter.kind == "bot":
            bot = player_entry(id_, seat, sitter).bot
            taken = TakeSeat(seat=seat, kind=sitter.kind, pseudonym=pseudonym_of(seat), bot=bot)
            game.act(taken, by=f"seat:{seat}", key=None, at=at)
    delay = wish.spectator_delay or SpectatorDelay(seconds=context.settings.spectator_delay)
    arranged = Arrangement(
        game=id_,
        private=wish.private,
        delay_events=DELAY_MAX_EVENTS if create.tables else delay.events,
        delay_ms=round(delay.seconds * 1000),
        pace_ms=round(wish.pace * 1000),
        patience_ms=round(wish.patience * 1000),
    )
    entries = [arranged, *player_entries(id_, seats), *terms_entries(id_, wish.dispute_terms, at), *named.entries]
    if not wish.hints:
        entries.append(new_annotation(id_, game.version, "hints", trace_text("hints.off"), at=at, by="organiser"))
    notes = OwnNotes(external_id=wish.external_id, metadata=wish.metadata)
    return PreparedGame(game.record(), deal, seats, entries, wish.person, notes)


def _creation_command(wish: NewGame, players: int, tables: tuple[str, ...]) -> CreateGame:
    """Return the command that creates the game. Raises Misuse if the organiser's contribution is malformed."""
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
        term=REVEAL_SECONDS_DEFAULT if wish.level == TOURNAMENT and wish.term is None else wish.term,
        contribution=share,
        tables=tables,
        clock=wish.clock,
    )
    require_creation_command(create)
    return create


def _make_deal(game: str, wish: NewGame, create: CreateGame) -> Deal:
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


def player_entries(game: str, seats: Sequence[SeatRequest]) -> list[Player]:
    """Return the metadata entries of these players."""
    return [player_entry(game, seat, wish) for seat, wish in enumerate(seats)]
