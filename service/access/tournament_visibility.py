"""How much of a tournament a client may know: a prefix of its events, never more than the spectators of its games."""

from itertools import takewhile
from typing import Final, NamedTuple

from domain.tournaments.publication import count_public
from domain.tournaments.result_events import GameLinked, OfTable, RoundConfirmed
from replay.tournaments.tournament_file import FiledTournamentEvent
from service.access.policy import ANONYMOUS, BROADCASTER, OFFICIALS, PLAYER, STRANGER
from service.store.entries.metadata_store import Arrangement
from service.store.entries.tournament_entries import TournamentSettings
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache

OUTSIDE: Final = frozenset({ANONYMOUS, STRANGER})
"""Who knows nothing of a private tournament."""
DELAYED: Final = OUTSIDE | {BROADCASTER}
"""Who follows a tournament with its delay. A broadcaster tells everybody what they see."""
Events = tuple[FiledTournamentEvent, ...]


class KnownEvents(NamedTuple):
    """The events that a client may know, and when they may know more, if that only takes time."""

    events: Events
    later_at: int | None = None


def known_events(
    register: GameStore | MetadataCache, settings: TournamentSettings, events: Events, relation: str, now: int
) -> KnownEvents:
    """Return those events of a tournament, from the first on, that a client of this relation may know at `now`.

    None of a private tournament from outside. Times are in milliseconds since 1970.
    """
    if relation in OFFICIALS:
        return KnownEvents(events)
    later_at: int | None = None
    if relation in OUTSIDE and settings.private:
        return KnownEvents(())
    if relation in DELAYED:
        late = now - settings.delay_ms
        # Everybody may know that there is a tournament: only what happens in it is late.
        ripe = tuple(takewhile(lambda one: one.n == 1 or one.at <= late or not settings.delay_ms, events))
        later_at = events[len(ripe)].at + settings.delay_ms if len(ripe) < len(events) else None
        events = ripe
    events = events[: count_public([one.event for one in events])]
    known, due = _count_known(register, events, now, own=relation == PLAYER)
    return KnownEvents(events[:known], later_at if due is None else due)


def _count_known(register: GameStore | MetadataCache, events: Events, now: int, *, own: bool) -> tuple[int, int | None]:
    """Return how many events, from the first on, tell of no game what its own spectators may not know yet.

    With it comes when the next one may be known. A tournament's `own` players know the results of a round once it is
    confirmed: then no game of it is played.
    """
    confirmed = {one.event.round for one in events if own and isinstance(one.event, RoundConfirmed)}
    linked = dict[tuple[int, int], int]()
    for at, one in enumerate(events):
        if not isinstance(one.event, OfTable):
            continue
        place = (one.event.round, one.event.table)
        due = one.at + (delay := linked.get(place, 0))
        if delay and due > now and one.event.round not in confirmed:
            return at, due
        if isinstance(one.event, GameLinked):
            linked[place] = max(delay, delay_of(register, one.event.game))
    return len(events), None


def delay_of(register: GameStore | MetadataCache, game: str) -> int:
    """Return by how many milliseconds spectators follow a game. A delay in events ends with the game."""
    arranged = [one for holder, _ in register.lineage(game) for one in register.find_entries(Arrangement, game=holder)]
    return max((one.delay_ms for one in arranged), default=0)


def linked_games(events: Events) -> set[str]:
    """Return the games that these events link to tables."""
    return {one.event.game for one in events if isinstance(one.event, GameLinked)}
