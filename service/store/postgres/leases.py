"""Leases for background work of one process at a time: advisory locks, which end with their session."""

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

import psycopg

from service.store.postgres.connection import Connection

SESSION_CHECK_SECONDS: Final = 1.0
"""How often the session that holds the leases is checked."""
_LEASES: Final = int.from_bytes(b"duty", "big")
"""The first key of the advisory locks of all leases. The second key is a hash of the name."""


class Leases:
    """The leases of one process, in one session. Any thread may use it."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._guard = Lock()
        self._session: Connection | None = None
        self._checked_at = 0.0
        self._taken: set[str] = set()
        self._closed = False

    def take(self, name: str) -> bool:
        """Take this lease. Return False while another process holds it. Raises psycopg's errors."""
        with self._guard:
            session = self._live_session()
            if name not in self._taken:
                row = session.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", (_LEASES, name)).fetchone()
                if row is not None and row[0]:
                    self._taken.add(name)
            return name in self._taken

    def close(self) -> None:
        """Release every lease."""
        with self._guard:
            self._closed = True
            if self._session is not None:
                self._session.close()

    def _live_session(self) -> Connection:
        """Return the session that holds the leases. If it has ended, open a new one, without leases."""
        if self._closed:
            raise psycopg.InterfaceError("the store is closed")
        if self._session is None or not self._is_alive(self._session):
            if self._session is not None:
                self._session.close()
            self._taken.clear()
            self._session = self._connect()
            self._checked_at = monotonic()
        return self._session

    def _is_alive(self, session: Connection) -> bool:
        if not session.is_usable:
            return False
        if monotonic() - self._checked_at > SESSION_CHECK_SECONDS:
            try:
                session.execute("SELECT")
            except psycopg.OperationalError:
                return False
            self._checked_at = monotonic()
        return True
