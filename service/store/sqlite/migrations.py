"""The migrations of a store in SQLite."""

from typing import Final

from service.store.sqlite.analytics_tables import ANALYTICS, MERGES, SUMS
from service.store.sqlite.broadcast_schema import BROADCASTS
from service.store.sqlite.first_schema import LOG, METADATA
from service.store.sqlite.tournament_schema import TOURNAMENT_GAMES, TOURNAMENT_SETTINGS, TOURNAMENTS

VERSION: Final = 17
SHARED_NUMBERS_UP_TO: Final = 7
"""The last number that several unreleased versions shared. Later numbers are unique."""
READABLE: Final = 3
"""The oldest schema that can be read without migration. Later tables are derived, or empty in such a store."""

# Added by version 3. Idempotency records are deleted, because their keys were stored as sent, under shared names.
# `author` is the principal of an annotation. `former_players` are players until event n, for delayed spectators.
PRINCIPALS: Final = (
    "DELETE FROM answers",
    "ALTER TABLE answers ADD COLUMN at INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE annotations ADD COLUMN author TEXT",
    """CREATE TABLE former_players (
        game TEXT NOT NULL REFERENCES games (game),
        seat INTEGER NOT NULL,
        n INTEGER NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        bot TEXT,
        name TEXT,
        PRIMARY KEY (game, seat, n))""",
    "PRAGMA user_version = 3",
)
# Added by version 4: the index of games (service/store/index), and indexes. All of it may exist already, because a
# running process of version 3 resets the version number before it writes.
GAME_INDEX: Final = (
    "DROP TABLE IF EXISTS roll",
    "DROP TABLE IF EXISTS best_results",
    "DROP TABLE IF EXISTS roll_reached",
    "DROP TABLE IF EXISTS roll_options",
    """CREATE TABLE roll (
        number INTEGER PRIMARY KEY,
        game TEXT NOT NULL UNIQUE,
        edition TEXT,
        status TEXT,
        late INTEGER NOT NULL,
        parent TEXT,
        started INTEGER,
        ended INTEGER,
        created_at INTEGER,
        ended_at INTEGER,
        level TEXT,
        summary BLOB,
        fault TEXT)""",
    "CREATE INDEX roll_by_creation ON roll (created_at, number)",
    "CREATE INDEX roll_by_end ON roll (ended_at, number) WHERE ended_at IS NOT NULL",
    "CREATE INDEX roll_by_status ON roll (status, late, number)",
    "CREATE INDEX roll_by_edition ON roll (edition, status, late, number)",
    "CREATE INDEX roll_by_parent ON roll (parent, number) WHERE parent IS NOT NULL",
    "CREATE INDEX roll_damaged ON roll (number) WHERE fault IS NOT NULL",
    "CREATE INDEX roll_by_level ON roll (level, number)",
    """CREATE TABLE roll_options (
        option TEXT NOT NULL,
        value TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (option, value, number)) WITHOUT ROWID""",
    """CREATE TABLE best_results (
        game TEXT NOT NULL,
        seat INTEGER NOT NULL,
        edition TEXT NOT NULL,
        players INTEGER NOT NULL,
        score INTEGER NOT NULL,
        tie TEXT NOT NULL,
        PRIMARY KEY (game, seat))""",
    "CREATE INDEX best_first ON best_results (edition, players, score, tie)",
    """CREATE TABLE roll_reached (
        form INTEGER NOT NULL, position INTEGER NOT NULL, number INTEGER NOT NULL, anchor BLOB NOT NULL)""",
    "INSERT INTO roll_reached VALUES (0, 0, 0, x'')",
)
_GAME_INDEX_STEP: Final = (
    *GAME_INDEX,
    "CREATE INDEX IF NOT EXISTS players_by_name ON players (name) WHERE name IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS former_players_by_name ON former_players (name) WHERE name IS NOT NULL",
    "PRAGMA user_version = 4",
)
# Added by version 5: signing data (service/store/entries/signing_entries.py) and proceedings
# (service/store/entries/proceedings_entries.py). All of it may exist already, as in version 4.
SIGNED: Final = (
    """CREATE TABLE IF NOT EXISTS game_keys (
        game TEXT PRIMARY KEY NOT NULL,
        key TEXT NOT NULL CHECK (length(key) = 64))""",
    """CREATE TABLE IF NOT EXISTS signing_heads (
        log TEXT PRIMARY KEY NOT NULL, size INTEGER NOT NULL, root TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS service_log (
        place INTEGER PRIMARY KEY NOT NULL,
        log TEXT NOT NULL,
        size INTEGER NOT NULL,
        kind TEXT NOT NULL,
        note TEXT NOT NULL,
        nonce TEXT NOT NULL,
        at INTEGER NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS service_log_of ON service_log (log, size)",
    """CREATE TABLE IF NOT EXISTS log_checkpoints (
        size INTEGER PRIMARY KEY NOT NULL, note TEXT NOT NULL, at INTEGER NOT NULL, position INTEGER NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS proceedings (
        game TEXT NOT NULL REFERENCES games (game),
        n INTEGER NOT NULL,
        at INTEGER NOT NULL,
        version INTEGER NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (game, n))""",
    """CREATE TABLE IF NOT EXISTS filed_texts (
        digest TEXT PRIMARY KEY NOT NULL,
        game TEXT NOT NULL REFERENCES games (game),
        at INTEGER NOT NULL,
        salt TEXT NOT NULL,
        text TEXT,
        author TEXT)""",
    "CREATE INDEX IF NOT EXISTS filed_texts_of ON filed_texts (game)",
    """CREATE TABLE IF NOT EXISTS bearers (
        digest TEXT PRIMARY KEY NOT NULL,
        game TEXT REFERENCES games (game),
        seat INTEGER,
        person TEXT,
        called_by TEXT)""",
    "CREATE INDEX IF NOT EXISTS bearers_of ON bearers (game)",
    "PRAGMA user_version = 5",
)
# Added by version 6: entries of the feed, of integrators and of webhooks (service/store/entries), and times in the
# index. All of it may exist already, as in version 4.
FEED_AND_WEBHOOKS: Final = (
    *GAME_INDEX,
    """CREATE TABLE IF NOT EXISTS feed_lines (
        place INTEGER PRIMARY KEY NOT NULL,
        id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL REFERENCES games (game),
        kind TEXT NOT NULL,
        since INTEGER NOT NULL,
        upto INTEGER NOT NULL,
        seat INTEGER,
        audience TEXT,
        besides TEXT,
        at INTEGER NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS feed_lines_of ON feed_lines (game, place)",
    """CREATE TABLE IF NOT EXISTS feed_marks (
        game TEXT PRIMARY KEY NOT NULL REFERENCES games (game),
        upto INTEGER NOT NULL,
        audience TEXT,
        waits INTEGER NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS feed_marks_waiting ON feed_marks (waits) WHERE waits",
    """CREATE TABLE IF NOT EXISTS makers (
        game TEXT PRIMARY KEY NOT NULL REFERENCES games (game),
        token TEXT NOT NULL,
        external_id TEXT,
        metadata TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS makers_called ON makers (token, external_id) WHERE external_id IS NOT NULL",
    """CREATE TABLE IF NOT EXISTS service_grants (
        digest TEXT PRIMARY KEY NOT NULL, scopes TEXT NOT NULL, made_by TEXT, note TEXT)""",
    """CREATE TABLE IF NOT EXISTS feed_reached (
        feed TEXT PRIMARY KEY NOT NULL, position INTEGER NOT NULL, place INTEGER NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS webhooks (
        id TEXT PRIMARY KEY NOT NULL,
        token TEXT NOT NULL,
        url TEXT NOT NULL,
        made INTEGER NOT NULL,
        types TEXT NOT NULL,
        game TEXT,
        tell TEXT NOT NULL,
        note TEXT,
        state TEXT NOT NULL,
        reason TEXT,
        revision INTEGER NOT NULL,
        place INTEGER NOT NULL,
        n INTEGER NOT NULL,
        cursor TEXT,
        failures INTEGER NOT NULL,
        failing_since INTEGER,
        held_until INTEGER,
        last_success INTEGER,
        status INTEGER,
        fault TEXT)""",
    "CREATE INDEX IF NOT EXISTS webhooks_of ON webhooks (token)",
    """CREATE TABLE IF NOT EXISTS webhook_games (
        hook TEXT NOT NULL,
        game TEXT NOT NULL REFERENCES games (game),
        place INTEGER NOT NULL,
        n INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        tries INTEGER NOT NULL,
        due INTEGER NOT NULL,
        since INTEGER NOT NULL,
        status INTEGER,
        fault TEXT,
        PRIMARY KEY (hook, game))""",
    """CREATE TABLE IF NOT EXISTS webhook_dead_letters (
        hook TEXT NOT NULL,
        cursor TEXT NOT NULL,
        game TEXT NOT NULL REFERENCES games (game),
        place INTEGER NOT NULL,
        n INTEGER NOT NULL,
        type TEXT NOT NULL,
        tries INTEGER NOT NULL,
        at INTEGER NOT NULL,
        status INTEGER,
        fault TEXT,
        due INTEGER,
        PRIMARY KEY (hook, cursor))""",
    "PRAGMA user_version = 6",
)
# Added by version 7: how long bots wait for people to whom they made an offer. It may exist already.
BOT_PATIENCE: Final = (
    "ALTER TABLE arrangements ADD COLUMN patience_ms INTEGER NOT NULL DEFAULT 30000",
    "PRAGMA user_version = 7",
)
# Added by version 8: the numbers of webhook secrets, and indexes of persons and of the creators of tokens.
PERSONS: Final = (
    "ALTER TABLE webhooks ADD COLUMN secret_number INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE webhooks ADD COLUMN former_until INTEGER",
    "CREATE INDEX IF NOT EXISTS bearers_by_person ON bearers (person) WHERE person IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS service_grants_by_maker ON service_grants (made_by) WHERE made_by IS NOT NULL",
    "PRAGMA user_version = 8",
)
# Added by version 9: the level and the options of games in the index.
_LEVELS: Final = (*GAME_INDEX, "PRAGMA user_version = 9")
# Added by version 10: lobby lines of games. The table may exist already.
LOBBY_LINES: Final = (
    "DROP TABLE IF EXISTS lobby_lines",
    "CREATE TABLE lobby_lines (game TEXT PRIMARY KEY NOT NULL, line BLOB NOT NULL)",
)
_LOBBY_STEP: Final = (*LOBBY_LINES, "PRAGMA user_version = 10")
STEPS: Final = {
    1: LOG,
    2: METADATA,
    3: PRINCIPALS,
    4: _GAME_INDEX_STEP,
    5: SIGNED,
    6: FEED_AND_WEBHOOKS,
    7: BOT_PATIENCE,
    8: PERSONS,
    9: _LEVELS,
    10: _LOBBY_STEP,
    11: TOURNAMENTS,
    12: TOURNAMENT_SETTINGS,
    13: ANALYTICS,
    14: TOURNAMENT_GAMES,
    15: BROADCASTS,
    16: SUMS,
    17: MERGES,
}
"""The statements that make each schema from the schema before. The first begins with an empty file."""
