"""Tests of awaited seats: each phase's rule agrees with the legal commands."""

from random import Random
from secrets import token_bytes

import pytest

from domain.commands import CreateGame, TakeSeat
from domain.editions import EDITIONS, rulebook_of
from domain.engine import awaited_seats, legal_commands
from replay.game import Game
from replay.proofs.shuffle import Deal, seed_of_text
from tests.long_tests import mostly_long
from tests.random_player import begin, play
from tests.rulebooks.scenes import given


def require_awaited_can_act(game: Game, _: object) -> None:
    """Assert that awaited seats have legal commands, and that an uninterruptible phase awaits all who have."""
    rulebook, table = game.rulebook, game.table
    waited_for = awaited_seats(rulebook, table)
    if table.result is not None:
        assert () == waited_for
        return
    able = tuple(seat for seat in range(len(table.seats)) if legal_commands(rulebook, table, seat))
    assert waited_for
    assert {*waited_for} <= {*able}
    if not rulebook.phase(table).interruptible:
        assert able == waited_for


@pytest.mark.parametrize("edition", mostly_long(EDITIONS, 3))
def test_awaited_seats_have_legal_commands(edition):
    for seed, players in enumerate(EDITIONS[edition].data.players):
        game = begin(edition, players, {}, seed)
        require_awaited_can_act(game, None)
        play(game, Random(seed), require_awaited_can_act, thrifty=True)


def test_an_open_game_waits_for_its_empty_seats():
    game = Game("open", Deal("open", seed_of_text("open"), entropy=token_bytes))
    game.act(CreateGame(edition="classic", players=3, options={}), by="organiser", key=None, at=0)
    game.act(TakeSeat(seat=1, kind="human", pseudonym="Ann"), by="seat:1", key=None, at=0)
    assert (0, 2) == awaited_seats(game.rulebook, game.table)


def test_cl_4_7__everybody_who_has_received_cards_is_waited_for():
    scene = given("classic", phase="plant_set_aside", set_aside={1: ["red"], 2: ["blue"]}, fields={})
    assert (1, 2) == awaited_seats(rulebook_of(scene.table), scene.table)
