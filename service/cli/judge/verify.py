"""`haricot verify`: verifies a game by its audit bundle."""

import sys
from pathlib import Path
from typing import Any

import click

from domain.editions import EDITIONS
from domain.findings import found
from projections.findings import FindingWriter
from projections.sentences import Chronicle
from replay.proofs.bundle_file import require_bundle
from replay.proofs.bundle_verifier import EXIT_CODES, VerificationResult, verify_bundle
from replay.proofs.signed_notes import VerifierKey, read_verifier_key
from replay.proofs.tournament_bundle import is_tournament_bundle
from replay.proofs.tournament_bundle_verifier import verify_tournament_bundle
from service.cli.files import errors_with_path, read_bytes, read_text
from service.cli.options import PATH, json_option, lang_option
from service.cli.output import print_json


@click.command("verify")
@click.argument("bundle", type=PATH, metavar="BUNDLE")
@click.option("--key", type=PATH, metavar="FILE", help="The key that must have signed it, as the service publishes it.")
@lang_option
@json_option
def verify_command(bundle: Path, key: Path | None, lang: str, as_json: bool) -> None:
    """Verify an audit bundle.

    It needs no network and no store. BUNDLE may be - for standard input. It computes every signature, hash and shuffle
    again, and decides every command again. Exit code 0 is good, 1 tampered, with the first bad event, 3 incomplete,
    such as a running game, or a round that is drawn and not released. 4 is another key than that of --key. 5 is
    unproved: complete, but the deal was never committed to or revealed. Of several codes, 1 comes before 4, 3 and 5.

    \b
    Examples:
      haricot verify game.haricot-audit.json --key example.org.vkey
    """
    expected = None if key is None else read_key_file(key)
    data = read_bytes(bundle)
    with errors_with_path(bundle):
        require_bundle(data)
    verify = verify_tournament_bundle if is_tournament_bundle(data) else verify_bundle
    verified = verify(data, expected)
    edition = "" if verified.audit is None else verified.audit.edition
    writer = FindingWriter(Chronicle((EDITIONS.get(edition) or next(iter(EDITIONS.values()))).data, lang, ()))
    if as_json:
        print_json(_result_json(verified, writer))
    else:
        _print_result(verified, writer, bundle, is_key_given=key is not None)
    sys.exit(EXIT_CODES[verified.verdict])


def read_key_file(path: Path) -> VerifierKey:
    """Return the public key in a file. Raises Misuse if the file is not a text."""
    return read_verifier_key(read_text(path).strip())


def _result_json(verified: VerificationResult, writer: FindingWriter) -> dict[str, Any]:
    first = verified.decisive_fault
    return {
        "game": verified.game,
        "view": verified.view,
        "key": verified.key,
        "events": verified.events,
        "verdict": verified.verdict,
        "exit": EXIT_CODES[verified.verdict],
        "first": None if first is None else first.n,
        "steps": {step: _step_verdict(verified, step) for step in verified.steps},
        "faults": [
            {"step": one.step, "verdict": one.verdict, "n": one.n, "says": writer.text(one.says)}
            for one in verified.faults
        ],
    }


def _step_verdict(verified: VerificationResult, step: str) -> str:
    if step in verified.skipped:
        return "skipped"
    return next((fault.verdict for fault in verified.faults if fault.step == step), "good")


def _print_result(verified: VerificationResult, writer: FindingWriter, path: Path, *, is_key_given: bool) -> None:
    def verdict_text(name: str) -> str:
        return writer.text(found(f"bundle.verdict.{name}"))

    click.echo(f"{verified.game or path}: {verdict_text(verified.verdict)}, {verified.events} events")
    if verified.key:
        click.echo(
            f"  {verified.key}{'' if is_key_given else '  (named by the bundle: give the trusted one with --key)'}"
        )
    for step in verified.steps:
        step_verdict = _step_verdict(verified, step)
        step_text = writer.text(found(f"bundle.step.{step}")) if step_verdict == "good" else verdict_text(step_verdict)
        click.echo(f"  {step:<12}{step_text}")
    for fault in sorted(verified.faults, key=lambda one: (one.verdict != verified.verdict, one.n or sys.maxsize)):
        place = "bundle" if fault.n is None else f"event {fault.n}"
        click.echo(f"{place} ({fault.step}, {verdict_text(fault.verdict)}): {writer.text(fault.says)}")
