"""Agents at an environment's seats: a random agent, the project's bots, or any function that returns an action."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np

from domain.rulebook import Bounds
from haricot_rl.actions import PASS
from haricot_rl.environment import BeanEnv
from haricot_rl.offers import Mask
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import situation_of

Agent = Callable[[BeanEnv], int]
"""Returns the number of an action for the seat to move."""
RANDOM: Final = "masked"
"""The agent that takes any action that its mask allows."""
AGENT_NAMES: Final = (RANDOM, *BOTS)
WAITING_PREFIXES: Final = ("Pass", "Decline", "End")
"""The prefixes of actions, best first, that a bot's agent takes when the bot prefers to wait."""


class MaskedAgent:
    """Takes any action that its mask allows, each equally likely."""

    def __init__(self, seed: str) -> None:
        self.luck = Random(seed)

    def __call__(self, game: BeanEnv) -> int:
        """Return one of the allowed actions."""
        return int(self.luck.choice(np.flatnonzero(game.choices.mask)))


class BotAgent:
    """A bot of the project at one seat, which sees only what that seat sees."""

    def __init__(self, name: str, seat: int, seed: str) -> None:
        self.bot = BOTS[name](seat, seed)

    def __call__(self, game: BeanEnv) -> int:
        """Return the bot's action; if the bot prefers to wait, or its command has no number, one that waits or ends."""
        mask, actions = game.choices.mask, game.actions
        may_offer = actions.offers is not None and bool(mask[actions.offers.first :].any())
        situation = situation_of(game.rulebook, game.table, self.bot.seat)
        options = [option for option in situation.options if may_offer or not isinstance(option, Bounds)]
        command = self.bot.choose(situation._replace(options=options), game.steps)
        number = None if command is None else actions.number_of(command, game.table)
        return number if number is not None and mask[number] else _waiting_action(mask, actions.names)


def _waiting_action(mask: Mask, names: Sequence[str]) -> int:
    allowed = [int(number) for number in np.flatnonzero(mask)]
    if mask[PASS]:
        return PASS
    for beginning in WAITING_PREFIXES:
        for number in allowed:
            if names[number].startswith(beginning):
                return number
    return allowed[0]


def agent_named(name: str, seat: int, seed: str) -> Agent:
    """Return the random agent, or a bot of this name, for a seat; KeyError where there is none."""
    return MaskedAgent(f"{seed}|{seat}") if name == RANDOM else BotAgent(name, seat, f"{seed}|{seat}")


class GameEnd(NamedTuple):
    """How a game ended: points by seat, the seats that won, and the seat that had the first turn."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    first: int


def play_game(game: BeanEnv, agents: Sequence[Agent], seed: int) -> GameEnd:
    """Play one game to its end with these agents, by seat; RuntimeError where it was cut off."""
    game.reset(seed=seed)
    first = game.table.turn.seat
    while (result := game.table.result) is None:
        if game.steps >= game.steps_max:
            raise RuntimeError(f"the game of seed {seed} was cut off after {game.steps} steps")
        if game.table.turn.number < 2:
            first = game.table.turn.seat
        game.step(agents[game.seat](game))
    return GameEnd(result.scores or (), result.winners or (), first)
