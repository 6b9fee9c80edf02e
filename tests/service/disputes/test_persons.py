"""Who sits at the table is stated afterwards: by the organiser so that somebody may rule, by a seat of itself."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.access.identities import People
from service.lifecycle.erasure import erase
from service.lifecycle.token_holders import OWN_MAX
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.disputes.test_disputes import RULING, act, arbiter, claimed, refused


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("persons") / "store") as api:
        yield api


def stated(api: ApiClient, match: Match, who: str, **wish: Any) -> list[int]:
    """The seats that are unknown after somebody has stated who sits where."""
    answer = api.ask("PUT", f"{match.at}/persons", who, json=wish)
    assert answer.status_code == 200, answer.text
    unknown: list[int] = answer.json["unknown"]
    return unknown


def test_a_game_without_persons_is_ruled_on_once_the_organiser_confirms_that_they_differ(api: ApiClient) -> None:
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
    assert said == ["persons.different"], "everybody reads who has said so"
    act(api, match, judge, **RULING)


def test_the_organiser_names_persons_and_none_that_was_named_rules(api: ApiClient) -> None:
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


def test_what_a_seat_says_of_itself_counts_against_it_and_makes_nobody_known(api: ApiClient) -> None:
    match = api.match(players=3, person="p-browser")
    own = [{"seat": 1, "person": "p-browser"}]
    assert stated(api, match, match.seats[1], seats=own) == [0, 1, 2]
    assert stated(api, match, match.organiser, different=True) == []
    claimed(api, match)
    refused(api, match, arbiter(api, match, "p-judge"), "arbiter.own_organiser", **RULING)
    refused(api, match, arbiter(api, match, "p-browser", by=api.service), "arbiter.own_game", **RULING)
    act(api, match, arbiter(api, match, "p-judge", by=api.service), **RULING)


@pytest.mark.parametrize("wish", [{"seats": [{"seat": 0, "person": "p-x"}]}, {"different": True}])
def test_a_seat_says_nothing_of_others(api: ApiClient, wish: dict[str, Any]) -> None:
    match = api.match(players=3)
    api.problem(403, "seat.forbidden", "PUT", f"{match.at}/persons", match.seats[1], json=wish)
    assert api.get(f"{match.at}/disputes")["unknown_players"] == [0, 1, 2]


def test_a_seat_names_so_many_persons_and_no_more(api: ApiClient) -> None:
    match = api.match(players=3)
    for k in range(OWN_MAX):
        stated(api, match, match.seats[0], seats=[{"seat": 0, "person": f"p-{k}"}])
    stated(api, match, match.seats[0], seats=[{"seat": 0, "person": "p-3"}])  # again
    more = {"seats": [{"seat": 0, "person": "p-more"}]}
    api.problem(422, "request.shape", "PUT", f"{match.at}/persons", match.seats[0], json=more)


def test_new_tokens_leave_known_who_was_stated_and_another_player_is_unknown(api: ApiClient) -> None:
    match = api.match(players=3)
    stated(api, match, match.organiser, different=True)
    api.post("/v1/tokens", match.organiser, json={"game": match.game, "kind": "seat", "seat": 1})
    assert api.get(f"{match.at}/disputes")["unknown_players"] == []
    api.ask("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "human"})
    assert api.get(f"{match.at}/disputes")["unknown_players"] == [1]
    api.ask("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "bot"})
    assert api.get(f"{match.at}/disputes")["unknown_players"] == []


def test_who_sees_the_game_late_is_not_told_early_who_is_unknown(api: ApiClient) -> None:
    match = api.match(players=3, spectator_delay={"events": 4})
    assert api.get(f"{match.at}/disputes")["unknown_players"] is None
    assert api.get(f"{match.at}/disputes", match.seats[0])["unknown_players"] == [0, 1, 2]


def test_an_erased_person_is_unknown_again(api: ApiClient) -> None:
    seats = [{"kind": "human", "name": name} for name in ("Ana", "Bo", "Erasable")]
    match = api.match(seats=seats, players=3)
    stated(api, match, match.organiser, seats=[{"seat": 2, "person": "p-erasable"}], different=True)
    assert api.get(f"{match.at}/disputes")["unknown_players"] == []
    erase(api.context.store, lambda name: name == "Erasable")
    api.context.register.forget()
    assert api.get(f"{match.at}/disputes")["unknown_players"] == [2]


def reads_for_arbiters(api: ApiClient, match: Match, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often the entries of a game are read to find the arbiters who were called to it."""
    register, count = api.context.register, 0
    read = register.noted

    def counted(*kinds: Any, **known: Any) -> Any:
        nonlocal count
        count += 1
        return read(*kinds, **known)

    with monkeypatch.context() as patch:
        patch.setattr(register, "noted", counted)
        People(register, match.game).called()
    return count


def test_many_arbiters_are_found_with_as_many_reads_as_one(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = api.match(players=3)
    arbiter(api, match, "p-first", by=api.service)
    once = reads_for_arbiters(api, match, monkeypatch)
    for number in range(5):
        arbiter(api, match, f"p-{number}", by=api.service)
    assert reads_for_arbiters(api, match, monkeypatch) == once
