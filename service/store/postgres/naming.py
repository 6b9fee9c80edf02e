"""The names in a PostgreSQL database: the schema, the channel of notifications, the writers' lock."""

from typing import Final

APPLICATION: Final = "haricot"
SCHEMA: Final = "haricot"
CHANNEL: Final = "haricot"
"""The channel where every commit is announced, as `events` and the last position, or as `register`."""
LOCK: Final = int.from_bytes(b"haricot", "big")
"""The advisory lock that every writer takes first and holds until its commit is visible."""
