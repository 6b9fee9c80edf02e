"""`haricot export`: exports games from the store."""

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import click

from domain.refusals import Misuse
from domain.visibility import viewer_named
from replay.record import write_file
from service.access.tournament_visibility import linked_games
from service.api.integration.export_schemas import TABLES
from service.cli.exchange.export_tables import export_tables
from service.cli.files import SUFFIX, make_folder
from service.cli.game_filters import search_options
from service.cli.games import load_record, read_last_event, redact_record
from service.cli.judge.record import write_game_sheet
from service.cli.options import PATH, lang_option, store_option, view_option
from service.cli.output import print_damaged
from service.cli.progress import with_progress
from service.exports.writers import TableForm
from service.signing.audit_bundles import make_audit_bundle
from service.signing.proceedings_log import proceedings_log_name, proceedings_rows, read_proceedings_log
from service.signing.rollback_guard import open_to_read
from service.signing.signing_worker import sign_now
from service.store.archive.digest import records
from service.store.atomic_files import write_atomically
from service.store.entries.signing_entries import LoggedNote
from service.store.errors import DamagedGame
from service.store.index.search import OLDEST, GameSearch
from service.store.location import Location
from service.tournaments.tournament_store import TournamentStore


@click.command("export")
@click.argument("game", metavar="GAME", required=False)
@click.option(
    "--all", "every", is_flag=True, help="Export every game of the store, each into a file in the folder --out."
)
@click.option(
    "--table", "tables", multiple=True, type=click.Choice([*TABLES]), help="With --all, write this table; repeatable."
)
@click.option(
    "--format",
    "form",
    type=click.Choice([str(form) for form in TableForm]),
    help="Write tables in this form; by default ndjson.",
)
@click.option("--flat", is_flag=True, help="In lines of JSON, write commands, events and options as text.")
@click.option("--out", type=PATH, help="Write to this file instead of standard output; with --all into this folder.")
@click.option("--tournament", metavar="ID", help="With --all, only games that are linked to this tournament.")
@search_options
@click.option("--ben", is_flag=True, help="Write the game in notation, as on paper.")
@click.option("--bundle", is_flag=True, help="Write the audit bundle, with all proofs of the game.")
@lang_option
@view_option
@store_option
def export_command(
    game: str | None,
    every: bool,
    tables: tuple[str, ...],
    form: str | None,
    flat: bool,
    search: GameSearch | None,
    tournament: str | None,
    out: Path | None,
    ben: bool,
    bundle: bool,
    lang: str,
    view: str | None,
    location: Location,
) -> None:
    """Export games as files or as tables.

    A game file holds the whole game, or what one viewer may read of it.

    \b
    Examples:
      haricot export classic-4-7-0001 --out game.haricot.jsonl
      haricot export classic-4-7-0001 --as seat:2 > seat2.haricot.jsonl
      haricot export classic-4-7-0001 --ben > game.ben
      haricot export --all --out files
      haricot export --all --edition classic --format parquet --out tables
      haricot export --all --tournament classic-t23-1-0001 --out tables --table placings
      haricot export classic-4-7-0001 --bundle > game.haricot-audit.json

    With --all and --table or --format it writes many games as tables for statistics; docs/exports.md lists their
    columns. With --all a damaged game is named and left out: exit code 1.
    """
    if every == (game is not None):
        raise Misuse("name a GAME, or --all of them")
    as_tables = bool(tables) or form is not None or flat
    if game is None:
        if out is None or ben or bundle or (view is not None and not as_tables):
            message = (
                "--all writes whole games into a folder: name it with --out, and leave out --as, --ben and --bundle"
            )
            raise Misuse(message)
        if as_tables:
            table_form = TableForm(form or TableForm.NDJSON)
            _export_tables(location, out, tables, table_form, view, search, flat=flat, tournament=tournament)
        else:
            _export_all(location, out, search, tournament)
        return
    if as_tables or search is not None or tournament is not None:
        raise Misuse("tables and filters of games need --all")
    if ben and bundle:
        raise Misuse("a game is written as --ben or as --bundle, not as both")
    if bundle:
        data = _make_bundle(game, location, view)
    else:
        data = (
            _sheet_bytes(game, location, view, lang)
            if ben
            else write_file(redact_record(load_record(game, location), view)[0])
        )
    if out is None:
        click.echo(data, nl=False)
    else:
        write_atomically(out, data)


def _sheet_bytes(game: str, location: Location, view: str | None, lang: str) -> bytes:
    return write_game_sheet(game, location, view, lang).encode()


def _make_bundle(game: str, location: Location, view: str | None) -> bytes:
    """Return the audit bundle of a stored game, signed up to its last event if this process may sign."""
    with open_to_read(location) as store:
        record = store.record(game)
        _, viewer = redact_record(record, view)
        if store.writable:
            sign_now(store, [game, proceedings_log_name(game)])
        notes = store.find_entries(LoggedNote, log=game)
        if not notes:
            message = "`haricot serve` signs what happens, `haricot export` what it may write"
            raise Misuse(f"{game} was not signed yet: {message}")
        proceedings = read_proceedings_log(store, game, len(proceedings_rows(store, game)))
        return make_audit_bundle(store, record, viewer, notes, partial(read_last_event, store), proceedings)


def _export_tables(
    location: Location,
    folder: Path,
    tables: Sequence[str],
    form: TableForm,
    view: str | None,
    search: GameSearch | None,
    *,
    flat: bool,
    tournament: str | None,
) -> None:
    """Write tables of all games into the folder. Damaged games are left out, as in `_export_all`."""
    if view not in (None, "spectator", "omniscient"):
        raise Misuse("tables of many games are as spectator or as omniscient")
    viewer = viewer_named(view or "omniscient")
    search = search or GameSearch(order=OLDEST)
    games, left_out = export_tables(location, folder, tables, form, viewer, search, flat=flat, tournament=tournament)
    _print_summary(folder, games, left_out)


def _export_all(location: Location, folder: Path, search: GameSearch | None, tournament: str | None) -> None:
    """Write every game that matches into its own file, unless the file has these bytes already.

    Damaged games are named on standard error and left out: exit code 1.
    """
    exports_all = search is None and tournament is None
    chosen = None if exports_all else _select_games(location, search or GameSearch(OLDEST), tournament)
    with records(location, chosen) as (total, stored_records):
        make_folder(folder)
        left_out = {}
        for record in with_progress(stored_records, total, "exporting"):
            if isinstance(record, DamagedGame):
                left_out[record.game] = record.damage
                continue
            path, data = folder / f"{record.game}{SUFFIX}", write_file(record)
            if not path.is_file() or path.read_bytes() != data:
                write_atomically(path, data)
    _print_summary(folder, total - len(left_out), left_out)


def _select_games(location: Location, search: GameSearch, tournament: str | None) -> set[str]:
    with open_to_read(location) as store:
        linked = None if tournament is None else linked_games(TournamentStore(store).events(tournament))
        return {head.game for head in store.game_index.search(search, None, linked) if search.matches(head)}


def _print_summary(folder: Path, games: int, left_out: Mapping[str, str]) -> None:
    click.echo(f"{folder}: {games} games")
    print_damaged(left_out, "is left out")
    sys.exit(1 if left_out else 0)
