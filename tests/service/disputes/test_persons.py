"""Who sits at the table is stated afterwards: by the organiser so that somebody may rule, by a seat of itself."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.lifecycle.erasure import erase
from service.lifecycle.token_holders import OWN_MAX
from tests.service.api.conftest import House, Match, open_house
from tests.service.disputes.test_disputes import RULING, act, arbiter, claimed, refused


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("persons") / "store") as house:
        yield house


def stated(house: House, match: Match, who: str, **wish: Any) -> list[int]:
    """The seats that are unknown after somebody has stated who sits where."""
    answer = house.ask("PUT", f"{match.at}/persons", who, json=wish)
    assert answer.status_code == 200, answer.text
    unknown: list[int] = answer.json["unknown"]
    return unknown


def test_a_game_without_persons_is_ruled_on_once_the_organiser_confirms_that_they_differ(house: House) -> None:
    match = house.match(players=3)
    claimed(house, match)
    judge = arbiter(house, match, by=house.service)
    refused(house, match, judge, "arbiter.players_unknown", **RULING)
    seen = house.get(f"{match.at}/disputes", judge)
    assert (seen["unknown_players"], seen["hindrance"]["code"]) == ([0, 1, 2], "arbiter.players_unknown")
    assert stated(house, match, match.organiser, different=True) == []
    seen = house.get(f"{match.at}/disputes", judge)
    assert (seen["unknown_players"], seen["hindrance"]) == ([], None)
    said = [one["code"] for one in house.get(f"{match.at}/annotations")["annotations"] if one["by"] == "organiser"]
    assert said == ["persons.different"], "everybody reads who has said so"
    act(house, match, judge, **RULING)


def test_the_organiser_names_persons_and_none_that_was_named_rules(house: House) -> None:
    match = house.match(players=3)
    claimed(house, match)
    seats = [{"seat": seat, "person": f"p-{seat}"} for seat in range(3)]
    assert stated(house, match, match.organiser, seats=seats[:2]) == [2]
    assert stated(house, match, match.organiser, seats=seats[2:]) == []
    refused(house, match, arbiter(house, match, "p-1", by=house.service), "arbiter.own_game", **RULING)
    again = [{"seat": 1, "person": "p-other"}]
    assert stated(house, match, match.organiser, seats=again) == []
    refused(house, match, arbiter(house, match, "p-1", by=house.service), "arbiter.own_game", **RULING)
    refused(house, match, arbiter(house, match, "p-other", by=house.service), "arbiter.own_game", **RULING)


def test_what_a_seat_says_of_itself_counts_against_it_and_makes_nobody_known(house: House) -> None:
    match = house.match(players=3, person="p-browser")
    own = [{"seat": 1, "person": "p-browser"}]
    assert stated(house, match, match.seats[1], seats=own) == [0, 1, 2]
    assert stated(house, match, match.organiser, different=True) == []
    claimed(house, match)
    refused(house, match, arbiter(house, match, "p-judge"), "arbiter.own_organiser", **RULING)
    refused(house, match, arbiter(house, match, "p-browser", by=house.service), "arbiter.own_game", **RULING)
    act(house, match, arbiter(house, match, "p-judge", by=house.service), **RULING)


@pytest.mark.parametrize("wish", [{"seats": [{"seat": 0, "person": "p-x"}]}, {"different": True}])
def test_a_seat_says_nothing_of_others(house: House, wish: dict[str, Any]) -> None:
    match = house.match(players=3)
    house.problem(403, "seat.forbidden", "PUT", f"{match.at}/persons", match.seats[1], json=wish)
    assert house.get(f"{match.at}/disputes")["unknown_players"] == [0, 1, 2]


def test_a_seat_names_so_many_persons_and_no_more(house: House) -> None:
    match = house.match(players=3)
    for k in range(OWN_MAX):
        stated(house, match, match.seats[0], seats=[{"seat": 0, "person": f"p-{k}"}])
    stated(house, match, match.seats[0], seats=[{"seat": 0, "person": "p-3"}])  # again
    more = {"seats": [{"seat": 0, "person": "p-more"}]}
    house.problem(422, "request.shape", "PUT", f"{match.at}/persons", match.seats[0], json=more)


def test_new_tokens_leave_known_who_was_stated_and_another_player_is_unknown(house: House) -> None:
    match = house.match(players=3)
    stated(house, match, match.organiser, different=True)
    house.post("/v1/tokens", match.organiser, json={"game": match.game, "kind": "seat", "seat": 1})
    assert house.get(f"{match.at}/disputes")["unknown_players"] == []
    house.ask("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "human"})
    assert house.get(f"{match.at}/disputes")["unknown_players"] == [1]
    house.ask("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "bot"})
    assert house.get(f"{match.at}/disputes")["unknown_players"] == []


def test_who_sees_the_game_late_is_not_told_early_who_is_unknown(house: House) -> None:
    match = house.match(players=3, spectator_delay={"events": 4})
    assert house.get(f"{match.at}/disputes")["unknown_players"] is None
    assert house.get(f"{match.at}/disputes", match.seats[0])["unknown_players"] == [0, 1, 2]


def test_an_erased_person_is_unknown_again(house: House) -> None:
    seats = [{"kind": "human", "name": name} for name in ("Ana", "Bo", "Erasable")]
    match = house.match(seats=seats, players=3)
    stated(house, match, match.organiser, seats=[{"seat": 2, "person": "p-erasable"}], different=True)
    assert house.get(f"{match.at}/disputes")["unknown_players"] == []
    erase(house.desk.store, lambda name: name == "Erasable")
    house.desk.register.forget()
    assert house.get(f"{match.at}/disputes")["unknown_players"] == [2]
