"""How much of a tournament all clients may know.

It is the stream up to the first draft that is not released, and up to the first result of a deal that is still played.
"""

from collections.abc import Sequence

from domain.tournaments.events import Publication, RoundReleased, TournamentEvent
from domain.tournaments.result_events import (
    GameLinked,
    OfTable,
    SecretsRevealed,
    TableResultConfirmed,
    TableResultCorrected,
    TableResultEntered,
    TableResultTaken,
    TableVoided,
)

_RESULTS = (TableResultTaken, TableResultEntered, TableResultCorrected)
_SETTLED = (TableResultTaken, TableResultConfirmed, TableResultCorrected, TableVoided)


def count_public(events: Sequence[TournamentEvent]) -> int:
    """Return how many events, from the first on, all clients may read.

    What follows on a draft, or on a result of a deal that is still played, waits for it: so what is public only ever
    grows at its end.
    """
    if any(isinstance(event, SecretsRevealed) for event in events):
        return len(events)
    released = {event.round for event in events if isinstance(event, RoundReleased)}
    for at, event in enumerate(events):
        if type(event).public is not Publication.AT_ONCE and getattr(event, "round", None) not in released:
            return min(at, _count_to_deal(events))
    return _count_to_deal(events)


def _count_to_deal(events: Sequence[TournamentEvent]) -> int:
    """Return how many events come before the first result of a deal that not all of its tables have a result of."""
    dealt, first, open_ = dict[tuple[int, int], str](), dict[str, int](), dict[str, set[tuple[int, int]]]()
    for at, event in enumerate(events):
        if not isinstance(event, OfTable):
            continue
        place = event.round, event.table
        if isinstance(event, GameLinked):
            if event.deal is not None and event.deal not in first:
                dealt[place] = event.deal
                open_.setdefault(event.deal, set()).add(place)
            continue
        deal = dealt.get(place)
        if deal is not None and isinstance(event, _RESULTS):
            first.setdefault(deal, at)
        if deal is not None and isinstance(event, _SETTLED):
            open_[deal].discard(place)
    return min((at for deal, at in first.items() if open_[deal]), default=len(events))
