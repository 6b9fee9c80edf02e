"""Par of a game: what bots make of its deal, as the store keeps it."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.refusals import HaricotError, Misuse
from projections.summary import GameStatus, Summary
from replay.proofs.shuffle import Deal
from service.lifecycle.bots.par import before_play, par_result
from service.ops.clock import now_ms
from service.ops.telemetry import LOG
from service.queries.live_table import named_after
from service.store.entries.analytics_entries import ParEntry
from service.store.event_store import GameStore

PAR_BOT: Final = "trader"
"""The bot that plays all seats."""
PAR_RUNS: Final = 2
"""How often it plays a deal by default."""
WANTED: Final = "wanted"
MADE: Final = "made"
FAILED: Final = "failed"
"""The states of par."""
WANTED_MAX: Final = 200
"""How many games may wait for par."""


def has_par(head: Summary) -> bool:
    """Return whether bots can play the deal of a game again: it was played here to its end, and is no fork."""
    return head.status == GameStatus.FINISHED and head.over and head.forked_from is None


def wanted_par(game: str, runs: int = PAR_RUNS) -> ParEntry:
    """Return the entry that asks for par of a game."""
    return ParEntry(game=game, bot=PAR_BOT, runs=runs, state=WANTED, version=version("haricot"), asked=now_ms())


def made_par(store: GameStore, entry: ParEntry) -> ParEntry:
    """Return the same entry with what bots make of the deal, or as failed if they cannot play it."""
    try:
        return par_entry(entry.game, par_coins(store, entry.game, entry.bot, entry.runs))
    except HaricotError as error:
        LOG.error("par", game=entry.game, says=str(error))
        return replace(entry, state=FAILED)


def par_entry(game: str, coins: Sequence[Sequence[int]]) -> ParEntry:
    """Return the entry with the coins of each seat in each run."""
    text = msgspec.json.encode(coins).decode()
    return replace(wanted_par(game, len(coins)), state=MADE, coins=text)


def par_coins(store: GameStore, game: str, bot: str = PAR_BOT, runs: int = PAR_RUNS) -> list[tuple[int, ...]]:
    """Return what each seat of a game makes in each run of bots. Raises Misuse if its deal is not known here."""
    seed = store.seed(game)
    if seed is None:
        raise Misuse(f"the seed of the deal of {game} is not known here, so bots cannot play it again")
    dealt = before_play(store.envelopes(game))
    deal = named_after(Deal(game, seed), game, dealt)
    return [par_result(game, dealt, deal, run, bot).scores or () for run in range(1, runs + 1)]


def coins_in(entry: ParEntry) -> list[list[int]]:
    """Return the coins of each seat in each run, as an entry has them."""
    return msgspec.json.decode(entry.coins, type=list[list[int]])
