"""The step to version 13 of the tables: players of analytics, and figures of finished games, which are derived."""

from typing import Final

ANALYTICS: Final = (
    """CREATE TABLE IF NOT EXISTS player_ids (
        player TEXT PRIMARY KEY NOT NULL,
        maker TEXT NOT NULL,
        person TEXT,
        hidden INTEGER NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS player_ids_of ON player_ids (maker, person) WHERE person IS NOT NULL",
    """CREATE TABLE IF NOT EXISTS seat_players (
        game TEXT NOT NULL REFERENCES games (game),
        seat INTEGER NOT NULL,
        player TEXT NOT NULL,
        PRIMARY KEY (game, seat))""",
    "CREATE INDEX IF NOT EXISTS seat_players_of ON seat_players (player)",
    """CREATE TABLE IF NOT EXISTS game_figures (
        game TEXT PRIMARY KEY NOT NULL REFERENCES games (game),
        form INTEGER NOT NULL,
        figures TEXT NOT NULL)""",
    "PRAGMA user_version = 13",
)
