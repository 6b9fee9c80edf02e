"""`haricot simulate`: bots play the same games every time, into the store or into files."""

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
    fine,
    haricot,
    misused,
    one_line,
    process,
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


def test_simulate_gives_a_result_a_line(tmp_path):
    played = fine("simulate", "--players", 3, "--games", 2, "--seed", 3, "--out", tmp_path, "--json").lines
    assert [game["game"] for game in played] == ["classic-3-3-0001", "classic-3-3-0002"]
    for game in played:
        shape(game, {"game": str, "events": int, "scores": list, "winners": list})
        assert len(game["scores"]) == 3
        best = [seat for seat, score in enumerate(game["scores"]) if score == max(game["scores"])]
        assert set(game["winners"]) <= set(best)


def test_simulate_tells_the_result_of_each_game(tmp_path):
    answer = fine("simulate", "--players", 3, "--games", 2, "--seed", 3, "--out", tmp_path)
    line_of_a_game = r"classic-3-3-000[12]: \d+ events, coins( \d+){3}, won by Seat \d( and seat \d)*"
    assert all(re.fullmatch(line_of_a_game, line) for line in answer.out.splitlines())
    assert len(answer.out.splitlines()) == 2


def test_the_same_arguments_give_the_same_bytes_in_any_folder_and_any_process(tmp_path):
    arguments = ["simulate", "--players", "3", "--games", "2", "--seed", "11", "--option", "trade_coins=true", "--out"]
    fine(*arguments, tmp_path / "one")
    fine(*arguments, tmp_path / "two" / "below")
    assert process(*arguments, tmp_path / "three", PYTHONHASHSEED="4242").returncode == 0
    one = files(tmp_path / "one")
    assert len(one) == 2
    assert files(tmp_path / "two" / "below") == files(tmp_path / "three") == one


def test_a_game_is_called_by_edition_players_seed_number_and_options(tmp_path):
    fine("simulate", "--players", 5, "--seed", 0, "--games", 2, "--out", tmp_path)
    fine("simulate", "--players", 5, "--seed", 0, "--option", "trade_coins=false", "--out", tmp_path / "default")
    fine("simulate", "--players", 5, "--seed", 0, "--option", "trade_coins=true", "--out", tmp_path / "option")
    ending = ".haricot.jsonl"
    assert {"classic-5-0-0001" + ending, "classic-5-0-0002" + ending} <= {path.name for path in tmp_path.iterdir()}
    assert files(tmp_path / "default").keys() == {"classic-5-0-0001" + ending}
    (name,) = files(tmp_path / "option")
    assert name.startswith("classic-5-0-0001-")
    assert len(name) == len("classic-5-0-0001-123abc" + ending)


def test_event_export_and_file_tell_which_bot_sits_where(tmp_path):
    store, bots = tmp_path / "store", ["trader", "greedy", "trader"]
    fine("simulate", "--players", 3, "--bots", "trader,greedy", "--data", store)
    taken = [line for line in fine("events", "classic-3-1-0001", "--data", store).lines if "pseudonym" in line["event"]]
    assert [line["event"]["bot"] for line in taken] == [line["cause"]["command"]["bot"] for line in taken] == bots
    fine("export", "--all", "--table", "seats", "--out", tmp_path, "--data", store)
    rows = [json.loads(line) for line in (tmp_path / "seats.ndjson").read_text("utf-8").splitlines()]
    assert [row["bot"] for row in rows] == bots
    assert fine("audit", "classic-3-1-0001", "--data", store, "--json").lines[0]["verdict"] == "clean"


def test_times_are_seconds_of_the_year_2000(store):
    for event in fine("events", GAME, "--data", store).lines:
        minutes, seconds = divmod(event["n"], 60)
        assert event["at"] == f"2000-01-01T00:{minutes:02}:{seconds:02}.000Z"


@pytest.mark.long
def test_to_simulate_again_into_the_same_store_changes_nothing(own_store):
    before = contents(own_store)
    first = fine("simulate", "--players", 4, "--seed", 7, "--data", own_store)
    assert fine("simulate", "--players", 4, "--seed", 7, "--data", own_store) == first
    assert contents(own_store) == before
    fine("simulate", "--players", 4, "--seed", 7, "--games", 2, "--data", own_store)
    assert [head["game"] for head in fine("list", "--json", "--data", own_store).lines][2:] == ["classic-4-7-0002"]


def test_to_simulate_again_into_the_same_folder_changes_nothing_and_loses_nothing(tmp_path):
    fine("simulate", "--seed", 7, "--out", tmp_path)
    path = tmp_path / f"{GAME}.haricot.jsonl"
    before = path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()
    fine("simulate", "--seed", 7, "--out", tmp_path)
    assert (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()) == before
    assert "exists with other contents" in misused("simulate", "--seed", 7, "--bots", "random", "--out", tmp_path)
    assert (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()) == before


def test_another_game_of_the_same_id_is_not_simulated_into_the_store(own_store):
    before = contents(own_store)
    assert "another game" in misused("simulate", "--seed", 7, "--bots", "random", "--data", own_store)
    assert contents(own_store) == before


def test_the_store_and_a_file_hold_the_same_game(tmp_path, game_file):
    fine("simulate", "--seed", 7, "--out", tmp_path)
    assert files(tmp_path) == {game_file.name: game_file.read_bytes()}


@pytest.mark.parametrize("arguments", SIMULATIONS.values(), ids=SIMULATIONS)
def test_no_game_can_be_simulated_so_and_no_folder_is_made(arguments, unchanged_store, tmp_path):
    misused("simulate", "--data", tmp_path / "new", *arguments)
    misused("simulate", "--data", tmp_path / "unused", "--out", tmp_path / "new", *arguments)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("place", ["file", "file/below", "/dev/null", "/proc/none"])
def test_game_files_cannot_be_simulated_into_such_a_place(place, tmp_path):
    (tmp_path / "file").write_text("no folder")
    assert str(tmp_path / place) in misused("simulate", "--out", tmp_path / place)
    assert (tmp_path / "file").read_text() == "no folder"


def test_bots_play_on_a_board_that_somebody_drew(tmp_path):
    board = tmp_path / "board.json"
    board.write_text(json.dumps(TRIANGLE), "utf-8")
    answer = fine("simulate", "--edition", "bohnaparte", "--players", 3, "--board", board, "--data", tmp_path, "--json")
    (game,) = answer.lines
    (created,) = fine("events", game["game"], "--data", tmp_path, "--json").lines[:1]
    assert created["event"]["rules"]["options"]["bp_shape"] == "custom"
    assert len(game["scores"]) == 3


def test_what_cannot_be_a_board_is_refused_by_its_clause(tmp_path):
    board = tmp_path / "board.json"
    for text, why in ((json.dumps(TRIANGLE[1:]), "BP-10.4"), ("[{", "JSON"), ("\x00\xff", "save it as UTF-8")):
        board.write_bytes(text.encode("latin-1"))
        said = misused("simulate", "--edition", "bohnaparte", "--players", 3, "--board", board, "--data", tmp_path)
        assert why in said


def test_without_its_key_a_store_is_neither_played_into_nor_served(own_store):
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
    assert fine("simulate", "--seed", "99", "--data", own_store).out


def test_where_no_key_can_be_made_games_go_on_unsigned_and_that_is_said(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("HARICOT_KEY_FILE", str(tmp_path / "file" / "key"))
    answer = haricot("simulate", "--seed", "99", "--data", tmp_path / "store")
    assert answer.code == 0
    assert "no key to sign with can be made" in one_line(answer.err)
