"""`haricot story`: the course of a finished game."""

from service.store.entries.metadata_store import Player
from service.store.event_store import open_store
from tests.service.command_line import GAME, run_ok, run_refused


def test_a_story_has_a_summary_the_seats_by_place_and_moments(store, tmp_path):
    text = run_ok("story", GAME, "--lang", "de", "--data", store).out
    summary, seats, moments = text.split("\n\n")
    assert "hat gewonnen" in summary
    assert [line[:2] for line in seats.splitlines()] == [f"{place}." for place in (1, 2, 3, 4)]
    (summed,) = run_ok("story", GAME, "--json", "--data", store).lines
    assert [int(line[1:6]) for line in moments.splitlines()] == [one["n"] for one in summed["story"]["moments"]]
    assert len(summed["says"]) == len(summed["story"]["moments"])
    spectators = tmp_path / "game.jsonl"
    run_ok("export", GAME, "--as", "spectator", "--out", spectators, "--data", store)
    (seen,) = run_ok("story", spectators, "--json").lines
    assert seen["story"]["moments"] == summed["story"]["moments"]


def test_story_events_and_show_print_the_names_of_players(own_store):
    names = [f"Zoë {seat}" for seat in range(4)]
    with open_store(own_store, create=False) as store:
        store.save_entries(*(Player(game=GAME, seat=seat, kind="human", name=name) for seat, name in enumerate(names)))
    for command in (["story"], ["events", "--lang", "en"], ["show", "--at", 30]):
        text = run_ok(command[0], GAME, *command[1:], "--data", own_store).out
        assert all(name in text for name in names)
        assert "Seat 1" not in text


def test_story_refuses_a_game_without_a_result(own_store):
    fork = run_ok("fork", GAME, "--at", 60, "--json", "--data", own_store).lines[0]["game"]
    assert "has no result" in run_refused("story", fork, "--data", own_store)
