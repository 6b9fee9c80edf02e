"""Counts the comments of spectators on the games that were made for the tables of a tournament."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from service.access.annotations import COMMENT, spectator_writer
from service.access.policy import SPECTATOR
from service.store.entries.tournament_entries import TournamentGame
from service.store.event_store import GameStore

# Only games that were made for the tournament: an official can link any game, also one that they may not know of.
_COUNTED: Final = (
    "SELECT made.round, made.seated, made.game, COUNT(*), MAX(said.at)"
    " FROM tournament_games made JOIN annotations said ON said.game = made.game"
    " WHERE made.tournament = ? AND said.kind = ? AND (said.by = ? OR said.by LIKE ?)"
    " GROUP BY made.round, made.seated, made.game ORDER BY made.round, made.seated"
)


class TableComments(NamedTuple):
    """A table and the `total` of comments that spectators made on its game, without removed ones.

    `latest` is the time of the last one in milliseconds since 1970.
    """

    round: int
    table: int
    game: str
    total: int
    latest: int


def comments_on_tables(store: GameStore, tournament: str) -> list[TableComments]:
    """Return the tables of a tournament whose games have comments of spectators, round by round."""
    if store.schema < TournamentGame.since_schema:
        return []
    return store.query(_counted, tournament)


def _counted(rows: Callable[..., list[Any]], tournament: str) -> list[TableComments]:
    return [TableComments(*row) for row in rows(_COUNTED, tournament, COMMENT, SPECTATOR, spectator_writer("%"))]
