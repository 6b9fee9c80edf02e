"""Decides a command again on the table it was given at, and holds what follows against what is recorded."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.commands import Command, SeatCommand
from domain.edition import EditionData
from domain.engine import consider, forbids
from domain.events import ClosedProposal, DealRevealed, Event, GameVoided
from domain.findings import Finding, found
from domain.refusals import CorruptHistory, HaricotError, Misuse, Refusal, UnknownCard
from domain.rulebook import Rulebook
from domain.table import Table
from domain.values import Value
from domain.visibility import Audience, Viewer, audiences_of, redact, withholds
from replay.codec import Envelope, stored_name
from replay.compared import as_recorded, clause_of, compared
from replay.proofs.deal_check import Drawn
from replay.recorded import Recorded

BY_THE_SERVICE = ("game_forked", "game_voided", "deal_revealed")
"""What may be recorded without a command."""


class Verdict(Value):
    """What is said of event n: legal, consequence, illegal, differs or unknown.

    `says` are the words of a clause, or a finding that is yet to be told.
    """

    n: int
    verdict: str
    clause: str | None
    says: str | Finding

    @property
    def wrong(self) -> bool:
        """Whether the event is not as it should be."""
        return self.verdict in ("illegal", "differs")


class Judged(NamedTuple):
    """A batch judged: a verdict for each event, and what chance brought, as far as the rules asked for it.

    `table` is that after the batch, where deciding again gave exactly the record. `missing` is what should have
    followed its last event.
    """

    verdicts: list[Verdict]
    table: Table | None = None
    missing: Event | None = None
    drawn: Sequence[Drawn] | None = None


def judged(rules: Rulebook, viewer: Viewer, table: Table, batch: Sequence[Envelope]) -> Judged:
    """The verdicts on a batch that a command brought about, on the table before it, in the eyes of the viewer."""
    command = _command(batch)
    for envelope in batch:
        if (irregular := envelope.event.irregularity()) is not None:
            return _refused(batch, rules.refusal(irregular))
    options = table.rules.options
    if withholds(command, viewer, options):
        refusal = _refused_whatever_is_hidden(rules, viewer, table, command)
        return _all(batch, "unknown", None, found("hidden_command")) if refusal is None else _refused(batch, refusal)
    chance = Recorded(batch)
    try:
        draft = consider(rules, table, command, chance)
    except Refusal as refusal:
        return _refused(batch, refusal)
    except UnknownCard as hides:
        if hides.place == "lot":  # who drew it is for all to see
            return _all(batch, "differs", rules.data.allows.get("game_started"), found("no_lot"))
        return _all(batch, "unknown", None, found("hidden_card", place=hides.place))
    except (Misuse, CorruptHistory) as error:
        return _all(batch, "differs", None, str(error))
    recorded = [envelope.event for envelope in batch]
    if as_recorded(draft.events, recorded):
        table_after = draft.table if viewer.sees_all else None
        return Judged(_allowed(rules.data, batch, command), table_after, None, chance.drawn)
    if viewer.sees_all:
        return _held_against(rules.data, batch, command, draft.events, chance.drawn)
    kept, unforeseen = _without_hidden_lapses(batch, draft.events)
    seen = [redact(event, viewer, draft.table.rules.options) for event in draft.events]
    answer = _held_against(rules.data, kept, command, seen, chance.drawn)
    return answer._replace(verdicts=sorted([*answer.verdicts, *unforeseen], key=lambda verdict: verdict.n))


def acts_of_the_service(data: EditionData | None, table: Table, batch: Sequence[Envelope]) -> Judged:
    """The verdicts on a batch without a command: some things the service itself may record, and nothing else."""
    events = [envelope.event for envelope in batch]
    names = [stored_name(event).partition(".")[0] for event in events]
    if batch[0].cause is None or any(name not in BY_THE_SERVICE for name in names):
        return _all(batch, "differs", None, found("uncommanded"))
    if data is None:
        return _all(batch, "consequence", None, "")
    kept_back = isinstance(events[-1], GameVoided) and table.commitment is not None
    return Judged(_allowed(data, batch, None), missing=DealRevealed(seed=FACE_DOWN) if kept_back else None)


def unjudged(batch: Sequence[Envelope], why: Finding) -> Judged:
    """A batch on which nothing can be said."""
    return _all(batch, "unknown", None, why)


def unlike(batch: Sequence[Envelope], why: Finding) -> Judged:
    """A batch that is not as it would be for one reason."""
    return _all(batch, "differs", None, why)


def refused(batch: Sequence[Envelope], error: HaricotError) -> Judged:
    """A batch whose command no rulebook knows."""
    return _all(batch, "illegal", getattr(error, "clause", None), getattr(error, "says", str(error)))


def _refused(batch: Sequence[Envelope], refusal: Refusal) -> Judged:
    return _all(batch, "illegal", refusal.clause, refusal.says)


def _all(batch: Sequence[Envelope], verdict: str, clause: str | None, says: str | Finding) -> Judged:
    return Judged([Verdict(n=envelope.n, verdict=verdict, clause=clause, says=says) for envelope in batch])


def _command(batch: Sequence[Envelope]) -> Command:
    cause = batch[0].cause
    assert cause is not None
    assert cause.command is not None
    return cause.command


def _allowed(data: EditionData, batch: Sequence[Envelope], command: object) -> list[Verdict]:
    return [_lawful(data, envelope, command, index) for index, envelope in enumerate(batch)]


def _lawful(data: EditionData, envelope: Envelope, command: object, index: int) -> Verdict:
    first = not index and command is not None
    name = type(command).__name__ if first else stored_name(envelope.event).partition(".")[0]
    clause = data.behind(name, getattr(envelope.event, "reason", None))
    says = data.says(clause) if clause else ""
    return Verdict(n=envelope.n, verdict="legal" if first else "consequence", clause=clause, says=says)


def _held_against(
    data: EditionData, batch: Sequence[Envelope], command: object, expected: Sequence[Event], drawn: Sequence[Drawn]
) -> Judged:
    findings, missing = compared(expected, [envelope.event for envelope in batch])
    verdicts = [
        _lawful(data, envelope, command, index)
        if finding is None
        else Verdict(n=envelope.n, verdict="differs", clause=clause_of(data, finding), says=finding)
        for index, (envelope, finding) in enumerate(zip(batch, findings, strict=True))
    ]
    return Judged(verdicts, None, missing, drawn)


def _refused_whatever_is_hidden(rules: Rulebook, viewer: Viewer, table: Table, command: Command) -> Refusal | None:
    """The refusal that hangs only on what this view shows; None when what it hides might make the command lawful.

    Hand cards whose slots are hidden are read as different cards of that hand: the reading that allows most.
    """
    if not isinstance(command, SeatCommand) or command.seat >= len(table.seats):
        return None
    seat = table.seats[command.seat]
    unknown = iter(range(seat.next_slot, seat.next_slot + 1000))
    held = iter(slots := tuple(next(unknown) if slot is None else slot for slot in seat.slots))
    readable = table.with_seat(command.seat, replace(seat, slots=slots))
    shown: dict[str, Any] = {}
    for name, audience in audiences_of(type(command)).items():
        value = getattr(command, name)
        if not value or audience == Audience() or audience.admits(viewer, command, table.rules.options, None):
            continue
        if audience.part == "slot":
            shown[name] = tuple(
                replace(card, slot=next(held, next(unknown))) if card.source == "hand" else card for card in value
            )
        elif isinstance(value, tuple) and set(value) == {None}:
            shown[name] = tuple(next(held, next(unknown)) for _ in value)
        else:
            return None
    try:
        slot = forbids(rules, readable, replace(command, **shown))
    except (UnknownCard, Misuse):
        return None
    return None if slot is None else rules.refusal(slot)


def _without_hidden_lapses(
    batch: Sequence[Envelope], expected: Sequence[Event]
) -> tuple[list[Envelope], list[Verdict]]:
    """The batch less the lapses that this view cannot foresee, since they hang on slots of another hand."""
    foreseen = {event.proposal for event in expected if isinstance(event, ClosedProposal)}
    kept, unknown = [], []
    for envelope in batch:
        if isinstance(envelope.event, ClosedProposal) and envelope.event.proposal not in foreseen:
            unknown.append(Verdict(n=envelope.n, verdict="unknown", clause=None, says=found("hidden_lapse")))
        else:
            kept.append(envelope)
    return (kept, unknown) if kept else (list(batch), [])  # lapses alone are no answer to any command
