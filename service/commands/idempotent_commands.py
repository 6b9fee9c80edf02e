"""A command that comes again under its key: what it led to the first time."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.commands import Command, TakeSeat
from domain.values import Value
from replay.codec import Envelope
from replay.rewind import batches
from service.problems import Problem
from service.store.event_store import GameStore


class Done(Value, gc=True):
    """What a command led to: its batch, whole, and whether that had happened before, for the same key."""

    game: str
    batch: Sequence[Envelope]
    replayed: bool = False

    @property
    def version(self) -> int:
        """The number of the last event of the batch."""
        return self.batch[-1].n


def done_before(store: GameStore, game: str, request: str, asked: Command | None) -> Done | None:
    """The batch that the same request led to before, if any; `idempotency.reused` when it was another command."""
    if (n := store.asked(game, request)) is None:
        return None
    batch = next(batches(store.envelopes(game, n - 1)))
    cause = batch[0].cause
    before = None if cause is None else cause.command
    if isinstance(asked, TakeSeat) and isinstance(before, TakeSeat) and asked.contribution is None:
        before = replace(before, contribution=None)  # stores made before seat_taken.2 hold the one drawn for it
    if before != asked:
        raise Problem("idempotency.reused", "this key came with another command before: choose a new one")
    return Done(game=game, batch=batch, replayed=True)
