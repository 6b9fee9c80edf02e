"""Bots in three strengths, seeded; each decides from what its own seat can see, and nothing else."""

from typing import Final

from service.bots.bot import Bot
from service.bots.greedy import GreedyBot
from service.bots.random_bot import RandomBot
from service.bots.trader import TraderBot

BOTS: Final[dict[str, type[Bot]]] = {"random": RandomBot, "greedy": GreedyBot, "trader": TraderBot}
