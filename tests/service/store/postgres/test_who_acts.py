"""At any moment one token at most acts for a seat, whoever hands out how many at once, and in whichever process."""

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
Act = Callable[[ApiClient, Match, int], Any]


@pytest.fixture(params=["folder", "database"])
def somewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Location:
    """A place for a store of either kind."""
    location: Location = tmp_path / "store" if request.param == "folder" else request.getfixturevalue("location")
    return location


@pytest.fixture
def apis(somewhere: Location) -> Iterator[list[ApiClient]]:
    """Two services over one store, each with connections, caches and locks of its own, as two processes have them."""
    with ExitStack() as stack:
        yield [stack.enter_context(open_api(somewhere)) for _ in range(2)]  # type: ignore[arg-type]  # any place


def valid(api: ApiClient, match: Match, seat: int | None = None) -> list[TokenEntry]:
    """The tokens that count for a seat, or those of the organiser."""
    kind = "organiser" if seat is None else "seat"
    found = api.context.store.noted(TokenEntry, game=match.game, kind=kind, seat=seat)
    return [entry for entry in found if entry.revoked is None]


def reissue(api: ApiClient, match: Match, number: int) -> Any:
    """A new token for seat 1."""
    return api.ask("POST", "/v1/tokens", match.organiser, json={"game": match.game, "kind": "seat", "seat": 1})


def replace(api: ApiClient, match: Match, number: int) -> Any:
    """Somebody else in seat 1."""
    return api.ask("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "human", "name": f"P{number}"})


def mixed(api: ApiClient, match: Match, number: int) -> Any:
    """A person or a bot in seat 1."""
    wish = {"kind": "human", "name": f"P{number}"} if number % 2 else {"kind": "bot", "bot": "greedy"}
    return api.ask("PUT", f"{match.at}/seats/1", match.organiser, json=wish)


def at_once(apis: list[ApiClient], match: Match, act: Act) -> list[Any]:
    """What as many as there are answer who all do it at the same time."""
    start = Barrier(AT_ONCE)

    def one(number: int) -> Any:
        start.wait(timeout=20)
        return act(apis[number % 2], match, number)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = list(threads.map(one, range(AT_ONCE)))
    assert {200, 201} >= {answer.status_code for answer in answers}, [answer.text for answer in answers]
    return answers


def holders(apis: list[ApiClient], act: Act, monkeypatch: pytest.MonkeyPatch | None = None) -> int:
    """How many tokens act for seat 1 after that; it must be somebody in it who has one."""
    match = apis[0].match()
    api = apis[0]
    if monkeypatch is not None:
        unlock(monkeypatch)
    at_once(apis, match, act)
    player = api.context.store.noted(Player, game=match.game, seat=1)[0]
    count = len(valid(api, match, 1))
    return count if player.kind == "human" else count + 1


def repeated(apis: list[ApiClient], monkeypatch: pytest.MonkeyPatch | None = None) -> tuple[int, ...]:
    """How many tokens the organiser and each seat have after a creation was repeated as often as there are."""
    key = {"Idempotency-Key": secrets.token_urlsafe(16)}
    wish = {"edition": "classic", "players": 3}
    match = apis[0].match_of(apis[0].post("/v1/games", json=wish, headers=key))
    if monkeypatch is not None:
        unlock(monkeypatch)
    answers = at_once(apis, match, lambda api, _match, _n: api.ask("POST", "/v1/games", json=wish, headers=key))
    assert {match.game} == {answer.json["game"] for answer in answers}
    found = [valid(apis[0], match, seat) for seat in (None, 0, 1, 2)]
    if monkeypatch is None:
        whole = [apis[0].match_of(answer.json) for answer in answers]
        shown = [[apis[0].ask("GET", "/v1/tokens/me", one.organiser).status_code == 200 for one in whole]]
        shown += [[apis[0].ask("GET", "/v1/tokens/me", one.seats[1]).status_code == 200 for one in whole]]
        assert shown[0] == shown[1], "one answer is valid, the whole of it"
    return tuple(map(len, found))


def unlock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads first and writes then, as it was done once; all have read before anybody writes."""
    both = Barrier(AT_ONCE)

    def settle(self: MetadataCache, entries: Entries) -> None:
        found = list(entries(self._store)) if callable(entries) else entries
        with suppress(BrokenBarrierError):
            both.wait(timeout=5)
        self._store.note(*found)
        self.forget()

    monkeypatch.setattr(MetadataCache, "settle", settle)


@pytest.mark.parametrize("act", mostly_long([reissue, replace, mixed]))
def test_one_token_acts_for_a_seat_however_many_are_given_out_at_once(apis: list[ApiClient], act: Act) -> None:
    assert [1] * 5 == [holders(apis, act) for _ in range(5)]


def test_of_a_creation_that_is_repeated_at_once_one_answer_is_valid(apis: list[ApiClient]) -> None:
    assert [(1, 1, 1, 1)] * 5 == [repeated(apis) for _ in range(5)]


def test_a_game_that_is_created_at_once_under_one_key_is_one(apis: list[ApiClient]) -> None:
    key = {"Idempotency-Key": secrets.token_urlsafe(16)}
    wish = {"edition": "classic", "players": 3}
    match = Match("", {}, "", 0, "")
    answers = at_once(apis, match, lambda api, _match, _n: api.ask("POST", "/v1/games", json=wish, headers=key))
    games = {answer.json["game"] for answer in answers}
    assert 1 == len(games)
    match = apis[0].match_of(answers[0].json)
    assert [1, 1] == [len(valid(apis[0], match, seat)) for seat in (None, 1)]


@pytest.mark.parametrize("act", [reissue, replace])
def test_control_what_is_read_before_it_is_written_leaves_several_holders(
    apis: list[ApiClient], act: Act, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert holders(apis, act, monkeypatch) > 1


def test_control_a_repeated_creation_that_is_read_first_leaves_several_organisers(
    apis: list[ApiClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert repeated(apis, monkeypatch)[0] > 1
