"""The thread that takes the results of linked games into their tournaments, once the games have ended."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from domain.refusals import HaricotError
from domain.tournaments.commands import TournamentCommand
from domain.tournaments.state import Tournament
from service.access.context import Context
from service.commands.notifier import Topic
from service.ops.clock import now_ms
from service.ops.polling_thread import PollingThread
from service.ops.telemetry import LOG
from service.store.entries.tournament_entries import TournamentSettings
from service.store.errors import Conflict
from service.tournaments.table_results import (
    BY_SERVICE,
    TableId,
    TableResults,
    last_words,
    table_results,
    with_stopped_game,
)
from service.tournaments.tournament_handler import PlannedCommands, TournamentHandler
from service.tournaments.tournament_store import TournamentStore, tournament_store

DUTY: Final = "results"
"""The lease that lets one process on a store do this."""
IDLE_SECONDS: Final = 1.0
"""How often to check without a notification."""
Plan = Callable[[Tournament, Mapping[str, str]], PlannedCommands]


class KnownTournament(NamedTuple):
    """A tournament as of its last event, and for each table whether a person had the last word on its result."""

    state: Tournament
    by_person: Mapping[TableId, bool]


class ResultWorker:
    """Takes results, corrects them where rulings put others in their place, and voids them where rulings say so.

    Each change is decided against the last event that was read. So of two processes, or of one that was killed and
    its successor, one alone writes it.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = tournament_store(context)
        self._handler = TournamentHandler(self._store, now_ms)
        self._closed: set[str] = set()
        self._age: int | None = None
        """The age of the metadata when closed tournaments were looked at as well."""
        self._said: dict[str, str] = {}
        self._thread = PollingThread("results", self.turn, idle_seconds=IDLE_SECONDS)

    def start(self) -> None:
        """Take results of games that end from now on, and those that were left."""
        self._context.notifier.subscribe(Topic.EVENTS, self._thread.wake)
        self._thread.start()

    def stop(self) -> None:
        """Finish the change under way and begin no other."""
        self._thread.stop()

    def turn(self) -> None:
        """Do what is due, if this process holds the lease."""
        store = self._context.store
        # A fork asks what would have been: nothing comes into it by itself.
        settings = self._context.register.find_entries(TournamentSettings)
        tournaments = [one.tournament for one in settings if one.forked_from is None]
        if not (tournaments and store.writable and store.take_lease(DUTY)):
            return
        age = self._context.register.age
        for tournament in tournaments:
            if self._thread.is_stopping:
                return
            if age == self._age and tournament in self._closed:
                continue
            try:
                self._look_at(tournament)
            except HaricotError as error:  # of this tournament; the others go on
                self._say(tournament, str(error))
            else:
                self._said.pop(tournament, None)
        self._age = age

    def _look_at(self, tournament: str) -> None:
        state, by_person = known_tournament(self._store, tournament)
        if state.closed:
            self._closed.add(tournament)
            return
        self._closed.discard(tournament)
        version = state.version
        for change in table_results(self._context, state, by_person).changes:
            after = self._handler.handle_plan(tournament, _if_still(version, change.commands), by=BY_SERVICE)
            version = after.version

    def _say(self, tournament: str, says: str) -> None:
        if self._said.get(tournament) != says:
            LOG.error("results", tournament=tournament, says=says)
        self._said[tournament] = says


def _if_still(version: int, commands: Sequence[TournamentCommand]) -> Plan:
    """Return the plan of these commands, for a tournament whose last event is this one; Conflict for any other."""

    def plan(before: Tournament, _: Mapping[str, str]) -> PlannedCommands:
        if before.version != version:
            raise Conflict(f"{before.rules.tournament} has {before.version} events, not {version}")
        return PlannedCommands(commands)

    return plan


def known_tournament(store: TournamentStore, tournament: str) -> KnownTournament:
    """Return a tournament as of its last event. What follows from earlier events is kept beside them."""
    events = store.events(tournament)
    kept = store.records.kept(tournament)
    before, by_person = (0, {}) if kept is None or kept.words[0] > len(events) else kept.words
    if before < len(events):
        by_person = last_words((one.event for one in events[before:]), by_person)
        if kept is not None:
            kept.words = len(events), by_person
    return KnownTournament(store.records.state(tournament, events), by_person)


def awaited_tables(context: Context, tournament: str) -> TableResults:
    """Return what the tables of a tournament wait for now."""
    state, by_person = known_tournament(tournament_store(context), tournament)
    found = table_results(context, state, by_person)
    return found._replace(awaited=tuple(with_stopped_game(context, state, one) for one in found.awaited))
