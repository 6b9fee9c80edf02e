"""The course of a recorded game, judged batch by batch."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from domain.commands import CreateGame
from domain.editions import EDITIONS, rulebook, rulebook_for
from domain.events import DeckShuffled, Event, GameCreated, GameEnded, TurnStarted
from domain.findings import Finding, found
from domain.invariants import broken_invariants
from domain.refusals import AbsentCard, CorruptHistory, Misuse, Refusal, UnknownVersion
from domain.rulebook import Rulebook
from domain.table import Table
from domain.upcasters import today
from domain.view import View
from domain.visibility import Viewer
from replay.codec import Envelope
from replay.compared import clause_of
from replay.judging import EventVerdict, Judged, acts_of_the_service, judged, refused, unjudged, unlike
from replay.pinned import other_rules, version_named
from replay.proofs.deal_check import SPEAKING, DealCheck, Drawn
from replay.provenance import out_of_place
from replay.record import CorruptFile

_TELLS: Final[Mapping[str, Callable[[Event], object]]] = {
    "shuffle": lambda event: isinstance(event, DeckShuffled),
    "lot": lambda event: event.lots(),
    "order": lambda event: event.drawn_order(),
}
"""Which events tell what chance brought."""

COUNTED: Final = frozenset({TurnStarted, GameEnded})
"""After which events the cards are counted: once a turn, and at the end."""


class Course:
    """The table as recorded so far, and what is said of its events.

    `played` are the game's own rules, `rulebook` those that judge it: others when it is judged `under` another version.
    `wrong` are the verdicts on events that are not as they should be, `missing` is what should have followed the last
    event, `broken` the event that could not follow: after it nothing more is laid.
    """

    def __init__(self, viewer: Viewer, under: str | None = None) -> None:
        self.viewer = viewer
        self.table = Table()
        self.under = under
        self.played: Rulebook | None = None
        self.rulebook: Rulebook | None = None
        self.created: GameCreated | None = None
        self.verdicts: list[EventVerdict] = []
        self.wrong: list[EventVerdict] = []
        self.missing: Event | None = None
        self.broken: CorruptFile | None = None
        self.deal = DealCheck(sees_all=viewer.sees_all)
        self._before: Sequence[Envelope] = ()
        self._games: set[str] = set()

    def go_on(self, batch: Sequence[Envelope]) -> None:
        """Adds a verdict for each event of the batch, and lays the batch on the table."""
        events = [today(envelope.event) for envelope in batch]
        kinds = {type(event) for event in events}
        if not kinds.isdisjoint(SPEAKING):
            for envelope, event in zip(batch, events, strict=True):
                self.deal.note(envelope, event)
        if self.broken is None:
            self._end_short()
            answer = self._decided_again(batch, events[0])
            version = None if self.created is None else self.created.rules.version
            for index, says in out_of_place(self._before, batch, version, self._games):
                if not answer.verdicts[index].wrong:
                    answer.verdicts[index] = EventVerdict(n=batch[index].n, verdict="differs", clause=None, says=says)
            drawn = self._laid(batch, events, answer)
            for kind, tells in _TELLS.items() if drawn else ():
                numbers = [envelope.n for envelope, event in zip(batch, events, strict=True) if tells(event)]
                for n, one in zip(numbers, [one for one in drawn if one.kind == kind], strict=False):
                    self.deal.drew(n, one)
            if not kinds.isdisjoint(COUNTED):
                self._count(answer)
            self.verdicts += answer.verdicts
            self.wrong += [verdict for verdict in answer.verdicts if verdict.wrong]
            self.missing, self._before = answer.missing, batch
            self._games.add(batch[-1].game)
            judging = self.rulebook
            if self.under is not None and judging is not None and judging.data.version != self.under:
                self.rulebook = rulebook(judging.data.key, judging.players, judging.options, self.under)

    def no_rules(self) -> Finding:
        """The finding that no rulebook here is that of the game."""
        created = self.created
        version = "" if created is None else created.rules.version
        return found("no_rules", edition="" if created is None else created.edition, version=version)

    def versions(self) -> dict[str, str]:
        """Which version the game was played under, which judges it, and which is today's; nothing when all are one."""
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

    def _end_short(self) -> None:
        """Turns events missing at the end of the last batch into a verdict, since more of the record follows."""
        if self.missing is None or self.rulebook is None:
            return
        says = found("missing_after", event=self.missing)
        if not self.verdicts[-1].wrong:
            clause = clause_of(self.rulebook.data, says)
            self.verdicts[-1] = EventVerdict(n=len(self.verdicts), verdict="differs", clause=clause, says=says)
            self.wrong.append(self.verdicts[-1])

    def _decided_again(self, batch: Sequence[Envelope], event: Event) -> Judged:
        cause = batch[0].cause
        if cause is None or cause.command is None:
            return acts_of_the_service(None if self.rulebook is None else self.rulebook.data, self.table, batch)
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
        return judged(self.rulebook, self.viewer, self.table, batch)

    def _laid(self, batch: Sequence[Envelope], events: Sequence[Event], answer: Judged) -> Sequence[Drawn]:
        """Folds the batch into the table; gives what chance drew, as the rules asked for it or else as recorded."""
        if answer.table is not None and self.rulebook is self.played:
            self.table = answer.table
            return answer.drawn or ()
        shuffled = []
        for index, (envelope, event) in enumerate(zip(batch, events, strict=True)):
            table = self.table
            try:
                self.table = View(viewer=self.viewer, table=table).after(event).table
            except CorruptHistory as error:
                self.broken = CorruptFile(envelope.n, str(error))
                answer.verdicts[index:] = [self._breaks_off(envelope.n, answer.verdicts[index], error)]
                break
            if isinstance(event, DeckShuffled) and self.played is not None:
                pile = self.played.deck if event.reason == "setup" else table.discard_pile
                shuffled.append(Drawn("shuffle", table.shuffles, table.contributions, pile, event.order))
        if answer.drawn is None or self.rulebook is not self.played:
            return [*shuffled, *(one for one in answer.drawn or () if one.kind != "shuffle")]
        return answer.drawn

    def _breaks_off(self, n: int, verdict: EventVerdict, error: CorruptHistory) -> EventVerdict:
        """The verdict on an event that cannot follow: the absent cards, else the verdict so far or the error."""
        if isinstance(error, AbsentCard):
            data = None if self.rulebook is None else self.rulebook.data
            mechanism = "plant.not_front" if error.area == "front" else "cards"
            clause = None if data is None else {**data.cites, **data.promises}.get(mechanism)
            says = found("absent", cards=error.cards, area=error.area, seat=error.seat)
            return EventVerdict(n=n, verdict="differs", clause=clause, says=says)
        return verdict if verdict.wrong else EventVerdict(n=n, verdict="differs", clause=None, says=str(error))

    def _count(self, answer: Judged) -> None:
        """Checks the table's invariants; a broken one becomes the verdict on the batch's last event."""
        if self.rulebook is None or self.broken is not None:
            return
        if faults := broken_invariants(self.rulebook, self.table):
            clause = faults[0].partition(":")[0]
            answer.verdicts[-1] = EventVerdict(
                n=answer.verdicts[-1].n, verdict="differs", clause=clause, says="; ".join(faults)
            )
