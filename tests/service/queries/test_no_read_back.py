"""What a process has just written it never reads again: counted where events come out of the database."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.visibility import SPECTATOR
from replay.codec import Codec
from service.queries.record_cache import RecordCache
from service.store.recorder import GameRecorder
from tests.service.api.conftest import ApiClient, Match, open_api

SEVERAL = 12
"""How many commands are given."""


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiClient]:
    """An API client of one process."""
    with open_api(tmp_path) as api:
        yield api


@pytest.fixture
def read(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which games' events were read from the database."""
    games: list[str] = []
    recorder: GameRecorder = api.context.store._recorder
    inner: Callable[..., Any] = recorder.held

    def held(line: list[tuple[str, int]], after: int) -> Any:
        games.append(line[-1][0])
        return inner(line, after)

    monkeypatch.setattr(recorder, "held", held)
    return games


def play(api: ApiClient, match: Match, moves: int, luck: Random) -> None:
    """So many commands, each what the game waits for."""
    for _ in range(moves):
        assert api.move(match, luck)


def played_and_read(api: ApiClient, match: Match, luck: Random) -> None:
    """A game goes on, and after each command somebody asks for everything that is sent of it."""
    for _ in range(SEVERAL):
        play(api, match, 1, luck)
        version = api.get(match.at)["version"]
        assert api.get(f"{match.at}/events?after={version - 1}")["version"] == version
        assert api.get(f"{match.at}/events?after={version - 1}", match.seats[0])["version"] == version
        assert len(api.get(f"{match.at}/table?at={version}")["seats"]) == len(match.seats)
        assert len(api.get(f"{match.at}/table?at={version - 1}", match.seats[1])["seats"]) == len(match.seats)
        api.get(f"{match.at}/legal-commands?seat=0", match.seats[0])
        api.get(f"{match.at}/timeline")
        api.get(f"{match.at}/sentences")
        following = api.ask("GET", f"{match.at}/stream?after=0", buffered=False)
        sent = b""
        for part in following.response:
            sent += part
            if b"id: %d\n" % version in sent:
                break
        following.close()


def test_what_is_made_and_played_here_is_read_from_no_database(api: ApiClient, read: list[str]) -> None:
    played_and_read(api, api.match(), Random(1))
    assert [] == read


def test_control_what_is_read_back_is_noticed(api: ApiClient, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RecordCache, "take", lambda *_: None)
    match = api.match()
    played_and_read(api, match, Random(1))
    assert {match.game} == set(read)
    assert len(read) > SEVERAL


def test_what_another_process_writes_is_read_once_and_shown_to_all(
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


def test_what_is_kept_of_a_batch_is_what_would_be_read(api: ApiClient) -> None:
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
