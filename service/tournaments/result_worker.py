"""The thread that takes the results of linked games into their tournaments once the games have ended."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from domain.refusals import HaricotError
from domain.tournaments.commands import TournamentCommand
from domain.tournaments.state import Tournament
from service.access.context import Context
from service.commands.notifier import ChangeKind
from service.ops.clock import now_ms
from service.ops.polling_thread import PollingThread
from service.ops.telemetry import LOG
from service.store.entries.tournament_entries import TournamentSettings
from service.store.errors import Conflict
from service.tournaments.table_results import (
    BY_SERVICE,
    TableId,
    TableResults,
    results_by_person,
    table_results,
    with_stopped_game,
)
from service.tournaments.tournament_handler import PlannedCommands, TournamentHandler
from service.tournaments.tournament_store import TournamentStore, tournament_store

LEASE: Final = "results"
"""The name of the lease. Only the process that holds it works."""
IDLE_SECONDS: Final = 1.0
"""How often to check without a notification."""
Plan = Callable[[Tournament, Mapping[str, str]], PlannedCommands]


class KnownTournament(NamedTuple):
    """A tournament after its last event, and for each table whether a person decided its result last."""

    state: Tournament
    by_person: Mapping[TableId, bool]


class ResultWorker:
    """Takes results into tournaments, and corrects or voids them when rulings say so.

    Each change is valid only for the last event that was read. So two processes cannot write the same change.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = tournament_store(context)
        self._handler = TournamentHandler(self._store, now_ms)
        self._closed: set[str] = set()
        self._checked_age: int | None = None
        """The age of the metadata at the last check that included closed tournaments."""
        self._last_errors: dict[str, str] = {}
        self._thread = PollingThread("results", self.turn, idle_seconds=IDLE_SECONDS)

    def start(self) -> None:
        """Take the results of games that have ended, and later those of games that end."""
        self._context.notifier.subscribe(ChangeKind.GAME_EVENTS, self._thread.wake)
        self._thread.start()

    def stop(self) -> None:
        """Finish the current change and stop."""
        self._thread.stop()

    def turn(self) -> None:
        """Take all results that are due, if this process holds the lease."""
        store = self._context.store
        # Forks explore alternatives, so no game results are taken into them.
        settings = self._context.register.find_entries(TournamentSettings)
        tournaments = [one.tournament for one in settings if one.forked_from is None]
        if not (tournaments and store.writable and store.take_lease(LEASE)):
            return
        age = self._context.register.age
        for tournament in tournaments:
            if self._thread.is_stopping:
                return
            if age == self._checked_age and tournament in self._closed:
                continue
            try:
                self._apply_results(tournament)
            except HaricotError as error:  # an error in one tournament must not stop the others
                self._log_error(tournament, str(error))
            else:
                self._last_errors.pop(tournament, None)
        self._checked_age = age

    def _apply_results(self, tournament: str) -> None:
        state, by_person = known_tournament(self._store, tournament)
        if state.closed:
            self._closed.add(tournament)
            return
        self._closed.discard(tournament)
        version = state.version
        for change in table_results(self._context, state, by_person).changes:
            after = self._handler.handle_plan(tournament, _plan_at_version(version, change.commands), by=BY_SERVICE)
            version = after.version

    def _log_error(self, tournament: str, says: str) -> None:
        if self._last_errors.get(tournament) != says:
            LOG.error("results", tournament=tournament, says=says)
        self._last_errors[tournament] = says


def _plan_at_version(version: int, commands: Sequence[TournamentCommand]) -> Plan:
    """Return a plan with these commands. It raises Conflict unless the tournament has this version."""

    def plan(before: Tournament, _: Mapping[str, str]) -> PlannedCommands:
        if before.version != version:
            raise Conflict(f"{before.rules.tournament} has {before.version} events, not {version}")
        return PlannedCommands(commands)

    return plan


def known_tournament(store: TournamentStore, tournament: str) -> KnownTournament:
    """Return a tournament after its last event. Only new events are read; the result for earlier ones is cached."""
    events = store.events(tournament)
    kept = store.records.cached(tournament)
    before, by_person = (
        (0, {}) if kept is None or kept.confirmed_by_person[0] > len(events) else kept.confirmed_by_person
    )
    if before < len(events):
        by_person = results_by_person((one.event for one in events[before:]), by_person)
        if kept is not None:
            kept.confirmed_by_person = len(events), by_person
    return KnownTournament(store.records.state(tournament, events), by_person)


def awaited_tables(context: Context, tournament: str) -> TableResults:
    """Return the results of a tournament's tables, with what each unfinished table waits for."""
    state, by_person = known_tournament(tournament_store(context), tournament)
    found = table_results(context, state, by_person)
    return found._replace(awaited=tuple(with_stopped_game(context, state, one) for one in found.awaited))
