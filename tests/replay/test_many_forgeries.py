"""Every forgery on many games of all editions, a share of `make soak` (R23)."""

import os
from random import Random
from typing import Final

import pytest

from domain.editions import EDITIONS
from replay.record import Record
from service.lifecycle.bots.simulate import simulate
from tests.long_tests import mostly_long
from tests.random_player import begin, play
from tests.replay.tampering import FOUND, a_third_field_is_paid_with_other_coins, the_commitment_is_another
from tests.replay.test_tampering import audited, missed

GAMES: Final = int(os.environ.get("HARICOT_TAMPERED", "5"))
"""The number of games; each is forged in every way."""
TABLES: Final = [(edition, players) for edition in EDITIONS for players in EDITIONS[edition].data.players]
STEP: Final = 7
"""It has no factor in common with the number of tables, so that the first games are of all editions."""


def table_of(number: int) -> tuple[str, int]:
    """Return the edition and the number of players of a game."""
    return TABLES[number * STEP % len(TABLES)]


def game(number: int) -> Record:
    """Return a finished game: of bots, or of random players for odd numbers."""
    edition, players = table_of(number)
    if number % 2:
        return play(begin(edition, players, {}, number), Random(number)).record()
    return simulate(edition, players, "tampered", number + 1, {}, ["trader", "greedy"])[0].record()


def unfound(number: int) -> dict[str, str]:
    """Return the forgeries of a game that the audit misses, each with the reason."""
    record = game(number)
    forged = {tampering.__name__: tampering(record) for tampering in FOUND}
    tried = {name: missed(one) for name, one in forged.items() if one is not None}
    assert len(tried) > len(FOUND) / 2, f"game {number} hardly has anything to tamper with"
    return {name: says for name, says in tried.items() if says is not None}


@pytest.mark.parametrize("number", mostly_long(range(GAMES)))
def test_every_forgery_is_found_in_every_game(number: int) -> None:
    assert audited(game(number)).verdict == "clean"
    assert unfound(number) == {}


def test_findings_call_missing_cards_by_their_names() -> None:
    forged = a_third_field_is_paid_with_other_coins(game(12))
    assert forged is not None
    assert missed(forged) is None


def test_the_first_forged_games_are_of_all_editions() -> None:
    assert {table_of(number)[0] for number in range(10)} == {*EDITIONS}


@pytest.mark.long
def test_control_a_removed_check_lets_forgeries_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.proofs.deal_check.commitment", lambda game, seed: "0" * 64)
    assert the_commitment_is_another.__name__ in unfound(0)
