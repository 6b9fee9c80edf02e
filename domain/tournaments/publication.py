"""How much of a tournament all clients may know: its stream up to the first draft that is not released."""

from collections.abc import Sequence

from domain.tournaments.events import Publication, RoundReleased, TournamentEvent
from domain.tournaments.result_events import SecretsRevealed


def count_public(events: Sequence[TournamentEvent]) -> int:
    """Return how many events, from the first on, all clients may read.

    What follows on a draft waits for it: so what is public only ever grows at its end.
    """
    if any(isinstance(event, SecretsRevealed) for event in events):
        return len(events)
    released = {event.round for event in events if isinstance(event, RoundReleased)}
    for at, event in enumerate(events):
        if type(event).public is not Publication.AT_ONCE and getattr(event, "round", None) not in released:
            return at
    return len(events)
