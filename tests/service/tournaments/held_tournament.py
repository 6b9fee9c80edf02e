"""A tournament at a service, for tests: its commands, its games, and what is awaited."""

from typing import Any

from msgspec.structs import replace

from domain.clock_terms import ClockTerms
from domain.tournaments.commands import (
    CheckIn,
    CreateTournament,
    DrawRound,
    RegisterPlayer,
    ReleaseRound,
    TournamentCommand,
)
from domain.tournaments.counter_stream import secret_before
from domain.tournaments.events import ROUNDS_MAX
from domain.tournaments.state import Tournament, TournamentTable
from domain.tournaments.table_points import DEFAULT
from domain.tournaments.tie_breaks import DEFAULT as TIE_BREAKS
from service.access.context import Context
from service.lifecycle.idempotency import Attempt, attempt_of
from service.ops.clock import now_ms
from service.store.entries.tournament_entries import TournamentName, TournamentSettings
from service.tournaments.result_worker import ResultWorker, awaited_tables
from service.tournaments.round_games import StartedGames, start_games
from service.tournaments.table_game import GamesWish
from service.tournaments.tournament_handler import TournamentHandler
from service.tournaments.tournament_store import tournament_store
from tests.domain.tournaments.sample_tournament import LAST_SECRET

RULES: dict[str, Any] = {
    "edition": "classic",
    "options": {"exhaustions_to_end": 1, "start_player": "seat_0"},
    "format": "swiss",
    "rounds": 2,
    "smallest": 3,
    "preferred": 3,
    "largest": 3,
    "table_points": DEFAULT,
    "tie_breaks": TIE_BREAKS,
    "commitment": secret_before(LAST_SECRET, ROUNDS_MAX),
}
"""Short games at tables of three."""


class ProcessEnd(BaseException):
    """Simulates the end of the process."""


class HeldTournament:
    """A tournament of some players at a service."""

    def __init__(
        self,
        context: Context,
        name: str,
        players: int = 3,
        duplicate: str | None = None,
        clock: ClockTerms | None = None,
        **settings: Any,
    ) -> None:
        self.context = context
        self.name = name
        self.store = tournament_store(context)
        self._handler = TournamentHandler(self.store, now_ms)
        beside = TournamentSettings(tournament=name, title=name, made=now_ms(), **settings)
        names = [TournamentName(tournament=name, pseudonym=f"player-{k}", name=f"N{k}") for k in range(1, players + 1)]
        self._handler.create(
            CreateTournament(tournament=name, duplicate=duplicate, clock=clock, **RULES), LAST_SECRET, beside, *names
        )
        entries = [f"player-{k}" for k in range(1, players + 1)]
        self.act(*(RegisterPlayer(player=one) for one in entries), *(CheckIn(player=one) for one in entries))

    def act(self, *commands: TournamentCommand, by: str = "director") -> Tournament:
        """Handle commands of an official."""
        return self._handler.handle(self.name, *commands, by=by)

    def release(self) -> int:
        """Draw and release the next round."""
        number = self.state.next_round
        self.act(DrawRound(round=number), ReleaseRound(round=number))
        return number

    def start(self, number: int = 1, *, key: str | None = None, **wish: Any) -> StartedGames:
        """Start the games of a round, with an idempotency key if given."""
        attempt = (
            attempt_of("director", "start", key, b"", now_ms()) if key else Attempt(scope="", key=None, digest="", at=0)
        )
        return start_games(self.context, self.name, number, GamesWish(**wish), attempt, by="director")

    def set(self, **settings: Any) -> None:
        """Change the settings of the tournament."""
        self.context.register.save_entries(replace(self.store.settings(self.name), **settings))

    @property
    def state(self) -> Tournament:
        """The current tournament."""
        return self.store.state(self.name)

    def table(self, number: int = 1, round_: int = 1) -> TournamentTable:
        """Return the current state of a table."""
        found = self.state.rounds[round_ - 1].table(number)
        assert found is not None
        return found

    def look(self) -> Tournament:
        """Let the service take due results; return the tournament."""
        ResultWorker(self.context).turn()
        return self.state

    def awaited(self) -> dict[tuple[int, int], tuple[str, bool]]:
        """Return what each table waits for, and whether it has a result."""
        found = awaited_tables(self.context, self.name).awaited
        return {(one.round, one.table): (one.awaits, one.counts) for one in found}
