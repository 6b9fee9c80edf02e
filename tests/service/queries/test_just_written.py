"""What has just been written is made known at once, whether anything of it can be read or not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from service.commands.notifier import Topic
from tests.service.api.conftest import ApiClient, open_api


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiClient]:
    """An API client of one process."""
    with open_api(tmp_path) as api:
        yield api


def test_a_new_game_is_made_known_and_kept_without_asking_who_holds_its_events(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[str] = []
    api.context.notifier.subscribe(Topic.OWN, known.append)
    kept, asked = api.context.records.take, list[str]()

    def failing(game: str) -> Any:
        asked.append(game)
        raise OperationalError("disk I/O error")

    def take(game: str, envelopes: Any) -> None:
        assert known == [game], "whoever waits comes first"
        with monkeypatch.context() as broken:
            broken.setattr(api.context.store._recorder, "lineage", failing)
            kept(game, envelopes)
            assert api.context.records.cached(game, 0, len(envelopes)) == list(envelopes)

    monkeypatch.setattr(api.context.records, "take", take)
    game = api.post("/v1/games", json={"edition": "duel", "seats": [{"kind": "bot", "bot": "greedy"}] * 2})["game"]
    assert known == [game]
    assert not asked
