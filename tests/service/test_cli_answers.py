"""The answers for machines: keys in their order, types, one value a line, and tables that can be fed back in."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.service.command_line import GAME, THREE, fine, haricot, misused

POSITION = {
    "format": str,
    "edition": str,
    "options": dict,
    "n": int,
    "settled": bool,
    "turn": dict,
    "seats": list,
    "turned_up": list,
    "draw_pile": list,
    "discard_pile": list,
    "exhaustions": int,
    "final": bool,
    "donations": list,
    "lapsed": list,
    "proposals": list,
    "next_proposal": int,
    "next_slots": list,
    "ended": bool,
    "winners": type(None),
    "scores": type(None),
}


def types(value: dict[str, Any]) -> dict[str, type]:
    """The type of each field, in order."""
    return {key: type(part) for key, part in value.items()}


def shape(value: dict[str, Any], expected: dict[str, type]) -> None:
    """The fields are these, in this order and of these types."""
    assert list(types(value).items()) == list(expected.items())


def test_json_is_compact_and_in_utf_8():
    answer = fine("rules", "classic", "--json")
    for line in answer.raw.split(b"\n")[:-1]:
        assert json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":")).encode() == line


def test_list_gives_a_head_a_line(own_store):
    fine("fork", GAME, "--at", 30, "--data", own_store)
    first, _, fork = fine("list", "--json", "--data", own_store).lines
    kinds = {"game": str, "status": str, "edition": str, "players": int, "version": int}
    nothing, kept = type(None), {"practice": bool, "scores": list, "options": dict, "rules_version": str}
    shape(first, {**kinds, "forked_from": nothing, "winners": list, **kept})
    shape(fork, {**kinds, "forked_from": dict, "winners": nothing, **kept, "scores": nothing})
    shape(fork["forked_from"], {"game": str, "at": int})
    assert (first["game"], first["status"], fork["status"]) == (GAME, "finished", "running")


def test_simulate_gives_a_result_a_line(tmp_path):
    played = fine("simulate", "--players", 3, "--games", 2, "--seed", 3, "--out", tmp_path, "--json").lines
    assert [game["game"] for game in played] == ["classic-3-3-0001", "classic-3-3-0002"]
    for game in played:
        shape(game, {"game": str, "events": int, "scores": list, "winners": list})
        assert len(game["scores"]) == 3
        best = [seat for seat, score in enumerate(game["scores"]) if score == max(game["scores"])]
        assert set(game["winners"]) <= set(best)


def test_show_gives_a_position(store):
    (position,) = fine("show", GAME, "--at", 120, "--json", "--data", store).lines
    shape(position, POSITION)
    assert (position["format"], position["n"]) == ("haricot-position/1", 120)
    shape(position["turn"], {"seat": int, "number": int, "phase": str, "planted": int})
    for seat in position["seats"]:
        shape(seat, {"hand": list, "hand_slots": list, "fields": list, "coins": list, "set_aside": list})


def test_show_gives_the_result_once_there_is_one(store):
    (position,) = fine("show", GAME, "--json", "--data", store).lines
    shape(position, {**POSITION, "winners": list, "scores": list})
    assert position["ended"]


@pytest.mark.parametrize("view", ["seat:2", "spectator"])
def test_show_hides_other_hands_and_their_slots(view, store):
    (position,) = fine("show", GAME, "--at", 120, "--as", view, "--json", "--data", store).lines
    for index, seat in enumerate(position["seats"]):
        own = view == f"seat:{index}"
        assert ("hand_slots" in seat, position["next_slots"][index] is not None) == (own, own)
        assert ("face_down" in seat["hand"]) == (bool(seat["hand"]) and not own)
    assert set(position["draw_pile"]) == {"face_down"}


@pytest.mark.parametrize("view", ["omniscient", "seat:0", "seat:3", "spectator"])
def test_whatever_show_gives_can_be_adjudicated_and_given_back_again(view, store):
    begins = [event["n"] for event in fine("events", GAME, "--data", store).lines if "cause" in event]
    nothing = command_file(store, [])
    for n in [n - 1 for n in begins if n > 14][::29]:
        shown = fine("show", GAME, "--at", n, "--as", view, "--json", "--data", store).lines[0]
        table = fine("adjudicate", "-", nothing, "--json", stdin=json.dumps(shown)).lines[0]["table"]
        again = fine("adjudicate", "-", nothing, "--json", stdin=json.dumps(table)).lines[0]["table"]
        assert again == table
        known = ("edition", "options", "draw_pile", "discard_pile", "turned_up", "exhaustions", "final", "lapsed")
        assert {key: table[key] for key in known} == {key: shown[key] for key in known}
        assert [seat["hand"] for seat in table["seats"]] == [seat["hand"] for seat in shown["seats"]]
        if view == "omniscient":
            assert {**table, "turn": shown["turn"]} == {**shown, "n": None}


def command_file(store: Path, commands: object) -> Path:
    """A file with these commands."""
    path = store.parent / "commands.json"
    path.write_text(json.dumps(commands))
    return path


def test_show_since_gives_what_was_and_what_is(store):
    (changed,) = fine("show", GAME, "--at", 120, "--since", 112, "--json", "--data", store).lines
    assert changed["n"] == {"before": 112, "after": 120}
    assert all(list(change) == ["before", "after"] for change in changed.values())


def test_events_are_the_envelopes_of_the_game_file(store):
    events = fine("events", GAME, "--data", store).lines
    exported = fine("export", GAME, "--data", store).lines[1:-1]
    assert [{key: line[key] for key in line if key != "check"} for line in exported] == events
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    for event in events:
        assert list(event) in (["game", "n", "at", "event"], ["game", "n", "at", "event", "cause"])
        assert next(iter(event["event"])) == "type"
        if "cause" in event:
            assert list(event["cause"]) == ["command", "by", "key"]
    assert "cause" in events[0]


def test_events_after_n_are_those_that_follow(store):
    events = fine("events", GAME, "--data", store).lines
    assert fine("events", GAME, "--after", 600, "--data", store).lines == events[600:]
    assert fine("events", GAME, "--after", 10**30, "--data", store).lines == []
    assert fine("events", GAME, "--say", "en", "--json", "--data", store).lines == events


def test_the_game_file_has_a_header_and_an_end(store):
    header, *events, end = fine("export", GAME, "--data", store).lines
    kinds = {"format": str, "game": str, "rules": dict, "players": int, "view": str, "events": int}
    shape(header, {**kinds, "forked_from": type(None), "check": str})
    shape(header["rules"], {"edition": str, "version": str, "options": dict, "digest": str})
    shape(end, {"end": int, "check": str})
    assert (header["format"], header["view"]) == ("haricot-game/1", "omniscient")
    assert header["events"] == end["end"] == len(events)


@pytest.mark.parametrize("n", [15, 60, 120, 300, 500, 10**9])
def test_legal_gives_commands_and_bounds_that_adjudicate_agrees_with(n, store):
    events = fine("events", GAME, "--data", store).lines
    n = next((event["n"] - 1 for event in events if event["n"] > n and "cause" in event), len(events))
    position = fine("show", GAME, "--at", n, "--json", "--data", store).out
    for seat in range(4):
        (answer,) = fine("legal", GAME, "--seat", seat, "--at", n, "--json", "--data", store).lines
        shape(answer, {"seat": int, "n": int, "legal": list, "offers": list, "blocked": list})
        assert (answer["seat"], answer["n"]) == (seat, n)
        for may in answer["offers"]:
            addressed = {"ProposeTrade": "with", "OfferDonation": "to"}[may["type"]]
            assert list(may) == ["type", "from_hand", "turned_up", addressed]
        for may in answer["legal"]:
            told = haricot("adjudicate", "-", command_file(store, may), "--json", stdin=position)
            assert (told.code, told.lines[0]["verdict"]) == (0, "legal"), may
        for may_not in answer["blocked"]:
            assert list(may_not)[-2:] == ["clause", "says"]
            command = {key: value for key, value in may_not.items() if key not in ("clause", "says")}
            told = haricot("adjudicate", "-", command_file(store, command), "--json", stdin=position)
            assert (told.code, told.lines[0]["clause"]) == (1, may_not["clause"]), command


def test_fork_tells_whence_and_how_far(own_store):
    (forked,) = fine("fork", GAME, "--at", 30, "--id", "a.fork", "--json", "--data", own_store).lines
    shape(forked, {"game": str, "forked_from": dict, "events": int})
    shape(forked["forked_from"], {"game": str, "at": int})
    assert (forked["game"], forked["forked_from"]["game"]) == ("a.fork", GAME)
    assert forked["events"] == forked["forked_from"]["at"] + 1


def test_import_tells_of_each_file(tmp_path, game_file):
    for new in (True, False):
        (told,) = fine("import", game_file, "--json", "--data", tmp_path / "new").lines
        assert list(told.items()) == [("game", GAME), ("file", str(game_file)), ("imported", new)]


def test_rules_give_editions_clauses_and_options():
    classic, *_ = fine("rules", "--json").lines
    named = {"edition": "classic", "name": "Classic Bohnanza", "players": [3, 4, 5]}
    assert classic == {**named, "version": "2", "versions": ["1", "2"]}
    for clause in fine("rules", "classic", "--json").lines:
        shape(clause, {"id": str, "section": int, "says": str, "source": str, "ambiguity": list})
        assert clause["id"].startswith(f"CL-{clause['section']}.")
    for option in fine("rules", "classic", "--options", "--json").lines:
        assert list(option) == ["name", "allowed", "default", "ambiguity", "says"]
        assert option["default"] in option["allowed"]


def test_rules_are_shown_as_an_older_version_had_them():
    today, old = (fine("rules", "duel", "--options", "--json", *more).lines for more in ((), ("--version", "1")))
    assert [option["name"] for option in old] == [option["name"] for option in today]
    assert "there are no rules duel '9' here, only 1, 2" in misused("rules", "duel", "--version", "9")


def test_one_clause_is_found_by_its_id():
    (clause,) = fine("rules", "classic", "CL-6.4", "--json").lines
    assert (clause["id"], clause["section"]) == ("CL-6.4", 6)
    assert clause in fine("rules", "classic", "--json").lines
    told = fine("rules", "classic", "CL-6.4").out
    assert told.startswith(f"CL-6.4  {clause['says']}  [{clause['source']}]\n")
    assert all(f"  {ruling}  " in told for ruling in clause["ambiguity"])


def test_a_sentence_that_a_clause_takes_over_is_found_with_it_or_by_its_clause():
    (taken,) = fine("rules", "bohnaparte", "BP-6.1/CL-6.4", "--json").lines
    (classic,) = fine("rules", "classic", "CL-6.4", "--json").lines
    assert taken == {**classic, "id": "BP-6.1/CL-6.4"}
    told = fine("rules", "bohnaparte", "BP-6.1").out
    assert f"BP-6.1/CL-6.4  {classic['says']}" in told
    assert fine("rules", "bohnaparte", "BP-4.1/CL-4.4").out.count("AMB-CL-7") == 1
    for absent in ("BP-6.1/CL-5.4", "BP-6.1/", "CL-6.4"):
        assert "has no clause" in misused("rules", "bohnaparte", absent)


def test_boards_are_drawn_with_the_id_of_every_terrain():
    boards = fine("rules", "bohnaparte", "--boards", "--json").lines
    assert {(board["layout"], board["players"]) for board in boards} >= {("standard_3", 3), ("standard_6", 6)}
    drawn = fine("rules", "bohnaparte", "--boards").out
    for board in boards:
        shape(board["cells"][0], {"id": str, "row": int, "x": int, "terrain": str})
        rows = drawn.partition(f"{board['layout']}, ")[2].splitlines()[1:]
        for cell in board["cells"]:
            assert cell["id"] in rows[cell["row"]].split()
    assert "played without a board" in misused("rules", "classic", "--boards")
    assert "name the edition" in misused("rules", "--boards")
    assert "either a CLAUSE" in misused("rules", "bohnaparte", "BP-1.1", "--boards")


def test_doctor_gives_a_check_a_line(store, monkeypatch):
    monkeypatch.setattr("service.cli.check.version", lambda name: "1.2.3")
    checks = fine("doctor", "--json", "--data", store).lines
    for check in checks:
        shape(check, {"check": str, "ok": bool, "says": str})
        assert check["ok"]
    names = [check["check"] for check in checks]
    assert names[:3] == ["python", "packages", "rulebooks"]
    assert {"sqlite", "folder", "durability", "integrity", "games"} <= set(names)
    assert "2 games" in checks[names.index("games")]["says"]
    assert all(line.startswith("ok   ") for line in fine("doctor", "--data", store).out.splitlines())


def test_games_of_another_size_have_their_own_seats(store):
    (position,) = fine("show", THREE, "--json", "--data", store).lines
    assert len(position["seats"]) == len(position["scores"]) == 3
