"""Checks outside the rules of the game: the sender of a command, its time, and where a fork leaves its parent."""

from collections.abc import Collection, Iterator, Sequence

from domain.commands import Command, SeatCommand
from domain.findings import Finding, found
from domain.forks import GameForked
from replay.codec import Cause, Envelope, time_text

SEAT_SENDER = "seat:"
PAPER_SENDER = "record"
"""The sender of the commands in a game from paper: its recorder, so a seat is never to blame for them."""
VERSION_COUNTING_FROM_2000 = "1"
"""Under this version of the rules, bots dated their moves in a fork by their own count of seconds from 2000 on."""


def provenance_findings(
    before: Sequence[Envelope], batch: Sequence[Envelope], version: str | None, games: Collection[str]
) -> Iterator[tuple[int, Finding]]:
    """Yield pairs of (index in the batch, finding) on a batch that follows the batch `before`.

    `version` is the version of the game's rules, None before its creation. `games` are the ids of the games of the
    events so far.
    """
    if (says := _wrong_sender(batch[0].cause)) is not None:
        yield 0, says
    last = before[-1] if before else None
    for index, envelope in enumerate(batch):
        if last is not None and envelope.at < last.at and not _may_precede(last, version):
            yield index, found("time_backwards", at=time_text(envelope.at), before=time_text(last.at))
        if type(event := envelope.event) is GameForked:
            yield from ((index, says) for says in _fork_findings(envelope, event, before, games))
        elif last is not None and envelope.game != last.game:
            yield index, found("other_game", game=envelope.game)
        last = envelope


def _may_precede(last: Envelope, version: str | None) -> bool:
    """Return whether the next event may be dated before this last one: a bot's in a fork under those rules."""
    return version == VERSION_COUNTING_FROM_2000 and isinstance(last.event, GameForked)


def _wrong_sender(cause: Cause[Command] | None) -> Finding | None:
    """Return the finding when one seat sent the command of another; None for any other sender, such as an arbiter."""
    if cause is None or not isinstance(cause.command, SeatCommand) or not cause.by.startswith(SEAT_SENDER):
        return None
    seat = cause.command.seat
    return None if cause.by[len(SEAT_SENDER) :] == str(seat) else found("sent_by_another", by=cause.by, seat=seat)


def _fork_findings(
    own: Envelope, fork: GameForked, before: Sequence[Envelope], games: Collection[str]
) -> Iterator[Finding]:
    """Yield the findings on a fork: it must be event at + 1, of the game before it, and `asked` in the batch before.

    Its parent may itself be a fork that left the game of these events later on. Then the record holds nothing of the
    parent's own, and there is no finding.
    """
    if not before or own.n != fork.at + 1:
        yield found("fork_elsewhere", parent=fork.parent, at=fork.at, n=own.n)
    elif fork.parent != before[-1].game and fork.parent in (*games, own.game):
        yield found("fork_parent", parent=fork.parent, at=fork.at, game=before[-1].game)
    elif not before[0].n <= fork.asked <= fork.at:
        yield found("fork_asked", asked=fork.asked, first=before[0].n, at=fork.at)
