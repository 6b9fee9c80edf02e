"""Check that a process never reads its own writes from the database, and announces them at once."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from domain.visibility import SPECTATOR
from replay.codec import Codec
from service.commands.notifier import ChangeKind
from service.queries.record_cache import RecordCache
from service.store.recorder import GameRecorder
from tests.service.api.conftest import ApiClient, Match, open_api

COMMANDS = 12


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiClient]:
    """An API client of one process."""
    with open_api(tmp_path) as api:
        yield api


@pytest.fixture
def read(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every game is added whose events are read from the database."""
    games: list[str] = []
    recorder: GameRecorder = api.context.store._recorder
    inner: Callable[..., Any] = recorder.events_of_lineage

    def held(line: list[tuple[str, int]], after: int) -> Any:
        games.append(line[-1][0])
        return inner(line, after)

    monkeypatch.setattr(recorder, "events_of_lineage", held)
    return games


def play(api: ApiClient, match: Match, moves: int, luck: Random) -> None:
    """Give `moves` legal commands."""
    for _ in range(moves):
        assert api.move(match, luck)


def played_and_read(api: ApiClient, match: Match, luck: Random) -> None:
    """Give commands, and after each request everything that is served of the game."""
    for _ in range(COMMANDS):
        play(api, match, 1, luck)
        version = api.get(match.at)["version"]
        assert api.get(f"{match.at}/events?after={version - 1}")["version"] == version
        assert api.get(f"{match.at}/events?after={version - 1}", match.seats[0])["version"] == version
        assert len(api.get(f"{match.at}/table?at={version}")["seats"]) == len(match.seats)
        assert len(api.get(f"{match.at}/table?at={version - 1}", match.seats[1])["seats"]) == len(match.seats)
        api.get(f"{match.at}/legal-commands?seat=0", match.seats[0])
        api.get(f"{match.at}/timeline")
        api.get(f"{match.at}/sentences")
        following = api.request("GET", f"{match.at}/stream?after=0", buffered=False)
        sent = b""
        for part in following.response:
            sent += part
            if b"id: %d\n" % version in sent:
                break
        following.close()


def test_games_played_in_this_process_are_not_read_from_the_database(api: ApiClient, read: list[str]) -> None:
    played_and_read(api, api.match(), Random(1))
    assert [] == read


def test_control_reading_back_is_detected(api: ApiClient, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RecordCache, "store_events", lambda *_: None)
    match = api.match()
    played_and_read(api, match, Random(1))
    assert {match.game} == set(read)
    assert len(read) > COMMANDS


def test_events_of_another_process_are_read_once_for_all_viewers(
    api: ApiClient, tmp_path: Path, read: list[str]
) -> None:
    match = api.match()
    with open_api(tmp_path) as other:
        played_and_read(api, match, Random(2))
        assert [] == read
        play(other, match, 3, Random(3))
        for _ in range(3):
            sent = api.get(match.at)
            api.get(f"{match.at}/events")
            api.get(f"{match.at}/table")
        assert sent["version"] == other.get(match.at)["version"]
        assert [match.game] == read


def test_a_new_game_is_announced_and_cached_without_reading_it(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    announced: list[str] = []
    api.context.notifier.subscribe(ChangeKind.LOCAL_EVENTS, announced.append)
    kept, asked = api.context.records.store_events, list[str]()

    def failing(game: str) -> Any:
        asked.append(game)
        raise OperationalError("disk I/O error")

    def take(game: str, envelopes: Any) -> None:
        assert announced == [game], "listeners come first"
        with monkeypatch.context() as broken:
            broken.setattr(api.context.store._recorder, "lineage", failing)
            kept(game, envelopes)
            assert api.context.records.cached(game, 0, len(envelopes)) == list(envelopes)

    monkeypatch.setattr(api.context.records, "store_events", take)
    game = api.post("/v1/games", json={"edition": "duel", "seats": [{"kind": "bot", "bot": "greedy"}] * 2})["game"]
    assert announced == [game]
    assert not asked


def test_a_cached_batch_equals_what_the_store_returns(api: ApiClient) -> None:
    match = api.match()
    play(api, match, 60, Random(4))
    version = api.get(match.at)["version"]
    kept = api.context.records.envelopes(match.game, version)
    assert kept == api.context.store.envelopes(match.game)
    codec = Codec()
    again = RecordCache(api.context.store)
    assert api.context.records.lines(match.game, SPECTATOR, 0, version) == again.lines(
        match.game, SPECTATOR, 0, version
    )
    assert [codec.to_json(one) for one in kept] == [codec.to_json(one) for one in again.envelopes(match.game, version)]
    for n in Random(5).sample(range(1, version), 20):
        assert api.context.records.table(match.game, n) == RecordCache(api.context.store).table(match.game, n)
