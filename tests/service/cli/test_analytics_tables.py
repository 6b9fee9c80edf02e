"""The exported tables of turns, trades, harvests, ratings and players, and the ten queries of their guide."""

import csv
import io
import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

from service.exports.columns import ColumnType, ExportColumn
from service.exports.writers import CsvWriter, TableForm
from service.lifecycle.erasure import erase
from service.store.entries.analytics_entries import PlayerId
from service.store.entries.metadata_store import Arrangement
from service.store.event_store import open_store
from tests.service.cli.exported_tables import Exported
from tests.service.command_line import run_ok
from tests.service.store.contract.test_figures import hold
from tests.test_sources import ROOT

GUIDE = ROOT / "docs" / "analytics.md"
QUERIES = dict(re.findall(r"^(\S.+?\?)\n\n```sql\n(.+?)```", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL))
UNRATED = {"duel-t4-1-0001-r1-t1", "duel-t4-1-0001-r1-t2"}
"""Games of one bot against itself, which rate no player."""
TABLES = ("seats", "turns", "trades", "harvests", "ratings", "players")


def test_the_ten_queries_of_the_guide_return_the_same_from_every_form(exported: Exported) -> None:
    assert len(QUERIES) == 10
    for says, query in QUERIES.items():
        answers = [exported.asked(query.replace(".parquet", f".{form}")) for form in TableForm]
        assert answers[0], says
        assert answers[0] == answers[1] == answers[2], says


def test_the_queries_of_the_guide_agree_with_statistics_and_ratings(exported: Exported) -> None:
    _, order, pairs, bots, cards, length, gifts, nothing, time, _ = map(exported.asked, QUERIES.values())
    for players in (3, 4):
        asked = ("stats", "classic", "--players", players, "--data", exported.store, "--json")
        (found,) = run_ok(*asked).lines
        rows = [row for row in order if (row["edition"], row["players"]) == ("classic", players)]
        expected = [
            (line["turn_order"], line["games"], float(Fraction(line["wins"]))) for line in found["by_turn_order"]
        ]
        assert [(row["turn_order"], row["games"], round(row["wins"], 9)) for row in rows] == [
            (place, games, round(wins, 9)) for place, games, wins in expected
        ]
        (row,) = (row for row in length if (row["edition"], row["players"]) == ("classic", players))
        assert (row["games"], row["turns"]) == (found["games"], round(found["turns_mean"], 1))
    (found,) = run_ok("stats", "classic", "--data", exported.store, "--json").lines
    (pair,) = (line for line in found["by_pair"] if line["players"] == ["greedy", "trader"])
    (row,) = (row for row in pairs if row["edition"] == "classic")
    assert {name: row[name] for name in ("trades", "gifts", "given", "got")} == {
        name: pair[name] for name in ("trades", "gifts", "given", "got")
    }
    sold = {line["variety"]: (line["sold"], line["coins"]) for line in found["by_variety"] if line["sold"]}
    assert {row["variety"]: (row["cards"], row["coins"]) for row in cards if row["edition"] == "classic"} == sold
    assert sum(row["gifts"] * row["games"] for row in gifts if row["edition"] == "classic") == sum(
        line["gifts"] for line in found["by_pair"]
    )
    losses = [
        line for line in exported.lines("harvests") if not line["coins"] and line["game"].startswith("classic-3-1")
    ]
    assert sum(row["for_nothing"] for row in nothing) >= len(losses) > 0
    rated = run_ok("ratings", "--data", exported.store, "--json").lines
    last = {(line["edition"], line["player"]): round(line["rating"], 2) for line in rated}
    alone = {("duel", "random"): None}  # it met no other player
    assert {(row["edition"], row["player"]): row["rating"] for row in bots} == last | alone
    assert {(row["edition"], row["player"]): row["rating"] for row in time} == last, "all were played on one day"


def test_the_tables_agree_with_the_events(exported: Exported) -> None:
    events = [(line["game"], line["type"].rpartition(".")[0], line["event"]) for line in exported.lines("events")]
    named = Counter((game, name) for game, name, _ in events)
    lines = {table: Counter(line["game"] for line in exported.lines(table)) for table in TABLES[:-1]}
    for game in lines["turns"]:
        assert lines["turns"][game] == named[game, "turn_started"]
        assert lines["trades"][game] == named[game, "trade_accepted"] + named[game, "beans_donated"]
        assert lines["harvests"][game] == named[game, "field_harvested"]
    heads = {line["game"]: line for line in exported.lines("games")}
    assert {game for game, head in heads.items() if head["counted"]} == set(lines["ratings"]) | UNRATED
    assert {game for game, head in heads.items() if head["forked_from"] is None} == set(lines["ratings"]) | UNRATED
    assert lines["turns"].keys() == heads.keys()
    for line in exported.lines("seats"):
        assert line["player"] == (line["bot"] if heads[line["game"]]["counted"] else None)
    steps: dict[tuple[str, str], dict[str, float]] = {}
    for line in exported.lines("ratings"):
        before = steps.get((line["edition"], line["player"]), {"after": 25, "games": 0})
        assert (line["before"], line["games"]) == (before["after"], before["games"] + 1)
        assert abs(line["after"] - line["before"] - sum(part["part"] for part in line["opponents"])) < 1e-12
        steps[line["edition"], line["player"]] = line
    for line in (line for line in exported.lines("players") if line["edition"] != "duel"):
        assert (line["rating"], line["rated_games"]) == tuple(
            steps[line["edition"], line["player"]][name] for name in ("after", "games")
        )


def test_filters_select_rated_games_without_changing_their_ratings(exported: Exported, tmp_path: Path) -> None:
    whole = exported.lines("ratings")
    half = sorted({line["ended"] for line in whole})[3]
    tables = ("--table", "ratings", "--table", "players")
    run_ok("export", "--all", *tables, "--ended-after", half, "--out", tmp_path, "--data", exported.store)
    found = [json.loads(line) for line in (tmp_path / "ratings.ndjson").read_text("utf-8").splitlines()]
    assert found == [line for line in whole if line["ended"] >= half]
    players = [json.loads(line) for line in (tmp_path / "players.ndjson").read_text("utf-8").splitlines()]
    classic = {line["game"] for line in found if line["edition"] == "classic"}
    assert {line["games"] for line in players if line["edition"] == "classic"} == {len(classic)}


def test_an_empty_store_is_exported_as_columns_without_rows(tmp_path: Path) -> None:
    open_store(tmp_path / "store", create=True).close()
    for form in TableForm:
        run_ok("export", "--all", "--format", form, "--out", tmp_path / "tables", "--data", tmp_path / "store")
    for table in TABLES:
        assert (tmp_path / "tables" / f"{table}.ndjson").read_bytes() == b""
        assert (tmp_path / "tables" / f"{table}.csv").read_bytes().count(b"\r\n") == 1
    assert run_ok("stats", "classic", "--data", tmp_path / "store").out == "classic: 0 games\n"
    assert run_ok("ratings", "--data", tmp_path / "store", "--json").lines == []


def test_people_are_exported_by_public_id_and_hidden_or_erased_people_are_not(tmp_path: Path) -> None:
    with open_store(tmp_path / "store", create=True) as store:
        hold(store, 1, ("ana-at-club", "bo-at-club"))
        hold(store, 2, ("ana-at-club", "ana-at-club", "bo-at-club"))
        late, private = hold(store, 3, ("ana-at-club", "cy-at-club")), hold(store, 4, ("ana-at-club", "di-at-club"))
        store.save_entries(Arrangement(game=late, delay_ms=10**13), Arrangement(game=private, private=True))

    def exports() -> dict[str, list[dict[str, str]]]:
        for form in TableForm:
            asked = ("export", "--all", "--format", form, "--out", tmp_path / "tables", "--data", tmp_path / "store")
            run_ok(*asked, "--as", "spectator")
        return {
            table: list(csv.DictReader(io.StringIO((tmp_path / "tables" / f"{table}.csv").read_text("utf-8"))))
            for table in (*TABLES, "games")
        }

    before = exports()
    written = b"".join(path.read_bytes() for path in (tmp_path / "tables").iterdir())
    assert b"-at-club" not in written
    assert b"Ana-At-Club" in written, "control: the public name, which is not the id"
    with open_store(tmp_path / "store") as store:
        ids = {one.person: one.player for one in store.find_entries(PlayerId)}
    assert set(ids) == {"ana-at-club", "bo-at-club"}, "hidden games give their players no public id"
    ana, bo = ids["ana-at-club"], ids["bo-at-club"]
    players = {line["player"]: line for line in before["players"]}
    assert (players[ana]["kind"], players[ana]["games"], players[ana]["seats"]) == ("person", "2", "3")
    assert (players["greedy"]["kind"], players[bo]["kind"]) == ("bot", "person")
    assert {line["game"] for line in before["ratings"]}.isdisjoint({late, private})
    assert {line["player"] for line in before["seats"] if line["game"] in (late, private)} == {""}
    assert {line["game"] for line in before["games"] if line["counted"] == "false"} == {late, private}
    with open_store(tmp_path / "store") as store:
        erase(store, lambda name: name in ("ana-at-club", "Ana-At-Club"))
    after = exports()
    written = b"".join(path.read_bytes() for path in (tmp_path / "tables").iterdir())
    assert ana.encode() not in written
    assert bo.encode() in written, "control"
    others = [replace_opponents(line, ana) for line in before["ratings"] if line["player"] != ana]
    assert after["ratings"] == others, "no other rating moves"


def replace_opponents(line: dict[str, str], player: str) -> dict[str, str]:
    """Return a line of ratings without this opponent."""
    return {**line, "opponents": line["opponents"].replace(f'"{player}"', "null")}


def test_csv_escapes_text_that_a_spreadsheet_would_run() -> None:
    texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "'=1", "a=1", 'Zoë "Z", Bo\nb', ""]
    form = CsvWriter([ExportColumn("name", ColumnType.TEXT, ""), ExportColumn("score", ColumnType.NUMBER, "")])
    written = form.add([(text, -1) for text in texts]) + form.add([(None, None)]) + form.end()
    head, *rows = csv.reader(io.StringIO(written.decode(), newline=""))
    assert head == ["name", "score"]
    assert [row for row in rows[:-1] if row[0].startswith(("=", "+", "-", "@", "\t", "\r", "\n"))] == []
    assert [text.removeprefix("'") for text, _ in rows[:-1]] == texts
    assert rows[0] == ["'=1+1", "-1"]
    assert rows[-1] == ["", ""]
    assert written.count(b"\r\n") == len(rows) + 1
