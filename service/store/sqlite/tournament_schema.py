"""The tables of tournaments, as the steps of the schema make them."""

from typing import Final

# Added by version 11: tournaments, each a stream of its own (service/store/entries/tournament_entries.py).
TOURNAMENTS: Final = (
    """CREATE TABLE IF NOT EXISTS tournament_events (
        tournament TEXT NOT NULL,
        n INTEGER NOT NULL,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (tournament, n))""",
    "CREATE TABLE IF NOT EXISTS tournament_secrets (tournament TEXT PRIMARY KEY NOT NULL, secret TEXT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS tournament_names (
        tournament TEXT NOT NULL,
        pseudonym TEXT NOT NULL,
        name TEXT,
        PRIMARY KEY (tournament, pseudonym))""",
    "PRAGMA user_version = 11",
)
# Added by version 12: the settings, tokens and written reasons of tournaments.
TOURNAMENT_SETTINGS: Final = (
    """CREATE TABLE IF NOT EXISTS tournament_settings (
        tournament TEXT PRIMARY KEY NOT NULL,
        title TEXT NOT NULL,
        made INTEGER NOT NULL,
        private INTEGER NOT NULL,
        delay_ms INTEGER NOT NULL,
        forked_from TEXT,
        forked_at INTEGER)""",
    """CREATE TABLE IF NOT EXISTS tournament_grants (
        digest TEXT PRIMARY KEY NOT NULL,
        tournament TEXT NOT NULL,
        pseudonym TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS tournament_grants_of ON tournament_grants (tournament)",
    """CREATE TABLE IF NOT EXISTS tournament_texts (
        digest TEXT PRIMARY KEY NOT NULL,
        tournament TEXT NOT NULL,
        at INTEGER NOT NULL,
        salt TEXT NOT NULL,
        text TEXT,
        author TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS tournament_texts_of ON tournament_texts (tournament)",
    "PRAGMA user_version = 12",
)
# Added by version 14: the games of tables, and what the feed has of tournaments.
TOURNAMENT_GAMES: Final = (
    """CREATE TABLE IF NOT EXISTS tournament_games (
        game TEXT PRIMARY KEY NOT NULL,
        tournament TEXT NOT NULL,
        round INTEGER NOT NULL,
        seated INTEGER NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS tournament_feed (
        tournament TEXT PRIMARY KEY NOT NULL,
        upto INTEGER NOT NULL)""",
    "ALTER TABLE webhooks ADD COLUMN tournament TEXT",
    # A line of the feed, its backlog and its dead letters may be about a tournament: then `game` is not a game.
    "ALTER TABLE feed_lines RENAME TO feed_lines_of_games",
    """CREATE TABLE feed_lines (
        place INTEGER PRIMARY KEY NOT NULL,
        id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        kind TEXT NOT NULL,
        since INTEGER NOT NULL,
        upto INTEGER NOT NULL,
        seat INTEGER,
        audience TEXT,
        besides TEXT,
        at INTEGER NOT NULL)""",
    (
        "INSERT INTO feed_lines SELECT place, id, game, kind, since, upto, seat, audience, besides, at"
        " FROM feed_lines_of_games ORDER BY place"
    ),
    "DROP TABLE feed_lines_of_games",
    "CREATE INDEX feed_lines_of ON feed_lines (game, place)",
    "ALTER TABLE webhook_games RENAME TO webhook_games_of_games",
    """CREATE TABLE webhook_games (
        hook TEXT NOT NULL,
        game TEXT NOT NULL,
        place INTEGER NOT NULL,
        n INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        tries INTEGER NOT NULL,
        due INTEGER NOT NULL,
        since INTEGER NOT NULL,
        status INTEGER,
        fault TEXT,
        PRIMARY KEY (hook, game))""",
    (
        "INSERT INTO webhook_games SELECT hook, game, place, n, waiting, tries, due, since, status, fault"
        " FROM webhook_games_of_games ORDER BY rowid"
    ),
    "DROP TABLE webhook_games_of_games",
    "ALTER TABLE webhook_dead_letters RENAME TO webhook_letters_of_games",
    """CREATE TABLE webhook_dead_letters (
        hook TEXT NOT NULL,
        cursor TEXT NOT NULL,
        game TEXT NOT NULL,
        place INTEGER NOT NULL,
        n INTEGER NOT NULL,
        type TEXT NOT NULL,
        tries INTEGER NOT NULL,
        at INTEGER NOT NULL,
        status INTEGER,
        fault TEXT,
        due INTEGER,
        PRIMARY KEY (hook, cursor))""",
    (
        "INSERT INTO webhook_dead_letters SELECT hook, cursor, game, place, n, type, tries, at, status, fault, due"
        " FROM webhook_letters_of_games ORDER BY rowid"
    ),
    "DROP TABLE webhook_letters_of_games",
    "PRAGMA user_version = 14",
)
