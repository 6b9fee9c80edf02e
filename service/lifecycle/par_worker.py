"""The thread that computes par of finished games: bots play the deals again, one after the other."""

from typing import Final

from service.access.context import Context
from service.analytics.derived_tables import DerivedTables
from service.lifecycle.par import WANTED, compute_par, par_request_entry
from service.ops.polling_thread import PollingThread
from service.store.entries.analytics_entries import ParEntry

LEASE: Final = "par"
"""The name of the lease. Only the process that holds it works."""
IDLE_SECONDS: Final = 5.0
"""How often to check for requests."""
PAUSE_SECONDS: Final = 0.5
"""How long to pause after each game, since running games are more urgent."""
TOURNAMENT_GAMES_PER_TURN: Final = 20
"""How many games of tournaments one turn requests par for."""
_TOURNAMENT_GAMES_WITHOUT_PAR: Final = (
    "SELECT t.game FROM tournament_games t JOIN counted_games c ON c.game = t.game"
    " LEFT JOIN pars p ON p.game = t.game WHERE c.state = 'counted' AND p.game IS NULL LIMIT ?"
)


class ParWorker:
    """Computes par for requested games, and for tournament games that count for ratings."""

    def __init__(self, context: Context) -> None:
        self._store = context.store
        self._tables = DerivedTables(context.store)
        self._thread = PollingThread("par", self.turn, idle_seconds=IDLE_SECONDS)

    def start(self) -> None:
        """Compute par for all requests, now and later."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the current game and stop."""
        self._thread.stop()

    def turn(self) -> None:
        """Compute par for all waiting games, if this process holds the lease."""
        if not (self._store.writable and self._store.take_lease(LEASE)):
            return
        for (game,) in self._tables.rows(_TOURNAMENT_GAMES_WITHOUT_PAR, TOURNAMENT_GAMES_PER_TURN):
            self._store.change_entries([par_request_entry(game)])
        for entry in self._store.find_entries(ParEntry, state=WANTED):
            if self._thread.is_stopping:
                return
            self._store.change_entries([compute_par(self._store, entry)])
            self._thread.pause(PAUSE_SECONDS)
