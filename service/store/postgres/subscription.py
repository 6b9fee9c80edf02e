"""A subscription of the event library without its gap at the start."""

from eventsourcing.postgres import PostgresSubscription
from psycopg.sql import SQL, Identifier


class GaplessSubscription(PostgresSubscription):
    """Reads once more as soon as it listens, because earlier events were announced before it did."""

    def _listen(self) -> None:
        try:
            with self._recorder.datastore.get_connection() as connection:
                connection.execute(SQL("LISTEN {0}").format(Identifier(self._recorder.channel_name)))
                self._has_been_notified.set()
                while not self._has_been_stopped and not self._thread_error:
                    for _ in connection.notifies(timeout=0.1, stop_after=1):
                        self._has_been_notified.set()
        except BaseException as error:  # noqa: BLE001  # it is raised in the thread that reads
            self._thread_error = self._thread_error or error
            self.stop()
