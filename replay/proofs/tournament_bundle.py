"""Audit bundles of tournaments: one file that proves the events, without their server and without a network."""

from collections.abc import Sequence
from typing import Final

from domain.values import Value
from domain.visibility import OMNISCIENT
from replay.codec import Envelope
from replay.proofs.bundle import LogSignatures, SignedLog, make_signed_log
from replay.proofs.canonical import canonical
from replay.proofs.disclosure import BadEntry, convert_to, read_canonical
from replay.proofs.leaves import TOURNAMENT
from replay.proofs.signed_notes import VerifierKey
from replay.text_input import UnreadableText, plain_bytes, strip_json_blanks

TOURNAMENT_FORMAT: Final = "haricot-tournament-audit/1"
_BEGINS: Final = b'{"format":"haricot-tournament-audit/'


class TournamentBundle(Value):
    """A whole bundle; `view` is the view whose events it has: all of them, or those that all clients may know."""

    format: str
    key: str
    log: SignedLog
    tournament: str
    view: str


def make_tournament_bundle(
    tournament: str, view: str, envelopes: Sequence[Envelope], key: bytes, verifier: VerifierKey, signed: LogSignatures
) -> bytes:
    """Return the bytes of the bundle of these events, which are those that were `signed`.

    `key` is the key of the tournament. SignedLogMismatch for other events; BadNote when `verifier` did not sign them.
    """
    log = make_signed_log(envelopes, key, {}, OMNISCIENT, verifier, signed, TOURNAMENT)
    bundle = TournamentBundle(format=TOURNAMENT_FORMAT, key=verifier.text, log=log, tournament=tournament, view=view)
    return canonical(bundle) + b"\n"


def is_tournament_bundle(data: bytes) -> bool:
    """Return whether these bytes begin as the bundle of a tournament does."""
    return strip_json_blanks(plain_bytes(data)).startswith(_BEGINS)


def read_tournament_bundle(data: bytes) -> TournamentBundle:
    """Return the bundle in these bytes, nothing verified; BadEntry when they are not written as one is."""
    try:
        plain = strip_json_blanks(plain_bytes(data))
    except UnreadableText as error:
        raise BadEntry(error.says) from error
    bundle = convert_to(read_canonical(plain), TournamentBundle)
    if bundle.format != TOURNAMENT_FORMAT:
        raise BadEntry(f"the format is {bundle.format[:40]!r}, not {TOURNAMENT_FORMAT!r}")
    if not 0 < len(bundle.log.entries) == len(bundle.log.hashes) == len(bundle.log.disclosures):
        raise BadEntry("there are not as many hashes or disclosures as entries")
    return bundle
