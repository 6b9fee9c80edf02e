"""What has just been written is made known at once, whether anything of it can be read or not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from service.commands.notifier import Topic
from tests.service.api.conftest import House, open_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house of one process."""
    with open_house(tmp_path) as house:
        yield house


def test_a_new_game_is_made_known_and_kept_without_asking_who_holds_its_events(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[str] = []
    house.desk.notifier.subscribe(Topic.OWN, known.append)
    kept, asked = house.desk.records.take, list[str]()

    def failing(game: str) -> Any:
        asked.append(game)
        raise OperationalError("disk I/O error")

    def take(game: str, envelopes: Any) -> None:
        assert known == [game], "whoever waits comes first"
        with monkeypatch.context() as broken:
            broken.setattr(house.desk.store._recorder, "lineage", failing)
            kept(game, envelopes)
            assert house.desk.records.at_hand(game, 0, len(envelopes)) == list(envelopes)

    monkeypatch.setattr(house.desk.records, "take", take)
    game = house.post("/v1/games", json={"edition": "duel", "seats": [{"kind": "bot", "bot": "greedy"}] * 2})["game"]
    assert known == [game]
    assert not asked
