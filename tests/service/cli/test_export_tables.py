"""`haricot export --all --table`: the tables agree with the games, and answer the questions of the guide."""

import csv
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from domain.events import FieldHarvested, TradeAccepted, TradeProposed
from projections.summary import summary_of
from replay.record import Record
from service.api.integration.export_schemas import TABLES
from service.exports import parquet
from service.exports.columns import ColumnType
from service.exports.writers import TableForm
from tests.service.cli.exported_tables import Exported
from tests.service.command_line import haricot, run_ok, run_refused
from tests.service.filled_stores import full_store
from tests.service.store.folders import meddle
from tests.test_sources import ROOT

GUIDE = ROOT / "docs" / "exports.md"
QUERIES = dict(re.findall(r"^(\S.+?):\n\n```sql\n(.+?)```", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL))
ARROW = {
    ColumnType.TEXT: "string",
    ColumnType.NUMBER: "int64",
    ColumnType.DECIMAL: "double",
    ColumnType.FLAG: "bool",
    ColumnType.TIME: "timestamp[ms, tz=UTC]",
    ColumnType.JSON: "string",
}


def test_a_parquet_table_has_the_documented_columns_and_types(exported: Exported) -> None:
    for table, columns in TABLES.items():
        schema = pq.read_schema(exported.tables / f"{table}.parquet")
        assert [(one.name, str(one.type), one.nullable) for one in schema] == [
            (one.name, ARROW[one.kind], one.nullable) for one in columns
        ]


def test_all_forms_of_a_table_hold_the_same_values(exported: Exported) -> None:
    for table, columns in TABLES.items():
        rows = exported.asked(f"SELECT * FROM '{table}.parquet'")
        assert len(rows) == len(exported.lines(table)) > 0
        for row, line in zip(rows, exported.lines(table), strict=True):
            assert list(row) == list(line)
            for column in columns:
                value = row[column.name]
                if column.kind == ColumnType.TIME and value is not None:
                    value = value.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
                elif column.kind == ColumnType.JSON and value is not None:
                    value = json.loads(value)
                assert value == line[column.name], (table, column.name)
        with (exported.tables / f"{table}.csv").open(encoding="utf-8", newline="") as file:
            cells = list(csv.DictReader(file))
        assert [{name: cell_of(value) for name, value in line.items()} for line in exported.lines(table)] == cells
        sums = [f'round(sum("{one.name}"::DOUBLE), 6)' for one in columns if one.kind in SUMMED]
        of_forms = [f"SELECT {', '.join(['count(*)', *sums])} FROM '{table}.{form}'" for form in TableForm]
        assert len(exported.asked(" UNION ".join(of_forms))) == 1, (table, "DuckDB finds the same in all forms")


SUMMED = {ColumnType.NUMBER, ColumnType.DECIMAL, ColumnType.FLAG}
"""The types of columns that are compared by their sums."""


def cell_of(value: Any) -> str:
    """Return the cell of a value in CSV."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def kinds(lines: list[dict[str, Any]], column: str) -> set[str]:
    """Return the shapes of the values of a column, with the types of their members."""
    return {json.dumps(shape_of(line[column])) for line in lines if line[column] is not None}


def shape_of(value: Any) -> Any:
    """Return the members of an object with their types; of another value its type."""
    return (
        {name: type(one).__name__ for name, one in value.items()} if isinstance(value, dict) else type(value).__name__
    )


def test_flat_lines_have_one_type_per_column_and_the_same_values(exported: Exported, tmp_path: Path) -> None:
    run_ok("export", "--all", "--flat", "--out", tmp_path, "--data", exported.store)
    for table, columns in TABLES.items():
        rows = [json.loads(line) for line in (tmp_path / f"{table}.ndjson").read_text("utf-8").splitlines()]
        for column in columns:
            assert len(kinds(rows, column.name)) <= 1, (table, column.name)
            if column.kind == ColumnType.JSON:
                for row in rows:
                    row[column.name] = None if row[column.name] is None else json.loads(row[column.name])
        assert rows == exported.lines(table)
    assert len(kinds(exported.lines("events"), "event")) > 10, "control: without it lines have many types"


def test_the_tables_agree_with_the_game_files(exported: Exported) -> None:
    games = {line["game"]: line for line in exported.lines("games")}
    results, seats = exported.lines("results"), exported.lines("seats")
    events = Counter(line["game"] for line in exported.lines("events"))
    assert set(games) == {record.game for record in exported.records}
    for record in exported.records:
        head = summary_of(record.game, ((one.n, one.at, one.event) for one in record.envelopes))
        line = games[record.game]
        assert (line["status"], line["events"]) == (head.status, len(record.envelopes))
        assert events[record.game] == len(record.envelopes)
        assert [one["score"] for one in results if one["game"] == record.game] == list(head.scores or ())
        assert [one["seat"] for one in results if one["game"] == record.game and one["won"]] == list(head.winners or ())
        assert [one["name"] for one in seats if one["game"] == record.game] == [
            f"seat-{seat}" for seat in range(head.players)
        ]
    lines = [line for line in exported.lines("events") if line["game"] == "classic-3-1-0002"]
    written = run_ok("events", "classic-3-1-0002", "--data", exported.store).lines
    assert [line["event"] for line in lines] == [line["event"] for line in written]
    assert [line["command"] for line in lines] == [line.get("cause", {}).get("command") for line in written]


def test_every_query_of_the_guide_returns_rows(exported: Exported) -> None:
    assert len(QUERIES) >= 5
    for says, query in QUERIES.items():
        assert exported.asked(query), says


def test_the_queries_of_the_guide_agree_with_the_games(exported: Exported) -> None:
    coins, wins, trades, lengths, beans = (exported.asked(query) for query in QUERIES.values())
    whole = [record for record in exported.records if record.forked_from is None]
    three = [record for record in whole if record.created.players == 3]
    scores = [summary_of("", ((one.n, one.at, one.event) for one in record.envelopes)).scores for record in three]
    assert all(scores)
    first = next(row for row in coins if (row["edition"], row["players"], row["seat"]) == ("classic", 3, 0))
    assert (first["games"], first["coins"]) == (2, round(sum((one or ())[0] for one in scores) / 2, 2))
    assert first["give_or_take"] is not None
    per_table: dict[tuple[str, int], float] = {}
    for row in wins:
        per_table[row["edition"], row["players"]] = per_table.get((row["edition"], row["players"]), 0) + row["wins"]
    assert all(abs(total - 1) < 0.01 for total in per_table.values())
    classic = [record for record in exported.records if record.created.edition == "classic"]
    (row,) = (row for row in trades if row["edition"] == "classic")
    assert (row["proposed"], row["accepted"]) == (counted(classic, TradeProposed), counted(classic, TradeAccepted))
    (row,) = (row for row in lengths if row["edition"] == "modern")
    modern = [record for record in exported.records if record.created.edition == "modern"]
    assert abs(row["events"] - sum(len(record.envelopes) for record in modern) / 2) <= 0.5
    assert sum(row["harvests"] for row in beans if row["edition"] == "classic") == counted(classic, FieldHarvested)


def counted(records: list[Record], kind: type) -> int:
    """Count the events of a kind in these games."""
    return sum(isinstance(one.event, kind) for record in records for one in record.envelopes)


def test_export_filters_select_games(exported: Exported, tmp_path: Path) -> None:
    def found(*asked: object) -> set[str]:
        run_ok("export", "--all", "--table", "games", "--out", tmp_path, "--data", exported.store, *asked)
        return {json.loads(line)["game"] for line in (tmp_path / "games.ndjson").read_text("utf-8").splitlines()}

    every = found()
    assert found("--edition", "modern") == {"modern-4-1-0001", "modern-4-1-0002"}
    assert found("--status", "running") == {line["game"] for line in exported.lines("games") if line["forked_from"]}
    old = found("--created-before", "2010-01-01")
    assert old == found("--ended-before", "2010-01-01T01:00:00+01:00") == every - found("--created-after", "2010-01-01")
    assert len(old) == 8
    assert found("--option", "trade_coins=true") == found("--practice") == found("--level", "duplicate") == set()
    tables = {"duel-t4-1-0001-r1-t1", "duel-t4-1-0001-r1-t2"}
    assert found("--tournament", "duel-t4-1-0001") == tables == {line["game"] for line in exported.lines("placings")}
    assert (
        found("--tournament", "duel-t9-1-0001")
        == found("--tournament", "duel-t4-1-0001", "--edition", "modern")
        == set()
    )
    files = tmp_path / "files"
    said = run_ok("export", "--all", "--edition", "modern", "--out", files, "--data", exported.store).out
    assert said == f"{files}: 2 games\n"
    assert len(list(files.iterdir())) == 2
    said = run_ok("export", "--all", "--tournament", "duel-t4-1-0001", "--out", files, "--data", exported.store).out
    assert said == f"{files}: 2 games\n"


def test_tables_for_spectators_hide_cards(exported: Exported, tmp_path: Path) -> None:
    run_ok("export", "--all", "--table", "events", "--as", "spectator", "--out", tmp_path, "--data", exported.store)
    events = [json.loads(line) for line in (tmp_path / "events.ndjson").read_text("utf-8").splitlines()]
    dealt = [line["event"]["cards"] for line in events if line["type"] == "cards_dealt.1"]
    assert dealt
    assert {card for cards in dealt for card in cards} == {"face_down"}
    whole = [line["event"]["cards"] for line in exported.lines("events") if line["type"] == "cards_dealt.1"]
    assert "face_down" not in {card for cards in whole for card in cards}


def test_export_names_a_damaged_game_and_omits_it_from_every_table(tmp_path: Path) -> None:
    store = full_store(tmp_path / "store")
    meddle(store, "DELETE FROM events WHERE originator_id = 'done' AND originator_version = 9")
    answer = haricot("export", "--all", "--format", "parquet", "--out", tmp_path / "tables", "--data", store)
    assert answer.code == 1
    assert "is left out" in answer.err
    of_games = TABLES.keys() - {"players", "tournaments", "standings"}
    rows = {table: pq.read_table(tmp_path / "tables" / f"{table}.parquet")["game"].to_pylist() for table in of_games}
    assert set(rows["games"]) == set(rows["seats"]) == set(rows["events"]) >= set(rows["turns"]) > set()


@pytest.mark.parametrize(
    "wrong",
    [
        ("--table", "moves"),
        ("--format", "xlsx"),
        ("--table", "games", "--as", "seat:0"),
        ("--table", "games", "--ben"),
        ("--created-after", "soon"),
        ("--option", "x"),
    ],
)
def test_misuse_of_export_options_writes_nothing(exported: Exported, tmp_path: Path, wrong: tuple[str, ...]) -> None:
    run_refused("export", "--all", "--out", tmp_path / "none", "--data", exported.store, *wrong)
    assert not (tmp_path / "none").exists()


def test_export_of_tables_needs_all_and_a_folder(exported: Exported, tmp_path: Path) -> None:
    assert "--all" in run_refused("export", "classic-3-1-0001", "--table", "games", "--data", exported.store)
    assert "--out" in run_refused("export", "--all", "--table", "games", "--data", exported.store)


def test_without_pyarrow_only_parquet_is_refused_with_advice(
    exported: Exported, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "find_spec", lambda _: None)
    asked = ("export", "--all", "--table", "games", "--out", tmp_path / "tables", "--data", exported.store)
    assert "haricot[parquet]" in run_refused(*asked, "--format", "parquet")
    run_ok(*asked)
