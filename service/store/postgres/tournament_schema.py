"""The tables of tournaments, as the steps of the schema make them."""

from typing import Final

# Added by version 11, as in SQLite.
TOURNAMENTS: Final = (
    """CREATE TABLE haricot.tournament_events (
        line bigserial,
        tournament text COLLATE "C" NOT NULL,
        n bigint NOT NULL,
        at bigint NOT NULL,
        event text NOT NULL,
        PRIMARY KEY (tournament, n))""",
    """CREATE TABLE haricot.tournament_secrets (
        line bigserial,
        tournament text COLLATE "C" PRIMARY KEY NOT NULL,
        secret text NOT NULL)""",
    """CREATE TABLE haricot.tournament_names (
        line bigserial,
        tournament text COLLATE "C" NOT NULL,
        pseudonym text COLLATE "C" NOT NULL,
        name text,
        PRIMARY KEY (tournament, pseudonym))""",
)
# Added by version 12, as in SQLite.
TOURNAMENT_SETTINGS: Final = (
    """CREATE TABLE haricot.tournament_settings (
        line bigserial,
        tournament text COLLATE "C" PRIMARY KEY NOT NULL,
        title text NOT NULL,
        made bigint NOT NULL,
        private boolean NOT NULL,
        delay_ms bigint NOT NULL,
        forked_from text COLLATE "C",
        forked_at bigint)""",
    """CREATE TABLE haricot.tournament_grants (
        line bigserial,
        digest text COLLATE "C" PRIMARY KEY NOT NULL,
        tournament text COLLATE "C" NOT NULL,
        pseudonym text COLLATE "C" NOT NULL)""",
    "CREATE INDEX tournament_grants_of ON haricot.tournament_grants (tournament)",
    """CREATE TABLE haricot.tournament_texts (
        line bigserial,
        digest text COLLATE "C" PRIMARY KEY NOT NULL,
        tournament text COLLATE "C" NOT NULL,
        at bigint NOT NULL,
        salt text NOT NULL,
        text text,
        author text COLLATE "C" NOT NULL)""",
    "CREATE INDEX tournament_texts_of ON haricot.tournament_texts (tournament)",
)
# Added by version 14, as in SQLite.
TOURNAMENT_GAMES: Final = (
    """CREATE TABLE haricot.tournament_games (
        line bigserial,
        game text COLLATE "C" PRIMARY KEY NOT NULL,
        tournament text COLLATE "C" NOT NULL,
        round bigint NOT NULL,
        seated bigint NOT NULL)""",
    """CREATE TABLE haricot.tournament_feed (
        line bigserial,
        tournament text COLLATE "C" PRIMARY KEY NOT NULL,
        upto bigint NOT NULL)""",
    'ALTER TABLE haricot.webhooks ADD COLUMN tournament text COLLATE "C"',
    # A line of the feed, its backlog and its dead letters may be about a tournament: then `game` is not a game.
    "ALTER TABLE haricot.feed_lines DROP CONSTRAINT feed_lines_game_fkey",
    "ALTER TABLE haricot.webhook_games DROP CONSTRAINT webhook_games_game_fkey",
    "ALTER TABLE haricot.webhook_dead_letters DROP CONSTRAINT webhook_dead_letters_game_fkey",
)
