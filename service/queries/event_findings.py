"""What each event of a followed game reveals to a viewer: verdicts and known hidden cards."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from domain.inference.hidden_hands import HiddenHands
from domain.table import Table
from domain.view import View
from domain.visibility import Viewer
from projections.knowledge import KnownCard
from replay.audit import Auditor
from replay.batch_audit import EventVerdict
from replay.codec import Envelope
from replay.rewind import Redactions, redactions_in, tables_after
from service.ops.caches import LruCache
from service.store.concurrency.blocking_guard import GuardedLock, require_may_block

EVENTS_MAX: Final = 50_000
"""How many events are cached with their findings: some 30 MB."""
EVENTS_ON_LOOP: Final = 8
"""How many events an event loop judges at a time. Each takes half a millisecond."""


class EventFinding(NamedTuple):
    """The verdicts that an event settles, and the hidden cards that are known after it, for one viewer.

    It depends on no later event, so it never changes.
    """

    verdicts: tuple[EventVerdict, ...]
    backs: tuple[KnownCard, ...]


class GameFindings:
    """The findings of one game for one viewer, event by event."""

    def __init__(self, game: str, viewer: Viewer, *, strict: bool) -> None:
        self.guard = GuardedLock()
        self.backs: list[tuple[KnownCard, ...]] = []
        self._auditor = Auditor(game, viewer)
        self._hands = HiddenHands(strict=strict)
        self._view = View.of(Table(), viewer)
        self._redactions: Redactions = ()

    @property
    def events(self) -> int:
        """The number of events that were judged."""
        return len(self.backs)

    def extend(self, envelopes: Sequence[Envelope]) -> None:
        """Judge whole batches that follow those judged before, redacted for the viewer."""
        self._auditor.extend(envelopes)
        self._redactions = redactions_in(envelopes) or self._redactions
        for envelope, table in tables_after(self._view, envelopes, self._redactions):
            self._view = View(viewer=self._view.viewer, table=table)
            self._hands.add(envelope.n, envelope.event, table)
            self.backs.append(
                tuple(
                    KnownCard(card=place, variety=back.variety, offered=back.offered)
                    for place, back in self._hands.sure()
                    if back.offered is not None
                )
            )

    def at(self, n: int) -> EventFinding:
        """Return the findings of event n."""
        return EventFinding(self._auditor.new_verdicts(n), self.backs[n - 1])


class EventFindings:
    """The findings of followed games, for any number of threads and an event loop."""

    def __init__(self) -> None:
        self._games: LruCache[tuple[str, str], GameFindings] = LruCache(
            "findings", EVENTS_MAX, lambda findings: findings.events
        )

    def finding(
        self,
        n: int,
        game: str,
        viewer: Viewer,
        version: int,
        events_after: Callable[[int], Sequence[Envelope]],
        is_strict: Callable[[], bool],
    ) -> EventFinding:
        """Return the findings of event n for this viewer.

        `version` is the last event that the caller may know, which ends a batch. `events_after` returns the redacted
        events from the one after its argument up to `version`. Raises WouldBlock on an event loop if many events must
        be judged first.
        """
        key = (game, viewer.name)
        findings = self._games.get(key)
        if findings is None:
            findings = self._games.setdefault(key, GameFindings(game, viewer, strict=is_strict()))
        with findings.guard:
            if findings.events >= n:
                return findings.at(n)
            if version - findings.events > EVENTS_ON_LOOP:
                require_may_block()
            events = events_after(findings.events)
            try:
                findings.extend(events)
            except BaseException:
                self._games.pop(key)  # only a part of the events was judged
                raise
        self._games.put(key, findings)
        return findings.at(n)
