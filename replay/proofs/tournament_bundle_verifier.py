"""Verifies the audit bundle of a tournament step by step, without network or store."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.findings import found
from domain.tournaments.events import TournamentCreated
from domain.tournaments.result_events import AnyTournamentEvent
from replay.codec import time_of
from replay.proofs.bundle_verifier import GOOD, VerificationResult, key_faults, signed_log_faults, verification_result
from replay.proofs.disclosure import BadEntry, Leaf, read_leaf
from replay.proofs.leaves import TOURNAMENT, log_name
from replay.proofs.log_checks import INCOMPLETE, TAMPERED, BundleFault
from replay.proofs.signed_notes import BadNote, VerifierKey, read_verifier_key
from replay.proofs.tournament_bundle import TournamentBundle, read_tournament_bundle
from replay.tournaments.tournament_file import (
    NumberedTournamentEvent,
    TournamentRecord,
    read_tournament,
    tournament_record,
)
from replay.tournaments.tournament_verifier import (
    IMPOSSIBLE_EVENT_ERRORS,
    TournamentFault,
    VerifiedTournament,
    verify_record,
    verify_tournament,
)

TOURNAMENT_STEPS: Final = ("canonical", "note", "root", "consistency", "service", "disclosures", "decisions")
"""What is verified, in order: `decisions` are the commands, the released draws and the standings."""


def verify_tournament_bundle(data: bytes, expected: VerifierKey | None = None) -> VerificationResult:
    """Return the answer for the bytes of a bundle; `expected` is the key that should have signed it.

    Without it, the key that the bundle names is trusted.
    """
    try:
        bundle = read_tournament_bundle(data)
    except BadEntry as error:
        fault = BundleFault(step="canonical", verdict=TAMPERED, says=found("bundle.none", why=str(error)))
        return verification_result([fault], ["canonical"], steps=TOURNAMENT_STEPS)
    faults, taken = list(key_faults(bundle.key, expected)), list(TOURNAMENT_STEPS[:-1])
    try:
        key = read_verifier_key(bundle.key)
    except BadNote as error:
        faults.append(BundleFault(step="note", verdict=TAMPERED, says=found("bundle.no_key", why=str(error))))
        key = None
    faults += signed_log_faults(bundle.log, log_name(bundle.tournament, TOURNAMENT), key)
    events, unread = _read(bundle)
    faults += unread
    if not unread:
        taken.append("decisions")
        faults += _decision_faults(bundle, events)
    about = (bundle.tournament, bundle.view, bundle.key, len(bundle.log.entries))
    return verification_result(faults, taken, about, steps=TOURNAMENT_STEPS)


def signed_events(bundle: TournamentBundle) -> tuple[NumberedTournamentEvent, ...]:
    """Return the events in a bundle, nothing verified; BadEntry for one that cannot be read."""
    events, unread = _read(bundle)
    if unread:
        raise BadEntry(f"event {unread[0].n} cannot be read")
    return events


def verify_signed_file(data: bytes, bundle: bytes, expected: VerifierKey | None = None) -> VerifiedTournament:
    """Verify a tournament file, and that its events are those that a bundle proves to be signed.

    NoTournamentFile for what is no tournament file. Events after the last one of the bundle are only counted.
    """
    judged, proof = verify_tournament(data), verify_tournament_bundle(bundle, expected)
    if judged.verdict == "wrong":
        return judged
    if proof.verdict not in (GOOD, INCOMPLETE):
        return _wrong(judged, 0, f"its bundle is {proof.verdict}: `haricot verify` tells where")
    record, signed = read_tournament(data), signed_events(read_tournament_bundle(bundle))
    for filed, other in zip(record.events, signed, strict=False):
        if filed != other:
            return _wrong(judged, filed.n, "the event is not the one that was signed")
    return replace(judged, signed=min(len(record.events), len(signed)))


def _wrong(judged: VerifiedTournament, n: int, says: str) -> VerifiedTournament:
    return replace(judged, verdict="wrong", first=TournamentFault(n=n, round=None, says=says))


def _read(bundle: TournamentBundle) -> tuple[tuple[NumberedTournamentEvent, ...], Sequence[BundleFault]]:
    events, faults = list[NumberedTournamentEvent](), list[BundleFault]()
    for n, (entry, disclosed) in enumerate(zip(bundle.log.entries, bundle.log.disclosures, strict=True), 1):
        try:
            events.append(_event(n, read_leaf(entry), disclosed))
        except (BadEntry, ValueError) as error:  # also what msgspec raises
            says = found("bundle.not_opened", why=str(error))
            faults.append(BundleFault(step="disclosures", verdict=TAMPERED, says=says, n=n))
    return tuple(events), faults


def _event(n: int, leaf: Leaf, disclosed: Sequence[str]) -> NumberedTournamentEvent:
    if disclosed or leaf.command is not None or len(leaf.digests) != 1:
        raise BadEntry("the leaf of a tournament has one digest, which nothing opens, and no command")
    event = msgspec.convert({**leaf.public, "type": leaf.type}, AnyTournamentEvent)
    return NumberedTournamentEvent(n=n, at=time_of(leaf.at), event=event)


def _decision_faults(bundle: TournamentBundle, events: tuple[NumberedTournamentEvent, ...]) -> Sequence[BundleFault]:
    if not isinstance(events[0].event, TournamentCreated):
        says = "a tournament begins with tournament_created"
        return [BundleFault(step="decisions", verdict=TAMPERED, says=says, n=1)]
    try:
        record = tournament_record(events, bundle.view)
    except IMPOSSIBLE_EVENT_ERRORS:  # the verification names the first event that cannot follow
        record = TournamentRecord(tournament=bundle.tournament, view=bundle.view, events=events, standings=())
    judged = verify_record(record)
    if judged.first is not None:
        return [BundleFault(step="decisions", verdict=TAMPERED, says=judged.first.says, n=judged.first.n)]
    draft = next((one for one in judged.rounds if one.verdict == "open"), None)
    if draft is not None:
        says = f"round {draft.round} is drawn and not released, so its draw cannot be computed again"
        return [BundleFault(step="decisions", verdict=INCOMPLETE, says=says, n=draft.n)]
    return []
