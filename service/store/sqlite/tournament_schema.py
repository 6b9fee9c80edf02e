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
    "PRAGMA user_version = 14",
)
