"""`haricot simulate`: bots play reproducible games into the store or into files."""

import json
import re

import pytest

from service.signing.key_file import key_path
from tests.servers.postgres import free_port
from tests.service.command_line import (
    ENDLESS,
    GAME,
    HUGE,
    contents,
    files,
    haricot,
    one_line,
    process,
    run_ok,
    run_refused,
    shape,
)

SIMULATIONS = {
    **{f"{players} players": ["--players", players] for players in (0, 2, 6, 99, -1, HUGE, "x", "", "4.0")},
    **{f"{games} games": ["--games", games] for games in (0, -1, 10_000, HUGE, "x", "")},
    **{f"seed {seed}": ["--seed", seed] for seed in (-1, "x", "", "1.5", "0x1")},
    **{f"bots {bots}": ["--bots", bots] for bots in ("", "nonsense", ",", "trader,", "trader;random", "Trader")},
    **{f"option {text}": ["--option", text] for text in ("", "x", "=", "=x", "x=1", "trade_coins", "trade_coins=")},
    "option of another type": ["--option", "trade_coins=1"],
    "option of another value": ["--option", "exhaustions_to_end=77"],
    "option of 5,000 digits": ["--option", f"exhaustions_to_end={ENDLESS}"],
    "option twice": ["--option", "trade_coins=true", "--option", "trade_coins=false"],
    "option twice the same": ["--option", "trade_coins=true", "--option", "trade_coins=true"],
    "no edition": ["--edition", ""],
    "unknown edition": ["--edition", "monopoly"],
    "unknown option of the command": ["--gaems", "3"],
    "a word too many": ["classic"],
    "an option without its value": ["--games"],
    "an empty folder": ["--data", ""],
    "an empty folder for files": ["--out", ""],
}


ROWS = ["camp", "farm village", "abbey city abbey", "camp city quarry camp"]


TRIANGLE = [
    {"row": row, "x": 4 - row + 2 * place, "terrain": terrain}
    for row, line in enumerate(ROWS)
    for place, terrain in enumerate(line.split())
]


def test_simulate_prints_the_result_of_each_game(tmp_path):
    arguments = ["simulate", "--players", 3, "--games", 2, "--seed", 3, "--out", tmp_path]
    played = run_ok(*arguments, "--json").lines
    assert [game["game"] for game in played] == ["classic-3-3-0001", "classic-3-3-0002"]
    for game in played:
        shape(game, {"game": str, "events": int, "scores": list, "winners": list})
        assert len(game["scores"]) == 3
        best = [seat for seat, score in enumerate(game["scores"]) if score == max(game["scores"])]
        assert set(game["winners"]) <= set(best)
    line_of_a_game = r"classic-3-3-0001: \d+ events, coins( \d+){3}, won by Seat \d( and seat \d)*\n"
    assert re.fullmatch(line_of_a_game, run_ok(*arguments, "--games", 1).out)


def test_simulate_writes_the_same_bytes_in_any_folder_and_process(tmp_path):
    arguments = ["simulate", "--players", "3", "--seed", "11", "--option", "trade_coins=true", "--out"]
    run_ok(*arguments, tmp_path / "one" / "below")
    assert process(*arguments, tmp_path / "two", PYTHONHASHSEED="4242").returncode == 0
    one = files(tmp_path / "one" / "below")
    assert len(one) == 1
    assert files(tmp_path / "two") == one


def test_the_id_of_a_game_holds_edition_players_seed_number_and_options(tmp_path):
    arguments = ["simulate", "--players", 3, "--seed", 0, "--option"]
    ending = ".haricot.jsonl"
    run_ok(*arguments, "trade_coins=false", "--games", 2, "--out", tmp_path / "default")
    assert files(tmp_path / "default").keys() == {"classic-3-0-0001" + ending, "classic-3-0-0002" + ending}
    run_ok(*arguments, "trade_coins=true", "--out", tmp_path / "option")
    (name,) = files(tmp_path / "option")
    assert name.startswith("classic-3-0-0001-")
    assert len(name) == len("classic-3-0-0001-123abc" + ending)


def test_events_and_exports_name_the_bot_at_each_seat(tmp_path):
    store, bots = tmp_path / "store", ["trader", "greedy", "trader"]
    run_ok("simulate", "--players", 3, "--bots", "trader,greedy", "--data", store)
    taken = [
        line for line in run_ok("events", "classic-3-1-0001", "--data", store).lines if "pseudonym" in line["event"]
    ]
    assert [line["event"]["bot"] for line in taken] == [line["cause"]["command"]["bot"] for line in taken] == bots
    run_ok("export", "--all", "--table", "seats", "--out", tmp_path, "--data", store)
    rows = [json.loads(line) for line in (tmp_path / "seats.ndjson").read_text("utf-8").splitlines()]
    assert [row["bot"] for row in rows] == bots
    assert run_ok("audit", "classic-3-1-0001", "--data", store, "--json").lines[0]["verdict"] == "clean"


def test_simulated_events_are_dated_in_seconds_of_the_year_2000(store):
    for event in run_ok("events", GAME, "--data", store).lines:
        minutes, seconds = divmod(event["n"], 60)
        assert event["at"] == f"2000-01-01T00:{minutes:02}:{seconds:02}.000Z"


@pytest.mark.long
def test_repeating_a_simulation_does_not_change_the_store(own_store):
    before = contents(own_store)
    first = run_ok("simulate", "--players", 4, "--seed", 7, "--data", own_store)
    assert run_ok("simulate", "--players", 4, "--seed", 7, "--data", own_store) == first
    assert contents(own_store) == before
    run_ok("simulate", "--players", 4, "--seed", 7, "--games", 2, "--data", own_store)
    assert [head["game"] for head in run_ok("list", "--json", "--data", own_store).lines][2:] == ["classic-4-7-0002"]


def test_repeating_a_simulation_does_not_change_the_files(tmp_path):
    run_ok("simulate", "--seed", 7, "--out", tmp_path)
    path = tmp_path / f"{GAME}.haricot.jsonl"
    before = path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()
    run_ok("simulate", "--seed", 7, "--out", tmp_path)
    assert (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()) == before
    assert "exists with other contents" in run_refused("simulate", "--seed", 7, "--bots", "random", "--out", tmp_path)
    assert (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()) == before


def test_simulate_refuses_another_game_of_the_same_id(own_store):
    before = contents(own_store)
    assert "another game" in run_refused("simulate", "--seed", 7, "--bots", "random", "--data", own_store)
    assert contents(own_store) == before


def test_simulate_writes_the_same_game_to_store_and_file(tmp_path, game_file):
    run_ok("simulate", "--seed", 7, "--out", tmp_path)
    assert files(tmp_path) == {game_file.name: game_file.read_bytes()}


@pytest.mark.parametrize("arguments", SIMULATIONS.values(), ids=SIMULATIONS)
def test_misuse_of_simulate_makes_no_folder(arguments, unchanged_store, tmp_path):
    run_refused("simulate", "--data", tmp_path / "new", *arguments)
    run_refused("simulate", "--data", tmp_path / "unused", "--out", tmp_path / "new", *arguments)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("place", ["file", "file/below", "/dev/null", "/proc/none"])
def test_simulate_refuses_a_place_that_is_no_folder(place, tmp_path):
    (tmp_path / "file").write_text("no folder")
    assert str(tmp_path / place) in run_refused("simulate", "--out", tmp_path / place)
    assert (tmp_path / "file").read_text() == "no folder"


def test_bots_play_on_a_custom_board(tmp_path):
    board = tmp_path / "board.json"
    board.write_text(json.dumps(TRIANGLE), "utf-8")
    answer = run_ok(
        "simulate", "--edition", "bohnaparte", "--players", 3, "--board", board, "--data", tmp_path, "--json"
    )
    (game,) = answer.lines
    (created,) = run_ok("events", game["game"], "--data", tmp_path, "--json").lines[:1]
    assert created["event"]["rules"]["options"]["bp_shape"] == "custom"
    assert len(game["scores"]) == 3


def test_an_invalid_board_is_refused_by_its_clause(tmp_path):
    board = tmp_path / "board.json"
    for text, why in ((json.dumps(TRIANGLE[1:]), "BP-10.4"), ("[{", "JSON"), ("\x00\xff", "save it as UTF-8")):
        board.write_bytes(text.encode("latin-1"))
        said = run_refused("simulate", "--edition", "bohnaparte", "--players", 3, "--board", board, "--data", tmp_path)
        assert why in said


def test_without_its_key_a_store_is_neither_written_nor_served(own_store):
    key, before = key_path(), contents(own_store)
    text = key.read_text()

    def shown():
        key.write_text(text)
        key.chmod(0o644)

    for spoil in (key.unlink, lambda: key.write_text("nothing\n"), shown):
        spoil()
        for command in (["simulate", "--seed", "99"], ["serve", "--port", str(free_port())]):
            answer = haricot(*command, "--data", own_store)
            assert (answer.code, answer.out) == (4, ""), command
            assert one_line(answer.err)
            assert contents(own_store) == before, command
    key.chmod(0o600)
    assert run_ok("simulate", "--seed", "99", "--data", own_store).out


def test_simulate_without_a_key_warns_and_leaves_games_unsigned(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("HARICOT_KEY_FILE", str(tmp_path / "file" / "key"))
    answer = haricot("simulate", "--seed", "99", "--data", tmp_path / "store")
    assert answer.code == 0
    assert "no key to sign with can be made" in one_line(answer.err)
