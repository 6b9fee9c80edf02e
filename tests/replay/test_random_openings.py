"""Random openings of tournament games: acts out of order are refused, and the record is lawful."""

import os
from random import Random

import pytest

from domain.deal_commitments import seats_deal_awaits, seats_to_commit
from domain.editions import EDITIONS
from domain.evolve import fold
from domain.refusals import CorruptHistory, Refusal, ShareRefused
from replay.audit import audit
from replay.creation_checks import require_valid_creation
from replay.game import Game
from tests.deal_shares import commit, game_at_level, reveal, take_seat, vacate

OPENINGS = int(os.environ.get("HARICOT_OPENINGS", "12"))
ACTS = (*("sit", "sit", "bot", "commit", "commit", "reveal", "reveal", "reveal", "other") * 4, "vacate")
STEPS_MAX = 2_000
"""A random opening takes some 60 acts; one with this many is stuck."""
REFUSED = (CorruptHistory, Refusal, ShareRefused)


def attempt(game: Game, act: str, seat: int, shares: dict[int, str], number: int) -> bool:
    """Try one act for a seat, with its last share or another; return whether it was accepted."""
    text = f"{seat} {number}"
    try:
        match act:
            case "sit":
                take_seat(game, seat, text)
            case "bot":
                take_seat(game, seat, kind="bot")
            case "commit":
                commit(game, seat, text)
            case "reveal":
                reveal(game, seat, shares.get(seat, text))
            case "other":
                reveal(game, seat, text)
            case "vacate":
                vacate(game, seat)
    except REFUSED:
        return False
    if act in ("sit", "commit"):
        shares[seat] = text
    return True


@pytest.mark.parametrize("seed", range(OPENINGS))
def test_a_random_opening_is_lawful_and_deals_the_committed_shares(seed):
    luck = Random(seed)
    edition = luck.choice([*EDITIONS])
    players = luck.choice(EDITIONS[edition].data.players)
    game, shares = game_at_level("cup", edition, players), dict[int, str]()
    for number in range(STEPS_MAX):
        if game.table.begun:
            break
        before, version = game.table, game.version
        act, seat = luck.choice(ACTS), luck.randrange(players)
        taken = attempt(game, act, seat, shares, number)
        assert taken == (game.version > version)
        if taken and act == "reveal":
            assert not seats_to_commit(before)
        assert act != "other" or not taken
        assert bool(seats_deal_awaits(game.table)) != game.table.begun
    assert game.table.begun
    assert fold(envelope.event for envelope in game.envelopes) == game.table
    assert len({*game.table.contributions}) == players
    record = game.record()
    require_valid_creation(record)
    assert audit(record).first is None
