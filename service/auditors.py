"""The auditors of games that were asked about lately: each goes on from where it was, and only what is new costs."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final

from domain.visibility import Viewer
from replay.audit import Auditor
from replay.codec import Envelope

EVENTS_MAX: Final = 100_000
"""How many events all auditors that are kept have judged; some 50 MB."""


class Auditors:
    """One at a time may be asked: what is got here goes on when the next one asks."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Auditor] = OrderedDict()
        self._guard = Lock()

    def of(self, game: str, viewer: Viewer, version: int, seen: Callable[[int], Sequence[Envelope]]) -> Auditor:
        """One who has judged exactly the events up to `version`; `seen` gives those after one, as the viewer may."""
        asked = (game, viewer.name)
        with self._guard:
            kept = self._kept.pop(asked, None)
            if kept is not None and kept.events > version:  # whoever asks lags behind
                self._kept[asked], kept = kept, None
            auditor = kept or Auditor(game, viewer)
            auditor.extend(seen(auditor.events))
            self._kept.setdefault(asked, auditor)
            judged = sum(one.events for one in self._kept.values())
            while judged > EVENTS_MAX:
                judged -= self._kept.popitem(last=False)[1].events
            return auditor
