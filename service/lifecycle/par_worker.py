"""The thread that plays the deals of finished games with bots, one after the other, where par was asked for."""

from typing import Final

from service.access.context import Context
from service.analytics.derived_tables import DerivedTables
from service.lifecycle.par import WANTED, made_par, wanted_par
from service.ops.polling_thread import PollingThread
from service.store.entries.analytics_entries import ParEntry

DUTY: Final = "par"
"""The lease that lets one process on a store do this."""
IDLE_SECONDS: Final = 5.0
"""How often to look for requests."""
REST_SECONDS: Final = 0.5
"""How long to rest after each game, since players and their bots come first."""
AT_ONCE: Final = 20
"""How many games of tournaments are asked for at once."""
_TOURNAMENTS: Final = (
    "SELECT t.game FROM tournament_games t JOIN counted_games c ON c.game = t.game"
    " LEFT JOIN pars p ON p.game = t.game WHERE c.state = 'counted' AND p.game IS NULL LIMIT ?"
)


class ParWorker:
    """Makes par for games that it was asked for, and for games of tournaments that count."""

    def __init__(self, context: Context) -> None:
        self._store = context.store
        self._tables = DerivedTables(context.store)
        self._thread = PollingThread("par", self.turn, idle_seconds=IDLE_SECONDS)

    def start(self) -> None:
        """Make what is wanted now and later."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the game under way and begin no other."""
        self._thread.stop()

    def turn(self) -> None:
        """Make what is wanted, if this process holds the lease."""
        if not (self._store.writable and self._store.take_lease(DUTY)):
            return
        for (game,) in self._tables.rows(_TOURNAMENTS, AT_ONCE):
            self._store.change_entries([wanted_par(game)])
        for entry in self._store.find_entries(ParEntry, state=WANTED):
            if self._thread.is_stopping:
                return
            self._store.change_entries([made_par(self._store, entry)])
            self._thread.pause(REST_SECONDS)
