"""`haricot stats`, `haricot ratings` and `haricot player`."""

import pytest

from service.store.event_store import open_store
from tests.service.command_line import run_ok, run_refused
from tests.service.store.contract.test_figures import hold


def test_stats_ratings_and_player_work_on_simulated_games(tmp_path, monkeypatch):
    monkeypatch.setenv("HARICOT_KEY_FILE", str(tmp_path / "key"))
    folder = ("--data", tmp_path / "store")
    assert "there is no store" in run_refused("stats", "classic", *folder)
    run_ok("simulate", "--players", 3, "--games", 2, "--bots", "greedy,random,trader", "--seed", 4, *folder)
    (found,) = run_ok("stats", "classic", "--players", 3, *folder, "--json").lines
    assert [line["turn_order"] for line in found["by_turn_order"]] == [1, 2, 3]
    assert found["games"] == 2
    assert [line["players"] for line in found["by_pair"]] == sorted(line["players"] for line in found["by_pair"])
    (none,) = run_ok("stats", "classic", "--players", 4, *folder, "--json").lines
    assert (none["games"], none["by_turn_order"], none["by_pair"]) == (0, [], [])
    assert "Three, four or five people play." in run_refused("stats", "classic", "--players", 9, *folder)
    assert run_ok("stats", "classic", "--without-simulated", *folder).out.startswith("classic: 0 games")
    asked = ("tournament", "simulate", "--players", 4, "--rounds", 1, "--bots", "random", *folder, "--json")
    cup = run_ok(*asked).lines[-1]["tournament"]
    (of_cup,) = run_ok("stats", "classic", "--tournament", cup, *folder, "--json").lines
    (of_all,) = run_ok("stats", "classic", *folder, "--json").lines
    assert (of_cup["games"], of_all["games"]) == (1, 3)
    assert "is called 'nothing'" in run_refused("stats", "classic", "--tournament", "nothing", *folder)
    lines = run_ok("ratings", "--edition", "classic", *folder, "--json").lines
    assert {line["player"] for line in lines} == {"greedy", "random", "trader"}
    history = run_ok("ratings", "trader", "--history", *folder, "--json").lines
    assert sorted(line["game"] for line in history) == ["classic-3-4-0001", "classic-3-4-0002"]
    for line in history:
        change = line["after"]["rating"] - line["before"]["rating"]
        assert change == pytest.approx(sum(part["part"] for part in line["opponents"]))
    assert lines[0]["rating"] == max(line["rating"] for line in lines)
    assert "greedy" in run_ok("ratings", *folder).out
    assert "from greedy" in run_ok("ratings", "trader", "--history", *folder).out
    assert "chess" in run_refused("stats", "chess", *folder)
    assert "called 'zoe'" in run_refused("ratings", "zoe", *folder)
    assert "needs a PLAYER" in run_refused("ratings", "--history", *folder)
    assert "no player of a counted game" in run_refused("player", "hide", "trader", *folder)
    with open_store(tmp_path / "store") as store:
        hold(store, 1, ("ana", "bo"))
    (hidden,) = run_ok("player", "hide", "ana", *folder, "--json").lines
    assert hidden["hidden"]
    assert hidden["player"] not in run_ok("ratings", *folder).out
    assert "called" in run_refused("ratings", hidden["player"], *folder)
    assert "shown in" in run_ok("player", "show", hidden["player"], *folder).out
    assert hidden["player"] in run_ok("ratings", *folder).out
    for other, says in (("ana", "name two"), ("zoe", "no player"), ("greedy", "no player of a counted game")):
        assert says in run_refused("player", "merge", "ana", other, *folder)
    assert "would become" in run_ok("player", "merge", "--dry-run", "ana", "bo", *folder).out
    before = run_ok("ratings", *folder).out
    (merged,) = run_ok("player", "merge", "ana", "bo", "--json", *folder).lines
    assert (merged["player"], merged["seats"], merged["merged"]) == (hidden["player"], 1, True)
    assert merged["other"] in before
    assert merged["other"] not in run_ok("ratings", *folder).out
    assert "as two players were merged" in run_ok("ratings", hidden["player"], "--history", *folder).out
