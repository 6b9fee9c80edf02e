"""A cache of auditors: each continues after the events it has judged, so that only new ones cost time."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final

from domain.visibility import Viewer
from replay.audit import Auditor
from replay.codec import Envelope
from service.ops.caches import LruCache

EVENTS_MAX: Final = 100_000
"""How many events all cached auditors have judged: some 50 MB."""


class AuditCache:
    """A cache for one thread at a time. An auditor is valid until the next call."""

    def __init__(self) -> None:
        self._auditors: LruCache[tuple[str, str], Auditor] = LruCache(
            "auditors", EVENTS_MAX, lambda auditor: auditor.events
        )
        self._guard = Lock()

    def auditor(
        self,
        game: str,
        viewer: Viewer,
        version: int,
        events_after: Callable[[int], Sequence[Envelope]],
        under: str | None = None,
    ) -> Auditor:
        """Return an auditor that has judged exactly the events up to `version`.

        `events_after` returns the redacted events after the given one. An auditor `under` another edition's rules is
        not cached.
        """
        if under is not None:
            auditor = Auditor(game, viewer, under)
            auditor.extend(events_after(0))
            return auditor
        key = (game, viewer.name)
        with self._guard:
            cached = self._auditors.pop(key)  # if it fails below, it has judged a part of an event, and is dropped
            if cached is not None and cached.events > version:  # the caller knows fewer events
                self._auditors.put(key, cached)
                cached = None
            auditor = cached or Auditor(game, viewer)
            auditor.extend(events_after(auditor.events))
            self._auditors.setdefault(key, auditor)
            return auditor
