"""Checks that a record was made as games are made here."""

import re
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from domain.cards import FACE_DOWN
from domain.commands import CreateGame, TakeSeat
from domain.editions import rulebook_for
from domain.engine import decide
from domain.events import DeckShuffled, Event
from domain.forks import GameForked
from domain.history import evolve
from domain.refusals import HaricotError, Misuse
from domain.table import Table
from domain.upcasters import today, today_as
from replay.codec import Codec, Envelope
from replay.pinned import version_named
from replay.proofs.shuffle import require_contribution
from replay.record import GAME_ID, CorruptFile, Record
from replay.recorded import Recorded
from replay.rewind import batch_end, batches

KINDS: Final = ("human", "bot")
PSEUDONYM_MAX: Final = 64
LINE_MAX: Final = 20_000
"""How many bytes an event may have as JSON: the longest tell a deck or a board, in some 3,000."""
FIRST_LINE_MAX: Final = 64 * 1024
"""The first one holds the options, so perhaps a board that was written by hand."""
FORKS_MAX: Final = 500
"""How often a game may have been forked from a fork."""
_NUL: Final = rb"\u0000"
_HIDDEN: Final = b'"%s"' % FACE_DOWN.encode()
_COMMITMENT: Final = re.compile("[0-9a-f]{64}")


def require_lawful(record: Record) -> None:
    """CorruptFile at the first event by which this record was not made as games are made here.

    Moves may be illegal, since an audit tells so. But rules that no edition has, a deal that is none, or seats that
    nobody could take leave no rulebook to judge the game by, so it is not imported beside others.
    The events have to follow on each other already.
    """
    table, forks, write = Table(), 0, Codec().to_json
    for batch in batches(record.envelopes):
        first = batch[0]
        if any(map(_is_making, batch)):
            _require_as_decided(table, batch, ends=batch[-1].n == len(record.envelopes))
        if any(isinstance(envelope.event, GameForked) for envelope in batch):
            _require_fork(record, batch)
            forks += 1
        if forks > FORKS_MAX:
            raise CorruptFile(first.n, f"a game is forked from forks {FORKS_MAX} times at most")
        for envelope in batch:
            if says := _unkeepable(envelope, write):
                raise CorruptFile(envelope.n, says)
            table = evolve(table, envelope.event)


def require_sitter(command: TakeSeat) -> None:
    """Misuse for a wrong kind, pseudonym or share; everybody sees a pseudonym, on terminals too."""
    if command.kind not in KINDS:
        raise Misuse(f"who sits there is {' or '.join(KINDS)}, not {command.kind[:40]!r}")
    pseudonym = command.pseudonym
    if not (0 < len(pseudonym) <= PSEUDONYM_MAX and pseudonym.isprintable() and pseudonym.strip()):
        says = f"a pseudonym has 1 to {PSEUDONYM_MAX} letters, none of which moves a cursor or turns the line around"
        raise Misuse(says)
    if command.contribution is not None:
        require_contribution(command.contribution)


def _is_making(envelope: Envelope) -> bool:
    event = today(envelope.event)
    return event.of_making or (isinstance(event, DeckShuffled) and event.reason == "setup")


def _require_as_decided(table: Table, batch: Sequence[Envelope], *, ends: bool) -> None:
    """That a game is made by CreateGame and TakeSeat, and by nothing that they do not lead to."""
    n, events = batch[0].n, [envelope.event for envelope in batch]
    command = None if batch[0].cause is None else batch[0].cause.command
    if not isinstance(command, CreateGame | TakeSeat):
        raise CorruptFile(n, "games are made by CreateGame and TakeSeat alone")
    try:
        rulebook = rulebook_for(table, command, version_named(batch[0].event))
        if isinstance(command, TakeSeat):
            require_sitter(command)
        decided = decide(rulebook, table, command, Recorded(batch)).events
    except HaricotError as error:
        raise CorruptFile(n, f"no game is made like this: {error}") from error
    for envelope, event in zip(batch, [*decided, *[None] * len(events)], strict=False):
        if event is None or _bytes(today_as(event, envelope.event)) != _bytes(event):
            raise CorruptFile(envelope.n, f"this does not follow from {type(command).__name__}")
        if isinstance(event, DeckShuffled) and sorted(event.order) != sorted(rulebook.deck):
            raise CorruptFile(envelope.n, "these are not the cards of this game")
    if len(events) < len(decided) and not ends:
        raise CorruptFile(batch[-1].n, f"more follows from {type(command).__name__}")
    commitment = getattr(events[0], "commitment", None)
    if commitment is not None and not _COMMITMENT.fullmatch(commitment):
        raise CorruptFile(n, "a commitment has 64 hexadecimal digits")


def _bytes(event: Event) -> bytes:
    return msgspec.json.encode(event)  # to Python an option `true` equals 1


def _require_fork(record: Record, batch: Sequence[Envelope]) -> None:
    """That a fork begins as every fork does: after a whole batch of another game, with nothing but its own deal."""
    first, event = batch[0], batch[0].event
    by_itself = len(batch) == 1 and first.cause is not None and first.cause.command is None
    if not isinstance(event, GameForked) or not by_itself:
        raise CorruptFile(first.n, "a fork begins with game_forked, by itself")
    if event.mode != "exact" or event.table is not None or event.root is not None:
        raise CorruptFile(first.n, f"no game is forked in this way: {event.mode[:40]!r}")
    before = record.envelopes[: first.n - 1]
    if event.at != first.n - 1 or not 1 <= event.asked <= event.at:
        raise CorruptFile(first.n, f"a fork at {event.at}, for which {event.asked} was asked, does not go on with this")
    if batch_end(Record(game=record.game, envelopes=before), event.asked) != event.at:
        raise CorruptFile(first.n, f"event {event.asked} lies in a batch that does not end with {event.at}")
    if not GAME_ID.fullmatch(event.parent) or event.parent == record.game:
        raise CorruptFile(first.n, "a fork goes on from another game")
    if event.commitment is not None and not _COMMITMENT.fullmatch(event.commitment):
        raise CorruptFile(first.n, "a commitment has 64 hexadecimal digits")


def _unkeepable(envelope: Envelope, write: Callable[[Envelope], bytes]) -> str | None:
    """Why an envelope cannot be stored or cannot stand in a game; None when it can."""
    cause = envelope.cause
    if cause is not None and not all(text.isprintable() for text in (cause.by, cause.key or "")):
        return "who gave a command, and its key, are printable"
    line = write(envelope)
    if len(line) > (FIRST_LINE_MAX if envelope.n == 1 else LINE_MAX):
        return f"no event of a game takes {len(line)} bytes"
    if _NUL in line:
        return "a text holds a NUL"
    return "a whole game hides no card" if _HIDDEN in line else None
