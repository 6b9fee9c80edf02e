"""What no rule of the game speaks of: who sent a command, when, and where a fork leaves its parent."""

from collections.abc import Iterator, Sequence

from domain.commands import Command, SeatCommand
from domain.findings import Finding, found
from domain.forks import GameForked
from replay.codec import Cause, Envelope, time_text

BY_A_SEAT = "seat:"
COUNTED_FROM_2000 = "1"
"""The version of the rules under which bots dated what they played in a fork by their own count from 2000 on."""


def out_of_place(
    before: Sequence[Envelope], batch: Sequence[Envelope], version: str | None
) -> Iterator[tuple[int, Finding]]:
    """What is wrong with a batch that follows on the batch `before`: pairs of (index in the batch, finding).

    `version` is that of the rules which the game was made under, None before it is made.
    """
    if (says := _sent_by_another(batch[0].cause)) is not None:
        yield 0, says
    last = before[-1] if before else None
    for index, envelope in enumerate(batch):
        counted = last is not None and isinstance(last.event, GameForked) and version == COUNTED_FROM_2000
        if last is not None and envelope.at < last.at and not counted:
            yield index, found("time_backwards", at=time_text(envelope.at), before=time_text(last.at))
        if isinstance(envelope.event, GameForked):
            yield from ((index, says) for says in _leaves_elsewhere(envelope.event, envelope.n, before))
        elif last is not None and envelope.game != last.game:
            yield index, found("other_game", game=envelope.game)
        last = envelope


def _sent_by_another(cause: Cause[Command] | None) -> Finding | None:
    """A seat acts for itself; whoever else sends its command (an arbiter, the service, who wrote it down) says so."""
    if cause is None or not isinstance(cause.command, SeatCommand) or not cause.by.startswith(BY_A_SEAT):
        return None
    seat = cause.command.seat
    return None if cause.by == f"{BY_A_SEAT}{seat}" else found("sent_by_another", by=cause.by, seat=seat)


def _leaves_elsewhere(fork: GameForked, n: int, before: Sequence[Envelope]) -> Iterator[Finding]:
    """A fork is event at + 1, leaves the game of the events before it, and was asked for in the batch before."""
    if not before or n != fork.at + 1 or before[-1].game != fork.parent:
        yield found("fork_elsewhere", parent=fork.parent, at=fork.at, n=n)
    elif not before[0].n <= fork.asked <= fork.at:
        yield found("fork_asked", asked=fork.asked, first=before[0].n, at=fork.at)
