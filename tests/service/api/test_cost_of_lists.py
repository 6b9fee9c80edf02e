"""The cost of a list after a move does not grow with the number of games, counted in database steps."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.queries.live_table import LiveTable
from service.queries.table_cache import TableCache
from service.store.event_store import open_store
from service.store.index.game_index_tables import GameIndexTables
from service.store.index.game_index_updater import GameIndexUpdater
from tests.service.api.conftest import ApiClient
from tests.service.store.folders import closing_file
from tests.service.store.games import EARLY, SITTING, add_game, play_game

FEW, MANY = 200, 2_000
LISTS = (
    "/v1/games",
    "/v1/games?status=open",
    "/v1/games?status=running",
    "/v1/games?edition=classic",
    "/v1/games?status=voided",
    "/v1/statistics/best?edition=classic&players=3",
    "/v1/games/moving/forks",
)


def fill_store(folder: Path, games: int) -> Path:
    """Fill a store with `games` open games and one running game, and return its folder."""
    with open_store(folder) as store:
        add_game(store, play_game("moving", EARLY))
        add_game(store, play_game("still", SITTING - 1))
    with closing_file(folder) as file:
        names = [(f"g{number}",) for number in range(games)]
        file.executemany("INSERT INTO games (game, origin) VALUES (?, 'played')", names)
        file.executemany(
            "INSERT INTO events (originator_id, originator_version, topic, state)"
            " SELECT ?, originator_version, topic, state FROM events WHERE originator_id = 'still'",
            names,
        )
        file.commit()
    return folder


@contextmanager
def count_steps(api: ApiClient) -> Iterator[list[int]]:
    """Count the steps of the database within the block, in hundreds."""
    steps, pool = [0], api.context.store._recorder._readers

    def step() -> None:
        steps[0] += 1

    idle = list(pool._idle)
    for connection in idle:
        connection.set_progress_handler(step, 100)
    try:
        yield steps
    finally:
        for connection in idle:
            connection.set_progress_handler(None, 0)


def cost_after_a_move(folder: Path, games: int) -> int:
    """Return the cost of all lists together after an event in one game."""
    api = ApiClient(fill_store(folder, games))
    try:
        for path in LISTS:
            assert api.request("GET", path).status_code == 200
        api.post("/v1/games/moving/void", api.service, json={"reason": "enough"})
        with count_steps(api) as steps:
            for path in LISTS:
                assert api.request("GET", path).status_code == 200
        return steps[0]
    finally:
        api.context.close()


def test_the_cost_of_lists_after_a_move_does_not_grow_with_all_games(tmp_path: Path) -> None:
    few, many = cost_after_a_move(tmp_path / "few", FEW), cost_after_a_move(tmp_path / "many", MANY)
    assert many <= 1.5 * few + 20, "hundreds of steps"


@pytest.mark.long
def test_control_an_index_that_is_read_again_after_each_move_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = GameIndexUpdater.updated_tables

    def forgetful(updater: GameIndexUpdater) -> GameIndexTables:
        if updater._complete_at is not None and updater._complete_at[1] != updater._recorder.max_notification_id():
            updater.clear()
        return real(updater)

    monkeypatch.setattr(GameIndexUpdater, "updated_tables", forgetful)
    few, many = cost_after_a_move(tmp_path / "few", FEW), cost_after_a_move(tmp_path / "many", MANY)
    assert many > 1.5 * few + 20


def test_a_request_reads_no_games_that_its_caller_may_not_see(api, monkeypatch):
    private = [api.match(private=True) for _ in range(3)]
    stranger = api.match().seats[0]
    read: list[str] = []
    real = TableCache.current

    def current(tables: TableCache, game: str, *, at_least: int | None = None) -> LiveTable:
        read.append(game)
        return real(tables, game, at_least=at_least)

    monkeypatch.setattr(TableCache, "current", current)
    hidden = {match.game for match in private}
    for token in (None, stranger):
        assert hidden.isdisjoint(head["game"] for head in api.get("/v1/games", token)["games"])
        api.problem(404, "not-found", "GET", private[0].at, token)
    assert hidden.isdisjoint(read)
    assert hidden <= {head["game"] for head in api.get("/v1/games", api.service)["games"]}
    assert hidden <= {*read}
