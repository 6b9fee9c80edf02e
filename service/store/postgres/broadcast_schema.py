"""The tables of broadcasts in PostgreSQL, as a step of the schema makes them."""

from typing import Final

# Added by version 15, as in SQLite.
BROADCASTS: Final = (
    """CREATE TABLE haricot.broadcast_slots (
        line bigserial,
        tournament text COLLATE "C" NOT NULL,
        slot text COLLATE "C" NOT NULL,
        round bigint,
        seated bigint,
        changed bigint NOT NULL,
        PRIMARY KEY (tournament, slot))""",
    """CREATE TABLE haricot.broadcast_rules (
        line bigserial,
        tournament text COLLATE "C" PRIMARY KEY NOT NULL,
        delay_ms bigint NOT NULL,
        spoiler_free boolean NOT NULL)""",
    "ALTER TABLE haricot.annotations ADD COLUMN marks text",
)
