"""Par of a game: the coins that bots earn with its deal, as the store keeps them."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.refusals import HaricotError, Misuse
from projections.summary import GameStatus, Summary
from replay.proofs.shuffle import Deal
from service.lifecycle.bots.par import events_until_deal, play_par
from service.ops.clock import now_ms
from service.ops.telemetry import LOG
from service.queries.live_table import with_deal_name
from service.store.entries.analytics_entries import ParEntry
from service.store.event_store import GameStore

PAR_BOT: Final = "trader"
"""The bot that plays all seats."""
PAR_RUNS: Final = 2
"""How often the bots play a deal by default."""
WANTED: Final = "wanted"
MADE: Final = "made"
FAILED: Final = "failed"
"""The states of par."""
WAITING_GAMES_MAX: Final = 200
"""How many games may wait for par."""


def has_par(head: Summary) -> bool:
    """Return whether bots can play the deal of a game again. It must be finished, played here, and no fork."""
    return head.status == GameStatus.FINISHED and head.over and head.forked_from is None


def par_request_entry(game: str, runs: int = PAR_RUNS) -> ParEntry:
    """Return the entry that requests par of a game."""
    return ParEntry(game=game, bot=PAR_BOT, runs=runs, state=WANTED, version=version("haricot"), asked=now_ms())


def compute_par(store: GameStore, entry: ParEntry) -> ParEntry:
    """Let bots play the deal of an entry. Return the entry with their coins, or marked as failed."""
    try:
        return par_entry(entry.game, par_coins(store, entry.game, entry.bot, entry.runs))
    except HaricotError as error:
        LOG.error("par", game=entry.game, says=str(error))
        return replace(entry, state=FAILED)


def par_entry(game: str, coins: Sequence[Sequence[int]]) -> ParEntry:
    """Return the entry with the coins of each seat in each run."""
    text = msgspec.json.encode(coins).decode()
    return replace(par_request_entry(game, len(coins)), state=MADE, coins=text)


def par_coins(store: GameStore, game: str, bot: str = PAR_BOT, runs: int = PAR_RUNS) -> list[tuple[int, ...]]:
    """Let bots play the deal of a game. Return the coins of each seat in each run.

    Raises Misuse if the seed of the deal is not stored here.
    """
    seed = store.seed(game)
    if seed is None:
        raise Misuse(f"the seed of the deal of {game} is not known here, so bots cannot play it again")
    dealt = events_until_deal(store.envelopes(game))
    deal = with_deal_name(Deal(game, seed), game, dealt)
    return [play_par(game, dealt, deal, run, bot).scores or () for run in range(1, runs + 1)]


def coins_in(entry: ParEntry) -> list[list[int]]:
    """Return the coins of each seat in each run that an entry stores."""
    return msgspec.json.decode(entry.coins, type=list[list[int]])
