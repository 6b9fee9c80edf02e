"""Bots in three strengths, seeded; each decides from what its own seat can see, from nothing else."""

from typing import Final

from service.hosting.bots.bot import Bot
from service.hosting.bots.greedy import GreedyBot
from service.hosting.bots.random_bot import RandomBot
from service.hosting.bots.trader import TraderBot

BOTS: Final[dict[str, type[Bot]]] = {"random": RandomBot, "greedy": GreedyBot, "trader": TraderBot}
