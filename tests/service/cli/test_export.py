"""`haricot export`: game files, whole and as a view sees them."""

import json
import os
from typing import Any

import pytest

from tests.long_tests import mostly_long
from tests.service.command_line import GAME, SUFFIX, run_ok, run_refused, shape
from tests.service.filled_stores import digest_from_files, full_store

VIEWS = mostly_long(["spectator", "seat:1", "seat:0", "seat:2", "seat:3"], 2)


def test_the_game_file_has_a_header_and_an_end(store):
    header, *events, end = run_ok("export", GAME, "--data", store).lines
    kinds = {"format": str, "game": str, "rules": dict, "players": int, "view": str, "events": int}
    shape(header, {**kinds, "forked_from": type(None), "check": str})
    shape(header["rules"], {"edition": str, "version": str, "options": dict, "digest": str})
    shape(end, {"end": int, "check": str})
    assert (header["format"], header["view"]) == ("haricot-game/1", "omniscient")
    assert header["events"] == end["end"] == len(events)


def as_seen(envelope: dict[str, Any], viewer: int | None) -> dict[str, Any]:
    """Return what a seat or a spectator may read of an envelope, by an independent definition."""
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
def test_the_file_of_a_view_hides_hands_piles_slots_and_keys(view, store):
    viewer = int(view[-1]) if view.startswith("seat") else None
    whole = run_ok("export", GAME, "--data", store).lines
    seen = run_ok("export", GAME, "--as", view, "--data", store).lines
    assert [line.get("n") for line in seen] == [line.get("n") for line in whole]
    assert seen[0]["view"] == view
    for line in [*whole, *seen]:
        del line["check"]
    assert seen[1:-1] == [as_seen(line, viewer) for line in whole[1:-1]]
    types = {line["event"]["type"] for line in whole[1:-1]}
    assert {"cards_drawn.1", "cards_dealt.1", "deck_shuffled.1", "trade_proposed.1", "trade_accepted.1"} <= types


@pytest.mark.parametrize("view", VIEWS)
def test_the_file_of_a_view_can_be_shown_and_exported_but_not_imported_or_forked(view, store, tmp_path):
    seen = tmp_path / "seen.haricot.jsonl"
    run_ok("export", GAME, "--as", view, "--data", store, "--out", seen)
    assert run_ok("export", seen).raw == seen.read_bytes()
    assert run_ok("show", seen, "--json").out == run_ok("show", GAME, "--as", view, "--json", "--data", store).out
    assert "only the view of" in run_refused("show", seen, "--as", "omniscient")
    assert "only the view of" in run_refused("import", seen, "--data", tmp_path / "new")
    assert "only a whole game" in run_refused("fork", seen, "--at", 30, "--data", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_export_replaces_a_file_atomically_and_follows_a_symbolic_link(store, tmp_path, game_file):
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_bytes(b"something else")
    link.symlink_to(there)
    run_ok("export", GAME, "--data", store, "--out", link)
    assert link.is_symlink()
    assert there.read_bytes() == game_file.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"there", "link"}


def test_export_writes_into_a_named_pipe(store, tmp_path):
    short, pipe = tmp_path / "short", tmp_path / "pipe"
    run_ok("fork", GAME, "--at", 14, "--seed", 1, "--data", store, "--out", short)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    run_ok("export", short, "--out", pipe)
    assert pipe.is_fifo()
    assert os.read(reader, 65_536) == short.read_bytes()
    os.close(reader)


def test_export_writes_a_file_with_the_longest_possible_name(store, tmp_path):
    run_ok("export", GAME, "--data", store, "--out", tmp_path / ("a" * 255))


def test_export_all_and_import_keep_every_byte_and_the_digest(tmp_path):
    store, files, again = full_store(tmp_path / "store"), tmp_path / "files", tmp_path / "again"
    assert run_ok("export", "--all", "--out", files, "--data", store).out == f"{files}: 7 games\n"
    (reply,) = run_ok("digest", "--data", store, "--json").lines
    assert reply["digest"] == digest_from_files(path.read_bytes() for path in files.iterdir())
    for path in files.iterdir():
        game = path.name.removesuffix(SUFFIX)
        assert path.read_bytes() == run_ok("export", game, "--data", store).raw
    answer = run_ok("import", files, "--data", tmp_path / "copy", "--json")
    assert {line["game"] for line in answer.lines} == {path.name.removesuffix(SUFFIX) for path in files.iterdir()}
    assert all(line["imported"] for line in answer.lines)
    run_ok("export", "--all", "--out", again, "--data", tmp_path / "copy")
    assert [path.read_bytes() for path in sorted(files.iterdir())] == [
        path.read_bytes() for path in sorted(again.iterdir())
    ]
    (copied,) = run_ok("digest", "--data", tmp_path / "copy", "--json").lines
    assert (copied["games"], copied["digest"]) == (reply["games"], reply["digest"])
    assert not any(line["imported"] for line in run_ok("import", files, "--data", tmp_path / "copy", "--json").lines)


def test_export_all_replaces_only_files_whose_game_has_changed(tmp_path):
    store, files = full_store(tmp_path / "store"), tmp_path / "files"
    run_ok("export", "--all", "--out", files, "--data", store)
    before = {path: (path.read_bytes(), path.stat().st_ino) for path in files.iterdir()}
    running = files / f"running{SUFFIX}"
    running.write_bytes(b"an older one")
    run_ok("export", "--all", "--out", files, "--data", store)
    assert {path: path.read_bytes() for path in files.iterdir()} == {path: data for path, (data, _) in before.items()}
    left_alone = {path for path, (_, number) in before.items() if path.stat().st_ino == number}
    assert left_alone == set(before) - {running}
