"""The auditors of games that were asked about lately: each goes on from where it was, and only what is new costs."""

from collections import OrderedDict
from threading import Lock
from typing import Final

from replay.audit import Auditor
from replay.record import Record

EVENTS_MAX: Final = 100_000
"""How many events all auditors that are kept have judged; some 50 MB."""


class Auditors:
    """One at a time may be asked: what is got here goes on when the next one asks."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Auditor] = OrderedDict()
        self._guard = Lock()

    def of(self, record: Record) -> Auditor:
        """An auditor who has judged exactly this record."""
        seen = (record.game, record.viewer.name)
        with self._guard:
            kept = self._kept.pop(seen, None)
            if kept is not None and kept.events > len(record.envelopes):  # whoever asks lags behind
                self._kept[seen], kept = kept, None
            auditor = kept or Auditor(record.game, record.viewer)
            auditor.extend(record.envelopes[auditor.events :])
            self._kept.setdefault(seen, auditor)
            judged = sum(one.events for one in self._kept.values())
            while judged > EVENTS_MAX:
                judged -= self._kept.popitem(last=False)[1].events
            return auditor
