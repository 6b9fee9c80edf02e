"""Idempotent commands: a retry gets the answer that the first request got."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.commands import Command, TakeSeat
from domain.values import Value
from replay.codec import Envelope
from replay.rewind import batches
from service.problems import Problem
from service.store.event_store import GameStore


class Done(Value, gc=True):
    """What a command led to: its whole batch, and whether an earlier request with the same key caused it."""

    game: str
    batch: Sequence[Envelope]
    replayed: bool = False

    @property
    def version(self) -> int:
        """The number of the last event of the batch."""
        return self.batch[-1].n


def done_before(store: GameStore, game: str, request: str, asked: Command | None) -> Done | None:
    """Return what the same request led to before, or None. Raises `idempotency.reused` for another command."""
    if (n := store.event_of_request(game, request)) is None:
        return None
    batch = next(batches(store.envelopes(game, n - 1)))
    cause = batch[0].cause
    before = None if cause is None else cause.command
    if isinstance(asked, TakeSeat) and isinstance(before, TakeSeat) and asked.contribution is None:
        before = replace(before, contribution=None)  # stores made before seat_taken.2 hold the drawn one
    if before != asked:
        raise Problem("idempotency.reused", "this key came with another command before: choose a new one")
    return Done(game=game, batch=batch, replayed=True)
