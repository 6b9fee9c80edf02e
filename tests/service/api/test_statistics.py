"""Statistics over HTTP: sums of the listed games, tournaments, erased and hidden players."""

from fractions import Fraction

import pytest

from service.access.tokens import digest_of
from service.analytics.player_merge import merge_players
from service.analytics.player_registry import set_hidden
from service.api.integration import statistics
from service.lifecycle.erasure import erase
from service.lifecycle.figures_worker import FiguresWorker
from service.store.entries.analytics_entries import PlayerId
from service.store.entries.tenants import GameMaker
from tests.service.api.conftest import ApiClient
from tests.service.store.contract.test_figures import hold


@pytest.fixture
def counted(api: ApiClient) -> ApiClient:
    """An API with three games that count, one of bots only."""
    for number, people in ((1, ("ana", "bo")), (2, ()), (3, ("ana",))):
        hold(api.context.store, number, people)
    FiguresWorker(api.context).turn()
    return api


def test_the_listed_games_add_up_to_the_statistics(counted: ApiClient) -> None:
    listed, path = [], "/v1/statistics/classic/games?limit=2"
    while path:
        answer = counted.request("GET", path)
        listed += answer.json["games"]
        path = answer.headers.get("Link", "").partition("<")[2].partition(">")[0]
    assert [one["ended"] for one in listed] == sorted((one["ended"] for one in listed), reverse=True)
    for query, games in (("", listed), ("?simulated=false", [one for one in listed if not one["simulated"]])):
        found = counted.get(f"/v1/statistics/classic{query}")
        assert found["games"] == len(games)
        for line in found["by_turn_order"]:
            seats = [s for one in games for s in one["figures"]["seats"] if s["turn_order"] == line["turn_order"]]
            assert line["games"] == len(seats)
            assert Fraction(line["wins"]) == sum(Fraction(seat["win"]) for seat in seats)
            assert line["coins_mean"] == pytest.approx(sum(seat["score"] for seat in seats) / len(seats), abs=1e-4)
        for line in found["by_variety"]:
            own = [v for one in games for v in one["figures"]["varieties"] if v["variety"] == line["variety"]]
            assert [line[name] for name in ("planted", "sold", "coins")] == [
                sum(variety[name] for variety in own) for name in ("planted", "sold", "coins")
            ]
    together = counted.get("/v1/statistics/classic/games?player=greedy&with=random")["games"]
    assert together == [one for one in listed if {"greedy", "random"} <= {*one["seated"]}]


def test_a_player_is_found_by_the_public_id_until_erased(counted: ApiClient) -> None:
    (ana,) = (one.player for one in counted.context.store.find_entries(PlayerId) if one.person == "ana")
    found = counted.get(f"/v1/players/{ana}")
    assert (found["name"], found["bot"], found["games"]) == ("Ana", False, 2)
    steps = counted.get(f"/v1/players/{ana}/ratings?edition=classic")["steps"]
    for step in steps:
        parts = sum(part["part"] for part in step["opponents"])
        assert step["after"]["rating"] - step["before"]["rating"] == pytest.approx(parts)
    assert found["editions"][0]["rating"]["rating"] == steps[-1]["after"]["rating"]
    before = {one["player"]: one["rating"] for one in counted.get("/v1/ratings/classic")["ratings"]}
    assert before[ana] == steps[-1]["after"]["rating"]
    erase(counted.context.store, lambda name: name in ("ana", "Ana"))
    counted.context.register.invalidate()  # as the notifier does after writes of another process
    for path in (f"/v1/players/{ana}", f"/v1/players/{ana}/ratings"):
        counted.problem(404, "not-found", "GET", path)
    after = {one["player"]: one["rating"] for one in counted.get("/v1/ratings/classic")["ratings"]}
    assert after == {player: rating for player, rating in before.items() if player != ana}
    for cursor in (ana, "p-unknown"):  # the players after the cursor would reveal the rating
        counted.problem(422, "request.shape", "GET", f"/v1/ratings/classic?cursor={cursor}")
    everything = ("/v1/statistics/classic", "/v1/statistics/classic/games", "/v1/players/greedy", "/v1/ratings/classic")
    for path in (*everything, "/v1/players/greedy/ratings"):
        assert ana not in counted.request("GET", path).text
        assert "Ana" not in counted.request("GET", path).text


def test_tournament_statistics_cover_its_games_that_count(counted: ApiClient) -> None:
    game = counted.get("/v1/statistics/classic/games?player=greedy")["games"][0]
    counted.tournament("cup", 3)
    counted.link("cup", game["game"])
    counted.tournament("secret", 3, private=True)
    counted.link("secret", game["game"])
    running = counted.match()
    counted.tournament("open", 3)
    counted.link("open", running.game)
    found = counted.get("/v1/statistics/classic?tournament=cup")
    assert (found["games"], found["turns_mean"]) == (1, game["figures"]["turns"])
    assert [line["games"] for line in found["by_turn_order"]] == [1, 1, 1]
    assert counted.get("/v1/statistics/classic/games?tournament=cup")["games"] == [game]
    assert counted.get("/v1/statistics/classic/games?tournament=cup&player=greedy&limit=1")["games"] == [game]
    none = counted.get("/v1/statistics/classic?tournament=nothing")
    for query in ("open", "secret", "cup&players=4", "cup&simulated=" + str(not game["simulated"]).lower()):
        for token in (None, counted.service):
            if query != "cup&simulated=true":
                said = counted.get(f"/v1/statistics/classic?tournament={query}", token)
                assert {**said, "bots": None} == none, (query, token)
                assert counted.get(f"/v1/statistics/classic/games?tournament={query}", token)["games"] == []
    assert counted.get("/v1/statistics/duel?tournament=cup")["games"] == 0


def test_tournament_statistics_cost_by_the_number_of_games(new_api, monkeypatch):
    monkeypatch.setattr(statistics, "GAMES_PER_COST", 1)
    api = new_api(rate="1000 per minute", address_costs="60 per minute")
    game = hold(api.context.store, 1)
    FiguresWorker(api.context).turn()
    api.tournament("cup", 3)
    api.link("cup", game)

    def asked(tournament: str, times: int) -> list[int]:
        path = f"/v1/statistics/classic?tournament={tournament}"
        return [api.request("GET", path).status_code for _ in range(times)]

    assert asked("nothing", 25) == [200] * 25
    assert asked("cup", 30)[-1] == 429, "55 requests, of which 30 cost two"


def test_an_integrator_hides_and_shows_its_own_persons_only(api: ApiClient) -> None:
    store, other = api.context.store, api.token("service")
    unscoped = api.post("/v1/service-tokens", api.service, json={"scopes": ["feed"]})["token"]
    for number, maker in ((1, api.service), (2, other)):
        store.save_entries(GameMaker(game=hold(store, number, ("ana", "bo")), token=digest_of(maker)))
    FiguresWorker(api.context).turn()
    ids = {(one.maker, one.person): one.player for one in store.find_entries(PlayerId)}
    mine, theirs = (ids[digest_of(maker), "ana"] for maker in (api.service, other))

    def say(person: str, *, hidden: bool, token: str = api.service) -> bool:
        said = api.request("PUT", f"/v1/persons/{person}/hidden", token, json={"hidden": hidden}).json
        assert said.pop("person") == person
        return said.pop("hidden") and not said

    before = {one["player"]: one["rating"] for one in api.get("/v1/ratings/classic")["ratings"]}
    assert {mine, theirs} <= before.keys()
    for _ in "again":
        assert say("ana", hidden=True)
        after = {one["player"]: one["rating"] for one in api.get("/v1/ratings/classic")["ratings"]}
        assert after == {player: rating for player, rating in before.items() if player != mine}
        api.problem(404, "not-found", "GET", f"/v1/players/{mine}")
    assert not say("ana", hidden=False)
    assert api.get(f"/v1/players/{mine}")["name"] == "Ana"
    # A person whose first game does not count yet is hidden from the start; showing an unknown person does nothing.
    assert say("cy", hidden=True)
    assert not say("dee", hidden=False)
    store.save_entries(GameMaker(game=hold(store, 3, ("cy", "dee")), token=digest_of(api.service)))
    FiguresWorker(api.context).turn()
    found = {one.person: one for one in store.find_entries(PlayerId, maker=digest_of(api.service))}
    assert [(name, found[name].hidden) for name in ("cy", "dee")] == [("cy", True), ("dee", False)]
    api.problem(404, "not-found", "GET", f"/v1/players/{found['cy'].player}")
    # Each integrator can hide a merged player, and only the operator shows them again.
    merge_players(store, theirs, mine, really=True)
    api.context.register.invalidate()
    FiguresWorker(api.context).turn()
    assert say("ana", hidden=True)
    api.problem(404, "not-found", "GET", f"/v1/players/{theirs}")
    assert say("ana", hidden=False, token=other)
    set_hidden(store, "ana", hidden=False)
    api.context.register.invalidate()
    assert not say("ana", hidden=False)
    erase(store, lambda name: name == "cy")
    assert not store.find_entries(PlayerId, person="cy")
    assert store.find_entries(PlayerId, player=found["cy"].player)[0].hidden
    api.problem(422, "request.shape", "PUT", "/v1/persons/-b/hidden", api.service, json={"hidden": True})
    api.problem(422, "request.shape", "PUT", "/v1/persons/ana/hidden", api.service, json={"hidden": "yes"})
    api.problem(403, "scope.missing", "PUT", "/v1/persons/ana/hidden", unscoped, json={"hidden": True})


def test_best_results_omit_the_name_of_a_hidden_player(counted: ApiClient) -> None:
    best = "/v1/statistics/best?edition=classic&players=3"
    named = [line["name"] for line in counted.get(best)["best"]]
    assert "Ana" in named, "control"
    set_hidden(counted.context.store, "ana", hidden=True)
    counted.context.register.invalidate()
    hidden = [line["name"] for line in counted.get(best)["best"]]
    assert hidden == [None if name == "Ana" else name for name in named]


def test_statistics_exist_for_the_numbers_of_players_of_the_edition(counted: ApiClient) -> None:
    for path in ("classic?players={}", "classic/games?players={}", "best?edition=classic&players={}"):
        problem = counted.problem(409, "rules.setup.players", "GET", f"/v1/statistics/{path.format(6)}")
        assert problem["detail"].startswith("Three, four or five people play.")
        counted.get(f"/v1/statistics/{path.format(5)}")


def test_invalid_statistics_requests_are_refused(counted: ApiClient) -> None:
    for path in ("/v1/statistics/nothing", "/v1/ratings/nothing", "/v1/statistics/nothing/games", "/v1/players/ida"):
        counted.problem(404, "not-found", "GET", path)
    for path in (
        "/v1/statistics/classic?players=x",
        "/v1/statistics/classic?simulated=maybe",
        "/v1/players/greedy?limit=0",
        "/v1/statistics/classic/games?cursor=nothing",
        "/v1/ratings/classic?players=9",
        "/v1/games?players=9",
    ):
        counted.problem(422, "request.shape", "GET", path)
    assert counted.get("/v1/players/trader")["games"] == 0
