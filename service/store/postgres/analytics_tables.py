"""The step to version 13 of the tables, as in a folder: players of analytics, and figures of finished games."""

from typing import Final

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
