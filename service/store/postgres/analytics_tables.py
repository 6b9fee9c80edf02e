"""The tables of analytics, as the steps of the schema make them."""

from typing import Final

# Added by version 13, as in SQLite.
ANALYTICS: Final = (
    """CREATE TABLE haricot.player_ids (
        line bigserial,
        player text COLLATE "C" PRIMARY KEY NOT NULL,
        maker text COLLATE "C" NOT NULL,
        person text COLLATE "C",
        hidden boolean NOT NULL)""",
    "CREATE INDEX player_ids_of ON haricot.player_ids (maker, person) WHERE person IS NOT NULL",
    """CREATE TABLE haricot.seat_players (
        line bigserial,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        seat bigint NOT NULL,
        player text COLLATE "C" NOT NULL,
        PRIMARY KEY (game, seat))""",
    "CREATE INDEX seat_players_of ON haricot.seat_players (player)",
    """CREATE TABLE haricot.game_figures (
        line bigserial,
        game text COLLATE "C" PRIMARY KEY NOT NULL REFERENCES haricot.games (game),
        form bigint NOT NULL,
        figures text NOT NULL)""",
)
# Added by version 16, as in SQLite.
SUMS: Final = (
    """CREATE TABLE haricot.counted_games (
        line bigserial,
        game text COLLATE "C" PRIMARY KEY NOT NULL REFERENCES haricot.games (game),
        edition text COLLATE "C" NOT NULL,
        players bigint NOT NULL,
        ended bigint NOT NULL,
        due bigint NOT NULL,
        state text COLLATE "C" NOT NULL,
        simulated boolean NOT NULL)""",
    "CREATE INDEX counted_games_by_end ON haricot.counted_games (edition, state, ended, game, players, simulated)",
    "CREATE INDEX counted_games_waiting ON haricot.counted_games (due) WHERE state = 'waiting'",
    """CREATE TABLE haricot.counted_seats (
        line bigserial,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        seat bigint NOT NULL,
        player text COLLATE "C" NOT NULL,
        ended bigint NOT NULL,
        PRIMARY KEY (game, seat))""",
    "CREATE INDEX counted_seats_of ON haricot.counted_seats (player, ended, game, seat)",
    """CREATE TABLE haricot.statistics_sums (
        line bigserial,
        edition text COLLATE "C" NOT NULL,
        players bigint NOT NULL,
        simulated boolean NOT NULL,
        player text COLLATE "C" NOT NULL,
        measure text COLLATE "C" NOT NULL,
        item text COLLATE "C" NOT NULL,
        games bigint NOT NULL,
        wins bigint NOT NULL,
        coins bigint NOT NULL,
        coins_squared bigint NOT NULL,
        planted bigint NOT NULL,
        sold bigint NOT NULL,
        ahead bigint NOT NULL,
        level bigint NOT NULL,
        behind bigint NOT NULL,
        trades bigint NOT NULL,
        gifts bigint NOT NULL,
        given bigint NOT NULL,
        got bigint NOT NULL,
        PRIMARY KEY (player, edition, players, simulated, measure, item))""",
    """CREATE INDEX statistics_pairs
        ON haricot.statistics_sums (edition, players, simulated, (-trades - gifts), player, item)
        WHERE measure = 'pair'""",
    """CREATE TABLE haricot.rating_steps (
        line bigserial,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        player text COLLATE "C" NOT NULL,
        edition text COLLATE "C" NOT NULL,
        ended bigint NOT NULL,
        rating_before double precision NOT NULL,
        uncertainty_before double precision NOT NULL,
        rating double precision NOT NULL,
        uncertainty double precision NOT NULL,
        games bigint NOT NULL,
        opponents text NOT NULL,
        PRIMARY KEY (game, player))""",
    "CREATE INDEX rating_steps_of ON haricot.rating_steps (player, edition, ended, game)",
    """CREATE TABLE haricot.ratings (
        line bigserial,
        edition text COLLATE "C" NOT NULL,
        player text COLLATE "C" NOT NULL,
        rating double precision NOT NULL,
        uncertainty double precision NOT NULL,
        games bigint NOT NULL,
        PRIMARY KEY (edition, player))""",
    "CREATE INDEX ratings_best ON haricot.ratings (edition, (-rating), player)",
    """CREATE TABLE haricot.analytics_positions (
        line bigserial,
        name text COLLATE "C" PRIMARY KEY NOT NULL,
        position bigint NOT NULL,
        game text COLLATE "C" NOT NULL)""",
    """CREATE TABLE haricot.rating_recounts (
        line bigserial,
        edition text COLLATE "C" PRIMARY KEY NOT NULL,
        game text COLLATE "C" NOT NULL,
        reason text COLLATE "C" NOT NULL,
        at bigint NOT NULL)""",
    """CREATE TABLE haricot.rating_corrections (
        line bigserial,
        edition text COLLATE "C" NOT NULL,
        player text COLLATE "C" NOT NULL,
        at bigint NOT NULL,
        game text COLLATE "C" NOT NULL,
        reason text COLLATE "C" NOT NULL,
        before double precision NOT NULL,
        after double precision,
        PRIMARY KEY (edition, player, at))""",
    "CREATE INDEX rating_corrections_of ON haricot.rating_corrections (game)",
    """CREATE TABLE haricot.pars (
        line bigserial,
        game text COLLATE "C" NOT NULL REFERENCES haricot.games (game),
        bot text COLLATE "C" NOT NULL,
        runs bigint NOT NULL,
        state text COLLATE "C" NOT NULL,
        version text COLLATE "C" NOT NULL,
        asked bigint NOT NULL,
        coins text NOT NULL,
        PRIMARY KEY (game, bot))""",
    "CREATE INDEX pars_wanted ON haricot.pars (asked) WHERE state = 'wanted'",
)
# Added by version 17, as in SQLite.
MERGES: Final = ('ALTER TABLE haricot.player_ids ADD COLUMN merged_into text COLLATE "C"',)
