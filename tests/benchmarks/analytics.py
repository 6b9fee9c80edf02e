"""Statistics and ratings: figures made again, folded, rated and exported."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from projections.analytics.ratings import RatedGame, rating_steps
from service.analytics.analytics_fold import AnalyticsFold
from service.analytics.figures_store import FiguresStore
from service.exports.exported_game import whole_game
from service.exports.rows import rows_of
from service.lifecycle.bots.simulate import simulate
from service.store.event_store import open_store
from tests.benchmarks.figure import Figure

GAMES: Final = 100
RATED: Final = 10_000
ROUNDS: Final = 5
LATER: Final = 2**53


def figures() -> Iterator[Figure]:
    """Time of the processor, so that other programs do not count."""
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "store") as store:
        for number in range(GAMES):
            game, seed = simulate("classic", 4, "analytics", number, {}, ["trader", "greedy"])
            store.append(game.game, game.envelopes, seed=seed)
        kept = FiguresStore(store)
        heads = kept.counted(LATER)
        made = [GAMES / _seconds(lambda: kept.rebuild(heads)) for _ in range(ROUNDS)]
        yield Figure("figures of games made again, processor", "games/s", made, ">= 84")
        folded = [GAMES / _seconds(lambda: _fold(kept)) for _ in range(ROUNDS)]
        yield Figure("statistics and ratings folded from figures, processor", "games/s", folded, "")
        for table in ("turns", "trades"):
            rows = [
                GAMES / _seconds(lambda table=table: [[*rows_of(table, whole_game(store, head))] for head in heads])
                for _ in range(ROUNDS)
            ]
            yield Figure(f"rows of the table {table}, processor", "games/s", rows, "")
    luck = Random(1)
    games = [
        RatedGame(
            game=str(number),
            players=tuple(luck.sample([f"p{player}" for player in range(200)], 4)),
            places=tuple(luck.randint(1, 4) for _ in range(4)),
        )
        for number in range(RATED)
    ]
    rated = [_seconds(lambda: sum(1 for _ in rating_steps(games))) for _ in range(ROUNDS)]
    yield Figure(f"ratings after {RATED:,} games of four, processor", "s", rated, "<= 1")


def _fold(kept: FiguresStore) -> None:
    fold = AnalyticsFold()
    for game in kept.read(kept.counted(LATER)):
        fold.add(game)


def _seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun
