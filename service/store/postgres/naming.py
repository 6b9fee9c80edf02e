"""The names in a PostgreSQL database: the schema, the channel of notifications and the writers' lock."""

from typing import Final

APPLICATION: Final = "haricot"
SCHEMA: Final = "haricot"
CHANNEL: Final = "haricot"
"""The channel for notifications of commits: `events` with the last position, or `register` for metadata."""
LOCK: Final = int.from_bytes(b"haricot", "big")
"""The key of the advisory lock that every writer takes first and holds until its commit is visible."""
