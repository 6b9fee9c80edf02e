"""Writes tables of many games into a folder, for the operator of the store."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from domain.visibility import OMNISCIENT, Viewer
from service.access.tournament_visibility import linked_games
from service.api.integration.export_schemas import TABLES, writer_of
from service.cli.analyse.game_count import count_finished_games
from service.cli.files import make_folder
from service.cli.progress import progress_bar
from service.exports.exported_game import whole_game
from service.exports.parquet import require_parquet
from service.exports.player_rows import PLAYER_TABLES, player_rows
from service.exports.rows import rows_of
from service.exports.tournament_rows import TOURNAMENT_ROWS, tournaments_shown
from service.exports.writers import TableForm
from service.signing.rollback_guard import open_to_read
from service.store.atomic_files import open_atomically
from service.store.errors import DamagedGame
from service.store.event_store import GameStore
from service.store.index.search import GameSearch
from service.store.location import Location
from service.tournaments.tournament_store import TournamentStore

WITHOUT_EVENTS: Final = {"games", "results", *PLAYER_TABLES, *TOURNAMENT_ROWS}
"""The tables that need no events of games."""
NOT_PER_GAME: Final = {*PLAYER_TABLES, *TOURNAMENT_ROWS}
"""The tables that are not made game by game."""
WITH_PLAYERS: Final = {"seats", *PLAYER_TABLES}
"""The tables with the public names of players, as in statistics."""


def export_tables(
    location: Location,
    folder: Path,
    tables: Sequence[str],
    form: TableForm,
    viewer: Viewer,
    search: GameSearch,
    *,
    flat: bool = False,
    tournament: str | None = None,
) -> tuple[int, dict[str, str]]:
    """Write FOLDER/TABLE.FORM for each of these tables, by default for all.

    Return how many games are in them, and which were left out as damaged. Raises Problem if pyarrow is needed and
    missing.
    """
    if form == TableForm.PARQUET:
        require_parquet()
    with ExitStack() as stack:
        store = stack.enter_context(open_to_read(location))
        linked = None if tournament is None else linked_games(TournamentStore(store).events(tournament))
        heads = [head for head in store.game_index.search(search, None, linked) if search.matches(head)]
        left_out = dict(store.game_index.faults()) if not search.wanted else {}
        make_folder(folder)
        chosen = _select_tables(store, tables)
        writers = {table: writer_of(table, form, flat=flat) for table in chosen}
        files = {table: stack.enter_context(open_atomically(folder / f"{table}.{form}")) for table in chosen}
        with progress_bar(len(heads), "exporting") as advance:
            for head in heads:
                exported = whole_game(store, head, viewer)
                try:
                    if not {*chosen} <= WITHOUT_EVENTS:
                        exported.whole_events()  # read once for all tables, before a row is written
                except DamagedGame as damaged:
                    left_out[head.game] = damaged.damage
                else:
                    for table in chosen:
                        if table not in NOT_PER_GAME:
                            files[table].write(writers[table].add(rows_of(table, exported)))
                advance()
        games = {head.game for head in heads} - left_out.keys()
        for table in chosen:
            if table in PLAYER_TABLES:
                for rows in player_rows(table, store, games):
                    files[table].write(writers[table].add(rows))
            elif table in TOURNAMENT_ROWS:
                whole = viewer == OMNISCIENT
                for exported_tournament in tournaments_shown(TournamentStore(store), whole=whole, only=tournament):
                    files[table].write(writers[table].add(rows_of(table, exported_tournament)))
            files[table].write(writers[table].end())
        return len(games), left_out


def _select_tables(store: GameStore, tables: Sequence[str]) -> tuple[str, ...]:
    """Return the tables to write. Count finished games first if a table needs that."""
    chosen = tuple(dict.fromkeys(tables or TABLES))
    if WITH_PLAYERS & {*chosen}:
        count_finished_games(store)
    return chosen
