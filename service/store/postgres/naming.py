"""What is called how in a database of PostgreSQL: the schema, the channel of news, the lock of writers."""

from typing import Final

APPLICATION: Final = "haricot"
SCHEMA: Final = "haricot"
CHANNEL: Final = "haricot"
"""Where every commit is announced: `events` and the last position, or `register`."""
LOCK: Final = int.from_bytes(b"haricot", "big")
"""The advisory lock that every writer takes first and holds until its commit can be seen."""
