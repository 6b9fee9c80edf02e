"""The migrations of a store in PostgreSQL."""

from typing import Final

from service.store.postgres.analytics_tables import ANALYTICS, MERGES, SUMS
from service.store.postgres.broadcast_schema import BROADCASTS
from service.store.postgres.first_schema import FIRST
from service.store.postgres.tournament_schema import TOURNAMENT_GAMES, TOURNAMENT_SETTINGS, TOURNAMENTS

VERSION: Final = 17
"""The same number as in SQLite. Version 2 never existed in PostgreSQL."""
SHARED_NUMBERS_UP_TO: Final = 7
"""The last number that several unreleased versions shared."""
READABLE: Final = 3
"""The oldest schema that can be read without migration. Later tables are derived, or empty in such a store."""

# Added by version 3, as in SQLite.
_PRINCIPALS: Final = (
    "DELETE FROM haricot.answers",
    "ALTER TABLE haricot.answers ADD COLUMN at bigint NOT NULL DEFAULT 0",
    "ALTER TABLE haricot.annotations ADD COLUMN author text",
    """CREATE TABLE haricot.former_players (
        line bigserial,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        seat bigint NOT NULL,
        n bigint NOT NULL,
        at bigint NOT NULL,
        kind text NOT NULL,
        bot text,
        name text,
        PRIMARY KEY (game, seat, n))""",
)
# Added by version 4, as in SQLite.
_GAME_INDEX: Final = (
    """CREATE TABLE haricot.roll (
        number bigint PRIMARY KEY,
        game text COLLATE "C" NOT NULL UNIQUE,
        edition text COLLATE "C",
        status text COLLATE "C",
        late bigint NOT NULL,
        parent text COLLATE "C",
        started bigint,
        ended bigint,
        summary bytea,
        fault text)""",
    "CREATE INDEX roll_by_status ON haricot.roll (status, late, number)",
    "CREATE INDEX roll_by_edition ON haricot.roll (edition, status, late, number)",
    "CREATE INDEX roll_by_parent ON haricot.roll (parent, number) WHERE parent IS NOT NULL",
    "CREATE INDEX roll_damaged ON haricot.roll (number) WHERE fault IS NOT NULL",
    """CREATE TABLE haricot.best_results (
        game text COLLATE "C" NOT NULL,
        seat bigint NOT NULL,
        edition text COLLATE "C" NOT NULL,
        players bigint NOT NULL,
        score bigint NOT NULL,
        tie text COLLATE "C" NOT NULL,
        PRIMARY KEY (game, seat))""",
    "CREATE INDEX best_first ON haricot.best_results (edition, players, score, tie)",
    """CREATE TABLE haricot.roll_reached (
        form bigint NOT NULL, position bigint NOT NULL, number bigint NOT NULL, anchor bytea NOT NULL)""",
    "INSERT INTO haricot.roll_reached VALUES (0, 0, 0, '')",
    "CREATE INDEX players_by_name ON haricot.players (name) WHERE name IS NOT NULL",
    "CREATE INDEX former_players_by_name ON haricot.former_players (name) WHERE name IS NOT NULL",
)
# Added by version 5, as in SQLite.
_SIGNED: Final = (
    """CREATE TABLE haricot.game_keys (
        line bigserial,
        game text COLLATE "C" PRIMARY KEY,
        key text NOT NULL CHECK (length(key) = 64))""",
    """CREATE TABLE haricot.signing_heads (
        line bigserial, log text COLLATE "C" PRIMARY KEY, size bigint NOT NULL, root text NOT NULL)""",
    """CREATE TABLE haricot.service_log (
        line bigserial,
        place bigint PRIMARY KEY,
        log text COLLATE "C" NOT NULL,
        size bigint NOT NULL,
        kind text NOT NULL,
        note text NOT NULL,
        nonce text NOT NULL,
        at bigint NOT NULL)""",
    "CREATE INDEX service_log_of ON haricot.service_log (log, size)",
    """CREATE TABLE haricot.log_checkpoints (
        line bigserial, size bigint PRIMARY KEY, note text NOT NULL, at bigint NOT NULL, position bigint NOT NULL)""",
    """CREATE TABLE haricot.proceedings (
        line bigserial,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        n bigint NOT NULL,
        at bigint NOT NULL,
        version bigint NOT NULL,
        event text NOT NULL,
        PRIMARY KEY (game, n))""",
    """CREATE TABLE haricot.filed_texts (
        line bigserial,
        digest text COLLATE "C" PRIMARY KEY,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        at bigint NOT NULL,
        salt text NOT NULL,
        text text,
        author text)""",
    "CREATE INDEX filed_texts_of ON haricot.filed_texts (game)",
    """CREATE TABLE haricot.bearers (
        line bigserial,
        digest text COLLATE "C" PRIMARY KEY,
        game text COLLATE "C" REFERENCES haricot.games (game),
        seat bigint,
        person text,
        called_by text)""",
    "CREATE INDEX bearers_of ON haricot.bearers (game)",
)
# Added by version 6, as in SQLite.
_FEED_AND_WEBHOOKS: Final = (
    "ALTER TABLE haricot.roll ADD COLUMN created_at bigint, ADD COLUMN ended_at bigint",
    "CREATE INDEX roll_by_creation ON haricot.roll (created_at, number)",
    "CREATE INDEX roll_by_end ON haricot.roll (ended_at, number) WHERE ended_at IS NOT NULL",
    """CREATE TABLE haricot.feed_lines (
        line bigserial,
        place bigint PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        kind text NOT NULL,
        since bigint NOT NULL,
        upto bigint NOT NULL,
        seat bigint,
        audience text COLLATE "C",
        besides text COLLATE "C",
        at bigint NOT NULL)""",
    "CREATE INDEX feed_lines_of ON haricot.feed_lines (game, place)",
    """CREATE TABLE haricot.feed_marks (
        line bigserial,
        game text COLLATE "C" PRIMARY KEY REFERENCES haricot.games (game),
        upto bigint NOT NULL,
        audience text COLLATE "C",
        waits boolean NOT NULL)""",
    "CREATE INDEX feed_marks_waiting ON haricot.feed_marks (waits) WHERE waits",
    """CREATE TABLE haricot.makers (
        line bigserial,
        game text COLLATE "C" PRIMARY KEY REFERENCES haricot.games (game),
        token text COLLATE "C" NOT NULL,
        external_id text COLLATE "C",
        metadata text NOT NULL)""",
    "CREATE INDEX makers_called ON haricot.makers (token, external_id) WHERE external_id IS NOT NULL",
    """CREATE TABLE haricot.service_grants (
        line bigserial,
        digest text COLLATE "C" PRIMARY KEY,
        scopes text NOT NULL,
        made_by text COLLATE "C",
        note text)""",
    """CREATE TABLE haricot.feed_reached (
        line bigserial, feed text COLLATE "C" PRIMARY KEY, position bigint NOT NULL, place bigint NOT NULL)""",
    """CREATE TABLE haricot.webhooks (
        line bigserial,
        id text COLLATE "C" PRIMARY KEY,
        token text COLLATE "C" NOT NULL,
        url text NOT NULL,
        made bigint NOT NULL,
        types text NOT NULL,
        game text COLLATE "C",
        tell text NOT NULL,
        note text,
        state text NOT NULL,
        reason text,
        revision bigint NOT NULL,
        place bigint NOT NULL,
        n bigint NOT NULL,
        cursor text COLLATE "C",
        failures bigint NOT NULL,
        failing_since bigint,
        held_until bigint,
        last_success bigint,
        status bigint,
        fault text)""",
    "CREATE INDEX webhooks_of ON haricot.webhooks (token)",
    """CREATE TABLE haricot.webhook_games (
        line bigserial,
        hook text COLLATE "C" NOT NULL,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        place bigint NOT NULL,
        n bigint NOT NULL,
        waiting bigint NOT NULL,
        tries bigint NOT NULL,
        due bigint NOT NULL,
        since bigint NOT NULL,
        status bigint,
        fault text,
        PRIMARY KEY (hook, game))""",
    """CREATE TABLE haricot.webhook_dead_letters (
        line bigserial,
        hook text COLLATE "C" NOT NULL,
        cursor text COLLATE "C" NOT NULL,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        place bigint NOT NULL,
        n bigint NOT NULL,
        type text NOT NULL,
        tries bigint NOT NULL,
        at bigint NOT NULL,
        status bigint,
        fault text,
        due bigint,
        PRIMARY KEY (hook, cursor))""",
)
# Added by version 7, as in SQLite.
_BOT_PATIENCE: Final = ("ALTER TABLE haricot.arrangements ADD COLUMN patience_ms bigint NOT NULL DEFAULT 30000",)
# Added by version 8, as in SQLite.
_PERSONS: Final = (
    "ALTER TABLE haricot.webhooks ADD COLUMN secret_number bigint NOT NULL DEFAULT 0",
    "ALTER TABLE haricot.webhooks ADD COLUMN former_until bigint",
    "CREATE INDEX bearers_by_person ON haricot.bearers (person) WHERE person IS NOT NULL",
    "CREATE INDEX service_grants_by_maker ON haricot.service_grants (made_by) WHERE made_by IS NOT NULL",
)
# Added by version 9, as in SQLite.
_LEVELS: Final = (
    'ALTER TABLE haricot.roll ADD COLUMN level text COLLATE "C"',
    "CREATE INDEX roll_by_level ON haricot.roll (level, number)",
    """CREATE TABLE haricot.roll_options (
        option text COLLATE "C" NOT NULL,
        value text COLLATE "C" NOT NULL,
        number bigint NOT NULL,
        PRIMARY KEY (option, value, number))""",
)
# Added by version 10, as in SQLite.
_LOBBY_LINES: Final = (
    'CREATE TABLE haricot.lobby_lines (game text COLLATE "C" PRIMARY KEY NOT NULL, line bytea NOT NULL)',
)
STEPS: Final[dict[int, tuple[str, ...]]] = {
    1: FIRST,
    2: (),
    3: _PRINCIPALS,
    4: _GAME_INDEX,
    5: _SIGNED,
    6: _FEED_AND_WEBHOOKS,
    7: _BOT_PATIENCE,
    8: _PERSONS,
    9: _LEVELS,
    10: _LOBBY_LINES,
    11: TOURNAMENTS,
    12: TOURNAMENT_SETTINGS,
    13: ANALYTICS,
    14: TOURNAMENT_GAMES,
    15: BROADCASTS,
    16: SUMS,
    17: MERGES,
}
"""The statements that make each schema from the schema before. The first begins with an empty schema."""
APPEND_ONLY_TABLES: Final = frozenset(
    {
        *("games", "events", "secrets", "names"),
        *("game_keys", "service_log", "log_checkpoints", "proceedings", "feed_lines"),
        *("tournament_events", "tournament_secrets", "tournament_games"),
    }
)
"""The tables in which a row never changes."""
METADATA_TABLES: Final = frozenset(
    {
        *("arrangements", "players", "former_players", "tokens", "annotations", "answers"),
        *("signing_heads", "filed_texts", "bearers", "feed_marks", "feed_reached", "tournament_feed"),
        *("makers", "service_grants", "webhooks", "webhook_games", "webhook_dead_letters"),
        *("tournament_names", "tournament_settings", "tournament_grants", "tournament_texts"),
        *("player_ids", "seat_players", "rating_corrections", "pars"),
        *("broadcast_slots", "broadcast_rules"),
    }
)
"""The tables of metadata in which rows may change."""
DERIVED_TABLES: Final = frozenset(
    {
        *("roll", "roll_options", "best_results", "lobby_lines", "roll_reached"),
        *("game_figures", "counted_games", "counted_seats", "statistics_sums"),
        *("rating_steps", "ratings", "analytics_positions", "rating_recounts"),
    }
)
"""The tables that are derived from the log."""
MUTABLE_TABLES: Final = METADATA_TABLES | DERIVED_TABLES
"""The tables in which a serving role may change rows."""
