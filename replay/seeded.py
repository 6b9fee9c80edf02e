"""Games whose deal follows from a text: the same arguments produce the same bytes in one version."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import rfc8785
from msgspec import structs

from domain.commands import Command, CreateGame, TakeSeat
from domain.deal_commitments import DUPLICATE, SIMPLE, GameOpened
from domain.edition_data.edition import EditionData
from domain.editions import edition_named, rulebook
from domain.events import DealRevealed
from domain.table import pseudonym_of
from domain.visibility import Options
from replay.codec import Cause, Envelope
from replay.game import Game, batch_of
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text

EPOCH_2000_MS: Final = 946_684_800_000
"""2000-01-01T00:00:00Z; event n of a seeded game happens n seconds later."""


def game_id(data: EditionData, players: int, seed: str, number: int, options: Options) -> str:
    """Return the id of game `number` of a seed; options that are not the default leave a trace in it."""
    defaults = data.resolved({})
    chosen = {name: value for name, value in options.items() if value != defaults[name]}
    trace = f"-{hashlib.sha256(rfc8785.dumps(chosen)).hexdigest()[:6]}" if chosen else ""
    return f"{data.key}-{players}-{seed}-{number:04d}{trace}"


def seed_text(seed: str, number: int) -> str:
    """Return the text that determines everything random in game `number` of a seed."""
    return f"haricot-simulate|{seed}|{number}"


def bot_seed(seed: str, number: int, seat: int) -> str:
    """Return the seed of the random choices of the bot on a seat of game `number`."""
    return bot_seed_of_text(seed_text(seed, number), seat)


def bot_seed_of_text(text: str, seat: int) -> str:
    """Return the seed of the bot on a seat of a game in which everything random follows from this text."""
    return contribution_of_text(f"{text}|{seat}|bot")


def fork_seed_text(seed: str, game: str) -> str:
    """Return the text that determines everything random in a fork of this id, from where it leaves its parent."""
    return f"haricot-fork|{seed}|{game}"


def begin_game(
    edition: str, players: int, seed: str, number: int, options: Options, bots: Sequence[str] = ()
) -> tuple[Game, bytes]:
    """Return game `number` (from 1) of a seed, all seats taken and the cards dealt, and the seed of its deal.

    `bots` are the kinds of the bots there, taken by the seats in turn; without any, the game names none. Refusal or
    Misuse when the edition does not allow the arguments.
    """
    data = edition_named(edition).data
    rulebook(edition, players, options)
    id_ = game_id(data, players, seed, number, options)
    return begin_named_game(id_, seed_text(seed, number), edition, players, options, bots)


def begin_named_game(
    id_: str,
    text: str,
    edition: str,
    players: int,
    options: Options,
    bots: Sequence[str] = (),
    tables: tuple[str, ...] = (),
) -> tuple[Game, bytes]:
    """Return a game of this id as `begin_game` does; everything random in it follows from the text.

    All these `tables` have the same deal if they are begun with the same text. It stays secret until `open_deal`.
    """
    rulebook(edition, players, options)
    deal_seed, share = seed_of_text(text), contribution_of_text(f"{text}|contribution") if tables else None
    game = Game(id_, Deal(id_, deal_seed, name=share or "", withheld=bool(tables)))
    level = DUPLICATE if tables else SIMPLE
    create = CreateGame(
        edition=edition, players=players, options=dict(options), level=level, contribution=share, tables=tables
    )
    act_in_seeded_game(game, create, "organiser")
    for seat in range(players):
        contribution = None if tables else contribution_of_text(f"{text}|{seat}|contribution")
        bot = bots[seat % len(bots)] if bots else None
        taken = TakeSeat(seat=seat, kind="bot", pseudonym=pseudonym_of(seat), contribution=contribution, bot=bot)
        act_in_seeded_game(game, taken, f"seat:{seat}")
    return game, deal_seed


def shift_times(envelopes: Sequence[Envelope], later_ms: int) -> list[Envelope]:
    """Return the events of a seeded game as if it had been played `later_ms` milliseconds later."""
    return [structs.replace(envelope, at=envelope.at + later_ms) for envelope in envelopes]


def open_deal(game: Game) -> None:
    """Reveal the deal of a table that has ended, once all with the same deal have."""
    chance = game.chance
    assert isinstance(chance, Deal), "it was begun here"
    seed = replace(chance, withheld=False).reveal()
    assert seed is not None, "it is no longer kept"
    at = EPOCH_2000_MS + 1000 * (game.version + 1)
    cause: Cause[Command] = Cause(command=None, by="service")
    game.envelopes += batch_of(
        game.game, game.version, (GameOpened(), DealRevealed(seed=seed)), cause, at=at, tick=1000
    )


def act_in_seeded_game(game: Game, command: Command, by: str) -> list[Envelope]:
    """Return the batch that follows from a command, at the time for its number; errors as for `Game.act`."""
    n = game.version + 1
    at, tick = EPOCH_2000_MS + 1000 * n, 1000
    if game.envelopes and game.envelopes[-1].at > at:  # a fork of today: time runs neither back nor ahead of the clock
        at, tick = game.envelopes[-1].at, 0
    return game.act(command, by=by, key=f"sim:{game.game}:{n}", at=at, tick=tick)
