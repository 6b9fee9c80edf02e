"""The tables of broadcasts, as a step of the schema makes them."""

from typing import Final

# Added by version 15: the slots of broadcasts, and the marks of annotations.
BROADCASTS: Final = (
    """CREATE TABLE IF NOT EXISTS broadcast_slots (
        tournament TEXT NOT NULL,
        slot TEXT NOT NULL,
        round INTEGER,
        seated INTEGER,
        changed INTEGER NOT NULL,
        PRIMARY KEY (tournament, slot))""",
    """CREATE TABLE IF NOT EXISTS broadcast_rules (
        tournament TEXT PRIMARY KEY NOT NULL,
        delay_ms INTEGER NOT NULL,
        spoiler_free INTEGER NOT NULL)""",
    "ALTER TABLE annotations ADD COLUMN marks TEXT",
    "PRAGMA user_version = 15",
)
