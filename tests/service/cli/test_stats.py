"""`haricot stats`, `haricot ratings` and `haricot player`."""

import pytest

from service.store.event_store import open_store
from tests.service.command_line import fine, misused
from tests.service.store.contract.test_figures import hold


def test_stats_ratings_and_player_work_on_simulated_games(tmp_path, monkeypatch):
    monkeypatch.setenv("HARICOT_KEY_FILE", str(tmp_path / "key"))
    folder = ("--data", tmp_path / "store")
    assert "there is no store" in misused("stats", "classic", *folder)
    fine("simulate", "--players", 3, "--games", 2, "--bots", "greedy,random,trader", "--seed", 4, *folder)
    (found,) = fine("stats", "classic", "--players", 3, *folder, "--json").lines
    assert [line["turn_order"] for line in found["by_turn_order"]] == [1, 2, 3]
    assert found["games"] == 2
    assert [line["players"] for line in found["by_pair"]] == sorted(line["players"] for line in found["by_pair"])
    (none,) = fine("stats", "classic", "--players", 4, *folder, "--json").lines
    assert (none["games"], none["by_turn_order"], none["by_pair"]) == (0, [], [])
    assert "Three, four or five people play." in misused("stats", "classic", "--players", 9, *folder)
    assert fine("stats", "classic", "--without-simulated", *folder).out.startswith("classic: 0 games")
    asked = ("tournament", "simulate", "--players", 4, "--rounds", 1, "--bots", "random", *folder, "--json")
    cup = fine(*asked).lines[-1]["tournament"]
    (of_cup,) = fine("stats", "classic", "--tournament", cup, *folder, "--json").lines
    (of_all,) = fine("stats", "classic", *folder, "--json").lines
    assert (of_cup["games"], of_all["games"]) == (1, 3)
    assert "is called 'nothing'" in misused("stats", "classic", "--tournament", "nothing", *folder)
    lines = fine("ratings", "--edition", "classic", *folder, "--json").lines
    assert {line["player"] for line in lines} == {"greedy", "random", "trader"}
    history = fine("ratings", "trader", "--history", *folder, "--json").lines
    assert sorted(line["game"] for line in history) == ["classic-3-4-0001", "classic-3-4-0002"]
    for line in history:
        change = line["after"]["rating"] - line["before"]["rating"]
        assert change == pytest.approx(sum(part["part"] for part in line["opponents"]))
    assert lines[0]["rating"] == max(line["rating"] for line in lines)
    assert "greedy" in fine("ratings", *folder).out
    assert "from greedy" in fine("ratings", "trader", "--history", *folder).out
    assert "chess" in misused("stats", "chess", *folder)
    assert "called 'zoe'" in misused("ratings", "zoe", *folder)
    assert "needs a PLAYER" in misused("ratings", "--history", *folder)
    assert "bots stay as they are" in misused("player", "hide", "trader", *folder)
    with open_store(tmp_path / "store") as store:
        hold(store, 1, ("ana", "bo"))
    (hidden,) = fine("player", "hide", "ana", *folder, "--json").lines
    assert hidden["hidden"]
    assert hidden["player"] not in fine("ratings", *folder).out
    assert "called" in misused("ratings", hidden["player"], *folder)
    assert "shown in" in fine("player", "show", hidden["player"], *folder).out
    assert hidden["player"] in fine("ratings", *folder).out
    for other, says in (("ana", "name two"), ("zoe", "no player"), ("greedy", "bots stay")):
        assert says in misused("player", "merge", "ana", other, *folder)
    assert "would become" in fine("player", "merge", "--dry-run", "ana", "bo", *folder).out
    before = fine("ratings", *folder).out
    (merged,) = fine("player", "merge", "ana", "bo", "--json", *folder).lines
    assert (merged["player"], merged["seats"], merged["merged"]) == (hidden["player"], 1, True)
    assert merged["other"] in before
    assert merged["other"] not in fine("ratings", *folder).out
    assert "as two players were merged" in fine("ratings", hidden["player"], "--history", *folder).out
