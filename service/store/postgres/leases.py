"""Leases for background work that one process at a time does: advisory locks, which end with the session."""

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

import psycopg

from service.store.postgres.connection import Connection

SURE_SECONDS: Final = 1.0
"""For how long a session is assumed to be there without a check."""
_LEASES: Final = int.from_bytes(b"duty", "big")
"""What their locks have in common. The other half is the name."""


class Leases:
    """The leases of one process. Any thread may use it."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._guard = Lock()
        self._session: Connection | None = None
        self._asked = 0.0
        self._taken: set[str] = set()
        self._closed = False

    def take(self, name: str) -> bool:
        """Take the lease of this name. Return False while another process has it. Raises psycopg's errors."""
        with self._guard:
            session = self._present()
            if name not in self._taken:
                found = session.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", (_LEASES, name)).fetchone()
                if found is not None and found[0]:
                    self._taken.add(name)
            return name in self._taken

    def close(self) -> None:
        """Give up every lease."""
        with self._guard:
            self._closed = True
            if self._session is not None:
                self._session.close()

    def _present(self) -> Connection:
        """Return the session that holds the leases, or a new one without any if that one is gone."""
        if self._closed:
            raise psycopg.InterfaceError("it is closed")
        if self._session is None or not self._is_there(self._session):
            if self._session is not None:
                self._session.close()
            self._taken.clear()
            self._session = self._connect()
            self._asked = monotonic()
        return self._session

    def _is_there(self, session: Connection) -> bool:
        if not session.usable:
            return False
        if monotonic() - self._asked > SURE_SECONDS:
            try:
                session.execute("SELECT")
            except psycopg.OperationalError:
                return False
            self._asked = monotonic()
        return True
