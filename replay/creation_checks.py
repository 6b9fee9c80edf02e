"""Checks that a record was created as games are created here."""

import re
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from domain.cards import FACE_DOWN
from domain.clock_events import GameTimed
from domain.clock_state import terms_of_clock
from domain.clock_terms import ClockTerms, require_terms
from domain.commands import Command, CreateGame, TakeSeat
from domain.corrections import PileShuffled
from domain.deal_commitments import CommitShare, GameGrouped, RevealShare, SeatVacated, ShareCommand
from domain.editions import rulebook_for, rulebook_of
from domain.engine import decide
from domain.events import DeckShuffled, Event, GameVoided
from domain.forks import GameForked, are_same_view
from domain.invariants import broken_invariants, cards_on
from domain.refusals import HaricotError, Misuse
from domain.table import Table
from domain.upcasters import upcast, upcast_like
from replay.codec import Codec, Envelope
from replay.event_diff import compare_events
from replay.fork import EXACT, REDEAL
from replay.proofs.shuffle import require_commitment, require_contribution
from replay.provenance import PAPER_SENDER
from replay.record import GAME_ID, CorruptFile, Record, redacted_envelope, redeal_viewer
from replay.recorded_chance import RecordedChance
from replay.rewind import Redactions, batch_end, batches, redact_table, redactions_in, tables
from replay.ruleset_pin_check import rules_version

SITTER_KINDS: Final = ("human", "bot")
PSEUDONYM_MAX: Final = 64
EVENT_BYTES_MAX: Final = 20_000
"""How many bytes an event may have as JSON; the longest, those with a deck or a board, need some 3,000."""
FIRST_EVENT_BYTES_MAX: Final = 64 * 1024
"""The first event holds the options, which may include a board that was written by hand."""
FORKS_MAX: Final = 500
"""How many forks the history of a game may contain."""
_ROOT: Final = re.compile("[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=")
_NUL: Final = rb"\u0000"
_HIDDEN: Final = b'"%s"' % FACE_DOWN.encode()


def require_valid_creation(record: Record) -> None:
    """Raise CorruptFile at the first event that shows that this game was not created as games are created here.

    The rules must be those of an edition, the deal possible, and each seat free when it is taken. Otherwise no rulebook
    can judge the game, and it is not imported. Moves may be illegal, since an audit reports them. A game from paper may
    hide cards. Call `require_history` first.
    """
    forks, write = 0, Codec().to_json
    redactions = redactions_in(record.envelopes)
    redacted_until = max((n for n, _ in redactions), default=0)
    if _is_from_paper(record):
        redacted_until = len(record.envelopes)
    tables_by_n = {0: Table(), **{envelope.n: table for envelope, table in tables(record)}}
    for batch in batches(record.envelopes):
        first, table = batch[0], tables_by_n[batch[0].n - 1]
        if any(map(_is_creation_event, batch)):
            _require_decided_events(
                table, batch, ends=batch[-1].n == len(record.envelopes), is_redacted=first.n <= redacted_until
            )
        if any(isinstance(envelope.event, GameForked) for envelope in batch):
            _require_fork(record, batch, table, redactions)
            forks += 1
        if forks > FORKS_MAX:
            raise CorruptFile(first.n, f"a game is forked from forks {FORKS_MAX} times at most")
        for envelope in batch:
            if says := _storage_fault(envelope, write, is_redacted=envelope.n <= redacted_until):
                raise CorruptFile(envelope.n, says)


def _is_from_paper(record: Record) -> bool:
    """Return whether this game was recorded from paper, so that cards may be unknown and the deal has no proof."""
    causes = [envelope.cause for envelope in record.envelopes if envelope.cause is not None]
    by = {cause.by for cause in causes if cause.command is not None}
    return record.created.commitment is None and by == {PAPER_SENDER}


def require_creation_command(command: Command) -> None:
    """Raise Misuse for a command with an invalid player, share or commitment."""
    if isinstance(command, TakeSeat):
        _require_sitter(command)
    if isinstance(command, CreateGame | TakeSeat | RevealShare) and command.contribution is not None:
        require_contribution(command.contribution)
    if isinstance(command, TakeSeat | CommitShare) and command.commitment is not None:
        require_commitment(command.commitment)


def _require_sitter(command: TakeSeat) -> None:
    """Raise Misuse for an invalid kind or pseudonym. Terminals print a pseudonym, so it has no control characters."""
    if command.kind not in SITTER_KINDS:
        raise Misuse(f"who sits there is {' or '.join(SITTER_KINDS)}, not {command.kind[:40]!r}")
    pseudonym = command.pseudonym
    if not (0 < len(pseudonym) <= PSEUDONYM_MAX and pseudonym.isprintable() and pseudonym.strip()):
        says = f"a pseudonym has 1 to {PSEUDONYM_MAX} letters, none of which moves a cursor or turns the line around"
        raise Misuse(says)


FORK_START_EVENTS: Final[tuple[list[type[Event]], ...]] = (
    [],
    [PileShuffled],
    [GameGrouped],
    [GameGrouped, PileShuffled],
)
"""The event types that may follow game_forked and game_timed in the batch of a fork that an arbiter ordered."""


def _is_creation_event(envelope: Envelope) -> bool:
    event = upcast(envelope.event)
    return event.of_making or (isinstance(event, DeckShuffled) and event.reason == "setup")


def _require_decided_events(table: Table, batch: Sequence[Envelope], *, ends: bool, is_redacted: bool) -> None:
    """Require that the events of a batch that creates a game are those that its command leads to.

    The service may free a seat without a command. A redacted record may hide cards.
    """
    n, events = batch[0].n, [envelope.event for envelope in batch]
    command = None if batch[0].cause is None else batch[0].cause.command
    if command is None and batch[0].cause is not None and _is_service_batch(table, [type(event) for event in events]):
        return
    if not isinstance(command, CreateGame | TakeSeat | ShareCommand):
        raise CorruptFile(n, "games are made by CreateGame, TakeSeat, CommitShare and RevealShare alone")
    try:
        rulebook = rulebook_for(table, command, rules_version(batch[0].event))
        require_creation_command(command)
        decided = decide(rulebook, table, command, RecordedChance(batch)).events
    except HaricotError as error:
        raise CorruptFile(n, f"no game is made like this: {error}") from error
    for envelope, event in zip(batch, [*decided, *[None] * len(events)], strict=False):
        if event is None or not (is_redacted or _bytes(upcast_like(event, envelope.event)) == _bytes(event)):
            raise CorruptFile(envelope.n, f"this does not follow from {type(command).__name__}")
        if not is_redacted and isinstance(event, DeckShuffled) and sorted(event.order) != sorted(rulebook.deck):
            raise CorruptFile(envelope.n, "these are not the cards of this game")
    if is_redacted and compare_events(decided, events) != ([None] * len(events), None):
        raise CorruptFile(n, f"this does not follow from {type(command).__name__}, as it is retold")
    if len(events) < len(decided) and not ends:
        raise CorruptFile(batch[-1].n, f"more follows from {type(command).__name__}")
    _require_commitment(n, getattr(events[0], "commitment", None))


def _is_service_batch(table: Table, kinds: Sequence[type[Event]]) -> bool:
    """Return whether the service records such a batch: it frees a seat, forks, or groups games that open together."""
    played = table.begun and kinds in ([GameGrouped], [GameGrouped, GameVoided])
    return played or kinds == [SeatVacated] or GameForked in kinds


def _require_terms(n: int, terms: ClockTerms) -> None:
    try:
        require_terms(terms)
    except Misuse as error:
        raise CorruptFile(n, error.says) from error


def _require_commitment(n: int, commitment: str | None) -> None:
    try:
        if commitment is not None:
            require_commitment(commitment)
    except Misuse as error:
        raise CorruptFile(n, error.says) from error


def _bytes(event: Event) -> bytes:
    return msgspec.json.encode(event)  # comparing values does not suffice: in Python an option `true` equals 1


def _require_fork(record: Record, batch: Sequence[Envelope], table: Table, redactions: Redactions) -> None:
    """Require that a fork begins as the service begins forks.

    It follows a whole batch of another game, and its batch holds only its own deal and clock.
    """
    first, event = batch[0], batch[0].event
    by_itself = first.cause is not None and first.cause.command is None
    after = [type(envelope.event) for envelope in batch[1:]]
    own_kinds = after[1:] if after[:1] == [GameTimed] else after
    if not isinstance(event, GameForked) or not by_itself or own_kinds not in FORK_START_EVENTS:
        raise CorruptFile(first.n, "a fork begins with game_forked, by itself unless an arbiter ordered it")
    if after and event.mode != EXACT:
        raise CorruptFile(batch[1].n, "what an arbiter orders goes on with the same hands")
    for envelope in batch[1:]:
        if isinstance(envelope.event, GameTimed):
            _require_terms(envelope.n, envelope.event.terms)
            known = terms_of_clock(upcast(one.event) for one in record.envelopes[: first.n - 1])
            if envelope.event.terms != known:
                raise CorruptFile(envelope.n, "a fork keeps the clock of the game that it continues, or has none")
    kind_of_fork = (event.mode, event.table is not None, redeal_viewer(first) is not None)
    if kind_of_fork not in ((EXACT, False, False), (REDEAL, True, True)):
        raise CorruptFile(first.n, f"no game is forked in this way: {event.mode[:40]!r}")
    if event.root is not None and not _ROOT.fullmatch(event.root):
        raise CorruptFile(first.n, "a root has 32 bytes in base64")
    before = record.envelopes[: first.n - 1]
    _require_redeal(first, event, before, table, redactions)
    if event.at != first.n - 1 or not 1 <= event.asked <= event.at:
        raise CorruptFile(first.n, f"a fork at {event.at}, for which {event.asked} was asked, does not go on with this")
    if batch_end(Record(game=record.game, envelopes=before), event.asked) != event.at:
        raise CorruptFile(first.n, f"event {event.asked} lies in a batch that does not end with {event.at}")
    if not GAME_ID.fullmatch(event.parent) or event.parent == record.game:
        raise CorruptFile(first.n, "a fork goes on from another game")
    _require_commitment(first.n, event.commitment)


def _require_redeal(
    first: Envelope, event: GameForked, before: Sequence[Envelope], table: Table, redactions: Redactions
) -> None:
    """Require that a fork which dealt again holds only what its creator had seen, and changed none of it."""
    viewer, dealt, options = redeal_viewer(first), event.table, table.rules.options
    if viewer is None or dealt is None:
        return
    if viewer.sees_all or (viewer.seat or 0) >= len(table.seats):
        raise CorruptFile(first.n, f"{viewer.name} deals nothing again")
    for envelope in before:
        if redacted_envelope(envelope, viewer, options) != envelope:
            raise CorruptFile(envelope.n, f"{viewer.name}, through whose eyes this is retold, did not see it")
    if not are_same_view(table, redact_table(redactions, event.at, dealt)):
        raise CorruptFile(first.n, "the table that was dealt again does not show what was seen of it")
    if faults := broken_invariants(rulebook_of(dealt), dealt):
        raise CorruptFile(first.n, f"the table that was dealt again is impossible: {faults[0]}")
    if any(first.n <= upto for upto, _ in redactions):  # the fork of a fork holds it as its own creator saw it
        return
    if FACE_DOWN in cards_on(dealt) or any(None in seat.slots for seat in dealt.seats):
        raise CorruptFile(first.n, "a card is hidden on the table that was dealt again")


def _storage_fault(envelope: Envelope, write: Callable[[Envelope], bytes], *, is_redacted: bool) -> str | None:
    """Return why an envelope cannot be stored or cannot be part of a game; None when it can."""
    cause = envelope.cause
    if cause is not None and not all(text.isprintable() for text in (cause.by, cause.key or "")):
        return "who gave a command, and its key, are printable"
    line = write(envelope)
    if len(line) > (
        FIRST_EVENT_BYTES_MAX if envelope.n == 1 or isinstance(envelope.event, GameForked) else EVENT_BYTES_MAX
    ):
        return f"no event of a game takes {len(line)} bytes"
    if _NUL in line:
        return "a text holds a NUL"
    return "a whole game hides no card" if _HIDDEN in line and not is_redacted else None
