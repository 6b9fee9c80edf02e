"""Persons at seats, stated after the creation of a game by its organiser or by a seat itself."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.access.identities import GamePeople
from service.lifecycle.erasure import erase
from service.lifecycle.token_holders import PERSONS_PER_SEAT_MAX
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.disputes.disputed_games import RULING, act, arbiter, claimed, refused


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("persons") / "store") as api:
        yield api


def stated(api: ApiClient, match: Match, who: str, **wish: Any) -> list[int]:
    """State persons at seats; return the seats that are still unknown."""
    answer = api.request("PUT", f"{match.at}/persons", who, json=wish)
    assert answer.status_code == 200, answer.text
    unknown: list[int] = answer.json["unknown"]
    return unknown


def test_an_arbiter_rules_once_the_organiser_confirms_that_players_differ(api: ApiClient) -> None:
    match = api.match(players=3)
    claimed(api, match)
    judge = arbiter(api, match, by=api.service)
    refused(api, match, judge, "arbiter.players_unknown", **RULING)
    seen = api.get(f"{match.at}/disputes", judge)
    assert (seen["unknown_players"], seen["hindrance"]["code"]) == ([0, 1, 2], "arbiter.players_unknown")
    assert stated(api, match, match.organiser, different=True) == []
    seen = api.get(f"{match.at}/disputes", judge)
    assert (seen["unknown_players"], seen["hindrance"]) == ([], None)
    said = [one["code"] for one in api.get(f"{match.at}/annotations")["annotations"] if one["by"] == "organiser"]
    assert said == ["persons.different"], "the statement is public"
    act(api, match, judge, **RULING)


def test_no_person_that_the_organiser_named_rules(api: ApiClient) -> None:
    match = api.match(players=3)
    claimed(api, match)
    seats = [{"seat": seat, "person": f"p-{seat}"} for seat in range(3)]
    assert stated(api, match, match.organiser, seats=seats[:2]) == [2]
    assert stated(api, match, match.organiser, seats=seats[2:]) == []
    refused(api, match, arbiter(api, match, "p-1", by=api.service), "arbiter.own_game", **RULING)
    again = [{"seat": 1, "person": "p-other"}]
    assert stated(api, match, match.organiser, seats=again) == []
    refused(api, match, arbiter(api, match, "p-1", by=api.service), "arbiter.own_game", **RULING)
    refused(api, match, arbiter(api, match, "p-other", by=api.service), "arbiter.own_game", **RULING)


def test_a_statement_of_a_seat_excludes_the_person_but_makes_no_seat_known(api: ApiClient) -> None:
    match = api.match(players=3, person="p-browser")
    own = [{"seat": 1, "person": "p-browser"}]
    assert stated(api, match, match.seats[1], seats=own) == [0, 1, 2]
    assert stated(api, match, match.organiser, different=True) == []
    claimed(api, match)
    refused(api, match, arbiter(api, match, "p-judge"), "arbiter.own_organiser", **RULING)
    refused(api, match, arbiter(api, match, "p-browser", by=api.service), "arbiter.own_game", **RULING)
    act(api, match, arbiter(api, match, "p-judge", by=api.service), **RULING)


@pytest.mark.parametrize("wish", [{"seats": [{"seat": 0, "person": "p-x"}]}, {"different": True}])
def test_a_seat_states_no_person_of_another_seat(api: ApiClient, wish: dict[str, Any]) -> None:
    match = api.match(players=3)
    api.problem(403, "seat.forbidden", "PUT", f"{match.at}/persons", match.seats[1], json=wish)
    assert api.get(f"{match.at}/disputes")["unknown_players"] == [0, 1, 2]


def test_the_number_of_persons_that_a_seat_states_is_limited(api: ApiClient) -> None:
    match = api.match(players=3)
    for k in range(PERSONS_PER_SEAT_MAX):
        stated(api, match, match.seats[0], seats=[{"seat": 0, "person": f"p-{k}"}])
    stated(api, match, match.seats[0], seats=[{"seat": 0, "person": "p-3"}])  # again
    more = {"seats": [{"seat": 0, "person": "p-more"}]}
    api.problem(422, "request.shape", "PUT", f"{match.at}/persons", match.seats[0], json=more)


def test_a_new_token_keeps_a_person_known_and_a_new_player_is_unknown(api: ApiClient) -> None:
    match = api.match(players=3)
    stated(api, match, match.organiser, different=True)
    api.post("/v1/tokens", match.organiser, json={"game": match.game, "kind": "seat", "seat": 1})
    assert api.get(f"{match.at}/disputes")["unknown_players"] == []
    api.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "human"})
    assert api.get(f"{match.at}/disputes")["unknown_players"] == [1]
    api.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "bot"})
    assert api.get(f"{match.at}/disputes")["unknown_players"] == []


def test_a_delayed_spectator_does_not_see_unknown_players_early(api: ApiClient) -> None:
    match = api.match(players=3, spectator_delay={"events": 4})
    assert api.get(f"{match.at}/disputes")["unknown_players"] is None
    assert api.get(f"{match.at}/disputes", match.seats[0])["unknown_players"] == [0, 1, 2]


def test_an_erased_person_is_unknown_again(api: ApiClient) -> None:
    seats = [{"kind": "human", "name": name} for name in ("Ana", "Bo", "Erasable")]
    match = api.match(seats=seats, players=3)
    stated(api, match, match.organiser, seats=[{"seat": 2, "person": "p-erasable"}], different=True)
    assert api.get(f"{match.at}/disputes")["unknown_players"] == []
    erase(api.context.store, lambda name: name == "Erasable")
    api.context.register.invalidate()
    assert api.get(f"{match.at}/disputes")["unknown_players"] == [2]


def reads_for_arbiters(api: ApiClient, match: Match, monkeypatch: pytest.MonkeyPatch) -> int:
    """Count the reads of entries that find the arbiters of a game."""
    register, count = api.context.register, 0
    read = register.find_entries

    def counted(*kinds: Any, **known: Any) -> Any:
        nonlocal count
        count += 1
        return read(*kinds, **known)

    with monkeypatch.context() as patch:
        patch.setattr(register, "find_entries", counted)
        GamePeople(register, match.game).impartial_arbiters()
    return count


def test_many_arbiters_are_found_with_as_many_reads_as_one(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = api.match(players=3)
    arbiter(api, match, "p-first", by=api.service)
    once = reads_for_arbiters(api, match, monkeypatch)
    for number in range(5):
        arbiter(api, match, f"p-{number}", by=api.service)
    assert reads_for_arbiters(api, match, monkeypatch) == once
