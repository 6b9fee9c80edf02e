"""A fork that lost an event in its middle: it is left out of lists, and its parent stays readable."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.refusals import CorruptHistory
from service.access import reader
from service.problems import Problem
from tests.service.api.conftest import ApiClient
from tests.service.store.folders import closing_file
from tests.service.store.games import EVERYTHING, add_game, play_fork, play_game

PARENT, SOUND, BROKEN = "parent", "parent.sound", "parent.broken"


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiClient]:
    """An API client with a finished game and two forks, one of which lost its third own event."""
    api = ApiClient(tmp_path)
    store = api.context.store
    parent = add_game(store, play_game(PARENT, EVERYTHING))
    add_game(store, play_fork(parent, 25, SOUND))
    broken = play_fork(parent, 25, BROKEN)
    add_game(store, broken)
    lost = next(one.n for one in broken.envelopes if one.game == BROKEN) + 2
    with closing_file(tmp_path) as file:
        found = file.execute(
            "DELETE FROM events WHERE originator_id = ? AND originator_version = ?", (BROKEN, lost)
        ).rowcount
        assert found == 1
        file.commit()
    yield api
    api.context.close()


def outcomes(api: ApiClient) -> dict[str, int]:
    """Return the status of each request that concerns the parent."""
    asked = (
        f"/v1/games/{PARENT}/forks",
        "/v1/games",
        f"/v1/games/{PARENT}",
        f"/v1/games/{PARENT}/audit",
        f"/v1/games/{SOUND}/audit",
        "/",
        f"/games/{PARENT}",
        "/v1/statistics/best?edition=classic&players=3",
    )
    return {
        f"{path} {'service' if token else 'anonymous'}": api.request("GET", path, token).status_code
        for path in asked
        for token in (None, api.service)
    }


def listed(answer: Any) -> list[str]:
    """Return the ids of a list of games."""
    return [one["game"] for one in answer]


def test_a_damaged_fork_is_left_out_and_its_parent_stays_readable(api: ApiClient) -> None:
    assert {200} == set(outcomes(api).values())
    for token in (None, api.service):
        assert [SOUND] == listed(api.get(f"/v1/games/{PARENT}/forks", token)["forks"])
        assert [SOUND, PARENT] == listed(api.get("/v1/games", token)["games"])
    assert api.request("GET", f"/v1/games/{BROKEN}", api.service).status_code == 503
    assert api.request("GET", f"/v1/games/{BROKEN}").status_code == 404, "whether it is sealed cannot be read"


def test_control_an_unhandled_damaged_fork_fails_the_list_of_forks(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "HIDDEN_OR_UNREADABLE", (Problem, CorruptHistory))
    assert api.request("GET", f"/v1/games/{PARENT}/forks", api.service).status_code == 503
