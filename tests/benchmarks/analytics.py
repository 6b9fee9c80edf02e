"""Statistics and ratings: figures made again, counted, rated, read and exported."""

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

from projections.analytics.ratings import RatedGame, rating_steps
from service.access.context import Context
from service.analytics.analytics_updater import AnalyticsUpdater
from service.analytics.statistics_reader import GameSelection
from service.api.integration.analytics_answers import (
    counted_games,
    player_answer,
    rating_list,
    statistics_answer,
)
from service.api.integration.analytics_answers import (
    rating_steps as steps_answer,
)
from service.exports.exported_game import whole_game
from service.exports.rows import rows_of
from service.lifecycle.bots.simulate import simulate
from service.settings import Settings
from service.store.event_store import GameStore, open_store
from service.store.location import Database, Location
from service.store.sqlite.file import STORE
from tests.benchmarks.counted_store import EDITION, fill
from tests.benchmarks.figure import Figure
from tests.servers.postgres import Postgres, own_folder, template_of

GAMES: Final = 100
RATED: Final = 10_000
COUNTED: Final = 100_000
PERSONS: Final = 5_000
ROUNDS: Final = 5
PAGE_ROUNDS: Final = 15
LATER: Final = 2**53


def figures() -> Iterator[Figure]:
    """Time of the processor, so that other programs do not count; that of pages on the wall, as a reader waits."""
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "store") as store:
        for number in range(GAMES):
            game, seed = simulate("classic", 4, "analytics", number, {}, ["trader", "greedy"])
            store.append(game.game, game.envelopes, seed=seed)
        updater = AnalyticsUpdater(store)
        made = [GAMES / _seconds(lambda: _rebuilt(updater)) for _ in range(ROUNDS)]
        yield Figure("games counted and rated again from their events, processor", "games/s", made, ">= 84")
        heads = list(store.game_index.newest())
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
    with tempfile.TemporaryDirectory() as folder:
        yield from _counted("SQLite", Path(folder) / "store", lambda query: _in_file(Path(folder) / "store", query))
    folder_of_server = own_folder()
    postgres = Postgres(template_of(folder_of_server))
    try:
        postgres.start()
        database = postgres.new_database()
        execute = lambda query: postgres.execute(query.format("haricot."), database)  # noqa: E731  # of one line
        yield from _counted("PostgreSQL", Database(url=postgres.url(database)), execute)
    finally:
        postgres.end()


def _counted(where: str, location: Location, execute: Callable[[str], Any]) -> Iterator[Figure]:
    """Count many games whose figures are made, then ask for each kind of answer."""
    with open_store(location) as store, Context(store, Settings(store=location)) as context:
        fill(store, execute, COUNTED, PERSONS)
        updater = AnalyticsUpdater(store)
        spent = _seconds(lambda: updater.update(LATER))
        yield Figure(f"{where}, {COUNTED:,} games counted and rated from their figures, processor", "s", [spent], "")
        yield from _pages(where, context)
        yield Figure(f"{where}, one more game counted and rated", "ms", [*_one_more(store, execute, updater)], "")


def _pages(where: str, context: Context) -> Iterator[Figure]:
    person = f"p-{0:024}"
    last = context.statistics.find_places(GameSelection(EDITION), None, COUNTED)[-1][1]
    pages: dict[str, Callable[[], object]] = {
        "statistics of an edition": lambda: statistics_answer(context, EDITION, None),
        "the same for four players, without simulated games": lambda: statistics_answer(
            context, EDITION, 4, simulated=False
        ),
        "statistics of the 200 games of a tournament": lambda: statistics_answer(
            context, EDITION, None, among=frozenset(f"g{number}" for number in range(0, COUNTED, COUNTED // 200))
        ),
        "ratings of an edition": lambda: rating_list(context, EDITION, None, 200),
        "a bot of most games": lambda: player_answer(context, "trader", 20),
        "a person of many games": lambda: player_answer(context, person, 20),
        "the last 100 rating steps of a bot": lambda: steps_answer(context, "trader", None, 100),
        "games that make the figures": lambda: counted_games(context, GameSelection(EDITION), None, 50),
        "the games before the oldest page": lambda: counted_games(context, GameSelection(EDITION), last, 50),
        "games of a person with a bot": lambda: counted_games(
            context, GameSelection(EDITION, together=frozenset([person, "greedy"])), None, 50
        ),
    }
    for name, make in pages.items():
        make()
        yield Figure(f"{where}, {COUNTED:,} games: {name}", "ms", [_waited(make) for _ in range(PAGE_ROUNDS)], "<= 50")


def _one_more(store: GameStore, execute: Callable[[str], Any], updater: AnalyticsUpdater) -> Iterator[float]:
    for number in range(ROUNDS):
        fill(store, execute, 1, 0, COUNTED + number)
        yield _waited(lambda: updater.update(LATER))


def _rebuilt(updater: AnalyticsUpdater) -> None:
    updater.clear()
    updater.update(LATER)


def _in_file(folder: Path, query: str) -> None:
    with closing(sqlite3.connect(folder / STORE)) as connection, connection:
        connection.execute(query.format(""))


def _waited(make: Callable[[], object]) -> float:
    begun = time.perf_counter()
    make()
    return 1000 * (time.perf_counter() - begun)


def _seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun
