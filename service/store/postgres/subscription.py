"""A subscription of the event library that misses no event at its start."""

from eventsourcing.postgres import PostgresSubscription
from psycopg.sql import SQL, Identifier


class GaplessSubscription(PostgresSubscription):
    """A subscription that reads again after LISTEN, because notifications before LISTEN were missed."""

    def _listen(self) -> None:
        try:
            with self._recorder.datastore.get_connection() as connection:
                connection.execute(SQL("LISTEN {0}").format(Identifier(self._recorder.channel_name)))
                self._has_been_notified.set()
                while not self._has_been_stopped and not self._thread_error:
                    for _ in connection.notifies(timeout=0.1, stop_after=1):
                        self._has_been_notified.set()
        except BaseException as error:  # noqa: BLE001  # raised in the thread that reads
            self._thread_error = self._thread_error or error
            self.stop()
