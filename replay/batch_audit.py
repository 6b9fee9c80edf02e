"""Judges one recorded batch by deciding its command again."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from domain.cards import FACE_DOWN
from domain.clock_events import ClockEvent
from domain.commands import Command
from domain.corrections import CORRECTION_TYPES, PileShuffled
from domain.deal_commitments import OF_SHARES, GameGrouped, GameOpened, SeatVacated
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
from domain.upcasters import today
from domain.values import Value
from domain.visibility import Viewer
from replay.codec import Envelope, stored_name
from replay.event_diff import as_recorded, cannot_follow, clause_of, compared
from replay.hidden_card_audit import as_its_events_show, without_hidden_lapses
from replay.proofs.deal_check import Drawn
from replay.provenance import ON_PAPER
from replay.recorded_chance import Recorded

BY_THE_SERVICE = (GameForked, GameGrouped, GameVoided, GameOpened, DealRevealed, SeatVacated, ClockEvent)
"""What may be recorded without a command; where a fork begins, the shuffle of its pile as well."""
ARBITERS = (ON_PAPER, "arbiter")
"""Who may correct a table: the recorder of a game on paper, or an arbiter who was called."""


class EventVerdict(Value):
    """The verdict on event n: legal, consequence, illegal, differs or unknown.

    `says` is the text of a clause, or a finding that is not yet written as a sentence; `mechanism` is what refuses.
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


class Judged(NamedTuple):
    """A batch judged: a verdict for each event, and the outcomes of chance, as far as the rules asked for them.

    `table` is that after the batch, where deciding again gave exactly the record. `missing` is what should have
    followed its last event. `once_shown` are the verdicts on an offer from a hidden hand once its cards lie face up.
    """

    verdicts: list[EventVerdict]
    table: Table | None = None
    missing: Event | None = None
    drawn: Sequence[Drawn] | None = None
    once_shown: Sequence[EventVerdict] = ()


def judged(
    rulebook: Rulebook, viewer: Viewer, table: Table, batch: Sequence[Envelope], *, kept: bool = False
) -> Judged:
    """Return the verdicts on a batch of a command, on the table before it, as the viewer sees both.

    The seed of a deal that is `kept` is not revealed with the end.
    """
    command = _command(batch)
    recorded = tuple([envelope.event for envelope in batch])
    for event in recorded:
        if (irregular := event.irregularity()) is not None:
            return refused(batch, rulebook.refusal(irregular))
    options = table.rules.options
    if hides_anything_from(command, viewer, options):
        return _as_shown(rulebook, viewer, table, batch, found("hidden_command"), kept=kept)
    chance = Recorded(batch, kept=kept)
    try:
        decision = decide(rulebook, table, command, chance)
    except Refusal as refusal:
        return refused(batch, refusal)
    except ShareRefused as error:
        return refused(batch, error)
    except UnknownCard as hides:
        if hides.place == "lot":  # all viewers see which seat was drawn
            return _all(batch, "differs", rulebook.data.allows.get("game_started"), found("no_lot"))
        return _as_shown(rulebook, viewer, table, batch, found("hidden_card", place=hides.place), kept=kept)
    except (Misuse, CorruptHistory) as error:
        return _all(batch, "differs", *cannot_follow(rulebook.data, error))
    if as_recorded(decision.events, recorded):
        table_after = decision.table if viewer.sees_all else None
        return Judged(_allowed(rulebook.data, batch, command), table_after, None, chance.drawn)
    if viewer.sees_all:
        return _held_against(rulebook.data, batch, command, decision.events, chance.drawn)
    return _as_seen(rulebook, viewer, batch, decision, chance)


def _as_shown(
    rulebook: Rulebook, viewer: Viewer, table: Table, batch: Sequence[Envelope], why: Finding, *, kept: bool
) -> Judged:
    """Return the verdicts on a batch that is partly hidden from this viewer.

    They are `unknown` where its events do not show enough.
    """
    events = [today(envelope.event) for envelope in batch]
    reading = as_its_events_show(viewer, table, _command(batch), events)
    if reading is None:
        return _all(batch, "unknown", None, why)
    left = rulebook.deck_counts - cards_on(table)
    if too_many := Counter(reading.shown) - left:
        area, seat = "front" if events[0].of_front else "hand", value_of_kind(events[0], Kind.SEAT)
        says = found("absent", cards=tuple(too_many.elements()), area=area, seat=seat)
        return _all(batch, "differs", rulebook.data.promises.get("cards"), says)
    chance = Recorded(batch, kept=kept)
    try:
        decision = decide(rulebook, reading.table, reading.command, chance)
    except Refusal as refusal:
        return refused(batch, refusal)
    except HaricotError:  # the reading may differ from what was played, so only a refusal counts
        return _all(batch, "unknown", None, why)
    answer = _as_seen(rulebook, viewer, batch, decision, chance)
    if not reading.shown or isinstance(events[0], TradeAccepted) or any(one.wrong for one in answer.verdicts):
        return answer
    # A named card need not have lain there, nor been the front card.
    offers = isinstance(events[0], TradeProposed | DonationOffered)
    return _all(batch, "unknown", None, why)._replace(once_shown=answer.verdicts if offers else ())


def _as_seen(
    rulebook: Rulebook, viewer: Viewer, batch: Sequence[Envelope], decision: Decision, chance: Recorded
) -> Judged:
    """Return the verdicts on a batch, compared with what the viewer sees of the decision's events."""
    kept, unforeseen = without_hidden_lapses(batch, decision.events)
    unknown = [
        EventVerdict(n=lapse.n, verdict="unknown", clause=None, says=found("hidden_lapse")) for lapse in unforeseen
    ]
    seen = [redact(event, viewer, decision.table.rules.options) for event in decision.events]
    answer = _held_against(rulebook.data, kept, _command(batch), seen, chance.drawn)
    return answer._replace(verdicts=sorted([*answer.verdicts, *unknown], key=lambda verdict: verdict.n))


def acts_of_the_service(
    data: EditionData | None, table: Table, batch: Sequence[Envelope], *, kept: bool = False
) -> Judged:
    """Return the verdicts on a batch without a command: it may hold only the service's own events."""
    events = [envelope.event for envelope in batch]
    allowed = (*BY_THE_SERVICE, PileShuffled) if isinstance(today(events[0]), GameForked) else BY_THE_SERVICE
    if batch[0].cause is None or not all(isinstance(today(event), allowed) for event in events):
        return _all(batch, "differs", None, found("uncommanded"))
    if data is None:
        return _all(batch, "consequence", None, "")
    reveals = isinstance(events[-1], GameOpened) or (isinstance(events[-1], GameVoided) and not kept)
    kept_back = reveals and table.commitment is not None
    return Judged(_allowed(data, batch, None), missing=DealRevealed(seed=FACE_DOWN) if kept_back else None)


def set_right_by_arbiter(rulebook: Rulebook, viewer: Viewer, table: Table, batch: Sequence[Envelope]) -> Judged:
    """Return the verdicts on a batch by which an arbiter corrected the table: no move, so neither legal nor illegal."""
    cause, (event, *_) = batch[0].cause, [today(envelope.event) for envelope in batch]
    if cause is None or cause.by not in ARBITERS or not isinstance(event, CORRECTION_TYPES):
        return _all(batch, "differs", None, found("uncommanded"))
    says = found("attested" if isinstance(event, CardsAttested) else "set_right")
    if not viewer.sees_all:
        return _all(batch, "consequence", None, says)
    chance = Recorded(batch)
    try:
        decision = decide_correction(rulebook, table, event, chance)
    except CorruptHistory as error:
        return _all(batch, "differs", *cannot_follow(rulebook.data, error))
    except UnknownCard as hides:
        return _all(batch, "unknown", None, found("hidden_card", place=hides.place))
    answer = _held_against(rulebook.data, batch, None, decision.events, chance.drawn)
    if not answer.verdicts[0].wrong:
        answer.verdicts[0] = _all(batch[:1], "consequence", None, says).verdicts[0]
    return answer


def unjudged(batch: Sequence[Envelope], why: Finding) -> Judged:
    """Judge every event of a batch as `unknown`, for one reason."""
    return _all(batch, "unknown", None, why)


def unlike(batch: Sequence[Envelope], why: Finding) -> Judged:
    """Judge every event of a batch as `differs`, for one reason."""
    return _all(batch, "differs", None, why)


def refused(batch: Sequence[Envelope], error: HaricotError) -> Judged:
    """Judge every event of a batch as `illegal`, with the clause and the words of the error."""
    mechanism = getattr(error, "mechanism", "")
    return _all(batch, "illegal", getattr(error, "clause", None), getattr(error, "says", str(error)), mechanism)


def _all(
    batch: Sequence[Envelope], verdict: str, clause: str | None, says: str | Finding, mechanism: str = ""
) -> Judged:
    verdicts = [
        EventVerdict(n=envelope.n, verdict=verdict, clause=clause, says=says, mechanism=mechanism) for envelope in batch
    ]
    return Judged(verdicts)


def _command(batch: Sequence[Envelope]) -> Command:
    cause = batch[0].cause
    assert cause is not None
    assert cause.command is not None
    return cause.command


def _allowed(data: EditionData, batch: Sequence[Envelope], command: Command | None) -> list[EventVerdict]:
    return [lawful(data, envelope, command, index) for index, envelope in enumerate(batch)]


def lawful(data: EditionData, envelope: Envelope, command: Command | None, index: int) -> EventVerdict:
    """Return the verdict on a lawful event: the command itself if it is the first of its batch, else a consequence."""
    event = envelope.event
    act: Command | Event = event if index or command is None else command
    clause, says = data.allowing(_called(type(act)), value_of_kind(event, Kind.REASON))
    return EventVerdict(n=envelope.n, verdict="consequence" if act is event else "legal", clause=clause, says=says)


@cache
def _called(kind: type[Command | Event]) -> str:
    """Return the name of a kind of command or event under which an edition lists the clause that allows it."""
    if issubclass(kind, OF_SHARES):
        return "deal_revealed"  # no rulebook covers shares: what allows revealing a deal allows making it from them
    return stored_name(kind).partition(".")[0] if issubclass(kind, Event) else kind.__name__


def _held_against(
    data: EditionData,
    batch: Sequence[Envelope],
    command: Command | None,
    expected: Sequence[Event],
    drawn: Sequence[Drawn],
) -> Judged:
    findings, missing = compared(expected, [envelope.event for envelope in batch])
    verdicts = [
        lawful(data, envelope, command, index)
        if finding is None
        else EventVerdict(n=envelope.n, verdict="differs", clause=clause_of(data, finding), says=finding)
        for index, (envelope, finding) in enumerate(zip(batch, findings, strict=True))
    ]
    return Judged(verdicts, None, missing, drawn)
