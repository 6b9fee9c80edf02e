"""Idempotent commands: a retry gets the result of the first request."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.commands import Command, TakeSeat
from domain.values import Value
from replay.codec import Envelope
from replay.rewind import batches
from service.problems import Problem
from service.store.event_store import GameStore


class CommandOutcome(Value, gc=True):
    """The batch of events that a command led to; `replayed` if an earlier request with the same key wrote it."""

    game: str
    batch: Sequence[Envelope]
    replayed: bool = False

    @property
    def version(self) -> int:
        """The number of the last event of the batch."""
        return self.batch[-1].n


def previous_outcome(store: GameStore, game: str, request: str, command: Command | None) -> CommandOutcome | None:
    """Return what the same request led to before, or None if it is new.

    `request` is the requester with the idempotency key. Raises `idempotency.reused` if it came with another command.
    """
    if (n := store.event_of_request(game, request)) is None:
        return None
    batch = next(batches(store.envelopes(game, n - 1)))
    cause = batch[0].cause
    before = None if cause is None else cause.command
    if isinstance(command, TakeSeat) and isinstance(before, TakeSeat) and command.contribution is None:
        before = replace(before, contribution=None)  # stores made before seat_taken.2 hold the drawn one
    if before != command:
        raise Problem("idempotency.reused", "this key came with another command before: choose a new one")
    return CommandOutcome(game=game, batch=batch, replayed=True)
