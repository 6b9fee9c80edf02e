"""The audit of a recorded game, batch by batch."""

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
from domain.forks import GameForked, keeps_what_was_seen
from domain.invariants import broken_invariants
from domain.member_types import Kind, value_of_kind
from domain.refusals import AbsentCard, CorruptHistory, Misuse, Refusal, UnknownVersion
from domain.rulebook import Rulebook
from domain.table import Table
from domain.upcasters import today
from domain.view import View
from domain.visibility import SPECTATOR, Viewer
from replay.alternative_rules import second_opinion
from replay.batch_audit import (
    EventVerdict,
    Judged,
    acts_of_the_service,
    judged,
    refused,
    set_right_by_arbiter,
    unjudged,
    unlike,
)
from replay.clock_audit import acts_of_the_clock, clock_after_batch, forced
from replay.codec import Envelope
from replay.event_diff import cannot_follow, clause_of
from replay.proofs.deal_check import SPEAKING, DealCheck, Drawn
from replay.provenance import out_of_place
from replay.record import CorruptFile
from replay.redeal import Redealt
from replay.rewind import Eyes, seen_through
from replay.ruleset_pin_check import other_rules, version_named

_TELLS: Final[Mapping[str, Callable[[Event], object]]] = {
    "shuffle": lambda event: isinstance(event, DeckShuffled | PileShuffled),
    "lot": lambda event: event.lots(),
    "order": lambda event: event.drawn_order(),
}
"""The events that hold an outcome of chance, by kind of draw."""

COUNTED: Final = frozenset({TurnStarted, GameEnded})
"""After which events the cards are counted: once a turn, and at the end."""
BEGINNING: Final = frozenset({GameForked, GameTimed})
"""The events that a fork begins with, or that say by which clock a game is played."""


class AuditRun:
    """The table as recorded so far, and the verdicts on its events.

    - `played` are the game's own rules, `rulebook` those that judge it: others when it is judged `under` another
      version.
    - `wrong` are the verdicts on faulty events. `missing` is what should have followed the last event.
    - `broken` is the event that could not follow: after it no more events are applied.
    - `reached` has for each event the verdicts that were reached with it: its own, and those on earlier events. The
      last event of a batch can change those.
    """

    def __init__(self, viewer: Viewer, under: str | None = None) -> None:
        self.viewer = viewer
        self.eyes: Eyes = ()
        self.redealt: Mapping[int, Redealt] = {}
        self.table = Table()
        self.under = None if under is None else second_opinion(under)
        self.played: Rulebook | None = None
        self.rulebook: Rulebook | None = None
        self.created: GameCreated | None = None
        self.verdicts: list[EventVerdict] = []
        self.reached: list[tuple[EventVerdict, ...]] = []
        self.wrong: list[EventVerdict] = []
        self.missing: Event | None = None
        self.broken: CorruptFile | None = None
        self.deal = DealCheck(sees_all=viewer.sees_all)
        self.clock: ClockState | None = None
        self._terms: ClockTerms | None = None
        self._before: Sequence[Envelope] = ()
        self._games: set[str] = set()
        self._offered: dict[int, Sequence[EventVerdict]] = {}

    def go_on(self, batch: Sequence[Envelope]) -> None:
        """Add a verdict for each event of the batch, and apply the batch to the table."""
        events = [today(envelope.event) for envelope in batch]
        kinds = {type(event) for event in events}
        if not kinds.isdisjoint(SPEAKING):
            for envelope, event in zip(batch, events, strict=True):
                self.deal.note(envelope, event)
        if self.broken is None:
            short = self._end_short()
            answer = self._decided_again(batch, events[0])
            version = None if self.created is None else self.created.rules.version
            for index, says in out_of_place(self._before, batch, version, self._games):
                if not answer.verdicts[index].wrong:
                    answer.verdicts[index] = EventVerdict(n=batch[index].n, verdict="differs", clause=None, says=says)
            if not kinds.isdisjoint(BEGINNING):
                self._look_at_beginning(batch, events, answer)
            drawn = self._laid(batch, events, answer)
            self.clock = clock_after_batch(self.clock, self.played, self.table, batch, events)
            for kind, tells in _TELLS.items() if drawn else ():
                numbers = [envelope.n for envelope, event in zip(batch, events, strict=True) if tells(event)]
                for n, one in zip(numbers, [one for one in drawn if one.kind == kind], strict=False):
                    self.deal.drew(n, one)
            if not kinds.isdisjoint(COUNTED):
                self._count(answer)
            self.verdicts += answer.verdicts
            self.wrong += [verdict for verdict in answer.verdicts if verdict.wrong]
            self.reached += [(verdict,) for verdict in answer.verdicts]
            if answer.once_shown or self._offered:
                short = (*short, *self._clear(events[0], answer))
            self.reached[-1] += (*short,)
            self.missing, self._before = answer.missing, batch
            self._games.add(batch[-1].game)
            judging = self.rulebook
            if self.under is not None and judging is not None and judging is self.played:
                other = self.under.instead_of(judging)
                if (other.data.version, other.options) != (judging.data.version, judging.options):
                    self.rulebook = other

    def _clear(self, event: Event, answer: Judged) -> tuple[EventVerdict, ...]:
        """Keep the verdicts on an offer until its cards lie face up; return those that are given now."""
        if answer.once_shown and (number := value_of_kind(event, Kind.OFFER)) is not None:
            self._offered[number] = answer.once_shown
        elif isinstance(event, TradeAccepted | BeansDonated) and not any(one.wrong for one in answer.verdicts):
            kept = self._offered.pop(event.proposal, ())
            cleared = tuple(verdict for verdict in kept if not self.verdicts[verdict.n - 1].wrong)
            for verdict in cleared:
                self.verdicts[verdict.n - 1] = verdict
            return cleared
        return ()

    def _look_at_redeal(self, envelope: Envelope, event: GameForked, answer: Judged) -> None:
        """Check that a fork which dealt again changed nothing that its creator saw; its deal is checked by the seed."""
        if event.table is None:
            return
        if not keeps_what_was_seen(self.table, seen_through(self.eyes, event.at, event.table)):
            says = found("fork_table", at=event.at)
            answer.verdicts[0] = EventVerdict(n=envelope.n, verdict="differs", clause=None, says=says)
        elif envelope.n in self.redealt:
            self.deal.drew(envelope.n, self.redealt[envelope.n])

    def _look_at_beginning(self, batch: Sequence[Envelope], events: Sequence[Event], answer: Judged) -> None:
        """Check what a fork begins with, and note the terms of the clock of a game or fork."""
        if isinstance(events[0], GameForked):
            self._look_at_redeal(batch[0], events[0], answer)
            self._look_at_terms(batch, events, answer)
        self._terms = terms_of_clock(events)

    def _look_at_terms(self, batch: Sequence[Envelope], events: Sequence[Event], answer: Judged) -> None:
        """Check that a fork with a clock has the terms of the game that it continues. Rule: CK-1."""
        for index, (envelope, event) in enumerate(zip(batch, events, strict=True)):
            if isinstance(event, GameTimed) and event.terms != self._terms:
                says = found("fork_clock")
                answer.verdicts[index] = EventVerdict(n=envelope.n, verdict="differs", clause="CK-1", says=says)

    def no_rules(self) -> Finding:
        """Return the finding that no rulebook here is that of the game."""
        created = self.created
        version = "" if created is None else created.rules.version
        return found("no_rules", edition="" if created is None else created.edition, version=version)

    def versions(self) -> dict[str, str]:
        """Return the versions of played, judging and today's rules; empty when all are the same."""
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

    def _end_short(self) -> Sequence[EventVerdict]:
        """Turn events missing at the end of the last batch into a verdict, since more of the record follows."""
        if self.missing is None or self.rulebook is None or self.verdicts[-1].wrong:
            return ()
        says = found("missing_after", event=self.missing)
        clause = clause_of(self.rulebook.data, says)
        self.verdicts[-1] = EventVerdict(n=len(self.verdicts), verdict="differs", clause=clause, says=says)
        self.wrong.append(self.verdicts[-1])
        return self.verdicts[-1:]

    def _decided_again(self, batch: Sequence[Envelope], event: Event) -> Judged:
        cause = batch[0].cause
        if isinstance(event, CORRECTION_TYPES) and self.rulebook is not None:
            return set_right_by_arbiter(self.rulebook, self._judge(batch[0].n), self.table, batch)
        if (cause is None or cause.command is None) and isinstance(event, ClockEvent) and self.rulebook is not None:
            return acts_of_the_clock(self.rulebook, self.clock, batch)
        if cause is None or cause.command is None:
            data = None if self.rulebook is None else self.rulebook.data
            return acts_of_the_service(data, self.table, batch, kept=self.deal.kept)
        if self.created is None:
            self.created = event if isinstance(event, GameCreated) else None
        if self.rulebook is None:
            if isinstance(cause.command, CreateGame) and cause.command.edition not in EDITIONS:
                return unjudged(batch, self.no_rules())
            try:
                self.played = self.rulebook = rulebook_for(self.table, cause.command, version_named(event))
            except UnknownVersion:
                return unjudged(batch, self.no_rules())
            except (Misuse, Refusal, CorruptHistory) as error:
                return refused(batch, error)
            if (other := other_rules(self.rulebook, event)) is not None:
                return unlike(batch, other)
        judge = self._judge(batch[0].n)
        answer = judged(self.rulebook, judge, self.table, batch, kept=self.deal.kept)
        return forced(self.rulebook, judge, self.clock, self.table, batch, answer)

    def _judge(self, n: int) -> Viewer:
        """Return the viewer as whom event n is judged: the record's, unless less of the event is known."""
        if not self.eyes:
            return self.viewer
        tellers = {viewer for upto, viewer in self.eyes if n <= upto}
        if self.viewer.sees_all and len(tellers) == 1:
            return tellers.pop()
        return self.viewer if tellers <= {self.viewer} else SPECTATOR

    def _laid(self, batch: Sequence[Envelope], events: Sequence[Event], answer: Judged) -> Sequence[Drawn]:
        """Fold the batch into the table; return the outcomes of chance, as the rules asked or else as recorded."""
        if answer.table is not None and self.rulebook is self.played:
            self.table = answer.table
            return answer.drawn or ()
        shuffled, by_arbiter = [], []
        for index, (envelope, event) in enumerate(zip(batch, events, strict=True)):
            table = self.table
            try:
                after = View(viewer=self.viewer, table=table).after(event).table
                self.table = seen_through(self.eyes, envelope.n, after) if self.eyes else after
            except CorruptHistory as error:
                self.broken = CorruptFile(envelope.n, str(error))
                answer.verdicts[index:] = [self._breaks_off(envelope.n, answer.verdicts[index], error)]
                break
            if isinstance(event, DeckShuffled) and self.played is not None:
                pile = self.played.deck if event.reason == "setup" else table.discard_pile
                shuffled.append(Drawn("shuffle", table.shuffles, table.contributions, pile, event.order))
            elif isinstance(event, PileShuffled):  # no rule asked for it
                drawn = Drawn("shuffle", table.shuffles, table.contributions, table.draw_pile, event.order)
                by_arbiter.append(drawn)
        if answer.drawn is None or self.rulebook is not self.played:
            return [*by_arbiter, *shuffled, *(one for one in answer.drawn or () if one.kind != "shuffle")]
        return [*by_arbiter, *answer.drawn]

    def _breaks_off(self, n: int, verdict: EventVerdict, error: CorruptHistory) -> EventVerdict:
        """Return the verdict on an event that cannot follow: the absent cards, else the verdict so far or the error."""
        if verdict.wrong and not isinstance(error, AbsentCard):
            return verdict
        clause, says = cannot_follow(None if self.rulebook is None else self.rulebook.data, error)
        return EventVerdict(n=n, verdict="differs", clause=clause, says=says)

    def _count(self, answer: Judged) -> None:
        """Check the table's invariants; a broken one becomes the verdict on the batch's last event."""
        if self.rulebook is None or self.broken is not None:
            return
        if faults := broken_invariants(self.rulebook, self.table):
            clause = faults[0].partition(":")[0]
            answer.verdicts[-1] = EventVerdict(
                n=answer.verdicts[-1].n, verdict="differs", clause=clause, says="; ".join(faults)
            )
