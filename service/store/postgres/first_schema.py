"""The first schema of a store in PostgreSQL."""

from typing import Final

from service.store.postgres.naming import APPLICATION, CHANNEL, LOCK

# The writers' lock makes events visible in the order of their positions, so a reader of one has missed none before it.
# A sequence alone is not enough: it assigns numbers at the write, but rows become visible at the commit.
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

# The same tables as in SQLite (service/store/sqlite/first_schema.py). `notification_id` is the position of an event. It
# has the event library's name, so that the library's recorders can read the log. `number` and `line` give the order of
# insertion.
FIRST: Final = (
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
