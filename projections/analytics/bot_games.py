"""What games of bots say about turn order and par: measured figures, with how many deals they are from.

`bot_games.toml` has them. `python -m tests.service.lifecycle.bot_games` measures them again.
"""

from typing import Final

import msgspec

from domain.edition_data.family import read_toml
from domain.member_types import Count
from domain.values import Value


class BotGames(Value):
    """Of this many deals: the share of variance that par explains with its interval; wins and coins by turn order.

    Each of `wins` and `coins` has a mean and its reach to each side (95 %).
    """

    deals: Count
    par: tuple[str, str, str]
    wins: tuple[tuple[str, str], ...]
    coins: tuple[tuple[str, str], ...]


class ExplainedShare(Value, omit_defaults=False):
    """Which share of the variance of coins par explained out of sample, in `deals` deals, with its 95 % interval."""

    deals: Count
    share: float
    interval: tuple[float, float]


class BotTurnOrderLine(Value, omit_defaults=False):
    """A place in turn order, from 1, in games of equal bots: share of wins and mean coins, each with its interval."""

    turn_order: Count
    wins: float
    wins_interval: tuple[float, float]
    coins_mean: float
    coins_interval: tuple[float, float]


class BotTurnOrder(Value, omit_defaults=False):
    """Turn order in `deals` deals that equal bots played."""

    deals: Count
    lines: tuple[BotTurnOrderLine, ...]


_BOT_GAMES: Final = msgspec.convert(
    read_toml("projections.analytics", "bot_games.toml")["games"], dict[str, dict[str, BotGames]]
)


def par_share(edition: str, players: int) -> ExplainedShare | None:
    """Return which share of the variance of coins par explains, or None where it was not measured."""
    if (found := _BOT_GAMES.get(edition, {}).get(str(players))) is None:
        return None
    share, low, high = map(float, found.par)
    return ExplainedShare(deals=found.deals, share=share, interval=(low, high))


def turn_order_of_bots(edition: str, players: int) -> BotTurnOrder | None:
    """Return how places in turn order did in games of equal bots, or None where it was not measured."""
    if (found := _BOT_GAMES.get(edition, {}).get(str(players))) is None:
        return None
    lines = tuple(
        BotTurnOrderLine(
            turn_order=place,
            wins=float(wins),
            wins_interval=_interval(wins, wins_reach),
            coins_mean=float(coins),
            coins_interval=_interval(coins, coins_reach),
        )
        for place, ((wins, wins_reach), (coins, coins_reach)) in enumerate(zip(found.wins, found.coins, strict=True), 1)
    )
    return BotTurnOrder(deals=found.deals, lines=lines)


def _interval(mean: str, reach: str) -> tuple[float, float]:
    return round(max(float(mean) - float(reach), 0), 3), round(float(mean) + float(reach), 3)
