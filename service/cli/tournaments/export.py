"""`haricot tournament export`: writes a tournament as a file."""

from pathlib import Path

import click

from domain.refusals import Misuse
from domain.tournaments.publication import count_public
from replay.tournaments.tournament_file import OMNISCIENT, SPECTATOR, VIEWS, tournament_record, write_tournament
from service.cli.options import PATH, store_option
from service.cli.tournaments.records import load_tournament, refuse_impossible_events
from service.signing.rollback_guard import open_to_read
from service.signing.signing_worker import sign_now
from service.signing.tournament_log import tournament_log_name
from service.signing.tournament_proofs import tournament_bundle, tournament_notes
from service.store.atomic_files import write_atomically
from service.store.location import Location
from service.tournaments.tournament_store import TournamentStore


@click.command("export")
@click.argument("tournament", metavar="ID")
@click.option("--out", type=PATH, help="Write to this file instead of standard output.")
@click.option("--as", "view", type=click.Choice(VIEWS), default=OMNISCIENT, show_default=True, help="Whose view.")
@click.option("--bundle", is_flag=True, help="Write the audit bundle, which proves the events.")
@store_option
def tournament_export_command(tournament: str, out: Path | None, view: str, bundle: bool, location: Location) -> None:
    """Export a tournament as a file.

    The view of spectators ends before a draft that is not released. No file holds names.

    \b
    Examples:
      haricot tournament export classic-t23-1-0001 --out tournament.jsonl
      haricot tournament export classic-t23-1-0001 --as spectator > public.jsonl
      haricot tournament export classic-t23-1-0001 --bundle > tournament.haricot-audit.json
    """
    data = _make_bundle(tournament, view, location) if bundle else _make_file(tournament, view, location)
    if out is None:
        click.echo(data, nl=False)
    else:
        write_atomically(out, data)


def _make_file(tournament: str, view: str, location: Location) -> bytes:
    loaded = load_tournament(tournament, location)
    with refuse_impossible_events(tournament):
        return write_tournament(tournament_record(loaded.events, view if loaded.view == OMNISCIENT else loaded.view))


def _make_bundle(tournament: str, view: str, location: Location) -> bytes:
    """Return the audit bundle of a stored tournament, signed up to its last event if this process may sign."""
    with open_to_read(location) as store:
        events = TournamentStore(store).record(tournament)
        public_count = count_public([one.event for one in events]) if view == SPECTATOR else len(events)
        if store.writable:
            sign_now(store, [tournament_log_name(tournament)])
        if not (notes := tournament_notes(store, tournament, public_count)):
            raise Misuse(f"nothing that a {view} may know of {tournament} was signed yet: `haricot serve` signs it")
        return tournament_bundle(store, tournament, view, events, notes)
