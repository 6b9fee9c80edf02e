"""A tournament as one client may see it: a prefix of its events, and what is derived from them."""

from functools import cached_property

from msgspec.structs import replace

from domain.tournaments.standings import StandingsLine
from domain.tournaments.state import Tournament
from replay.tournaments.tournament_file import OMNISCIENT, SPECTATOR
from service.access.context import Context
from service.access.policy import OFFICIALS
from service.access.tokens import Principal
from service.access.tournament_visibility import linked_games
from service.ops.clock import now_ms
from service.store.entries.tournament_entries import TournamentSettings
from service.tournaments.tournament_roles import relation_to
from service.tournaments.tournament_store import NoSuchTournament, TournamentStore, tournament_store


class VisibleTournament:
    """A tournament as this principal may see it at `now`, in milliseconds since 1970.

    `delay_ms` is the least delay for clients who see it with a delay. Raises NoSuchTournament if there is none, if it
    is private, or if even its creation is not visible yet.
    """

    def __init__(
        self, store: TournamentStore, tournament: str, principal: Principal, now: int, *, delay_ms: int = 0
    ) -> None:
        self.tournament = tournament
        self.principal = principal
        self.relation = relation_to(principal, tournament)
        settings = store.settings(tournament)
        self.settings: TournamentSettings = replace(settings, delay_ms=max(settings.delay_ms, delay_ms))
        self._store = store
        events = store.record(tournament)
        self.stored = len(events)
        """The number of the last stored event. Only officials may see it."""
        self.events, self.later_at = store.known(self.settings, events, self.relation, now)
        """`later_at` is when more of the stored events become visible by the passing of time alone, or None."""
        if not self.events:
            raise NoSuchTournament(tournament)

    def again(self, now: int) -> "VisibleTournament":
        """Return the same tournament as the principal may see it at `now`."""
        return VisibleTournament(self._store, self.tournament, self.principal, now)

    @property
    def late(self) -> bool:
        """Whether stored events will become visible by the passing of time alone."""
        return self.later_at is not None

    @property
    def over(self) -> bool:
        """Whether it is closed and its secrets are revealed. Only reopening it can then add events."""
        return self.state.closed and self.state.revealed

    @property
    def view(self) -> str:
        """The view of a tournament file with the visible events."""
        return OMNISCIENT if self.relation in OFFICIALS else SPECTATOR

    @property
    def version(self) -> int:
        """The number of the last visible event."""
        return len(self.events)

    @cached_property
    def state(self) -> Tournament:
        """The tournament after the last visible event."""
        return self.at(self.version)

    def at(self, n: int) -> Tournament:
        """Return the tournament after event `n`, from 1 to `version`."""
        return self._store.records.state(self.tournament, self.events[:n])

    def standings(self, n: int) -> tuple[StandingsLine, ...]:
        """Return the standings after event `n`, from 1 to `version`."""
        return self._store.records.standings(self.tournament, self.events[:n])

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of the players and clubs in visible events, by pseudonym."""
        state = self.state
        clubs = {one.club for one in state.entrants.values()}
        known = {*state.entrants, *(club for club in clubs if club is not None)}
        return {pseudonym: name for pseudonym, name in self._store.names(self.tournament).items() if pseudonym in known}

    @cached_property
    def texts(self) -> dict[str, str | None]:
        """The texts that people wrote, by the digests in events."""
        return self._store.texts(self.tournament)


def games_linked(context: Context, principal: Principal, tournament: str) -> set[str]:
    """Return the games linked to a tournament that this principal may see. An unknown tournament has none."""
    try:
        visible = VisibleTournament(tournament_store(context), tournament, principal, now_ms())
    except NoSuchTournament:
        return set()
    return linked_games(visible.events)
