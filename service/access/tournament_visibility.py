"""Decides which first events of a tournament a client may know, never more than the spectators of its games."""

from itertools import takewhile
from typing import Final, NamedTuple

from domain.tournaments.publication import count_public
from domain.tournaments.result_events import GameLinked, OfTable, RoundConfirmed
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.access.policy import ANONYMOUS, BROADCASTER, OFFICIALS, PLAYER, STRANGER
from service.store.entries.metadata_store import Arrangement
from service.store.entries.tournament_entries import TournamentSettings
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache

OUTSIDERS: Final = frozenset({ANONYMOUS, STRANGER})
"""The relations that may know nothing of a private tournament."""
DELAYED_FOLLOWERS: Final = OUTSIDERS | {BROADCASTER}
"""The relations that the delay of a tournament applies to. A broadcaster shows everybody what they see."""
Events = tuple[NumberedTournamentEvent, ...]


class KnownEvents(NamedTuple):
    """The events that a client may know, and the time when more become visible without a new event."""

    events: Events
    later_at: int | None = None


def known_events(
    register: GameStore | MetadataCache, settings: TournamentSettings, events: Events, relation: str, now: int
) -> KnownEvents:
    """Return the first events of a tournament that a client with this relation may know at `now`.

    Outsiders may know no event of a private tournament. Times are in milliseconds since 1970.
    """
    if relation in OFFICIALS:
        return KnownEvents(events)
    later_at: int | None = None
    if relation in OUTSIDERS and settings.private:
        return KnownEvents(())
    if relation in DELAYED_FOLLOWERS:
        late = now - settings.delay_ms
        # Everybody may know that there is a tournament: only later events are delayed.
        visible = tuple(takewhile(lambda one: one.n == 1 or one.at <= late or not settings.delay_ms, events))
        later_at = events[len(visible)].at + settings.delay_ms if len(visible) < len(events) else None
        events = visible
    events = events[: count_public([one.event for one in events])]
    known, due = _count_known(register, events, now, is_player=relation == PLAYER)
    return KnownEvents(events[:known], later_at if due is None else due)


def _count_known(
    register: GameStore | MetadataCache, events: Events, now: int, *, is_player: bool
) -> tuple[int, int | None]:
    """Return how many first events reveal nothing of a game that its spectators may not know yet.

    The second value is the time when the next event becomes visible, or None. Players of the tournament know the
    results of a round once it is confirmed, because then all its games have ended.
    """
    confirmed = {one.event.round for one in events if is_player and isinstance(one.event, RoundConfirmed)}
    delays = dict[tuple[int, int], int]()
    for index, one in enumerate(events):
        if not isinstance(one.event, OfTable):
            continue
        place = (one.event.round, one.event.table)
        due = one.at + (delay := delays.get(place, 0))
        if delay and due > now and one.event.round not in confirmed:
            return index, due
        if isinstance(one.event, GameLinked):
            delays[place] = max(delay, spectator_delay_ms(register, one.event.game))
    return len(events), None


def spectator_delay_ms(register: GameStore | MetadataCache, game: str) -> int:
    """Return the delay of a game's spectators in milliseconds. A delay in events is left out: it ends with the game."""
    arrangements = [
        one for holder, _ in register.lineage(game) for one in register.find_entries(Arrangement, game=holder)
    ]
    return max((one.delay_ms for one in arrangements), default=0)


def linked_games(events: Events) -> set[str]:
    """Return the games that these events link to tables."""
    return {one.event.game for one in events if isinstance(one.event, GameLinked)}
