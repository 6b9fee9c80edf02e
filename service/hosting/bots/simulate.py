"""Whole games played by bots, seeded: the same arguments give the same bytes in one version."""

import hashlib
from collections.abc import Sequence

import rfc8785

from domain.commands import Command, CreateGame, SeatCommand, TakeSeat
from domain.edition import EditionData
from domain.editions import edition_named, rulebook
from domain.table import pseudonym_of
from domain.visibility import Options
from replay.game import Game
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text
from service.hosting.bots import BOTS
from service.hosting.bots.bot import Bot
from service.hosting.bots.director import next_command

EPOCH_2000_MS = 946_684_800_000
"""2000-01-01T00:00:00Z; event n of a simulated game happens n seconds later."""


def game_id(data: EditionData, players: int, seed: str, number: int, options: Options) -> str:
    """The id of game `number` of a seed; options that are not the default leave a trace in it."""
    defaults = data.resolved({})
    chosen = {name: value for name, value in options.items() if value != defaults[name]}
    trace = f"-{hashlib.sha256(rfc8785.dumps(chosen)).hexdigest()[:6]}" if chosen else ""
    return f"{data.key}-{players}-{seed}-{number:04d}{trace}"


def simulate(
    edition: str, players: int, seed: str, number: int, options: Options, strengths: Sequence[str]
) -> tuple[Game, bytes]:
    """Game `number` (from 1) of a seed, played to its end, and the seed of its deal.

    `strengths` are taken by the seats in turn. Refusal or Misuse when the edition is not played so.
    """
    data = edition_named(edition).data
    rulebook(edition, players, options)
    name = f"haricot-simulate|{seed}|{number}"
    deal_seed = seed_of_text(name)
    id_ = game_id(data, players, seed, number, options)
    game = Game(id_, Deal(id_, deal_seed))
    _act(game, CreateGame(edition=edition, players=players, options=dict(options)), "organiser")
    for seat in range(players):
        contribution = contribution_of_text(f"{name}|{seat}|contribution")
        taken = TakeSeat(seat=seat, kind="bot", pseudonym=pseudonym_of(seat), contribution=contribution)
        _act(game, taken, f"seat:{seat}")
    bots = {
        seat: BOTS[strengths[seat % len(strengths)]](seat, contribution_of_text(f"{name}|{seat}|bot"))
        for seat in range(players)
    }
    play_on(game, bots)
    return game, deal_seed


def play_on(game: Game, bots: dict[int, Bot]) -> None:
    """The bots play the game to its end, or as far as they go without the other seats."""
    while game.table.result is None:
        command = next_command(game.table, game.version, bots)
        if not isinstance(command, SeatCommand):
            return
        _act(game, command, f"seat:{command.seat}")


def _act(game: Game, command: Command, by: str) -> None:
    n = game.version + 1
    at, tick = EPOCH_2000_MS + 1000 * n, 1000
    if game.envelopes and game.envelopes[-1].at > at:  # a fork of today: time neither runs back nor ahead of the clock
        at, tick = game.envelopes[-1].at, 0
    game.act(command, by=by, key=f"sim:{game.game}:{n}", at=at, tick=tick)
