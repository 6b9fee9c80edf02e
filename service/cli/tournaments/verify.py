"""`haricot tournament verify`: verifies a tournament file."""

import sys
from pathlib import Path

import click

from replay.proofs.tournament_bundle_verifier import verify_signed_file
from replay.tournaments.tournament_verifier import VerifiedTournament, verify_tournament
from service.cli.files import errors_with_path, read_bytes
from service.cli.judge.verify import read_key_file
from service.cli.options import PATH, json_option
from service.cli.output import print_json


@click.command("verify")
@click.argument("file", type=PATH, metavar="FILE")
@click.option("--bundle", type=PATH, metavar="FILE", help="An audit bundle, which must prove the events.")
@click.option("--key", type=PATH, metavar="FILE", help="The key that must have signed the bundle.")
@json_option
def tournament_verify_command(file: Path, bundle: Path | None, key: Path | None, as_json: bool) -> None:
    """Verify a tournament file.

    It needs no network and no store. Every event is decided again, every released draw and the standings are computed
    again. With --bundle, its events must be those that were signed. FILE may be - for standard input. Exit code 0 ok,
    or open, which is right so far with a round that is not released; 1 wrong; 2 what is no tournament file.

    \b
    Examples:
      haricot tournament verify tournament.jsonl
      haricot tournament verify tournament.jsonl --bundle tournament.haricot-audit.json --key example.org.vkey
    """
    data, expected = read_bytes(file), None if key is None else read_key_file(key)
    with errors_with_path(file):
        verified = verify_tournament(data) if bundle is None else verify_signed_file(data, read_bytes(bundle), expected)
    if as_json:
        print_json(verified)
    else:
        _print_result(verified, file)
    sys.exit(1 if verified.verdict == "wrong" else 0)


def _print_result(verified: VerifiedTournament, file: Path) -> None:
    click.echo(f"{verified.tournament or file}: {verified.verdict}, {verified.events} events")
    if verified.signed is not None:
        click.echo(f"  signed: {verified.signed} of {verified.events} events")
    for one in verified.rounds:
        click.echo(f"  round {one.round}: {one.verdict}, cost {one.cost}, at least {one.bound}")
    if verified.first is not None:
        place = f"event {verified.first.n}" if verified.first.n else "header"
        click.echo(f"{place}: {verified.first.says}")
