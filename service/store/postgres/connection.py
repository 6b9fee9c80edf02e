"""Opens connections to PostgreSQL that fail soon when the server is gone, with errors that hide the password."""

import select
import time
from collections.abc import Callable, Generator
from typing import Any, Final, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import PGconn, Ping, TransactionStatus

from service.store.errors import StoreUnavailable
from service.store.location import MASK, Database
from service.store.postgres.naming import SCHEMA

Result = TypeVar("Result")

ANSWER_SECONDS: Final = 3.0
"""How long to wait for an answer.

The server gives up a little earlier, and then it is certain that nothing was done.
"""
LONG_SECONDS: Final = 60.0
"""The same for large statements."""
SILENCE_SECONDS: Final = 0.5
"""How long no request is sent to a server that did not answer."""
# Defaults for what the URL does not set. Two seconds is the least that libpq waits for a connection. A network that
# drops everything is noticed after some seconds as well.
_DEFAULTS: Final = {
    "connect_timeout": "2",
    "tcp_user_timeout": "2000",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "application_name": "haricot",
    "client_encoding": "utf8",
}
_SETTINGS: Final = {
    "search_path": f"{SCHEMA}, pg_temp",
    "synchronous_commit": "on",
    "statement_timeout": str(int(ANSWER_SECONDS * 1000) - 500),
    "idle_in_transaction_session_timeout": "5000",  # a stuck writer must not keep the lock from the others
    "tcp_keepalives_idle": "5",  # and the session of a lost machine must not keep its leases
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
_NO_HURRY: Final = {"statement_timeout": "0", "idle_in_transaction_session_timeout": "0"}

_COMING_OR_GOING: Final = {"57P01", "57P02", "57P03"}
"""The error codes of a server that stops or starts."""


class NoAnswer(psycopg.OperationalError):
    """The server did not answer in time, so it is unknown whether it did what was asked."""


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is closed when an answer takes too long, since the server may be frozen or unreachable."""

    patience = ANSWER_SECONDS
    unanswered: Callable[[], None] | None = None
    """Called when an answer took too long."""

    def wait(self, gen: Generator[Any, Any, Result], *args: Any, **options: Any) -> Result:
        """Wait as the driver does, for at most `patience` seconds. Then raise NoAnswer and close the connection."""
        # psycopg does not promise this method, so pyproject.toml pins its minor version. A new one is adopted when the
        # tests of frozen servers pass with it.
        try:
            return super().wait(_impatient(gen, time.monotonic() + self.patience, self.patience), *args, **options)
        except NoAnswer:
            self.close()
            if self.unanswered is not None:
                self.unanswered()
            raise

    @property
    def usable(self) -> bool:
        """Whether it is idle and, as far as this machine knows, the server has not closed it.

        This takes microseconds.
        """
        if self.closed or self.pgconn.transaction_status != TransactionStatus.IDLE:
            return False
        poll = select.poll()
        poll.register(self.fileno(), select.POLLIN)
        return not poll.poll(0)  # data without a request can only be a goodbye


def asked(connection: Connection, query: str, *values: object) -> Any:
    """Return the single value of a query, or None if it finds nothing."""
    row = connection.execute(query.encode(), values or None).fetchone()
    return None if row is None else row[0]


def _impatient(gen: Generator[Any, Any, Result], deadline: float, patience: float) -> Generator[Any, Any, Result]:
    """Wait like the driver, and raise NoAnswer at the deadline. The driver checks ten times a second."""
    try:
        state = next(gen)
        while True:
            ready = yield state
            if not ready and time.monotonic() > deadline:
                raise NoAnswer(f"the server has not answered for {patience:g} s")
            state = gen.send(ready)
    except StopIteration as end:
        found: Result = end.value
        return found


class Connector:
    """Opens connections to one database. Settings in its URL override the defaults of this module."""

    def __init__(self, location: Database) -> None:
        try:
            said = conninfo_to_dict(location.url)
        except psycopg.Error as error:  # whose text may quote the URL
            raise StoreUnavailable(f"the URL {location} cannot be read: see the manual of libpq") from error
        self.location = location
        self._conninfo = make_conninfo("", **{**_DEFAULTS, **said})
        self._secret = str(said.get("password") or "")
        self._silent_until = 0.0

    def connect(self) -> Connection:
        """Return a new connection on which every statement has a short deadline. Raises psycopg's errors."""
        return self._connected(ANSWER_SECONDS, _SETTINGS)

    def connect_for_long(self) -> Connection:
        """Return a new connection without deadlines, for making tables or reading everything.

        Raises psycopg's errors.
        """
        return self._connected(LONG_SECONDS, {**_SETTINGS, **_NO_HURRY})

    def _connected(self, patience: float, settings: dict[str, str]) -> Connection:
        if time.monotonic() < self._silent_until:
            raise NoAnswer("the server did not answer a moment ago")
        try:
            connection = Connection.connect(self._conninfo, autocommit=True)
        except psycopg.errors.ConnectionTimeout:
            self._note_silence()
            raise
        try:
            connection.patience, connection.unanswered = patience, self._note_silence
            calls = ", ".join(["set_config(%s, %s, false)"] * len(settings))
            values = [text for pair in settings.items() for text in pair]
            connection.execute(f"SELECT {calls}".encode(), values, prepare=False)
        except BaseException:
            connection.close()
            raise
        return connection

    def _note_silence(self) -> None:
        # Otherwise all threads that need one connection would wait one after the other.
        self._silent_until = time.monotonic() + SILENCE_SECONDS

    def is_away(self, error: psycopg.Error) -> bool:
        """Return whether this error means that the server does not answer or takes no connections yet."""
        if isinstance(error, NoAnswer | psycopg.errors.ConnectionTimeout) or error.sqlstate in _COMING_OR_GOING:
            return True
        if error.sqlstate is not None:
            return False
        try:
            self._connected(ANSWER_SECONDS, {}).close()
        except psycopg.Error:
            # The driver gives the reason of a refusal only in words, so the server is asked whether it accepts
            # connections.
            return PGconn.ping(self._conninfo.encode()) != Ping.OK
        return True

    def message_of(self, error: BaseException) -> str:
        """Return the message of an error in one line and without the password."""
        says = " ".join(str(error).split())
        return says.replace(self._secret, MASK) if self._secret else says
