"""`haricot tournament audit`: checks every event of a tournament."""

import sys

import click

from domain.tournaments.evolve import tournament_of
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.cli.games import is_file, open_store_for
from service.cli.options import json_option, store_option
from service.cli.output import print_json
from service.cli.tournaments.event_lines import event_line
from service.cli.tournaments.records import load_tournament
from service.cli.tournaments.tournament_session import errors_with_next_step
from service.signing.row_verification import AlteredLog
from service.signing.tamper_check import verify_tournament
from service.store.event_store import GameStore
from service.store.location import Location
from service.tournaments.tournament_audit import TournamentAudit, audit_tournament
from service.tournaments.tournament_store import TournamentStore


@click.command("audit")
@click.argument("tournament", metavar="ID|FILE")
@store_option
@json_option
def tournament_audit_command(tournament: str, location: Location, as_json: bool) -> None:
    """Check every event of a tournament.

    Every event is decided again, and every released draw computed again. In the store each result is compared with its
    game: the digest of the last event, scores and places; and the events with what was signed of them. Exit code 0 ok,
    or open, which is right so far with a draw that is not released; 1 wrong.

    \b
    Examples:
      haricot tournament audit spring
      haricot tournament audit spring --json
    """
    if is_file(tournament):
        events = load_tournament(tournament, location).events
        audit, names, alteration = audit_tournament(events), dict[str, str](), None
    else:
        with errors_with_next_step(tournament), open_store_for(tournament, location) as store:
            tournaments = TournamentStore(store)
            events, names = tournaments.record(tournament), tournaments.names(tournament)
            audit, alteration = audit_tournament(events, store), _alteration(store, tournament)
    if as_json:
        members = {name: getattr(audit, name) for name in audit.__struct_fields__}
        print_json({"tournament": tournament, **members, "altered": alteration})
    else:
        _print_audit(tournament, audit, events, names)
        if alteration is not None:
            click.echo(f"{tournament}: {alteration}")
    sys.exit(1 if audit.verdict == "wrong" or alteration is not None else 0)


def _alteration(store: GameStore, tournament: str) -> str | None:
    """Return how the stored events differ from the signed ones, or None."""
    try:
        verify_tournament(store, tournament)
    except AlteredLog as error:
        return str(error)
    return None


def _print_audit(
    tournament: str, audit: TournamentAudit, events: tuple[NumberedTournamentEvent, ...], names: dict[str, str]
) -> None:
    state = tournament_of(one.event for one in events[: len(audit.verdicts) - 1])  # the last one may not follow
    for one in audit.verdicts:
        if one.verdict != "ok":
            click.echo(event_line(events[one.n - 1], names, state))
            for says in one.says:
                click.echo(f"       {one.verdict}: {says}")
    if (rest := audit.events - len(audit.verdicts)) > 0:
        click.echo(f"       the {rest} events after it were not judged")
    click.echo(f"{tournament}: {audit.verdict}, {audit.events} events, {audit.games} results compared with their games")
