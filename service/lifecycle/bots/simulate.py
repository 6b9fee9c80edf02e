"""Whole games played by seeded bots: in one version, the same arguments give the same bytes."""

from collections.abc import Mapping, Sequence

from domain.commands import SeatCommand
from domain.visibility import Options
from replay.game import Game
from replay.seeded import act_in_seeded_game, begin_game, bot_seed
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import Bot
from service.lifecycle.bots.turn_scheduler import next_command


def simulate(
    edition: str, players: int, seed: str, number: int, options: Options, strengths: Sequence[str]
) -> tuple[Game, bytes]:
    """Play game `number` (from 1) of a seed to its end. Return it and the seed of its deal.

    The seats take `strengths` in turn. Raises Refusal or Misuse if the edition is not played so.
    """
    game, deal_seed = begin_game(edition, players, seed, number, options, strengths)
    bots = {seat: BOTS[strengths[seat % len(strengths)]](seat, bot_seed(seed, number, seat)) for seat in range(players)}
    play_on(game, bots)
    return game, deal_seed


def play_on(game: Game, bots: Mapping[int, Bot]) -> None:
    """Let the bots play the game to its end, or until it waits for another seat."""
    while game.table.result is None:
        command = next_command(game.table, game.version, bots)
        if not isinstance(command, SeatCommand):
            return
        act_in_seeded_game(game, command, f"seat:{command.seat}")
