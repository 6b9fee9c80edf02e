"""Whole games played by bots, seeded: the same arguments give the same bytes in one version."""

from collections.abc import Mapping, Sequence

from domain.commands import SeatCommand
from domain.visibility import Options
from replay.game import Game
from replay.seeded import act, begin, bot_seed
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import Bot
from service.lifecycle.bots.turn_scheduler import next_command


def simulate(
    edition: str, players: int, seed: str, number: int, options: Options, strengths: Sequence[str]
) -> tuple[Game, bytes]:
    """Game `number` (from 1) of a seed, played to its end, and the seed of its deal.

    `strengths` are taken by the seats in turn. Refusal or Misuse when the edition is not played so.
    """
    game, deal_seed = begin(edition, players, seed, number, options, strengths)
    bots = {seat: BOTS[strengths[seat % len(strengths)]](seat, bot_seed(seed, number, seat)) for seat in range(players)}
    play_on(game, bots)
    return game, deal_seed


def play_on(game: Game, bots: Mapping[int, Bot]) -> None:
    """The bots play the game to its end, or as far as they go without the other seats."""
    while game.table.result is None:
        command = next_command(game.table, game.version, bots)
        if not isinstance(command, SeatCommand):
            return
        act(game, command, f"seat:{command.seat}")
