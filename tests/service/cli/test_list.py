"""`haricot list`: a line for each game."""

import re

from service.store.entries.metadata_store import Player
from service.store.event_store import open_store
from tests.service.command_line import GAME, THREE, run_ok, run_refused, shape


def test_list_prints_a_json_head_for_each_game(own_store):
    run_ok("fork", GAME, "--at", 30, "--data", own_store)
    first, _, fork = run_ok("list", "--json", "--data", own_store).lines
    kinds = {"game": str, "status": str, "edition": str, "players": int, "version": int}
    nothing, kept = type(None), {"practice": bool, "scores": list, "options": dict, "rules_version": str}
    shape(first, {**kinds, "forked_from": nothing, "winners": list, **kept})
    shape(fork, {**kinds, "forked_from": dict, "winners": nothing, **kept, "scores": nothing})
    shape(fork["forked_from"], {"game": str, "at": int})
    assert (first["game"], first["status"], fork["status"]) == (GAME, "finished", "running")


def test_list_prints_games_in_the_order_of_storage(own_store):
    run_ok("fork", GAME, "--at", 30, "--data", own_store)
    with open_store(own_store, create=False) as store:
        store.save_entries(*(Player(game=THREE, seat=seat, kind="human", name=f"Zoë\x1b {seat}") for seat in range(3)))
    first, second, third = run_ok("list", "--data", own_store).out.splitlines()
    assert re.fullmatch(rf"{GAME}: classic, 4 players, finished, \d+ events, won by Seat \d.*", first)
    assert re.fullmatch(rf"{THREE}: classic, 3 players, finished, \d+ events, won by Zoë\? \d.*", second)
    assert re.fullmatch(rf"{GAME}\.f30: classic, 4 players, running, \d+ events, forked from {GAME} at \d+", third)


def test_list_without_a_store_says_how_to_begin(own_store, tmp_path, game_file):
    says = run_refused("list", "--data", tmp_path / "none")
    assert "there is no store" in says
    assert "haricot simulate" in says
