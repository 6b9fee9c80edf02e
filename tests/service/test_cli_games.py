"""Games made, kept, carried about and branched off: the same bytes every time, nothing that a view must not show."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.service.command_line import GAME, THREE, contents, fine, misused, process

VIEWS = ["seat:0", "seat:1", "seat:2", "seat:3", "spectator"]


def files(folder: Path) -> dict[str, bytes]:
    """Every file in a folder, by its name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# simulate


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


def test_times_are_seconds_of_the_year_2000(store):
    for event in fine("events", GAME, "--data", store).lines:
        minutes, seconds = divmod(event["n"], 60)
        assert event["at"] == f"2000-01-01T00:{minutes:02}:{seconds:02}.000Z"


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


# export and import


def test_export_import_export_gives_the_same_bytes(store, tmp_path, game_file):
    written = fine("export", GAME, "--data", store).raw
    assert game_file.read_bytes() == written
    fine("import", game_file, "--data", tmp_path)
    assert fine("export", GAME, "--data", tmp_path).raw == written
    assert fine("export", game_file).raw == written


@pytest.mark.parametrize("view", VIEWS)
def test_a_seats_file_can_be_shown_and_exported_again_but_not_imported_or_forked(view, store, tmp_path):
    seen = tmp_path / "seen.haricot.jsonl"
    fine("export", GAME, "--as", view, "--data", store, "--out", seen)
    assert fine("export", seen).raw == seen.read_bytes()
    assert fine("show", seen, "--json").out == fine("show", GAME, "--as", view, "--json", "--data", store).out
    assert "only the view of" in misused("show", seen, "--as", "omniscient")
    assert "only the view of" in misused("import", seen, "--data", tmp_path / "new")
    assert "only a whole game" in misused("fork", seen, "--at", 30, "--data", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def as_seen(envelope: dict[str, Any], viewer: int | None) -> dict[str, Any]:
    """What a seat, or a spectator, may read of an envelope: written down here a second time, by hand."""
    seen: dict[str, Any] = json.loads(json.dumps(envelope))
    event = seen["event"]
    hidden_cards = {"cards_drawn.1": "cards", "cards_dealt.1": "cards"}.get(event["type"])
    if hidden_cards is not None and event["seat"] != viewer:
        event[hidden_cards] = ["face_down"] * len(event[hidden_cards])
    if event["type"] == "deck_shuffled.1":
        event["order"] = ["face_down"] * len(event["order"])
    slots_of = {
        "trade_proposed.1": {"give": "seat"},
        "donation_offered.1": {"cards": "seat"},
        "trade_accepted.1": {"given": "proposer", "received": "seat"},
        "beans_donated.1": {"cards": "giver"},
    }
    for cards, owner in slots_of.get(event["type"], {}).items():
        if event[owner] != viewer:
            event[cards] = [{**card, "slot": None} for card in event[cards]]
    if "cause" in seen:
        del seen["cause"]["key"]
        command = seen["cause"]["command"]
        if command.get("seat") != viewer:
            for cards in {"give", "cards"} & command.keys():
                command[cards] = [{k: v for k, v in card.items() if k != "slot"} for card in command[cards]]
            if "handed_over" in command:
                command["handed_over"] = [None] * len(command["handed_over"])
    return seen


@pytest.mark.parametrize("view", VIEWS)
def test_a_seats_file_has_the_same_lines_and_shows_no_other_hand_no_pile_no_slot_and_no_key(view, store):
    viewer = int(view[-1]) if view.startswith("seat") else None
    whole = fine("export", GAME, "--data", store).lines
    seen = fine("export", GAME, "--as", view, "--data", store).lines
    assert [line.get("n") for line in seen] == [line.get("n") for line in whole]
    assert seen[0]["view"] == view
    for line in [*whole, *seen]:
        del line["check"]
    assert seen[1:-1] == [as_seen(line, viewer) for line in whole[1:-1]]
    types = {line["event"]["type"] for line in whole[1:-1]}
    assert {"cards_drawn.1", "cards_dealt.1", "deck_shuffled.1", "trade_proposed.1", "trade_accepted.1"} <= types


def test_another_game_of_the_same_id_is_not_imported_and_nothing_changes(own_store, tmp_path):
    fine("simulate", "--seed", 7, "--bots", "random", "--out", tmp_path)
    before = contents(own_store)
    assert "another game" in misused("import", tmp_path / f"{GAME}.haricot.jsonl", "--data", own_store)
    assert contents(own_store) == before


def test_of_several_files_none_is_imported_when_one_cannot_be(tmp_path, game_file):
    bad = tmp_path / "bad.haricot.jsonl"
    bad.write_bytes(game_file.read_bytes()[:-40])
    assert f"{bad} is corrupt" in misused("import", game_file, bad, "--data", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_an_imported_game_is_read_only_but_can_be_forked(tmp_path, game_file):
    fine("import", game_file, "--data", tmp_path)
    assert fine("list", "--json", "--data", tmp_path).lines[0]["status"] == "imported"
    fine("fork", GAME, "--at", 30, "--play", "--data", tmp_path)
    assert [head["status"] for head in fine("list", "--json", "--data", tmp_path).lines] == ["imported", "finished"]


def test_an_export_replaces_a_file_whole_and_goes_through_a_link(store, tmp_path, game_file):
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_bytes(b"something else")
    link.symlink_to(there)
    fine("export", GAME, "--data", store, "--out", link)
    assert link.is_symlink()
    assert there.read_bytes() == game_file.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"there", "link"}


# fork


def inside_a_batch(store: Path, after: int) -> tuple[int, int]:
    """An event that does not end its batch, and the one that does."""
    events = fine("events", GAME, "--data", store).lines
    begins = [event["n"] for event in events if "cause" in event]
    first, following = next((n, m) for n, m in pairwise(begins) if n > after and m - n > 2)
    return first, following - 1


def test_a_fork_inside_a_batch_takes_the_whole_batch(own_store):
    asked, last = inside_a_batch(own_store, 100)
    assert asked < last
    (told,) = fine("fork", GAME, "--at", asked, "--json", "--data", own_store).lines
    assert told == {"game": f"{GAME}.f{asked}", "forked_from": {"game": GAME, "at": last}, "events": last + 1}
    parent = fine("events", GAME, "--data", own_store).lines
    *shared, forked = fine("events", told["game"], "--data", own_store).lines
    assert shared == parent[:last]
    assert (forked["game"], forked["n"]) == (told["game"], last + 1)
    event = forked["event"]
    assert (event["type"], event["parent"], event["asked"], event["at"]) == ("game_forked.1", GAME, asked, last)


def test_a_fork_leaves_its_parent_alone_and_stores_only_what_is_new(own_store):
    before = contents(own_store)
    (told,) = fine("fork", GAME, "--at", 300, "--play", "--json", "--data", own_store).lines
    after = contents(own_store)
    assert after["events"][: len(before["events"])] == before["events"]
    added = len(after["events"]) - len(before["events"])
    assert added == told["events"] - told["forked_from"]["at"]
    assert fine("audit", told["game"], "--data", own_store).code == 0


def test_forks_of_the_same_event_have_names_of_their_own(own_store):
    names = [fine("fork", GAME, "--at", 30, "--json", "--data", own_store).lines[0]["game"] for _ in range(3)]
    assert names == [f"{GAME}.f30", f"{GAME}.f30-2", f"{GAME}.f30-3"]


def test_a_seeded_fork_is_the_same_every_time(store, tmp_path):
    for name in ("one", "two"):
        fine("fork", GAME, "--at", 200, "--seed", 5, "--play", "--data", store, "--out", tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    fine("fork", GAME, "--at", 200, "--seed", 6, "--play", "--data", store, "--out", tmp_path / "six")
    assert (tmp_path / "one").read_bytes() != (tmp_path / "six").read_bytes()


def test_a_file_is_forked_into_a_store_together_with_its_game(tmp_path, game_file):
    fine("fork", game_file, "--at", 30, "--id", "branch", "--data", tmp_path)
    heads = fine("list", "--json", "--data", tmp_path).lines
    assert [(head["game"], head["status"]) for head in heads] == [(GAME, "imported"), ("branch", "running")]


def test_a_fork_stands_alone_as_a_file_and_comes_back(own_store, tmp_path):
    fine("fork", GAME, "--at", 30, "--id", "branch", "--play", "--data", own_store)
    written = fine("export", "branch", "--data", own_store, "--out", tmp_path / "branch")
    fine("import", tmp_path / "branch", "--data", tmp_path / "new")
    written = fine("export", "branch", "--data", tmp_path / "new").raw
    assert written == (tmp_path / "branch").read_bytes()
    assert [head["game"] for head in fine("list", "--json", "--data", tmp_path / "new").lines] == ["branch"]


@pytest.mark.parametrize("taken", [GAME, THREE])
def test_a_fork_under_a_name_that_is_taken_writes_nothing_at_all(taken, own_store, game_file, tmp_path):
    before = contents(own_store)
    misused("fork", GAME, "--at", 30, "--id", taken, "--data", own_store)
    assert contents(own_store) == before
    fine("simulate", "--players", 3, "--seed", 7, "--data", tmp_path / "other")
    before = contents(tmp_path / "other")
    misused("fork", game_file, "--at", 30, "--id", taken, "--data", tmp_path / "other")
    assert contents(tmp_path / "other") == before
