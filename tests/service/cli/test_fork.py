"""`haricot fork`: a new game from an event of its parent, which stays unchanged."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.service.command_line import GAME, STRANGERS, THREE, contents, run_ok, run_refused, shape


def test_fork_prints_parent_and_events_as_json(own_store):
    (forked,) = run_ok("fork", GAME, "--at", 30, "--id", "a.fork", "--json", "--data", own_store).lines
    shape(forked, {"game": str, "forked_from": dict, "events": int})
    shape(forked["forked_from"], {"game": str, "at": int})
    assert (forked["game"], forked["forked_from"]["game"]) == ("a.fork", GAME)
    assert forked["events"] == forked["forked_from"]["at"] + 1


def test_fork_prints_parent_and_events(own_store):
    says = run_ok("fork", GAME, "--at", 120, "--data", own_store).out
    assert re.fullmatch(rf"{GAME}\.f120: forked from {GAME} at 1[23]\d, 1[23]\d events\n", says)


def test_a_fork_without_a_seed_has_the_current_time(own_store, monkeypatch):
    monkeypatch.setattr("service.cli.play.fork.now_ms", lambda: 2_000_000_000_000)
    run_ok("fork", GAME, "--at", 30, "--id", "a.fork", "--data", own_store)
    assert run_ok("events", "a.fork", "--data", own_store).lines[-1]["at"] == "2033-05-18T03:33:20.000Z"


def inside_a_batch(store: Path, after: int) -> tuple[int, int]:
    """Find an event that does not end its batch, and the event that ends it."""
    events = run_ok("events", GAME, "--data", store).lines
    begins = [event["n"] for event in events if "cause" in event]
    first, following = next((n, m) for n, m in pairwise(begins) if n > after and m - n > 2)
    return first, following - 1


def test_a_fork_inside_a_batch_takes_the_whole_batch(own_store):
    asked, last = inside_a_batch(own_store, 100)
    assert asked < last
    (line,) = run_ok("fork", GAME, "--at", asked, "--json", "--data", own_store).lines
    assert line == {"game": f"{GAME}.f{asked}", "forked_from": {"game": GAME, "at": last}, "events": last + 1}
    parent = run_ok("events", GAME, "--data", own_store).lines
    *shared, forked = run_ok("events", line["game"], "--data", own_store).lines
    assert shared == parent[:last]
    assert (forked["game"], forked["n"]) == (line["game"], last + 1)
    event = forked["event"]
    assert (event["type"], event["parent"], event["asked"], event["at"]) == ("game_forked.1", GAME, asked, last)


def test_a_fork_leaves_its_parent_unchanged_and_stores_only_new_events(own_store):
    before = contents(own_store)
    (line,) = run_ok("fork", GAME, "--at", 300, "--play", "--json", "--data", own_store).lines
    after = contents(own_store)
    assert after["events"][: len(before["events"])] == before["events"]
    added = len(after["events"]) - len(before["events"])
    assert added == line["events"] - line["forked_from"]["at"]
    assert run_ok("audit", line["game"], "--data", own_store).code == 0


def test_forks_of_the_same_event_get_different_ids(own_store):
    names = [run_ok("fork", GAME, "--at", 30, "--json", "--data", own_store).lines[0]["game"] for _ in range(3)]
    assert names == [f"{GAME}.f30", f"{GAME}.f30-2", f"{GAME}.f30-3"]


def test_a_fork_with_a_seed_is_reproducible(store, tmp_path):
    for name in ("one", "two"):
        run_ok("fork", GAME, "--at", 200, "--seed", 5, "--play", "--data", store, "--out", tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    run_ok("fork", GAME, "--at", 200, "--seed", 6, "--play", "--data", store, "--out", tmp_path / "six")
    assert (tmp_path / "one").read_bytes() != (tmp_path / "six").read_bytes()


def test_a_fork_of_a_file_is_stored_with_its_parent(tmp_path, game_file):
    run_ok("fork", game_file, "--at", 30, "--id", "branch", "--data", tmp_path)
    heads = run_ok("list", "--json", "--data", tmp_path).lines
    assert [(head["game"], head["status"]) for head in heads] == [(GAME, "imported"), ("branch", "running")]


def test_a_fork_is_exported_and_imported_without_its_parent(own_store, tmp_path):
    run_ok("fork", GAME, "--at", 30, "--id", "branch", "--play", "--data", own_store)
    written = run_ok("export", "branch", "--data", own_store, "--out", tmp_path / "branch")
    run_ok("import", tmp_path / "branch", "--data", tmp_path / "new")
    written = run_ok("export", "branch", "--data", tmp_path / "new").raw
    assert written == (tmp_path / "branch").read_bytes()
    assert [head["game"] for head in run_ok("list", "--json", "--data", tmp_path / "new").lines] == ["branch"]


@pytest.mark.parametrize("taken", [GAME, THREE])
def test_a_fork_under_a_used_id_writes_nothing(taken, own_store, game_file, tmp_path):
    before = contents(own_store)
    run_refused("fork", GAME, "--at", 30, "--id", taken, "--data", own_store)
    assert contents(own_store) == before
    run_ok("simulate", "--players", 3, "--seed", 7, "--data", tmp_path / "other")
    before = contents(tmp_path / "other")
    run_refused("fork", game_file, "--at", 30, "--id", taken, "--data", tmp_path / "other")
    assert contents(tmp_path / "other") == before


def test_fork_refuses_an_invalid_id(unchanged_store):
    for number, name in enumerate([GAME, *(name for name in STRANGERS if name != GAME.upper())]):
        out = ["--out", "f"] if number % 2 else []
        run_refused("fork", GAME, "--at", 30, "--id", name, *out, "--data", unchanged_store)


def test_a_redeal_keeps_what_a_view_has_seen(own_store, tmp_path):
    asked = ("fork", GAME, "--at", 120, "--mode", "redeal", "--json", "--data", own_store)
    (line,) = run_ok(*asked, "--as", "seat:1", "--play").lines
    at = line["forked_from"]["at"]
    line_by_line, seen = (
        run_ok("events", game, *more, "--data", own_store).lines
        for game, *more in ((line["game"],), (GAME, "--as", "seat:1"))
    )
    assert line_by_line[:at] == seen[:at]
    assert (line_by_line[at]["event"]["mode"], line_by_line[at]["cause"]["by"]) == ("redeal", "seat:1")
    assert len(line_by_line) == line["events"] > at + 20
    assert run_ok("audit", line["game"], "--data", own_store).out.startswith(f"{line['game']}: legal")
    assert run_ok("doctor", "--data", own_store).code == 0
    (again,) = run_ok(*asked, "--seed", 4, "--id", "again").lines
    assert run_ok("events", again["game"], "--data", own_store).lines[at]["cause"]["by"] == "spectator"


def test_the_file_of_a_seat_can_only_be_redealt_for_that_seat(own_store, tmp_path):
    mine = tmp_path / "mine.jsonl"
    run_ok("export", GAME, "--as", "seat:1", "--out", mine, "--data", own_store)
    (line,) = run_ok(
        "fork", mine, "--at", 120, "--mode", "redeal", "--id", "a.redeal", "--json", "--data", own_store
    ).lines
    assert line["game"] == "a.redeal"
    assert "--mode redeal" in run_refused("fork", mine, "--at", 120, "--data", own_store)
    for view in ("seat:0", "omniscient"):
        assert run_refused("fork", mine, "--at", 120, "--mode", "redeal", "--as", view, "--data", own_store)
    assert "mode exact" in run_refused(
        "fork", GAME, "--at", 9, "--mode", "redeal", "--as", "omniscient", "--data", own_store
    )
    assert "--as is for" in run_refused("fork", GAME, "--at", 9, "--as", "seat:1", "--data", own_store)
