"""Opens connections to PostgreSQL with short timeouts, and with errors that do not show the password."""

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

TIMEOUT_SECONDS: Final = 3.0
"""How long to wait for the result of a statement.

The server cancels the statement a little earlier. Then it is certain that nothing was done.
"""
LONG_TIMEOUT_SECONDS: Final = 60.0
"""How long to wait for the result of a large statement."""
PAUSE_SECONDS: Final = 0.5
"""How long no connection is opened after a timeout."""
# Defaults for parameters that the URL does not set. Two seconds is libpq's minimum for `connect_timeout`. The others
# detect a network that drops all packets after some seconds.
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
    "statement_timeout": str(int(TIMEOUT_SECONDS * 1000) - 500),
    "idle_in_transaction_session_timeout": "5000",  # a stuck writer must release the lock
    "tcp_keepalives_idle": "5",  # the session of a lost machine must end, with its leases
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
_NO_DEADLINES: Final = {"statement_timeout": "0", "idle_in_transaction_session_timeout": "0"}

_STARTING_OR_STOPPING: Final = {"57P01", "57P02", "57P03"}
"""The error codes of a server that is starting or stopping."""


class ServerTimeout(psycopg.OperationalError):
    """The server did not answer in time. It is unknown whether the statement was executed."""


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that closes itself after a timeout, because the server may be frozen or unreachable."""

    timeout_seconds = TIMEOUT_SECONDS
    on_timeout: Callable[[], None] | None = None
    """Called after a timeout."""

    def wait(self, gen: Generator[Any, Any, Result], *args: Any, **options: Any) -> Result:
        """Wait as the driver does, for at most `timeout_seconds`. Then close the connection and raise ServerTimeout."""
        # psycopg does not promise this method, so pyproject.toml pins its minor version. A new one is adopted when the
        # tests of frozen servers pass with it.
        try:
            return super().wait(
                _with_deadline(gen, time.monotonic() + self.timeout_seconds, self.timeout_seconds), *args, **options
            )
        except ServerTimeout:
            self.close()
            if self.on_timeout is not None:
                self.on_timeout()
            raise

    @property
    def is_usable(self) -> bool:
        """Whether the connection is idle and not known to be closed by the server. The check takes microseconds."""
        if self.closed or self.pgconn.transaction_status != TransactionStatus.IDLE:
            return False
        poll = select.poll()
        poll.register(self.fileno(), select.POLLIN)
        return not poll.poll(0)  # without a request, the server only sends data when it closes the connection


def query_value(connection: Connection, query: str, *values: object) -> Any:
    """Return the first value of the first row of a query, or None if there is no row."""
    row = connection.execute(query.encode(), values or None).fetchone()
    return None if row is None else row[0]


def _with_deadline(
    gen: Generator[Any, Any, Result], deadline: float, timeout_seconds: float
) -> Generator[Any, Any, Result]:
    """Wait as the driver does, and raise ServerTimeout after the deadline. It is checked ten times a second."""
    try:
        state = next(gen)
        while True:
            ready = yield state
            if not ready and time.monotonic() > deadline:
                raise ServerTimeout(f"the server has not answered for {timeout_seconds:g} s")
            state = gen.send(ready)
    except StopIteration as end:
        result: Result = end.value
        return result


class Connector:
    """Opens connections to one database. Parameters in its URL override the defaults of this module."""

    def __init__(self, location: Database) -> None:
        try:
            parameters = conninfo_to_dict(location.url)
        except psycopg.Error as error:  # its message may quote the URL
            raise StoreUnavailable(f"the URL {location} cannot be read: see the manual of libpq") from error
        self.location = location
        self._conninfo = make_conninfo("", **{**_DEFAULTS, **parameters})
        self._secret = str(parameters.get("password") or "")
        self._paused_until = 0.0

    def connect(self) -> Connection:
        """Open a connection with a short timeout for every statement. Raises psycopg's errors."""
        return self._open(TIMEOUT_SECONDS, _SETTINGS)

    def connect_without_deadlines(self) -> Connection:
        """Open a connection on which statements may take long, such as creating tables or reading everything.

        Raises psycopg's errors.
        """
        return self._open(LONG_TIMEOUT_SECONDS, {**_SETTINGS, **_NO_DEADLINES})

    def _open(self, timeout_seconds: float, settings: dict[str, str]) -> Connection:
        if time.monotonic() < self._paused_until:
            raise ServerTimeout("the server did not answer a moment ago")
        try:
            connection = Connection.connect(self._conninfo, autocommit=True)
        except psycopg.errors.ConnectionTimeout:
            self._pause_requests()
            raise
        try:
            connection.timeout_seconds, connection.on_timeout = timeout_seconds, self._pause_requests
            calls = ", ".join(["set_config(%s, %s, false)"] * len(settings))
            values = [text for pair in settings.items() for text in pair]
            connection.execute(f"SELECT {calls}".encode(), values, prepare=False)
        except BaseException:
            connection.close()
            raise
        return connection

    def _pause_requests(self) -> None:
        # Otherwise all threads would wait for the timeout, one after the other.
        self._paused_until = time.monotonic() + PAUSE_SECONDS

    def is_unreachable(self, error: psycopg.Error) -> bool:
        """Return whether an error means that the server does not answer or does not accept connections yet."""
        if (
            isinstance(error, ServerTimeout | psycopg.errors.ConnectionTimeout)
            or error.sqlstate in _STARTING_OR_STOPPING
        ):
            return True
        if error.sqlstate is not None:
            return False
        try:
            self._open(TIMEOUT_SECONDS, {}).close()
        except psycopg.Error:
            # The driver has no code for a refused connection, so ask the server whether it accepts connections.
            return PGconn.ping(self._conninfo.encode()) != Ping.OK
        return True

    def message_of(self, error: BaseException) -> str:
        """Return the message of an error on one line, without the password."""
        message = " ".join(str(error).split())
        return message.replace(self._secret, MASK) if self._secret else message
