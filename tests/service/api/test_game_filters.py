"""Filters, orders and pages of the list of games, as its reader may know the games."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote

import pytest

from service.store.index.search import GameSearch
from tests.service.api.conftest import ApiClient, Match, finished_file, open_api

ORDERS = ("", "&order=created", "&order=-created", "&order=ended", "&order=-ended")


class Games:
    """An API client with one game of each kind."""

    def __init__(self, api: ApiClient) -> None:
        self.api = api
        self.file = api.post("/v1/games:import", data=finished_file())["game"]
        self.plain = api.match(seats=[{"name": "Ana"}, {"name": "Bo"}, {}])
        self.practice = api.match(practice=True)
        self.coins = api.match(options={"trade_coins": True, "start_player": "seat_0"})
        self.duplicate = api.match(level="duplicate")
        self.tournament = api.match(level="tournament")
        self.private = api.match(private=True)
        self.late = api.match(spectator_delay={"seconds": 3600}, level="duplicate")
        self.void = api.match()
        for match in (self.void, self.late):
            api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})

    def found(self, query: str = "", token: str | None = None) -> list[str]:
        """Return the ids of a list, read in pages of two."""
        return [head["game"] for head in self.heads(query, token)]

    def heads(self, query: str = "", token: str | None = None) -> Iterator[dict[str, Any]]:
        """Yield the heads of a list, following the links of its pages."""
        path: str | None = f"/v1/games?limit=2&{query}"
        while path is not None:
            answer = self.api.request("GET", path, token)
            assert answer.status_code == 200, answer.text
            yield from answer.json["games"]
            link = re.fullmatch(r'<(.+)>; rel="next"', answer.headers.get("Link", ""))
            assert link is None or len(answer.json["games"]) == 2
            path = None if link is None else link[1]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    """The games that all tests read and none changes."""
    with open_api(tmp_path_factory.mktemp("games") / "store") as api:
        yield Games(api)


@pytest.mark.parametrize("order", ORDERS)
def test_each_order_sorts_by_its_time_and_pages_repeat_no_game(games: Games, order: str) -> None:
    for token in (None, games.api.service):
        whole = games.api.get(f"/v1/games?limit=200{order}", token)["games"]
        assert [head["game"] for head in whole] == games.found(order, token)
        assert len({head["game"] for head in whole}) == len(whole)
        by = order.rpartition("=")[2]
        if by:
            times = [head[by.removeprefix("-")] for head in whole]
            assert times == sorted(times, reverse=by.startswith("-"))
    assert games.file in games.found(order)


def test_an_order_by_end_lists_only_games_known_to_have_ended(games: Games) -> None:
    assert games.found("order=ended") == [games.file, games.void.game]
    ended = {games.file, games.void.game, games.late.game}
    assert set(games.found("order=-ended", games.api.service)) == ended
    for cursor in (games.plain.game, games.late.game):
        says = games.api.problem(422, "request.shape", "GET", f"/v1/games?order=ended&cursor={cursor}")
        assert "this cursor is unknown" in says["detail"]


def test_time_filters_include_their_start_and_exclude_their_end(games: Games) -> None:
    heads = {head["game"]: head for head in games.heads()}
    for head in heads.values():
        made = quote(head["created"])
        assert head["game"] in games.found(f"created_after={made}")
        assert head["game"] not in games.found(f"created_before={made}")
    both = {*games.found("created_before=2010-01-01T00:00:00Z"), *games.found("created_after=2010-01-01T00:00:00Z")}
    assert both == set(heads)
    assert games.found("created_before=2010-01-01T00:00:00Z") == [games.file]
    assert games.found("created_before=2010-01-01T02:00:00%2B02:00") == [games.file]
    assert games.found("ended_before=2010-01-01T00:00:00Z") == [games.file]
    assert games.found("ended_after=2010-01-01T00:00:00Z") == [games.void.game]
    assert set(games.found("ended_after=2010-01-01T00:00:00Z", games.api.service)) == {
        games.void.game,
        games.late.game,
    }


def test_games_are_filtered_by_options_level_and_practice(games: Games) -> None:
    assert games.found("option=trade_coins%3Dtrue") == [games.coins.game]
    assert games.found("option=start_player%3Dseat_9") == games.found("option=trade_coins%3D1") == []
    assert games.found("practice=true") == [games.practice.game]
    assert games.practice.game not in games.found("practice=false")
    assert games.found("level=tournament") == [games.tournament.game]
    assert games.found("level=duplicate", games.api.service) == [games.late.game, games.duplicate.game]
    levels = [*games.found("level=duplicate"), *games.found("level=tournament"), *games.found("level=simple")]
    assert sorted(levels) == sorted(games.found())
    assert {head["level"] for head in games.heads("level=duplicate")} == {"duplicate"}


def test_a_delayed_game_is_filtered_as_spectators_see_it(games: Games) -> None:
    (head,) = (head for head in games.heads() if head["game"] == games.late.game)
    for query in (f"status={head['status']}", f"level={head['level']}"):
        assert games.late.game in games.found(query)
    assert games.late.game not in games.found("status=voided")


def test_no_filter_finds_a_private_game_for_other_clients(games: Games) -> None:
    for query in (*ORDERS, "level=simple", "practice=false", "created_after=2010-01-01T00:00:00Z", "mine=true"):
        assert games.private.game not in games.found(query, games.plain.seats[0])
        assert (games.private.game in games.found(query, games.private.seats[0])) == ("ended" not in query)


def test_the_filters_mine_and_to_act_follow_the_token(api: ApiClient) -> None:
    match, other = api.match(), api.match()

    def found(query: str, token: str | None) -> list[str]:
        return [head["game"] for head in api.get(f"/v1/games?{query}", token)["games"]]

    assert found("mine=true", match.seats[1]) == found("mine=true", match.organiser) == [match.game]
    assert found("mine=true", None) == []
    assert found("to_act=true", match.seats[0]) == [match.game]
    assert found("to_act=true", match.seats[1]) == found("to_act=true", match.organiser) == []
    assert found("to_act=true&status=finished", match.seats[0]) == found("to_act=true", None) == []
    assert set(found("to_act=false", match.seats[1])) == {match.game, other.game}
    while api.move(match, Random(1), until="trade"):
        pass
    table = api.get(f"{match.at}/table?as=omniscient", api.service)
    active = table["turn"]["seat"]
    offer = {"type": "ProposeTrade", "seat": active, "with": (active + 1) % 3, "want": {"red": 1}}
    give = [{"source": "hand", "slot": table["seats"][active]["hand_slots"][0]}]
    api.submit(match, {**offer, "give": give})
    assert found("to_act=true", match.seats[(active + 1) % 3]) == [match.game], "it has an offer to answer"
    assert found("to_act=true", match.seats[(active + 2) % 3]) == []


def test_to_act_lists_the_games_of_a_service_that_wait_for_humans(api: ApiClient) -> None:
    def made(**wish: Any) -> Match:
        return api.match_of(api.post("/v1/games", api.service, json={"edition": "classic", **wish}))

    people, done = made(players=3), made(players=3)
    made(seats=[{"kind": "bot"}] * 3)
    api.match()
    api.post(f"{done.at}/void", done.organiser, json={"reason": "enough"})
    listed = api.get("/v1/games?to_act=true", api.service)["games"]
    assert [head["game"] for head in listed] == [people.game]
    assert api.get("/v1/games?to_act=true", api.token("service"))["games"] == []


@pytest.mark.parametrize(
    "query",
    [
        "created_after=yesterday",
        "created_before=2026-13-01T00:00:00Z",
        "ended_after=",
        "ended_before=1e99",
        "option=trade_coins",
        "option=%3Dtrue",
        "practice=yes",
        "level=hard",
        "order=newest",
        "order=",
        "to_act=1",
        "tournament=",
        "cursor=classic-aaaaaaaaaaaaaaaa",
    ],
)
def test_an_invalid_filter_is_refused_by_name(games: Games, query: str) -> None:
    problem = games.api.problem(422, "request.shape", "GET", f"/v1/games?{query}")
    assert problem["errors"][0]["place"] == f"query.{query.partition('=')[0]}"


def test_a_time_offset_is_read_with_a_raw_or_encoded_plus(games: Games) -> None:
    for query in ("created_before", "ended_before"):
        found = games.found(f"{query}=2010-01-01T01:00:00%2B01:00")
        assert found == [games.file]
        for written in ("+01:00", "%2b01:00", "%2001:00"):
            assert games.found(f"{query}=2010-01-01T01:00:00{written}") == found
    # The file is of the first second of 2000: without its offset the filter would include it.
    assert games.found("created_after=2000-01-01T00:30:00+01:00") != games.found("created_after=2000-01-01T00:30:00")
    (error,) = games.api.problem(422, "request.shape", "GET", "/v1/games?created_after=2010-01-01T01:00:00+1")["errors"]
    assert "such as 2026-" in error["says"]


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00%2B14:00", "9999-12-31T23:59:59.999999-14:00"])
def test_time_filters_accept_the_first_and_the_last_possible_time(games: Games, at: str) -> None:
    after, before = games.found(f"created_after={at}"), games.found(f"created_before={at}")
    assert sorted(map(len, (after, before))) == [0, len(games.found())]


def test_control_a_filter_without_visibility_checks_reveals_a_delayed_game(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameSearch, "matches", lambda *_: True)
    assert games.late.game in games.found("status=voided")
