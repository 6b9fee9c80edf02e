"""Fork finished games of every edition at every event and continue them, a share of `make soak` (R14)."""

import os
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from domain.commands import SeatCommand
from domain.deal_commitments import with_commitments_void
from domain.editions import EDITIONS
from domain.events import DealRevealed, DeckShuffled
from domain.forks import are_same_view
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
"""The number of games that are forked at each event; with 0, one of each edition at some events."""
STEP: Final = 1 if COUNT else 13
WHOLE: Final = 50 if COUNT else 10
"""One of this many forks is played to its end."""
REPEATED: Final = 4
"""The number of the parent's next commands that the fork repeats with the same result."""
DEAL: Final = Deal("fork", seed_of_text("another"), tuple(map(contribution_of_text, "ABCDEFG")))
KINDS: Final = [(key, max(edition.data.players), dict[str, Option]()) for key, edition in EDITIONS.items()]
MORE: Final = Random("forks").sample(every := [*tables_to_play()], len(every))
CASES: Final = [*islice((*KINDS, *islice(cycle(MORE), COUNT)), COUNT or len(KINDS))]


def finished(number: int) -> Record:
    """Return finished game `number`, of bots or of random players."""
    edition, players, options = CASES[number]
    if number % 2:
        return play(begin(edition, players, options, number), Random(number)).record()
    return simulate(edition, players, "forks", number + 1, options, ["trader", "greedy"])[0].record()


def check(number: int) -> int:
    """Assert that forks of a game have the table of their event and can be continued; return their number."""
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
        assert are_same_view(there[at - 1], game.table), asked
        go_on(game, [batch for batch in following if batch[0].n > at][:REPEATED], there)
        if k % WHOLE == number % WHOLE and game.table.result is None:
            whole = play(game, Random(asked)).record()
            assert audit(whole, seeds={record.game: record.envelopes[-1].event.seed}).verdict == "clean", asked
            assert read_file(write_file(whole)) == whole
    return len(forks)


def go_on(game: Game, following: Sequence[Sequence[Envelope]], there: Sequence[Table]) -> None:
    """Repeat the parent's commands in the fork until the first random event, with the same result."""
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
        assert are_same_view(there[batch[0].n + len(events) - 2], game.table), batch[0].n


@pytest.mark.parametrize("number", mostly_long(range(len(CASES))))
def test_a_finished_game_can_be_forked_at_each_event(number: int) -> None:
    assert check(number) > 5


def stuck_together(patch: pytest.MonkeyPatch) -> None:
    """Plant a fault: the first two cards of the pile are swapped."""
    whole = with_commitments_void
    patch.setattr(
        "domain.forks.with_commitments_void",
        lambda table: replace(whole(table), draw_pile=(*table.draw_pile[1::-1], *table.draw_pile[2:])),
    )


def inside_a_batch(patch: pytest.MonkeyPatch) -> None:
    """Plant a fault: a fork begins within a batch."""
    patch.setattr("replay.fork.batch_end", lambda _, n: n)


@pytest.mark.parametrize("fault", [stuck_together, inside_a_batch], ids=lambda fault: fault.__name__)
def test_control_a_fork_from_another_table_is_detected(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, CorruptHistory)):
        check(0)
