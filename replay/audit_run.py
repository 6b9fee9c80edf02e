"""The audit of a recorded game, batch by batch: `Auditor` makes its result from this."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from domain.clock_events import ClockEvent, GameTimed
from domain.clock_state import ClockState, terms_of_clock
from domain.clock_terms import ClockTerms
from domain.commands import CreateGame
from domain.corrections import CORRECTION_TYPES, PileShuffled
from domain.editions import EDITIONS, rulebook_for
from domain.events import BeansDonated, DeckShuffled, Event, GameCreated, GameEnded, TradeAccepted, TurnStarted
from domain.findings import Finding, found
from domain.forks import GameForked, are_same_view
from domain.invariants import broken_invariants
from domain.member_types import Kind, value_of_kind
from domain.refusals import AbsentCard, CorruptHistory, Misuse, Refusal, UnknownVersion
from domain.rulebook import Rulebook
from domain.table import Table
from domain.upcasters import upcast
from domain.view import View
from domain.visibility import SPECTATOR, Viewer
from replay.alternative_rules import parse_alternative_rules
from replay.batch_audit import (
    EventVerdict,
    JudgedBatch,
    all_differ,
    all_illegal,
    all_unknown,
    judge_batch,
    judge_correction,
    judge_service_batch,
)
from replay.clock_audit import clock_after_batch, judge_clock_batch, judge_forced_command
from replay.codec import Envelope
from replay.event_diff import clause_of, explain_impossible_event
from replay.proofs.deal_check import DEAL_EVENTS, DealCheck, RandomDraw
from replay.provenance import provenance_findings
from replay.record import CorruptFile
from replay.redeal import RedealOutcome
from replay.rewind import Redactions, redact_table
from replay.ruleset_pin_check import digest_mismatch, rules_version

_RECORDS_DRAW: Final[Mapping[str, Callable[[Event], object]]] = {
    "shuffle": lambda event: isinstance(event, DeckShuffled | PileShuffled),
    "lot": lambda event: event.lots(),
    "order": lambda event: event.drawn_order(),
}
"""By kind of draw, whether an event records the outcome of such a draw."""

INVARIANT_CHECK_EVENTS: Final = frozenset({TurnStarted, GameEnded})
"""After these events the invariants of the table are checked: once a turn, and at the end."""
START_EVENTS: Final = frozenset({GameForked, GameTimed})
"""A fork begins with these events. GameTimed also sets the clock of a new game."""


class AuditRun:
    """The table as recorded so far, and the verdicts on its events.

    - `played` are the rules that the game was played by. `rulebook` are the rules that judge it: others when the audit
      runs `under` alternative rules.
    - `redactions` and `redeals` are those of forks that dealt again, `redeals` by the number of the fork's event.
    - `wrong` are the verdicts on faulty events. `missing` is the event that should have followed the last one.
    - `broken` is the event that could not be applied. No later event is applied.
    - `new_verdicts` has, for each event, its own verdict and the verdicts on earlier events that it adds or changes.
      Only the last event of a batch changes earlier verdicts.
    """

    def __init__(self, viewer: Viewer, under: str | None = None) -> None:
        self.viewer = viewer
        self.redactions: Redactions = ()
        self.redeals: Mapping[int, RedealOutcome] = {}
        self.table = Table()
        self.under = None if under is None else parse_alternative_rules(under)
        self.played: Rulebook | None = None
        self.rulebook: Rulebook | None = None
        self.created: GameCreated | None = None
        self.verdicts: list[EventVerdict] = []
        self.new_verdicts: list[tuple[EventVerdict, ...]] = []
        self.wrong: list[EventVerdict] = []
        self.missing: Event | None = None
        self.broken: CorruptFile | None = None
        self.deal = DealCheck(sees_all=viewer.sees_all)
        self.clock: ClockState | None = None
        self._terms: ClockTerms | None = None
        self._before: Sequence[Envelope] = ()
        self._games: set[str] = set()
        self._offered: dict[int, Sequence[EventVerdict]] = {}

    def add_batch(self, batch: Sequence[Envelope]) -> None:
        """Add a verdict for each event of the batch, and apply the batch to the table."""
        events = [upcast(envelope.event) for envelope in batch]
        kinds = {type(event) for event in events}
        if not kinds.isdisjoint(DEAL_EVENTS):
            for envelope, event in zip(batch, events, strict=True):
                self.deal.add_event(envelope, event)
        if self.broken is not None:
            return
        on_earlier_events = self._judge_missing_events()
        judged = self._judge_batch(batch, events[0])
        self._check_provenance(batch, judged)
        if not kinds.isdisjoint(START_EVENTS):
            self._check_start(batch, events, judged)
        draws = self._apply_batch(batch, events, judged)
        self.clock = clock_after_batch(self.clock, self.played, self.table, batch, events)
        if draws:
            self._add_draws(batch, events, draws)
        if not kinds.isdisjoint(INVARIANT_CHECK_EVENTS):
            self._check_invariants(judged)
        self.verdicts += judged.verdicts
        self.wrong += [verdict for verdict in judged.verdicts if verdict.wrong]
        self.new_verdicts += [(verdict,) for verdict in judged.verdicts]
        if judged.when_shown or self._offered:
            on_earlier_events = (*on_earlier_events, *self._resolve_offer(events[0], judged))
        self.new_verdicts[-1] += (*on_earlier_events,)
        self.missing, self._before = judged.missing, batch
        self._games.add(batch[-1].game)
        self._apply_alternative_rules()

    def _check_provenance(self, batch: Sequence[Envelope], judged: JudgedBatch) -> None:
        version = None if self.created is None else self.created.rules.version
        for index, finding in provenance_findings(self._before, batch, version, self._games):
            if not judged.verdicts[index].wrong:
                judged.verdicts[index] = EventVerdict(n=batch[index].n, verdict="differs", clause=None, says=finding)

    def _add_draws(self, batch: Sequence[Envelope], events: Sequence[Event], draws: Sequence[RandomDraw]) -> None:
        """Give each draw to the check of the deal, with the number of the event that records it."""
        for kind, records_draw in _RECORDS_DRAW.items():
            numbers = [envelope.n for envelope, event in zip(batch, events, strict=True) if records_draw(event)]
            for n, draw in zip(numbers, [draw for draw in draws if draw.kind == kind], strict=False):
                self.deal.add_draw(n, draw)

    def _apply_alternative_rules(self) -> None:
        """Judge all later batches by the alternative rules, once the rules of the game are known."""
        played = self.played
        if self.under is not None and played is not None and self.rulebook is played:
            other = self.under.replace(played)
            if (other.data.version, other.options) != (played.data.version, played.options):
                self.rulebook = other

    def _resolve_offer(self, event: Event, judged: JudgedBatch) -> tuple[EventVerdict, ...]:
        """Keep the verdicts on an offer until its cards lie face up, then return them."""
        if judged.when_shown and (number := value_of_kind(event, Kind.OFFER)) is not None:
            self._offered[number] = judged.when_shown
        elif isinstance(event, TradeAccepted | BeansDonated) and not any(one.wrong for one in judged.verdicts):
            waiting = self._offered.pop(event.proposal, ())
            resolved = tuple(verdict for verdict in waiting if not self.verdicts[verdict.n - 1].wrong)
            for verdict in resolved:
                self.verdicts[verdict.n - 1] = verdict
            return resolved
        return ()

    def _check_redeal(self, envelope: Envelope, event: GameForked, judged: JudgedBatch) -> None:
        """Check that a fork which dealt again changed nothing that its creator saw, and note its deal for the check."""
        if event.table is None:
            return
        if not are_same_view(self.table, redact_table(self.redactions, event.at, event.table)):
            finding = found("fork_table", at=event.at)
            judged.verdicts[0] = EventVerdict(n=envelope.n, verdict="differs", clause=None, says=finding)
        elif envelope.n in self.redeals:
            self.deal.add_draw(envelope.n, self.redeals[envelope.n])

    def _check_start(self, batch: Sequence[Envelope], events: Sequence[Event], judged: JudgedBatch) -> None:
        """Check the first events of a fork, and note the clock terms of a game or fork."""
        if isinstance(events[0], GameForked):
            self._check_redeal(batch[0], events[0], judged)
            self._check_clock_terms(batch, events, judged)
        self._terms = terms_of_clock(events)

    def _check_clock_terms(self, batch: Sequence[Envelope], events: Sequence[Event], judged: JudgedBatch) -> None:
        """Check that a fork with a clock has the terms of the game that it continues. Rule: CK-1."""
        for index, (envelope, event) in enumerate(zip(batch, events, strict=True)):
            if isinstance(event, GameTimed) and event.terms != self._terms:
                finding = found("fork_clock")
                judged.verdicts[index] = EventVerdict(n=envelope.n, verdict="differs", clause="CK-1", says=finding)

    def no_rules_finding(self) -> Finding:
        """Return the finding that the rules of the game are not known here."""
        created = self.created
        version = "" if created is None else created.rules.version
        return found("no_rules", edition="" if created is None else created.edition, version=version)

    def versions(self) -> dict[str, str]:
        """Return the versions of the played, the judging and today's rules; empty when all are the same."""
        if self.created is None or self.rulebook is None:
            return {}
        key, played, judging = self.rulebook.data.key, self.created.rules.version, self.rulebook.data.version
        newest = EDITIONS[key].data.version
        return (
            {}
            if played == judging == newest
            else {
                "played": f"{key} {played}",
                "judged": f"{key} {judging}",
                "today": "" if newest == judging else newest,
            }
        )

    def _judge_missing_events(self) -> Sequence[EventVerdict]:
        """Turn an event that is missing at the end of the last batch into a verdict, since another batch follows."""
        if self.missing is None or self.rulebook is None or self.verdicts[-1].wrong:
            return ()
        finding = found("missing_after", event=self.missing)
        clause = clause_of(self.rulebook.data, finding)
        self.verdicts[-1] = EventVerdict(n=len(self.verdicts), verdict="differs", clause=clause, says=finding)
        self.wrong.append(self.verdicts[-1])
        return self.verdicts[-1:]

    def _judge_batch(self, batch: Sequence[Envelope], event: Event) -> JudgedBatch:
        cause = batch[0].cause
        if isinstance(event, CORRECTION_TYPES) and self.rulebook is not None:
            return judge_correction(self.rulebook, self._viewer_of_event(batch[0].n), self.table, batch)
        if (cause is None or cause.command is None) and isinstance(event, ClockEvent) and self.rulebook is not None:
            return judge_clock_batch(self.rulebook, self.clock, batch)
        if cause is None or cause.command is None:
            data = None if self.rulebook is None else self.rulebook.data
            return judge_service_batch(data, self.table, batch, withheld=self.deal.withheld)
        if self.created is None:
            self.created = event if isinstance(event, GameCreated) else None
        if self.rulebook is None:
            if isinstance(cause.command, CreateGame) and cause.command.edition not in EDITIONS:
                return all_unknown(batch, self.no_rules_finding())
            try:
                self.played = self.rulebook = rulebook_for(self.table, cause.command, rules_version(event))
            except UnknownVersion:
                return all_unknown(batch, self.no_rules_finding())
            except (Misuse, Refusal, CorruptHistory) as error:
                return all_illegal(batch, error)
            if (mismatch := digest_mismatch(self.rulebook, event)) is not None:
                return all_differ(batch, mismatch)
        viewer = self._viewer_of_event(batch[0].n)
        judged = judge_batch(self.rulebook, viewer, self.table, batch, withheld=self.deal.withheld)
        return judge_forced_command(self.rulebook, viewer, self.clock, self.table, batch, judged)

    def _viewer_of_event(self, n: int) -> Viewer:
        """Return the viewer in whose view event n is judged: the record's, unless the event is redacted further."""
        if not self.redactions:
            return self.viewer
        viewers = {viewer for upto, viewer in self.redactions if n <= upto}
        if self.viewer.sees_all and len(viewers) == 1:
            return viewers.pop()
        return self.viewer if viewers <= {self.viewer} else SPECTATOR

    def _apply_batch(
        self, batch: Sequence[Envelope], events: Sequence[Event], judged: JudgedBatch
    ) -> Sequence[RandomDraw]:
        """Fold the batch into the table, and return its random draws: as the rules asked, else as recorded."""
        if judged.table is not None and self.rulebook is self.played:
            self.table = judged.table
            return judged.draws or ()
        shuffled, by_arbiter = [], []
        for index, (envelope, event) in enumerate(zip(batch, events, strict=True)):
            table = self.table
            try:
                after = View(viewer=self.viewer, table=table).after(event).table
                self.table = redact_table(self.redactions, envelope.n, after) if self.redactions else after
            except CorruptHistory as error:
                self.broken = CorruptFile(envelope.n, str(error))
                judged.verdicts[index:] = [self._impossible_event_verdict(envelope.n, judged.verdicts[index], error)]
                break
            if isinstance(event, DeckShuffled) and self.played is not None:
                pile = self.played.deck if event.reason == "setup" else table.discard_pile
                shuffled.append(RandomDraw("shuffle", table.shuffles, table.contributions, pile, event.order))
            elif isinstance(event, PileShuffled):  # no rule asked for it
                draw = RandomDraw("shuffle", table.shuffles, table.contributions, table.draw_pile, event.order)
                by_arbiter.append(draw)
        if judged.draws is None or self.rulebook is not self.played:
            return [*by_arbiter, *shuffled, *(draw for draw in judged.draws or () if draw.kind != "shuffle")]
        return [*by_arbiter, *judged.draws]

    def _impossible_event_verdict(self, n: int, verdict: EventVerdict, error: CorruptHistory) -> EventVerdict:
        """Return the verdict on an event that cannot be applied.

        It names the absent cards. Without any it is the verdict so far if that is wrong, else the error.
        """
        if verdict.wrong and not isinstance(error, AbsentCard):
            return verdict
        clause, message = explain_impossible_event(None if self.rulebook is None else self.rulebook.data, error)
        return EventVerdict(n=n, verdict="differs", clause=clause, says=message)

    def _check_invariants(self, judged: JudgedBatch) -> None:
        """Check the table's invariants; a broken one becomes the verdict on the batch's last event."""
        if self.rulebook is None or self.broken is not None:
            return
        if faults := broken_invariants(self.rulebook, self.table):
            clause = faults[0].partition(":")[0]
            judged.verdicts[-1] = EventVerdict(
                n=judged.verdicts[-1].n, verdict="differs", clause=clause, says="; ".join(faults)
            )
