"""Lists, statistics and exports select games of a tournament, and show only public ones."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from domain.tournaments.commands import CloseTournament, ConfirmRound, VoidTable
from tests.service.api.conftest import ApiClient, open_api
from tests.service.tournaments.held_tournament import HeldTournament
from tests.service.tournaments.test_table_results import match_of, play_out


class StagedTables:
    """A tournament of two tables with one result, and a private one."""

    def __init__(self, api: ApiClient) -> None:
        self.api = api
        self.held = HeldTournament(api.context, "spring", players=6)
        self.held.release()
        self.games = [one.game for one in self.held.start().games]
        self.scores = play_out(api, match_of(api, self.held.start(renew=True).games[0]))
        self.held.look()
        self.held.act(VoidTable(round=1, table=2, text="They left."), ConfirmRound(round=1), CloseTournament())
        self.hidden = HeldTournament(api.context, "hidden", private=True)
        self.hidden.release()
        self.private = self.hidden.start().games[0]
        api.match()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StagedTables]:
    with open_api(tmp_path_factory.mktemp("tables") / "store") as api:
        yield StagedTables(api)


def table(api: ApiClient, name: str, query: str = "") -> list[dict[str, Any]]:
    answer = api.request("GET", f"/v1/exports/{name}{query}", api.service)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_lists_and_exports_select_games_of_a_tournament(played: StagedTables) -> None:
    api = played.api

    def listed(name: str, token: str | None = None) -> set[str]:
        return {one["game"] for one in api.get(f"/v1/games?tournament={name}", token)["games"]}

    assert listed("spring") == set(played.games)
    assert listed("hidden") == listed("unknown") == set()
    official, player = (api.official_token(kind, "hidden", "player-1") for kind in ("director", "player"))
    assert listed("hidden", official) == listed("hidden", player) == set(), (
        "tokens of a tournament have no rights to its games"
    )
    assert listed("hidden", api.service) == {played.private.game}
    assert listed("hidden", played.private.organiser_token) == set(), (
        "a token of a game has no rights to its tournament"
    )
    assert {one["game"] for one in table(api, "games", "?tournament=spring")} == set(played.games)
    assert {one["game"] for one in table(api, "results", "?tournament=spring")} == {played.games[0]}
    best = "/v1/statistics/best?edition=classic&players=3"
    assert {one["game"] for one in api.get(f"{best}&tournament=spring")["best"]} <= {played.games[0]}
    assert api.get(f"{best}&tournament=hidden")["best"] == []


def test_the_exported_tables_of_a_tournament_add_up(played: StagedTables) -> None:
    api = played.api
    (one,) = table(api, "tournaments")
    assert (one["tournament"], one["status"], one["rounds_confirmed"]) == ("spring", "closed", 1)
    assert one["events"] == played.held.state.version
    standings, placings = table(api, "standings"), table(api, "placings", "?tournament=spring")
    assert [line["rank"] for line in standings] == sorted(line["rank"] for line in standings)
    for line in standings:
        assert Fraction(line["points"]) == Fraction(line["points_above"], line["points_below"])
        own = [row for row in placings if row["player"] == line["player"] and row["points"] is not None]
        assert sum(Fraction(row["points"]) for row in own) == Fraction(line["points"])
        assert line["tables"] == len(own)
    first = [row for row in placings if row["table"] == 1]
    assert ([row["score"] for row in first], {row["game"] for row in first}) == (played.scores, {played.games[0]})
    assert {row["source"] for row in placings if row["table"] == 2} == {None}
    assert "hidden" not in json.dumps([standings, placings])
    assert table(api, "standings", "?tournament=hidden") == table(api, "placings", "?after=spring") == []
    api.problem(422, "request.shape", "GET", "/v1/exports/standings?edition=classic", api.service)
    api.problem(422, "request.shape", "GET", "/v1/exports/standings?after=hidden", api.service)
    link = api.request("GET", "/v1/exports/tournaments?limit=1", api.service).headers.get("Link")
    assert link is None, "there is no second page"
