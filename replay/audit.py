"""The auditor: decides every command again, compares every event, and says which clause allows or forbids it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from domain import earlier
from domain.cards import FACE_DOWN
from domain.editions import rulebook, rulebook_for
from domain.engine import consider
from domain.events import (
    ClosedProposal,
    Event,
    GameEnded,
    TurnStarted,
)
from domain.history import evolve
from domain.invariants import broken_invariants
from domain.refusals import CorruptHistory, Misuse, Refusal, UnknownCard, UnknownVersion
from domain.rulebook import Rulebook
from domain.table import Table
from domain.values import Value
from domain.view import View
from domain.visibility import redact, withholds
from replay.codec import Cause, Envelope, stored_name
from replay.pinned import other_rules, version_named
from replay.proofs.deal_check import dealt_otherwise
from replay.record import CorruptFile, Record, read_file
from replay.recorded import Recorded
from replay.rewind import batches


class Verdict(Value):
    """What the auditor says of event n: legal, consequence, illegal, differs or unknown."""

    n: int
    verdict: str
    clause: str | None
    says: str


class First(Value):
    """The first event that is not as it should be."""

    n: int
    clause: str | None
    says: str


class Audit(Value, omit_defaults=False):
    """The auditor's answer for one game: clean, irregular or corrupt."""

    game: str
    events: int
    verdict: str
    first: First | None
    verdicts: tuple[Verdict, ...]


def audit_file(data: bytes, name: str, under: str | None = None) -> Audit:
    """The audit of a game file; a file that is not as it was written is corrupt. `name` stands in for a lost id."""
    try:
        record = read_file(data)
    except CorruptFile as error:
        return corrupt(name, max(data.count(b"\n") - 2, 0), error)
    return audit(record, under)


def corrupt(game: str, events: int, error: CorruptFile) -> Audit:
    """The audit of what cannot be read."""
    first = First(n=error.n, clause=None, says=error.says)
    return Audit(game=game, events=events, verdict="corrupt", first=first, verdicts=())


def audit(record: Record, under: str | None = None) -> Audit:
    """The verdict on every event of a record, in the eyes of its viewer, by the rules that it was played under.

    `under` names another version of them for a second opinion on all that follows the game's creation; Misuse when that
    version is not here or does not have the game's options.

    The recorded events are folded even after a divergence, so one fault does not hide the next. A record that cannot be
    folded to its end is corrupt, with the verdicts up to there. Events that hang on cards which the viewer does not
    know are `unknown`.
    """
    auditor = _Auditor(record, under)
    verdicts, broken = auditor.verdicts, False
    try:
        for batch in batches(record.envelopes):
            auditor.judge(batch)
    except CorruptFile as error:
        broken = True
        verdicts.append(_verdict(error.n, "differs", None, error.says))
    with suppress(CorruptFile):  # named already; what was dealt otherwise before it still counts
        for n, says in dealt_otherwise(record, auditor.played):
            if n <= len(verdicts):
                verdicts[n - 1] = _verdict(n, "differs", verdicts[n - 1].clause, says)
    wrong = next((verdict for verdict in verdicts if verdict.verdict in ("illegal", "differs")), None)
    return Audit(
        game=record.game,
        events=len(record.envelopes),
        verdict="corrupt" if broken else "clean" if wrong is None else "irregular",
        first=None if wrong is None else First(n=wrong.n, clause=wrong.clause, says=wrong.says),
        verdicts=tuple(verdicts),
    )


class _Auditor:
    """The table as recorded, and the verdicts so far; `played` are the game's own rules, `rules` those that judge."""

    def __init__(self, record: Record, under: str | None) -> None:
        self.viewer = record.viewer
        self.under = under
        self.view = View.of(Table(), record.viewer)
        self.played: Rulebook | None = None
        self.rules: Rulebook | None = None
        self.verdicts: list[Verdict] = []

    def judge(self, batch: Sequence[Envelope]) -> None:
        """Adds a verdict for each event of the batch, and lays the batch on the table."""
        verdicts, decided = self._verdicts(batch[0].cause, self.view.table, batch)
        if decided is not None:
            self.view = View(viewer=self.viewer, table=decided)
        else:
            try:
                self._lay(batch)
            except CorruptFile as error:
                self.verdicts += verdicts[: error.n - batch[0].n]
                raise
        # The appliers move cards one for one, so counting them all once a turn is enough.
        counted = any(type(envelope.event) in (TurnStarted, GameEnded) for envelope in batch)
        if counted and self.rules is not None and (faults := broken_invariants(self.rules, self.view.table)):
            clause = faults[0].partition(":")[0]
            verdicts[-1] = _verdict(batch[-1].n, "differs", clause, "; ".join(faults))
        self.verdicts += verdicts
        if self.rules is not None and self.under not in (None, self.rules.data.version):
            self.rules = rulebook(self.rules.data.key, self.rules.players, self.rules.options, self.under)

    def _lay(self, batch: Sequence[Envelope]) -> None:
        for envelope in batch:
            try:
                if self.viewer.sees_all:
                    self.view = View(viewer=self.viewer, table=evolve(self.view.table, envelope.event))
                else:
                    self.view = self.view.after(envelope.event)
            except CorruptHistory as error:
                raise CorruptFile(envelope.n, str(error)) from error

    def _verdicts(
        self, cause: Cause[Any] | None, table: Table, batch: Sequence[Envelope]
    ) -> tuple[list[Verdict], Table | None]:
        """A verdict for each event, and the table after the batch where deciding again gave exactly the record."""
        if cause is None or (cause.command is None and not _acts_of_the_service(batch)):
            return _all(batch, "differs", None, "no command brought this about"), None
        if cause.command is None:
            return [_allowed(self.rules, envelope, None, index) for index, envelope in enumerate(batch)], None
        if self.rules is None and (without := self._without_rules(table, cause.command, batch)) is not None:
            return without, None
        assert self.rules is not None
        for envelope in batch:
            if (irregular := envelope.event.irregularity()) is not None:
                return _refused(batch, self.rules.refusal(irregular)), None
        if withholds(cause.command, self.viewer, table.rules.options):
            return _all(batch, "unknown", None, "the command is hidden in this view"), None
        try:
            draft = consider(self.rules, table, cause.command, Recorded(batch))
        except Refusal as refusal:
            return _refused(batch, refusal), None
        except UnknownCard as hides:
            return _all(batch, "unknown", None, str(hides)), None
        except (Misuse, CorruptHistory) as error:
            return _all(batch, "differs", None, str(error)), None
        if _recorded_so(draft.events, batch):
            command = cause.command
            verdicts = [_allowed(self.rules, envelope, command, index) for index, envelope in enumerate(batch)]
            return verdicts, draft.table if self.viewer.sees_all else None
        if self.viewer.sees_all:
            return _compared(self.rules, cause.command, batch, draft.events), None
        kept, unforeseen = _without_hidden_lapses(batch, draft.events)
        seen = [redact(event, self.viewer, draft.table.rules.options) for event in draft.events]
        compared = _compared(self.rules, cause.command, kept, seen)
        return sorted([*compared, *unforeseen], key=lambda verdict: verdict.n), None

    def _without_rules(self, table: Table, command: object, batch: Sequence[Envelope]) -> list[Verdict] | None:
        """The verdicts on a batch of a game whose rules cannot be found, or are not those that it names."""
        try:
            self.played = self.rules = rulebook_for(table, command, version_named(batch[0].event))
        except UnknownVersion as error:
            return _all(batch, "unknown", None, str(error))
        except (Misuse, Refusal, CorruptHistory) as error:
            return _all(batch, "illegal", getattr(error, "clause", None), str(error))
        other = other_rules(self.rules, batch[0].event)
        return None if other is None else _all(batch, "differs", None, other)


def _all(batch: Sequence[Envelope], verdict: str, clause: str | None, says: str) -> list[Verdict]:
    return [_verdict(envelope.n, verdict, clause, says) for envelope in batch]


def _acts_of_the_service(batch: Sequence[Envelope]) -> bool:
    """Whether these events are of the kinds that the service itself may record."""
    return all(
        stored_name(envelope.event) in ("game_forked.1", "game_voided.1", "deal_revealed.1") for envelope in batch
    )


def _recorded_so(expected: Sequence[Event], batch: Sequence[Envelope]) -> bool:
    """Whether just these events are recorded, each in its shape of today or in the one before."""
    recorded = [envelope.event for envelope in batch]
    return expected == recorded or (
        len(expected) == len(recorded)
        and all(
            event in (follows, earlier.written_before(follows))
            for follows, event in zip(expected, recorded, strict=True)
        )
    )


def _compared(rules: Rulebook, command: object, batch: Sequence[Envelope], expected: Sequence[Event]) -> list[Verdict]:
    verdicts: list[Verdict] = []
    ahead = list(expected)
    for index, envelope in enumerate(batch):
        event = envelope.event
        if ahead and (event in (ahead[0], earlier.written_before(ahead[0])) or _agrees(ahead[0], event)):
            ahead.pop(0)
            verdicts.append(_allowed(rules, envelope, command, index))
        elif ahead:
            shown = msgspec.json.encode(ahead.pop(0)).decode()
            verdicts.append(_verdict(envelope.n, "differs", None, f"from the command follows {shown}"))
        else:
            verdicts.append(_verdict(envelope.n, "differs", None, "nothing more follows from the command"))
    if ahead:
        missing = msgspec.json.encode(ahead[0]).decode()
        verdicts[-1] = _verdict(batch[-1].n, "differs", None, f"from the command there follows also {missing}")
    return verdicts


def _without_hidden_lapses(
    batch: Sequence[Envelope], expected: Sequence[Event]
) -> tuple[list[Envelope], list[Verdict]]:
    """The batch less the lapses that this view cannot foresee, since they hang on slots of another hand."""
    foreseen = {event.proposal for event in expected if isinstance(event, ClosedProposal)}
    kept, unknown = [], []
    for envelope in batch:
        if isinstance(envelope.event, ClosedProposal) and envelope.event.proposal not in foreseen:
            unknown.append(
                _verdict(envelope.n, "unknown", None, "whether it lapses hangs on a hand hidden in this view")
            )
        else:
            kept.append(envelope)
    return (kept, unknown) if kept else (list(batch), [])  # lapses alone are no answer to any command


def _agrees(expected: Event, recorded: Event) -> bool:
    """Whether the events are alike where this view knows what to expect: a face-down card may turn out any card."""
    return _alike(msgspec.to_builtins(expected), msgspec.to_builtins(recorded))


def _alike(expected: Any, recorded: Any) -> bool:
    if isinstance(expected, dict) and isinstance(recorded, dict):
        return expected.keys() == recorded.keys() and all(_alike(expected[key], recorded[key]) for key in expected)
    if isinstance(expected, list | tuple) and isinstance(recorded, list | tuple):
        return len(expected) == len(recorded) and all(map(_alike, expected, recorded))
    return bool(expected == recorded) or expected == FACE_DOWN


def _refused(batch: Sequence[Envelope], refusal: Refusal) -> list[Verdict]:
    return _all(batch, "illegal", refusal.clause, refusal.says)


def _allowed(rules: Rulebook | None, envelope: Envelope, command: object, index: int) -> Verdict:
    if rules is None:
        return _verdict(envelope.n, "unknown", None, "no rulebook of this edition is here")
    name = stored_name(envelope.event).partition(".")[0] if index or command is None else type(command).__name__
    clause = rules.data.behind(name, getattr(envelope.event, "reason", None))
    says = rules.data.says(clause) if clause else ""
    return _verdict(envelope.n, "consequence" if index or command is None else "legal", clause, says)


def _verdict(n: int, verdict: str, clause: str | None, says: str) -> Verdict:
    return Verdict(n=n, verdict=verdict, clause=clause, says=says)
