"""The tables of analytics, as the steps of the schema make them."""

from typing import Final

# Added by version 13: players, and figures of finished games, which are derived.
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
# Added by version 16: statistics and ratings, derived but for the corrections; and what bots made of the same deal.
SUMS: Final = (
    """CREATE TABLE IF NOT EXISTS counted_games (
        game TEXT PRIMARY KEY NOT NULL REFERENCES games (game),
        edition TEXT NOT NULL,
        players INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        due INTEGER NOT NULL,
        state TEXT NOT NULL,
        simulated INTEGER NOT NULL)""",
    """CREATE INDEX IF NOT EXISTS counted_games_by_end
        ON counted_games (edition, state, ended, game, players, simulated)""",
    "CREATE INDEX IF NOT EXISTS counted_games_waiting ON counted_games (due) WHERE state = 'waiting'",
    """CREATE TABLE IF NOT EXISTS counted_seats (
        game TEXT NOT NULL REFERENCES games (game),
        seat INTEGER NOT NULL,
        player TEXT NOT NULL,
        ended INTEGER NOT NULL,
        PRIMARY KEY (game, seat))""",
    "CREATE INDEX IF NOT EXISTS counted_seats_of ON counted_seats (player, ended, game, seat)",
    """CREATE TABLE IF NOT EXISTS statistics_sums (
        edition TEXT NOT NULL,
        players INTEGER NOT NULL,
        simulated INTEGER NOT NULL,
        player TEXT NOT NULL,
        measure TEXT NOT NULL,
        item TEXT NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        coins INTEGER NOT NULL,
        coins_squared INTEGER NOT NULL,
        planted INTEGER NOT NULL,
        sold INTEGER NOT NULL,
        ahead INTEGER NOT NULL,
        level INTEGER NOT NULL,
        behind INTEGER NOT NULL,
        trades INTEGER NOT NULL,
        gifts INTEGER NOT NULL,
        given INTEGER NOT NULL,
        got INTEGER NOT NULL,
        PRIMARY KEY (player, edition, players, simulated, measure, item))""",
    """CREATE INDEX IF NOT EXISTS statistics_pairs
        ON statistics_sums (edition, players, simulated, (-trades - gifts), player, item)
        WHERE measure = 'pair'""",
    """CREATE TABLE IF NOT EXISTS rating_steps (
        game TEXT NOT NULL REFERENCES games (game),
        player TEXT NOT NULL,
        edition TEXT NOT NULL,
        ended INTEGER NOT NULL,
        rating_before REAL NOT NULL,
        uncertainty_before REAL NOT NULL,
        rating REAL NOT NULL,
        uncertainty REAL NOT NULL,
        games INTEGER NOT NULL,
        opponents TEXT NOT NULL,
        PRIMARY KEY (game, player))""",
    "CREATE INDEX IF NOT EXISTS rating_steps_of ON rating_steps (player, edition, ended, game)",
    """CREATE TABLE IF NOT EXISTS ratings (
        edition TEXT NOT NULL,
        player TEXT NOT NULL,
        rating REAL NOT NULL,
        uncertainty REAL NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (edition, player))""",
    "CREATE INDEX IF NOT EXISTS ratings_best ON ratings (edition, (-rating), player)",
    """CREATE TABLE IF NOT EXISTS analytics_positions (
        name TEXT PRIMARY KEY NOT NULL,
        position INTEGER NOT NULL,
        game TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS rating_recounts (
        edition TEXT PRIMARY KEY NOT NULL,
        game TEXT NOT NULL,
        reason TEXT NOT NULL,
        at INTEGER NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS rating_corrections (
        edition TEXT NOT NULL,
        player TEXT NOT NULL,
        at INTEGER NOT NULL,
        game TEXT NOT NULL,
        reason TEXT NOT NULL,
        before REAL NOT NULL,
        after REAL,
        PRIMARY KEY (edition, player, at))""",
    "CREATE INDEX IF NOT EXISTS rating_corrections_of ON rating_corrections (game)",
    """CREATE TABLE IF NOT EXISTS pars (
        game TEXT NOT NULL REFERENCES games (game),
        bot TEXT NOT NULL,
        runs INTEGER NOT NULL,
        state TEXT NOT NULL,
        version TEXT NOT NULL,
        asked INTEGER NOT NULL,
        coins TEXT NOT NULL,
        PRIMARY KEY (game, bot))""",
    "CREATE INDEX IF NOT EXISTS pars_wanted ON pars (asked) WHERE state = 'wanted'",
    "PRAGMA user_version = 16",
)
# Added by version 17: the player into whom a merged player was merged.
MERGES: Final = (
    "ALTER TABLE player_ids ADD COLUMN merged_into TEXT",
    "PRAGMA user_version = 17",
)
