"""The tables of a store in a database of PostgreSQL, version by version."""

from typing import Final

APPLICATION: Final = "haricot"
SCHEMA: Final = "haricot"
CHANNEL: Final = "haricot"
"""Where every commit is announced: `events` and the last position, or `register`."""
LOCK: Final = int.from_bytes(b"haricot", "big")
"""The advisory lock that every writer takes first and holds until its commit can be seen."""
VERSION: Final = 6
"""The same as in a folder. There never was a store of version 2."""
READABLE: Final = 3
"""From which version on a store can be read as it is: what came since is derived, or was never there."""

# One after the other, so that positions grow in the order of the commits: who has read up to one missed none before it.
# A sequence alone would not do: numbers are given when rows are written, and seen when their transaction commits.
_APPEND: Final = f"""CREATE FUNCTION haricot.append(
        games text[], versions bigint[], topics text[], states bytea[], requests text[]) RETURNS bigint[]
    LANGUAGE plpgsql AS $$
    DECLARE positions bigint[];
    BEGIN
        PERFORM pg_catalog.pg_advisory_xact_lock({LOCK});
        IF cardinality(games) = 1 THEN -- as most are, and this is quicker
            INSERT INTO haricot.events (originator_id, originator_version, topic, state, request)
                VALUES (games[1], versions[1], topics[1], states[1], requests[1])
                RETURNING ARRAY[notification_id] INTO positions;
        ELSE
            WITH written AS (
                INSERT INTO haricot.events (originator_id, originator_version, topic, state, request)
                SELECT game, version, topic, state, request
                    FROM unnest(games, versions, topics, states, requests)
                    WITH ORDINALITY AS rows (game, version, topic, state, request, number) ORDER BY number
                RETURNING notification_id)
            SELECT array_agg(notification_id ORDER BY notification_id) INTO positions FROM written;
        END IF;
        PERFORM pg_catalog.pg_notify('{CHANNEL}', 'events ' || positions[cardinality(positions)]);
        RETURN positions;
    END $$"""

# The same tables as in a folder, see service/store/sqlite/schema.py. `notification_id` is the position of an event,
# under the library's name, so that its own recorders can read the log. `number` and `line` give the order of writing.
_FIRST: Final = (
    "CREATE TABLE haricot.about (application text NOT NULL, version integer NOT NULL)",
    """CREATE TABLE haricot.games (
        number bigserial PRIMARY KEY,
        game text COLLATE "C" NOT NULL UNIQUE,
        origin text NOT NULL CHECK (origin IN ('played', 'imported')),
        prefix_of text COLLATE "C" REFERENCES haricot.games (game),
        prefix_to bigint CHECK ((prefix_of IS NULL) = (prefix_to IS NULL)))""",
    """CREATE TABLE haricot.events (
        notification_id bigserial PRIMARY KEY,
        originator_id text COLLATE "C" NOT NULL,
        originator_version bigint NOT NULL,
        topic text NOT NULL,
        state bytea NOT NULL,
        request text COLLATE "C",
        UNIQUE (originator_id, originator_version))""",
    """CREATE UNIQUE INDEX requests_once ON haricot.events (originator_id, request) WHERE request IS NOT NULL""",
    """CREATE INDEX milestones ON haricot.events (originator_id, originator_version)
        WHERE starts_with(topic, 'game_')""",
    """CREATE TABLE haricot.secrets (
        game text COLLATE "C" PRIMARY KEY REFERENCES haricot.games (game),
        seed bytea NOT NULL CHECK (length(seed) = 48))""",
    """CREATE TABLE haricot.names (
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        since bigint NOT NULL,
        name text NOT NULL,
        PRIMARY KEY (game, since))""",
    """CREATE TABLE haricot.arrangements (
        line bigserial,
        game text COLLATE "C" PRIMARY KEY REFERENCES haricot.games (game),
        private boolean NOT NULL,
        delay_events bigint NOT NULL,
        delay_ms bigint NOT NULL,
        pace_ms bigint NOT NULL,
        paused boolean NOT NULL)""",
    """CREATE TABLE haricot.players (
        line bigserial,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        seat bigint NOT NULL,
        kind text NOT NULL,
        bot text,
        name text,
        PRIMARY KEY (game, seat))""",
    """CREATE TABLE haricot.tokens (
        line bigserial,
        digest text COLLATE "C" PRIMARY KEY,
        kind text NOT NULL,
        game text COLLATE "C" REFERENCES haricot.games (game),
        seat bigint,
        made bigint NOT NULL,
        expires bigint,
        revoked bigint,
        reason text)""",
    "CREATE INDEX tokens_of ON haricot.tokens (game, kind, seat)",
    """CREATE TABLE haricot.annotations (
        line bigserial,
        id text COLLATE "C" PRIMARY KEY,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        n bigint NOT NULL,
        at bigint NOT NULL,
        by text NOT NULL,
        kind text NOT NULL,
        text text NOT NULL)""",
    "CREATE INDEX annotations_of ON haricot.annotations (game, n)",
    """CREATE TABLE haricot.answers (
        line bigserial,
        scope text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        digest text NOT NULL,
        made text NOT NULL,
        PRIMARY KEY (scope, key))""",
    _APPEND,
    f"INSERT INTO haricot.about VALUES ('{APPLICATION}', 1)",
)
# What came with version 3, in a folder too.
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
# What came with version 4, in a folder too.
_ROLL: Final = (
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
# What came with version 5, in a folder too.
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
# What came with version 6, in a folder too.
_FED: Final = (
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
    """CREATE TABLE haricot.feed_marks (
        line bigserial,
        game text COLLATE "C" PRIMARY KEY REFERENCES haricot.games (game),
        upto bigint NOT NULL,
        audience text COLLATE "C",
        waits boolean NOT NULL)""",
    "CREATE INDEX feed_marks_waiting ON haricot.feed_marks (waits) WHERE waits",
    """CREATE TABLE haricot.feed_reached (
        line bigserial, feed text COLLATE "C" PRIMARY KEY, position bigint NOT NULL, place bigint NOT NULL)""",
)
STEPS: Final[dict[int, tuple[str, ...]]] = {1: _FIRST, 2: (), 3: _PRINCIPALS, 4: _ROLL, 5: _SIGNED, 6: _FED}
"""What makes a store of each version from one of the version before; the first from an empty schema."""
_LOG: Final = {"games", "events", "secrets", "names"}
_NOTED: Final = _LOG | {"game_keys", "service_log", "log_checkpoints", "proceedings"}
LOG: Final = _NOTED | {"feed_lines"}
"""The tables in which nothing that was written is ever changed."""
_REGISTER: Final = {"arrangements", "players", "tokens", "annotations", "answers"}
_PRESENT: Final = _REGISTER | {"former_players"}
_FILED: Final = _PRESENT | {"signing_heads", "filed_texts", "bearers"}
REGISTER: Final = _FILED | {"feed_marks", "feed_reached"}
DERIVED: Final = {"roll", "best_results", "roll_reached"}
CHANGING: Final = REGISTER | DERIVED
"""The tables that may change: what is derived from the log, among them."""
TABLES: Final = {
    1: _LOG | _REGISTER,
    2: _LOG | _REGISTER,
    3: _LOG | _PRESENT,
    4: _LOG | _PRESENT | DERIVED,
    5: _NOTED | _FILED | DERIVED,
    6: LOG | CHANGING,
}
"""The tables of each version, besides `about`."""
