"""The first tables of a store in a folder: the log of all games, and the first metadata."""

from typing import Final

APPLICATION: Final = int.from_bytes(b"BEAN", "big")
"""The application id in the header of the file."""

# `games` is in the order of arrival, so a fork comes after its parent. It shares the events 1 to prefix_to of
# prefix_of. `events` is the log. Its position is an explicit column, because VACUUM may renumber implicit row ids.
# `secrets` has the seeds of deals. `names` has the names in imported files: from event `since` on, the envelopes of
# `game` have `name` instead of its id.
LOG: Final = (
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL UNIQUE,
        origin TEXT NOT NULL CHECK (origin IN ('played', 'imported')),
        prefix_of TEXT REFERENCES games (game),
        prefix_to INTEGER CHECK ((prefix_of IS NULL) = (prefix_to IS NULL)))""",
    """CREATE TABLE events (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        originator_id TEXT NOT NULL,
        originator_version INTEGER NOT NULL,
        topic TEXT NOT NULL,
        state BLOB NOT NULL,
        UNIQUE (originator_id, originator_version))""",
    "CREATE INDEX milestones ON events (originator_id, originator_version) WHERE topic GLOB 'game_*'",
    """CREATE TABLE secrets (
        game TEXT PRIMARY KEY NOT NULL REFERENCES games (game),
        seed BLOB NOT NULL CHECK (length(seed) = 48))""",
    """CREATE TABLE names (
        game TEXT NOT NULL REFERENCES games (game),
        since INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (game, since))""",
    f"PRAGMA application_id = {APPLICATION}",
)
# Added by version 2. `request` identifies a command by its principal and idempotency key, so that it is executed once.
# The other tables are the metadata store (service/store/entries).
METADATA: Final = (
    "ALTER TABLE events ADD COLUMN request TEXT",
    "CREATE UNIQUE INDEX requests_once ON events (originator_id, request) WHERE request IS NOT NULL",
    """CREATE TABLE arrangements (
        game TEXT PRIMARY KEY NOT NULL REFERENCES games (game),
        private INTEGER NOT NULL,
        delay_events INTEGER NOT NULL,
        delay_ms INTEGER NOT NULL,
        pace_ms INTEGER NOT NULL,
        paused INTEGER NOT NULL)""",
    """CREATE TABLE players (
        game TEXT NOT NULL REFERENCES games (game),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        bot TEXT,
        name TEXT,
        PRIMARY KEY (game, seat))""",
    """CREATE TABLE tokens (
        digest TEXT PRIMARY KEY NOT NULL,
        kind TEXT NOT NULL,
        game TEXT REFERENCES games (game),
        seat INTEGER,
        made INTEGER NOT NULL,
        expires INTEGER,
        revoked INTEGER,
        reason TEXT)""",
    "CREATE INDEX tokens_of ON tokens (game, kind, seat)",
    """CREATE TABLE annotations (
        id TEXT PRIMARY KEY NOT NULL,
        game TEXT NOT NULL REFERENCES games (game),
        n INTEGER NOT NULL,
        at INTEGER NOT NULL,
        by TEXT NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL)""",
    "CREATE INDEX annotations_of ON annotations (game, n)",
    """CREATE TABLE answers (
        scope TEXT NOT NULL,
        key TEXT NOT NULL,
        digest TEXT NOT NULL,
        made TEXT NOT NULL,
        PRIMARY KEY (scope, key))""",
    "PRAGMA user_version = 2",
)
