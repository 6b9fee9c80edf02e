"""A cache of auditors.

Each continues where it was, so that only new events cost time.
"""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final

from domain.visibility import Viewer
from replay.audit import Auditor
from replay.codec import Envelope
from service.ops.caches import RecentlyUsed

EVENTS_MAX: Final = 100_000
"""How many events all cached auditors have judged: some 50 MB."""


class AuditCache:
    """A cache for one thread at a time. An auditor is valid until the next call."""

    def __init__(self) -> None:
        self._kept: RecentlyUsed[tuple[str, str], Auditor] = RecentlyUsed(
            "auditors", EVENTS_MAX, lambda one: one.events
        )
        self._guard = Lock()

    def of(
        self,
        game: str,
        viewer: Viewer,
        version: int,
        seen: Callable[[int], Sequence[Envelope]],
        under: str | None = None,
    ) -> Auditor:
        """Return an auditor that has judged exactly the events up to `version`.

        `seen` returns those after one, redacted.

        An auditor with other rules, given by `under`, is not cached.
        """
        if under is not None:
            second = Auditor(game, viewer, under)
            second.extend(seen(0))
            return second
        asked = (game, viewer.name)
        with self._guard:
            kept = self._kept.take_out(asked)  # after an error, the auditor has judged only a part of an event
            if kept is not None and kept.events > version:  # the caller lags behind
                self._kept.put(asked, kept)
                kept = None
            auditor = kept or Auditor(game, viewer)
            auditor.extend(seen(auditor.events))
            self._kept.setdefault(asked, auditor)
            return auditor
