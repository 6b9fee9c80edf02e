"""The auditors of games that were asked about lately: each goes on from where it was, so only what is new costs."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final

from domain.visibility import Viewer
from replay.audit import Auditor
from replay.codec import Envelope
from service.ops.caches import RecentlyUsed

EVENTS_MAX: Final = 100_000
"""How many events all auditors that are kept have judged; some 50 MB."""


class AuditCache:
    """One at a time may be asked: what is got here goes on when the next one asks."""

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
        """One who has judged exactly the events up to `version`; `seen` gives those after one, as the viewer may.

        Who gives a second opinion, `under` other rules, is not kept: each is asked for once.
        """
        if under is not None:
            second = Auditor(game, viewer, under)
            second.extend(seen(0))
            return second
        asked = (game, viewer.name)
        with self._guard:
            kept = self._kept.take_out(asked)  # one that fails at an event has judged a part of it
            if kept is not None and kept.events > version:  # the caller lags behind
                self._kept.put(asked, kept)
                kept = None
            auditor = kept or Auditor(game, viewer)
            auditor.extend(seen(auditor.events))
            self._kept.setdefault(asked, auditor)
            return auditor
