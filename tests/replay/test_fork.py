"""Forks: the same table at every event, their own deal, and a game that continues."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.evolve import fold
from domain.forks import GameForked
from domain.refusals import Misuse
from replay.audit import audit
from replay.fork import fork_exact
from replay.game import Game
from replay.proofs.shuffle import Deal, seed_of_text
from replay.record import read_file, write_file
from replay.rewind import batch_end, table_at
from tests.long_tests import mostly_long
from tests.random_player import play
from tests.replay.example_games import traders_game

RECORD = traders_game()
OLD_GAME = Path(__file__).parents[1] / "golden" / "games" / "classic-3-1964-0001.haricot.jsonl"
DEAL = Deal("fork", seed_of_text("another"))
LAST = len(RECORD.envelopes)
SEED = RECORD.envelopes[-1].event.seed


def test_a_fork_at_each_event_begins_with_the_table_there():
    for n in range(1, LAST + 1, 3):  # test_many_forks.py tries all events
        forked = fork_exact(RECORD, n, "fork", DEAL, at=0)
        at = batch_end(RECORD, n)
        own = forked.envelopes[-1]
        assert (own.n, own.event.asked, own.event.at) == (at + 1, n, at)
        assert forked.envelopes[:at] == RECORD.envelopes[:at]
        table, there = fold(e.event for e in forked.envelopes), table_at(RECORD, at)
        assert (table.seats, table.turn, table.draw_pile) == (there.seats, there.turn, there.draw_pile)
        assert (table.shuffles, table.commitment) == (0, DEAL.commitment)


@pytest.mark.parametrize("n", mostly_long([8, 150, LAST - 40, 40, 300], 3))
def test_a_fork_is_played_to_its_end_and_read_from_its_own_file(n):
    forked = fork_exact(RECORD, n, "fork", DEAL, at=0)
    game = play(Game("fork", DEAL, forked.envelopes), Random(n))
    record = game.record()
    assert (audit(record).verdict, audit(record).first) == ("legal", None)
    assert audit(record, seeds={RECORD.game: SEED}).verdict == "clean"
    assert read_file(write_file(record)) == record
    assert record.forked_from.game == RECORD.game
    assert {e.game for e in record.envelopes} == {RECORD.game, "fork"}


def test_a_fork_of_a_fork_keeps_both_origins():
    forked = fork_exact(RECORD, 100, "fork", DEAL, at=0)
    again = fork_exact(forked, len(forked.envelopes), "again", Deal("again", seed_of_text("third")), at=0)
    assert [e.event.parent for e in again.envelopes if isinstance(e.event, GameForked)] == [RECORD.game, "fork"]
    assert again.forked_from.game == "fork"


def test_a_fork_at_the_last_event_is_an_ended_game():
    forked = fork_exact(RECORD, LAST, "fork", DEAL, at=0)
    assert Game("fork", DEAL, forked.envelopes).table.result is not None


@pytest.mark.parametrize("n", [0, -3, LAST + 1])
def test_a_fork_outside_the_game_is_refused(n):
    with pytest.raises(Misuse):
        fork_exact(RECORD, n, "fork", DEAL, at=0)


def test_another_deal_of_a_fork_shuffles_differently():
    first = play(Game("fork", DEAL, fork_exact(RECORD, 100, "fork", DEAL, at=0).envelopes), Random(1))
    other_deal = Deal("fork", seed_of_text("yet another"))
    other = play(Game("fork", other_deal, fork_exact(RECORD, 100, "fork", other_deal, at=0).envelopes), Random(1))
    assert _orders(first) != _orders(other)


def _orders(game: Game) -> list:
    return [e.event.order for e in game.envelopes[101:] if type(e.event).__name__ == "DeckShuffled"]


def test_times_of_forks_by_bots_of_version_1_are_accepted():
    for parent, first in ((read_file(OLD_GAME.read_bytes()), None), (RECORD, "time_backwards")):
        last = batch_end(parent, 100)
        forked = fork_exact(parent, last, "fork", DEAL, at=parent.envelopes[-1].at)
        record = play(Game("fork", DEAL, forked.envelopes), Random(3)).record()
        own = [replace(e, at=parent.envelopes[last - 1].at + e.n) for e in record.envelopes[last + 1 :]]
        answer = audit(replace(record, envelopes=(*forked.envelopes, *own)))
        assert first == (answer.first and answer.first.says.name)
        back = [*own[:5], replace(own[5], at=own[0].at - 1), *own[6:]]
        assert audit(replace(record, envelopes=(*forked.envelopes, *back))).first.n <= own[5].n
