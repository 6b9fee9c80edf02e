"""The cost of reading a fork of a fork grows linearly with its depth, counted in rows of the database."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from service.queries.fork_ancestors import Ancestor, ForkAncestors
from service.store.event_store import open_store
from service.store.queries import Queries
from service.store.sqlite.recorder import SqliteRecorder
from tests.service.api.conftest import ApiClient
from tests.service.store.games import EVERYTHING, add_game, play_fork, play_game

STEP = 25
"""How many forks lie between two measured depths."""
READ = ("", "/events", "/table", "/timeline", "/file?as=omniscient", "/sentences", "/audit")


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a finished game, and a long chain of forks from its middle on."""
    folder = tmp_path_factory.mktemp("chain")
    with open_store(folder) as store:
        record = add_game(store, play_game("root", EVERYTHING))
        at = 40
        for number in range(1, 3 * STEP + 1):
            fork = play_fork(record, at, f"f{number}", count=1)
            record = add_game(store, fork)
            at = fork.version
        store.game_index.heads()  # builds the index
    return folder


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of rows and queries so far, as the only item."""
    count, real = [0], SqliteRecorder.rows

    def counted(recorder: Queries, query: str, *values: object) -> list[Any]:
        found = real(recorder, query, *values)  # type: ignore[arg-type]  # it is one of SQLite
        count[0] += 1 + len(found)
        return found

    monkeypatch.setattr(SqliteRecorder, "rows", counted)
    return count


def costs(chain: Path, rows: list[int]) -> list[int]:
    """Return the rows read for forks at three depths, each with a new API client."""
    found = []
    for depth in (STEP, 2 * STEP, 3 * STEP):
        api = ApiClient(chain)
        rows[0] = 0
        try:
            for part in READ:
                assert api.request("GET", f"/v1/games/f{depth}{part}", api.service).status_code == 200
        finally:
            api.context.close()
        found.append(rows[0])
    return found


def test_the_cost_of_reading_a_fork_grows_linearly_with_its_depth(chain: Path, rows: list[int]) -> None:
    first, second, third = costs(chain, rows)
    assert third - second <= 1.2 * (second - first) + 5


@pytest.mark.long
def test_control_reading_each_ancestor_whole_is_detected(
    chain: Path, rows: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = ForkAncestors.ancestors

    def whole(ancestors: ForkAncestors, lineage: Sequence[tuple[str, int]]) -> list[Ancestor]:
        for game, _ in lineage[:-1]:
            ancestors._store.envelopes(game)
        return real(ancestors, lineage)

    monkeypatch.setattr(ForkAncestors, "ancestors", whole)
    first, second, third = costs(chain, rows)
    assert third - second > 1.2 * (second - first) + 5
