"""Writes tables of many games into a folder, for the operator of the store."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from domain.visibility import OMNISCIENT, Viewer
from service.access.tournament_visibility import linked_games
from service.api.integration.export_schemas import TABLES, lines_of
from service.cli.files import make_folder
from service.cli.progress import progress
from service.exports.exported_game import whole_game
from service.exports.parquet import Parquet, require_parquet
from service.exports.tournament_rows import TOURNAMENT_ROWS, tournaments_shown
from service.exports.writers import PARQUET, ExportWriter
from service.signing.rollback_guard import open_to_read
from service.store.atomic_files import written_whole
from service.store.errors import DamagedGame
from service.store.index.search import GameSearch
from service.store.location import Location
from service.tournaments.tournament_store import TournamentStore

IN_THE_ROLL: Final = {"games", "results"}
"""The tables that are made from the index, without reading games."""


def export_tables(
    location: Location,
    folder: Path,
    tables: Sequence[str],
    form: str,
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
    if form == PARQUET:
        require_parquet()
    with ExitStack() as stack:
        store = stack.enter_context(open_to_read(location))
        among = None if tournament is None else linked_games(TournamentStore(store).events(tournament))
        heads = [head for head in store.game_index.found(search, None, among) if search.fits(head)]
        left_out = dict(store.game_index.faults()) if not search.wanted else {}
        make_folder(folder)
        forms: list[ExportWriter] = []
        files = []
        wanted = dict.fromkeys(tables or TABLES)
        about = [table for table in wanted if table in TOURNAMENT_ROWS]
        chosen = dict.fromkeys(table for table in wanted if table not in TOURNAMENT_ROWS)

        def writer(table: str) -> ExportWriter:
            return Parquet(table, TABLES[table]) if form == PARQUET else lines_of(table, flat=flat)

        for table in about:
            file, one = stack.enter_context(written_whole(folder / f"{table}.{form}")), writer(table)
            whole = viewer == OMNISCIENT
            for shown_one in tournaments_shown(TournamentStore(store), whole=whole, only=tournament):
                file.write(one.add(shown_one))
            file.write(one.end())
        for table in chosen:
            forms.append(writer(table))
            files.append(stack.enter_context(written_whole(folder / f"{table}.{form}")))
        with progress(len(heads), "exporting") as done:
            for head in heads:
                shown = whole_game(store, head, viewer)
                try:
                    if not chosen.keys() <= IN_THE_ROLL:
                        shown.read()  # once for all tables, and before anything is written
                except DamagedGame as damaged:
                    left_out[head.game] = damaged.damage
                else:
                    for file, one in zip(files, forms, strict=True):
                        file.write(one.add(shown))
                done()
        for file, one in zip(files, forms, strict=True):
            file.write(one.end())
        return len(heads) - len({head.game for head in heads} & left_out.keys()), left_out
