"""Judges one recorded batch by deciding its command again."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from domain.cards import FACE_DOWN
from domain.clock_events import ClockEvent
from domain.commands import Command
from domain.corrections import CORRECTION_TYPES, PileShuffled
from domain.deal_commitments import SHARE_TYPES, GameGrouped, GameOpened, SeatVacated
from domain.edition_data.edition import EditionData
from domain.engine import Decision, decide, decide_correction
from domain.events import DealRevealed, DonationOffered, Event, GameVoided, TradeAccepted, TradeProposed
from domain.field_audiences import hides_anything_from, redact
from domain.findings import Finding, found
from domain.forks import GameForked
from domain.invariants import cards_on
from domain.member_types import Kind, value_of_kind
from domain.refusals import CorruptHistory, HaricotError, Misuse, Refusal, ShareRefused, UnknownCard
from domain.reported_cards import CardsAttested
from domain.rulebook import Rulebook
from domain.table import Table
from domain.upcasters import upcast
from domain.values import Value
from domain.visibility import Viewer
from replay.codec import Envelope, stored_name
from replay.event_diff import clause_of, compare_events, explain_impossible_event, matches_record
from replay.hidden_card_audit import reconstruct_command, split_hidden_lapses
from replay.proofs.deal_check import RandomDraw
from replay.provenance import PAPER_SENDER
from replay.recorded_chance import RecordedChance

SERVICE_EVENTS = (GameForked, GameGrouped, GameVoided, GameOpened, DealRevealed, SeatVacated, ClockEvent)
"""Events that may be recorded without a command. A fork may also begin with a shuffle of its pile."""
CORRECTION_SENDERS = (PAPER_SENDER, "arbiter")
"""The senders who may correct a table: the recorder of a game on paper, or an arbiter."""


class EventVerdict(Value):
    """The verdict on event n: legal, consequence, illegal, differs or unknown.

    `says` is the text of a clause, or a finding that is not yet written as a sentence. `mechanism` is the mechanism
    that refuses the command, if one does.
    """

    n: int
    verdict: str
    clause: str | None
    says: str | Finding
    mechanism: str = ""

    @property
    def wrong(self) -> bool:
        """Whether the event is not as it should be."""
        return self.verdict in ("illegal", "differs")


class JudgedBatch(NamedTuple):
    """The verdicts on the events of a batch, and the random draws that the rules asked for.

    - `table` is the table after the batch, if deciding again gave exactly the recorded events.
    - `missing` is the event that should have followed the last one.
    - `when_shown` are the verdicts on an offer from a hidden hand, valid as soon as its cards lie face up.
    """

    verdicts: list[EventVerdict]
    table: Table | None = None
    missing: Event | None = None
    draws: Sequence[RandomDraw] | None = None
    when_shown: Sequence[EventVerdict] = ()


def judge_batch(
    rulebook: Rulebook, viewer: Viewer, table: Table, batch: Sequence[Envelope], *, withheld: bool = False
) -> JudgedBatch:
    """Return the verdicts on a batch with a command. `table` is the table before it, in the view of `viewer`.

    The seed of a `withheld` deal is not revealed at the end of the game.
    """
    command = _command(batch)
    recorded_events = tuple([envelope.event for envelope in batch])
    for event in recorded_events:
        if (irregular := event.irregularity()) is not None:
            return all_illegal(batch, rulebook.refusal(irregular))
    options = table.rules.options
    if hides_anything_from(command, viewer, options):
        return _judge_partly_hidden(rulebook, viewer, table, batch, found("hidden_command"), withheld=withheld)
    chance = RecordedChance(batch, withheld=withheld)
    try:
        decision = decide(rulebook, table, command, chance)
    except Refusal as refusal:
        return all_illegal(batch, refusal)
    except ShareRefused as error:
        return all_illegal(batch, error)
    except UnknownCard as hides:
        if hides.place == "lot":  # all viewers see which seat was drawn
            return _same_verdict(batch, "differs", rulebook.data.allows.get("game_started"), found("no_lot"))
        return _judge_partly_hidden(
            rulebook, viewer, table, batch, found("hidden_card", place=hides.place), withheld=withheld
        )
    except (Misuse, CorruptHistory) as error:
        return _same_verdict(batch, "differs", *explain_impossible_event(rulebook.data, error))
    if matches_record(decision.events, recorded_events):
        table_after = decision.table if viewer.sees_all else None
        return JudgedBatch(_lawful_verdicts(rulebook.data, batch, command), table_after, None, chance.draws)
    if viewer.sees_all:
        return _compare_with_expected(rulebook.data, batch, command, decision.events, chance.draws)
    return _judge_as_seen(rulebook, viewer, batch, decision, chance)


def _judge_partly_hidden(
    rulebook: Rulebook, viewer: Viewer, table: Table, batch: Sequence[Envelope], why: Finding, *, withheld: bool
) -> JudgedBatch:
    """Return the verdicts on a batch that is partly hidden from this viewer.

    They are `unknown` if the events do not show enough.
    """
    events = [upcast(envelope.event) for envelope in batch]
    reconstruction = reconstruct_command(viewer, table, _command(batch), events)
    if reconstruction is None:
        return _same_verdict(batch, "unknown", None, why)
    available = rulebook.deck_counts - cards_on(table)
    if too_many := Counter(reconstruction.shown) - available:
        area, seat = "front" if events[0].of_front else "hand", value_of_kind(events[0], Kind.SEAT)
        says = found("absent", cards=tuple(too_many.elements()), area=area, seat=seat)
        return _same_verdict(batch, "differs", rulebook.data.promises.get("cards"), says)
    chance = RecordedChance(batch, withheld=withheld)
    try:
        decision = decide(rulebook, reconstruction.table, reconstruction.command, chance)
    except Refusal as refusal:
        return all_illegal(batch, refusal)
    except HaricotError:  # the reconstruction may differ from what was played, so only a refusal counts
        return _same_verdict(batch, "unknown", None, why)
    judged = _judge_as_seen(rulebook, viewer, batch, decision, chance)
    if not reconstruction.shown or isinstance(events[0], TradeAccepted) or any(one.wrong for one in judged.verdicts):
        return judged
    # The named card may have lain elsewhere in the hand, so the verdicts hold only once the cards are shown.
    offers = isinstance(events[0], TradeProposed | DonationOffered)
    return _same_verdict(batch, "unknown", None, why)._replace(when_shown=judged.verdicts if offers else ())


def _judge_as_seen(
    rulebook: Rulebook, viewer: Viewer, batch: Sequence[Envelope], decision: Decision, chance: RecordedChance
) -> JudgedBatch:
    """Return the verdicts on a batch, compared with the decision's events as the viewer sees them."""
    foreseen, lapses = split_hidden_lapses(batch, decision.events)
    unknown = [EventVerdict(n=lapse.n, verdict="unknown", clause=None, says=found("hidden_lapse")) for lapse in lapses]
    seen = [redact(event, viewer, decision.table.rules.options) for event in decision.events]
    judged = _compare_with_expected(rulebook.data, foreseen, _command(batch), seen, chance.draws)
    return judged._replace(verdicts=sorted([*judged.verdicts, *unknown], key=lambda verdict: verdict.n))


def judge_service_batch(
    data: EditionData | None, table: Table, batch: Sequence[Envelope], *, withheld: bool = False
) -> JudgedBatch:
    """Return the verdicts on a batch without a command, which may hold only events of the service."""
    events = [envelope.event for envelope in batch]
    allowed = (*SERVICE_EVENTS, PileShuffled) if isinstance(upcast(events[0]), GameForked) else SERVICE_EVENTS
    if batch[0].cause is None or not all(isinstance(upcast(event), allowed) for event in events):
        return _same_verdict(batch, "differs", None, found("uncommanded"))
    if data is None:
        return _same_verdict(batch, "consequence", None, "")
    reveals = isinstance(events[-1], GameOpened) or (isinstance(events[-1], GameVoided) and not withheld)
    is_seed_missing = reveals and table.commitment is not None
    return JudgedBatch(
        _lawful_verdicts(data, batch, None), missing=DealRevealed(seed=FACE_DOWN) if is_seed_missing else None
    )


def judge_correction(rulebook: Rulebook, viewer: Viewer, table: Table, batch: Sequence[Envelope]) -> JudgedBatch:
    """Return the verdicts on a correction by an arbiter. It is not a move, so it is neither legal nor illegal."""
    cause, (event, *_) = batch[0].cause, [upcast(envelope.event) for envelope in batch]
    if cause is None or cause.by not in CORRECTION_SENDERS or not isinstance(event, CORRECTION_TYPES):
        return _same_verdict(batch, "differs", None, found("uncommanded"))
    finding = found("attested" if isinstance(event, CardsAttested) else "set_right")
    if not viewer.sees_all:
        return _same_verdict(batch, "consequence", None, finding)
    chance = RecordedChance(batch)
    try:
        decision = decide_correction(rulebook, table, event, chance)
    except CorruptHistory as error:
        return _same_verdict(batch, "differs", *explain_impossible_event(rulebook.data, error))
    except UnknownCard as hides:
        return _same_verdict(batch, "unknown", None, found("hidden_card", place=hides.place))
    judged = _compare_with_expected(rulebook.data, batch, None, decision.events, chance.draws)
    if not judged.verdicts[0].wrong:
        judged.verdicts[0] = _same_verdict(batch[:1], "consequence", None, finding).verdicts[0]
    return judged


def all_unknown(batch: Sequence[Envelope], why: Finding) -> JudgedBatch:
    """Judge every event of a batch as `unknown`, for one reason."""
    return _same_verdict(batch, "unknown", None, why)


def all_differ(batch: Sequence[Envelope], why: Finding) -> JudgedBatch:
    """Judge every event of a batch as `differs`, for one reason."""
    return _same_verdict(batch, "differs", None, why)


def all_illegal(batch: Sequence[Envelope], error: HaricotError) -> JudgedBatch:
    """Judge every event of a batch as `illegal`, with the clause and the text of the error."""
    mechanism = getattr(error, "mechanism", "")
    return _same_verdict(
        batch, "illegal", getattr(error, "clause", None), getattr(error, "says", str(error)), mechanism
    )


def _same_verdict(
    batch: Sequence[Envelope], verdict: str, clause: str | None, says: str | Finding, mechanism: str = ""
) -> JudgedBatch:
    verdicts = [
        EventVerdict(n=envelope.n, verdict=verdict, clause=clause, says=says, mechanism=mechanism) for envelope in batch
    ]
    return JudgedBatch(verdicts)


def _command(batch: Sequence[Envelope]) -> Command:
    cause = batch[0].cause
    assert cause is not None
    assert cause.command is not None
    return cause.command


def _lawful_verdicts(data: EditionData, batch: Sequence[Envelope], command: Command | None) -> list[EventVerdict]:
    return [lawful_verdict(data, envelope, command, index) for index, envelope in enumerate(batch)]


def lawful_verdict(data: EditionData, envelope: Envelope, command: Command | None, index: int) -> EventVerdict:
    """Return the verdict on a lawful event: `legal` for the first of a command's batch, else `consequence`."""
    event = envelope.event
    act: Command | Event = event if index or command is None else command
    clause, text = data.allowing(_allowance_key(type(act)), value_of_kind(event, Kind.REASON))
    return EventVerdict(n=envelope.n, verdict="consequence" if act is event else "legal", clause=clause, says=text)


@cache
def _allowance_key(kind: type[Command | Event]) -> str:
    """Return the name under which an edition lists the clause that allows this kind of command or event."""
    if issubclass(kind, SHARE_TYPES):
        return "deal_revealed"  # no rulebook covers shares: what allows revealing a deal allows making it from them
    return stored_name(kind).partition(".")[0] if issubclass(kind, Event) else kind.__name__


def _compare_with_expected(
    data: EditionData,
    batch: Sequence[Envelope],
    command: Command | None,
    expected: Sequence[Event],
    draws: Sequence[RandomDraw],
) -> JudgedBatch:
    findings, missing = compare_events(expected, [envelope.event for envelope in batch])
    verdicts = [
        lawful_verdict(data, envelope, command, index)
        if finding is None
        else EventVerdict(n=envelope.n, verdict="differs", clause=clause_of(data, finding), says=finding)
        for index, (envelope, finding) in enumerate(zip(batch, findings, strict=True))
    ]
    return JudgedBatch(verdicts, None, missing, draws)
