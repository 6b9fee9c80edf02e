"""`haricot show`: the table as a drawing, as a position, and as changes."""

import json

import pytest

from replay.rewind import table_at
from tests.long_tests import mostly_long
from tests.service.command_line import GAME, NUMBERS, THREE, command_file, run_ok, run_refused, shape

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


def test_show_prints_a_position_as_json(store):
    (position,) = run_ok("show", GAME, "--at", 120, "--json", "--data", store).lines
    shape(position, POSITION)
    assert (position["format"], position["n"]) == ("haricot-position/1", 120)
    shape(position["turn"], {"seat": int, "number": int, "phase": str, "planted": int})
    for seat in position["seats"]:
        shape(seat, {"hand": list, "hand_slots": list, "fields": list, "coins": list, "set_aside": list})


def test_show_prints_the_result_of_a_finished_game(store):
    (position,) = run_ok("show", GAME, "--json", "--data", store).lines
    shape(position, {**POSITION, "winners": list, "scores": list})
    assert position["ended"]


@pytest.mark.parametrize("view", ["seat:2", "spectator"])
def test_show_hides_other_hands_and_their_slots(view, store):
    (position,) = run_ok("show", GAME, "--at", 120, "--as", view, "--json", "--data", store).lines
    for index, seat in enumerate(position["seats"]):
        own = view == f"seat:{index}"
        assert ("hand_slots" in seat, position["next_slots"][index] is not None) == (own, own)
        assert isinstance(seat["hand"], int) == (bool(seat["hand"]) and not own)
    assert position["draw_pile"] > 0


def test_show_prints_the_seats_of_a_game_of_three(store):
    (position,) = run_ok("show", THREE, "--json", "--data", store).lines
    assert len(position["seats"]) == len(position["scores"]) == 3


@pytest.mark.parametrize("view", mostly_long(["seat:0", "omniscient", "seat:3", "spectator"]))
def test_adjudicate_reads_and_returns_positions_of_show(view, store):
    begins = [event["n"] for event in run_ok("events", GAME, "--data", store).lines if "cause" in event]
    nothing = command_file(store, [])
    for n in [n - 1 for n in begins if n > 14][::29]:
        shown = run_ok("show", GAME, "--at", n, "--as", view, "--json", "--data", store).lines[0]
        table = run_ok("adjudicate", "-", nothing, "--json", stdin=json.dumps(shown)).lines[0]["table"]
        again = run_ok("adjudicate", "-", nothing, "--json", stdin=json.dumps(table)).lines[0]["table"]
        assert again == table
        known = ("edition", "options", "draw_pile", "discard_pile", "turned_up", "exhaustions", "final", "lapsed")
        assert {key: table[key] for key in known} == {key: shown[key] for key in known}
        assert [seat["hand"] for seat in table["seats"]] == [seat["hand"] for seat in shown["seats"]]
        if view == "omniscient":
            assert {**table, "turn": shown["turn"]} == {**shown, "n": None}


def test_show_since_prints_changes_as_json(store):
    (changed,) = run_ok("show", GAME, "--at", 120, "--since", 112, "--json", "--data", store).lines
    assert changed["n"] == {"before": 112, "after": 120}
    assert all(list(change) == ["before", "after"] for change in changed.values())


def test_show_draws_the_table_with_every_seat(store):
    drawn = run_ok("show", GAME, "--at", 120, "--data", store).out
    assert f"{GAME}  event 120 of " in drawn
    assert all(f"Seat {seat}" in drawn for seat in (1, 2, 3, 4))
    assert "draw pile" in drawn
    assert "[#]" not in drawn
    assert "[#]" in run_ok("show", GAME, "--at", 120, "--as", "spectator", "--data", store).out
    assert "The game has ended" in run_ok("show", GAME, "--data", store).out


@pytest.mark.parametrize(("asked", "folds"), [([], 1), (["--json"], 1), (["--since", 112], 2)])
def test_show_folds_each_table_once(asked, folds, store, monkeypatch):
    folded = []
    monkeypatch.setattr("service.cli.play.show.table_at", lambda record, n: folded.append(n) or table_at(record, n))
    run_ok("show", GAME, "--at", 120, *asked, "--data", store)
    assert len(folded) == folds


def test_show_since_prints_only_changes(store):
    text = run_ok("show", GAME, "--at", 120, "--since", 112, "--data", store).out
    assert "n: 112 -> 120" in text.splitlines()
    assert run_ok("show", GAME, "--at", 120, "--since", 120, "--data", store).out == ""


@pytest.mark.parametrize("n", NUMBERS, ids=lambda n: n[:9] or "empty")
def test_show_since_refuses_an_event_that_does_not_exist(n, unchanged_store):
    run_refused("show", GAME, "--since", n, "--data", unchanged_store)


def test_show_known_by_prints_what_a_seat_can_know(store):
    (known,) = run_ok("show", GAME, "--at", 120, "--known-by", "seat:1", "--json", "--data", store).lines
    assert known.keys() == {"n", "unseen", "zones", "sure"}
    assert sum(known["unseen"].values()) == sum(zone["hidden"] for zone in known["zones"])
    says = run_ok("show", GAME, "--at", 120, "--known-by", "seat:1", "--data", store).out
    assert "in the draw pile" in says
    assert "in the hand of Seat 2" not in says
