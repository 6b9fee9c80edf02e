"""R14, a share of `make soak`: finished games of every edition, forked at every event, go on from the table there."""

import os
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from domain.commands import SeatCommand
from domain.deal_commitments import commit_again
from domain.editions import EDITIONS
from domain.events import DealRevealed, DeckShuffled
from domain.forks import keeps_what_was_seen
from domain.refusals import CorruptHistory
from domain.table import Table
from domain.visibility import Option
from replay.audit import audit
from replay.codec import Envelope
from replay.fork import fork_exact
from replay.game import Game
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text
from replay.record import Record, read_file, write_file
from replay.rewind import batch_end, batches, tables
from service.lifecycle.bots.simulate import simulate
from tests.long_tests import mostly_long
from tests.random_games import tables_to_play
from tests.random_player import begin, play

COUNT: Final = int(os.environ.get("HARICOT_FORKS", "0"))
"""How many games are forked at each of their events; with 0 one of each edition at some."""
STEP: Final = 1 if COUNT else 13
WHOLE: Final = 50 if COUNT else 10
"""Of so many forks one is played to its end."""
REPEATED: Final = 4
"""So many commands of the parent are given to the fork as well, and come to the same."""
DEAL: Final = Deal("fork", seed_of_text("another"), tuple(map(contribution_of_text, "ABCDEFG")))
KINDS: Final = [(key, max(edition.data.players), dict[str, Option]()) for key, edition in EDITIONS.items()]
MORE: Final = Random("forks").sample(every := [*tables_to_play()], len(every))
CASES: Final = [*islice((*KINDS, *islice(cycle(MORE), COUNT)), COUNT or len(KINDS))]


def finished(number: int) -> Record:
    """Game `number`: of bots, or of players who do anything that is legal."""
    edition, players, options = CASES[number]
    if number % 2:
        return play(begin(edition, players, options, number), Random(number)).record()
    return simulate(edition, players, "forks", number + 1, options, ["trader", "greedy"])[0].record()


def check(number: int) -> int:
    """Asserts that forks of a game at its events are what it was there and go on from there; gives how many."""
    record = finished(number)
    there = [table for _, table in tables(record)]
    following = [*batches(record.envelopes)]
    forks = range(1 + number % STEP, len(there) + 1, STEP)
    for k, asked in enumerate(forks):
        at = batch_end(record, asked)
        fork = fork_exact(record, asked, "fork", DEAL, at=record.envelopes[-1].at)
        game = Game("fork", DEAL, fork.envelopes)
        assert fork.envelopes[:at] == record.envelopes[:at]
        assert (game.table.commitment, game.table.shuffles) == (DEAL.commitment, 0)
        assert keeps_what_was_seen(there[at - 1], game.table), asked
        go_on(game, [batch for batch in following if batch[0].n > at][:REPEATED], there)
        if k % WHOLE == number % WHOLE and game.table.result is None:
            whole = play(game, Random(asked)).record()
            assert audit(whole, seeds={record.game: record.envelopes[-1].event.seed}).verdict == "clean", asked
            assert read_file(write_file(whole)) == whole
    return len(forks)


def go_on(game: Game, following: Sequence[Sequence[Envelope]], there: Sequence[Table]) -> None:
    """What the parent went on with comes to the same in the fork, until something is left to chance."""
    for batch in following:
        command = None if batch[0].cause is None else batch[0].cause.command
        if not isinstance(command, SeatCommand):
            return
        events = [one.event for one in game.act(command, by=f"seat:{command.seat}", key=None, at=game.envelopes[-1].at)]
        if any(
            isinstance(event, DeckShuffled | DealRevealed) or event.lots() or event.drawn_order() for event in events
        ):
            return
        assert events == [one.event for one in batch][: len(events)], batch[0].n
        assert keeps_what_was_seen(there[batch[0].n + len(events) - 2], game.table), batch[0].n


@pytest.mark.parametrize("number", mostly_long(range(len(CASES))))
def test_a_finished_game_can_be_forked_at_each_event(number: int) -> None:
    assert check(number) > 5


def stuck_together(patch: pytest.MonkeyPatch) -> None:
    """The first two cards of the pile have changed places."""
    whole = commit_again
    patch.setattr(
        "domain.forks.commit_again",
        lambda table: replace(whole(table), draw_pile=(*table.draw_pile[1::-1], *table.draw_pile[2:])),
    )


def inside_a_batch(patch: pytest.MonkeyPatch) -> None:
    """A fork begins after the very event that was asked for, though others came of the same command."""
    patch.setattr("replay.fork.batch_end", lambda _, n: n)


@pytest.mark.parametrize("fault", [stuck_together, inside_a_batch], ids=lambda fault: fault.__name__)
def test_control_a_fork_from_another_table_is_detected(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, CorruptHistory)):
        check(0)
