"""Exports over HTTP of players, ratings and actions of seats, in every format, limited to public games."""

import csv
import gzip
import io
import json
from typing import Any

from service.lifecycle.figures_worker import FiguresWorker
from service.store.entries.analytics_entries import PlayerId
from service.store.entries.metadata_store import Arrangement
from tests.service.api.conftest import ApiClient
from tests.service.store.contract.test_figures import hold


def lines(api: ApiClient, table: str, query: str = "") -> list[dict[str, Any]]:
    """Return the lines of a table."""
    answer = api.request("GET", f"/v1/exports/{table}?{query}", api.service)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_exported_players_and_ratings_are_those_of_public_games(api: ApiClient) -> None:
    store, worker = api.context.store, FiguresWorker(api.context)
    worker.turn()
    assert lines(api, "ratings") == lines(api, "players") == lines(api, "trades") == []
    first, second = hold(store, 1, ("ana", "bo")), hold(store, 2, ("ana", "bo"))
    late, private = hold(store, 3, ("ana", "bo")), hold(store, 4, ("ana", "bo"))
    store.save_entries(Arrangement(game=late, delay_ms=10**13), Arrangement(game=private, private=True))
    worker.turn()
    ids = {one.person: one.player for one in store.find_entries(PlayerId)}
    steps = lines(api, "ratings")
    assert {line["game"] for line in steps} == {first, second}
    assert {line["player"] for line in steps} == {*ids.values(), "greedy"}
    players = {line["player"]: line for line in lines(api, "players")}
    assert {name: (one["kind"], one["games"]) for name, one in players.items()} == {
        ids["ana"]: ("person", 2),
        ids["bo"]: ("person", 2),
        "greedy": ("bot", 2),
    }
    assert players["greedy"]["rating"] == [one["after"] for one in steps if one["player"] == "greedy"][-1]
    pages = [lines(api, "ratings", f"limit=1{after}") for after in ("", f"&after={first}", f"&after={second}")]
    assert sorted(map(str, pages[0] + pages[1])) == sorted(map(str, steps))
    assert pages[2] == []
    assert lines(api, "ratings", "edition=modern") == []
    for table in ("turns", "trades", "harvests"):
        assert {line["game"] for line in lines(api, table)} == {first, second}, table
        assert lines(api, table, "as=omniscient") == lines(api, table), table
    seats = lines(api, "seats")
    assert {line["player"] for line in seats if line["game"] in (first, second)} == {*ids.values(), "greedy"}
    assert {line["player"] for line in seats if line["game"] == late} == {None}


def test_csv_exports_equal_the_lines_by_format_and_by_accept(shared: ApiClient) -> None:
    match = shared.match(seats=[{"name": "=Ana"}, {}, {}])
    shared.trade(match)
    for table in ("seats", "trades", "turns", "games", "players"):
        path = f"/v1/exports/{table}"
        named = shared.request("GET", f"{path}?format=csv", shared.service)
        assert (named.status_code, named.mimetype) == (200, "text/csv")
        assert f'filename="haricot-{table}.csv"' in named.headers["Content-Disposition"]
        asked = {"Accept": "text/csv", "Accept-Encoding": "gzip"}
        packed = shared.request("GET", path, shared.service, headers=asked)
        assert gzip.decompress(packed.data) == named.data
        assert len(csv_of(shared, table)) == len(lines(shared, table))
    (seat,) = (row for row in csv_of(shared, "seats") if row["game"] == match.game and row["seat"] == "0")
    assert (seat["name"], seat["taken"]) == ("'=Ana", "true")
    (trade,) = (row for row in csv_of(shared, "trades") if row["game"] == match.game)
    assert trade["kind"] == "trade"
    assert int(trade["given_value"]) > 0
    shared.problem(406, "export.form", "GET", "/v1/exports/files?format=csv", shared.service)


def csv_of(api: ApiClient, table: str) -> list[dict[str, str]]:
    """Return the rows of a table in CSV."""
    text = api.request("GET", f"/v1/exports/{table}?format=csv", api.service).data.decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))
