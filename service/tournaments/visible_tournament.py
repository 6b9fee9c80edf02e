"""A tournament as one client may know it: a prefix of its events, and everything that follows from them."""

from functools import cached_property
from itertools import takewhile
from typing import Final

from domain.tournaments.publication import count_public
from domain.tournaments.result_events import GameLinked, OfTable, RoundConfirmed, SecretsRevealed
from domain.tournaments.standings import StandingsLine
from domain.tournaments.state import Tournament
from replay.tournaments.tournament_file import OMNISCIENT, SPECTATOR, FiledTournamentEvent
from service.access.policy import ANONYMOUS, OFFICIALS, PLAYER, STRANGER
from service.access.tokens import Principal
from service.store.entries.tournament_entries import TournamentSettings
from service.tournaments.tournament_roles import relation_to
from service.tournaments.tournament_store import NoSuchTournament, TournamentStore

OUTSIDE: Final = frozenset({ANONYMOUS, STRANGER})
"""Who follows a tournament with its delay, and knows nothing of a private one."""


class VisibleTournament:
    """A tournament as this principal may know it at `now`, in milliseconds since 1970.

    NoSuchTournament where there is none, where it is private, or where not even its creation may be known yet.
    """

    def __init__(self, store: TournamentStore, tournament: str, principal: Principal, now: int) -> None:
        self.tournament = tournament
        self.principal = principal
        self.relation = relation_to(principal, tournament)
        self.settings: TournamentSettings = store.settings(tournament)
        self._store = store
        self.later_at: int | None = None
        """When more of what is stored may be known, if that only takes time."""
        events = store.record(tournament)
        self.stored = len(events)
        """The last event that is stored, which only officials may know of."""
        self.events = self._known(events, now)
        if not self.events or (self.settings.private and self.relation in OUTSIDE):
            raise NoSuchTournament(tournament)

    def _known(self, events: tuple[FiledTournamentEvent, ...], now: int) -> tuple[FiledTournamentEvent, ...]:
        if self.relation in OFFICIALS:
            return events
        if self.relation in OUTSIDE and self.settings.delay_ms:
            late = now - self.settings.delay_ms
            # Everybody may know that there is a tournament: only what happens in it is late.
            ripe = tuple(takewhile(lambda one: one.n == 1 or one.at <= late, events))
            if len(ripe) < len(events):
                self.later_at = events[len(ripe)].at + self.settings.delay_ms
            events = ripe
        events = events[: count_public([one.event for one in events])]
        return events[: self._count_known(events, now)]

    def _count_known(self, events: tuple[FiledTournamentEvent, ...], now: int) -> int:
        """Return how many events, from the first on, tell of no game what its own spectators may not know yet.

        Players know the results of a round once it is confirmed: then no game of it is played any more.
        """
        own = self.relation == PLAYER
        confirmed = {one.event.round for one in events if own and isinstance(one.event, RoundConfirmed)}
        linked = dict[tuple[int, int], int]()
        for at, one in enumerate(events):
            if not isinstance(one.event, OfTable):
                continue
            place = (one.event.round, one.event.table)
            due = one.at + linked.get(place, 0)
            if due > now and one.event.round not in confirmed:
                self.later_at = due
                return at
            if isinstance(one.event, GameLinked):
                linked[place] = max(linked.get(place, 0), self._store.delay_of(one.event.game))
        return len(events)

    def again(self, now: int) -> "VisibleTournament":
        """Return the same tournament as the principal may know it at `now`."""
        return VisibleTournament(self._store, self.tournament, self.principal, now)

    @property
    def late(self) -> bool:
        """Whether more may be known without anything more happening."""
        return self.later_at is not None

    @property
    def over(self) -> bool:
        """Whether the secrets are revealed, with which a tournament ends."""
        return isinstance(self.events[-1].event, SecretsRevealed)

    @property
    def view(self) -> str:
        """The view of a file of what is known here."""
        return OMNISCIENT if self.relation in OFFICIALS else SPECTATOR

    @property
    def version(self) -> int:
        """The last event that is known."""
        return len(self.events)

    @cached_property
    def state(self) -> Tournament:
        """The tournament after the last event that is known."""
        return self.at(self.version)

    def at(self, n: int) -> Tournament:
        """Return the tournament after event `n`, from 1 to `version`."""
        return self._store.records.state(self.tournament, self.events[:n])

    def standings(self, n: int) -> tuple[StandingsLine, ...]:
        """Return the standings after event `n`, from 1 to `version`."""
        return self._store.records.standings(self.tournament, self.events[:n])

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of those players and clubs of whom an event that is known tells, by their pseudonyms."""
        state = self.state
        clubs = {one.club for one in state.entrants.values()}
        known = {*state.entrants, *(club for club in clubs if club is not None)}
        return {pseudonym: name for pseudonym, name in self._store.names(self.tournament).items() if pseudonym in known}

    @cached_property
    def texts(self) -> dict[str, str | None]:
        """The reasons that people wrote, by the digests that events hold of them."""
        return self._store.texts(self.tournament)
