"""Seeded bots of three strengths, which decide only from what their own seat can see."""

from typing import Final

from service.lifecycle.bots.bot import Bot
from service.lifecycle.bots.greedy import GreedyBot
from service.lifecycle.bots.random_bot import RandomBot
from service.lifecycle.bots.trader import TraderBot

BOTS: Final[dict[str, type[Bot]]] = {"random": RandomBot, "greedy": GreedyBot, "trader": TraderBot}
