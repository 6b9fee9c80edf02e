"""Check that at most one token acts for a seat, however many are issued at once in two processes."""

import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest

from service.store.entries.metadata_store import Entries, Player, TokenEntry
from service.store.location import Location
from service.store.metadata_cache import MetadataCache
from tests.long_tests import mostly_long
from tests.service.api.conftest import ApiClient, Match, open_api

AT_ONCE = 6
AfterCommit = Callable[[ApiClient, Match, int], Any]


@pytest.fixture(params=["folder", "database"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Location:
    """The location of a store of either kind."""
    location: Location = tmp_path / "store" if request.param == "folder" else request.getfixturevalue("location")
    return location


@pytest.fixture
def apis(place: Location) -> Iterator[list[ApiClient]]:
    """Two services over one store, each with its own connections, caches and locks, as two processes."""
    with ExitStack() as stack:
        yield [stack.enter_context(open_api(place)) for _ in range(2)]  # type: ignore[arg-type]  # any place


def valid(api: ApiClient, match: Match, seat: int | None = None) -> list[TokenEntry]:
    """Return the valid tokens of a seat, or those of the organiser."""
    kind = "organiser" if seat is None else "seat"
    found = api.context.store.find_entries(TokenEntry, game=match.game, kind=kind, seat=seat)
    return [entry for entry in found if entry.revoked is None]


def reissue(api: ApiClient, match: Match, number: int) -> Any:
    """Issue a new token for seat 1."""
    return api.request("POST", "/v1/tokens", match.organiser, json={"game": match.game, "kind": "seat", "seat": 1})


def replace(api: ApiClient, match: Match, number: int) -> Any:
    """Put another player into seat 1."""
    return api.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "human", "name": f"P{number}"})


def mixed(api: ApiClient, match: Match, number: int) -> Any:
    """Put a person or a bot into seat 1."""
    wish = {"kind": "human", "name": f"P{number}"} if number % 2 else {"kind": "bot", "bot": "greedy"}
    return api.request("PUT", f"{match.at}/seats/1", match.organiser, json=wish)


def at_once(apis: list[ApiClient], match: Match, act: AfterCommit) -> list[Any]:
    """Send AT_ONCE requests at the same time, and return the responses."""
    start = Barrier(AT_ONCE)

    def one(number: int) -> Any:
        start.wait(timeout=20)
        return act(apis[number % 2], match, number)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = list(threads.map(one, range(AT_ONCE)))
    assert {200, 201} >= {answer.status_code for answer in answers}, [answer.text for answer in answers]
    return answers


def holders(apis: list[ApiClient], act: AfterCommit, monkeypatch: pytest.MonkeyPatch | None = None) -> int:
    """Return how many tokens act for seat 1 after concurrent requests; a bot counts one more."""
    match = apis[0].match()
    api = apis[0]
    if monkeypatch is not None:
        unlock(monkeypatch)
    at_once(apis, match, act)
    player = api.context.store.find_entries(Player, game=match.game, seat=1)[0]
    count = len(valid(api, match, 1))
    return count if player.kind == "human" else count + 1


def repeated(apis: list[ApiClient], monkeypatch: pytest.MonkeyPatch | None = None) -> tuple[int, ...]:
    """Return how many tokens the organiser and each seat have after concurrent repetitions of a creation."""
    key = {"Idempotency-Key": secrets.token_urlsafe(16)}
    wish = {"edition": "classic", "players": 3}
    match = apis[0].match_of(apis[0].post("/v1/games", json=wish, headers=key))
    if monkeypatch is not None:
        unlock(monkeypatch)
    answers = at_once(apis, match, lambda api, _match, _n: api.request("POST", "/v1/games", json=wish, headers=key))
    assert {match.game} == {answer.json["game"] for answer in answers}
    found = [valid(apis[0], match, seat) for seat in (None, 0, 1, 2)]
    if monkeypatch is None:
        whole = [apis[0].match_of(answer.json) for answer in answers]
        shown = [[apis[0].request("GET", "/v1/tokens/me", one.organiser).status_code == 200 for one in whole]]
        shown += [[apis[0].request("GET", "/v1/tokens/me", one.seats[1]).status_code == 200 for one in whole]]
        assert shown[0] == shown[1], "one response is valid as a whole"
    return tuple(map(len, found))


def unlock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `change_entries` read first and write later, when all threads have read."""
    both = Barrier(AT_ONCE)

    def change_entries(self: MetadataCache, entries: Entries) -> None:
        found = list(entries(self._store)) if callable(entries) else entries
        with suppress(BrokenBarrierError):
            both.wait(timeout=5)
        self._store.save_entries(*found)
        self.invalidate()

    monkeypatch.setattr(MetadataCache, "change_entries", change_entries)


@pytest.mark.parametrize("act", mostly_long([reissue, replace, mixed]))
def test_one_token_acts_for_a_seat_after_concurrent_requests(apis: list[ApiClient], act: AfterCommit) -> None:
    assert [1] * 5 == [holders(apis, act) for _ in range(5)]


def test_of_concurrent_repetitions_of_a_creation_one_response_is_valid(apis: list[ApiClient]) -> None:
    assert [(1, 1, 1, 1)] * 5 == [repeated(apis) for _ in range(5)]


def test_concurrent_creations_under_one_key_make_one_game(apis: list[ApiClient]) -> None:
    key = {"Idempotency-Key": secrets.token_urlsafe(16)}
    wish = {"edition": "classic", "players": 3}
    match = Match("", {}, "", 0, "")
    answers = at_once(apis, match, lambda api, _match, _n: api.request("POST", "/v1/games", json=wish, headers=key))
    games = {answer.json["game"] for answer in answers}
    assert 1 == len(games)
    match = apis[0].match_of(answers[0].json)
    assert [1, 1] == [len(valid(apis[0], match, seat)) for seat in (None, 1)]


@pytest.mark.parametrize("act", [reissue, replace])
def test_control_reading_before_writing_leaves_several_tokens_of_a_seat(
    apis: list[ApiClient], act: AfterCommit, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert holders(apis, act, monkeypatch) > 1


def test_control_reading_before_writing_leaves_several_organisers(
    apis: list[ApiClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert repeated(apis, monkeypatch)[0] > 1
