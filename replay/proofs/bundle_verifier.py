"""Verifies an audit bundle step by step, without network or store."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.events import DealRevealed
from domain.findings import found
from domain.refusals import Misuse
from domain.values import Value
from domain.visibility import viewer_named
from replay.audit import AuditResult, audit
from replay.codec import Envelope
from replay.proofs.bundle import Bundle, BundledLog, SignedLog
from replay.proofs.bundle_file import read_bundle, signed_logs
from replay.proofs.checkpoints import game_log_origin, verified_checkpoint
from replay.proofs.disclosure import BadEntry
from replay.proofs.final_table_hash import deck_of, last_table, table_digest
from replay.proofs.leaves import log_name
from replay.proofs.log_checks import (
    INCOMPLETE,
    OTHER_KEY,
    TAMPERED,
    UNPROVED,
    BundleFault,
    consistency_faults,
    entry_faults,
    first_event_number,
    is_redealt_fork,
    open_log,
    parent_faults,
    root_fault,
    service_fault,
    tree_of_log,
)
from replay.proofs.signed_notes import BadNote, VerifierKey, read_verifier_key
from replay.record import CorruptFile, Record

GOOD: Final = "good"
EXIT_CODES: Final = {TAMPERED: 1, OTHER_KEY: 4, INCOMPLETE: 3, UNPROVED: 5, GOOD: 0}
"""The exit codes of the verdicts. Of several verdicts the first one here counts."""
STEPS: Final = (
    "canonical",
    "note",
    "root",
    "consistency",
    "service",
    "parents",
    "disclosures",
    "deal",
    "decisions",
    "table",
)
"""The steps of the verification, in order."""
_STEPS_THAT_ALLOW_AUDIT: Final = {"note", "root", "consistency", "service"}
"""After a fault at these steps the events can still be read, and are audited."""


class VerificationResult(Value, omit_defaults=False):
    """The result for a bundle: its verdict, and the faults in the order of the steps.

    `passed` are the steps without a fault, `skipped` the steps that were not possible.
    """

    verdict: str
    game: str
    view: str
    key: str
    events: int
    faults: tuple[BundleFault, ...]
    passed: tuple[str, ...]
    skipped: tuple[str, ...]
    audit: AuditResult | None

    @property
    def steps(self) -> tuple[str, ...]:
        """All steps for this kind of bundle, in order."""
        known = {*self.passed, *self.skipped, *(fault.step for fault in self.faults)}
        return tuple(step for step in STEPS if step in known)

    @property
    def decisive_fault(self) -> BundleFault | None:
        """The fault that decides: of those behind the verdict, the one at the first event."""
        deciding = [fault for fault in self.faults if fault.verdict == self.verdict]
        return min(deciding, key=lambda fault: (fault.n is None, fault.n or 0), default=None)


def verify_bundle(data: bytes, expected: VerifierKey | None = None) -> VerificationResult:
    """Verify the bytes of a bundle; `expected` is the key that should have signed it.

    Without an expected key, the key that the bundle names is trusted.
    """
    faults: list[BundleFault] = []
    taken, bundle, judged = ["canonical"], None, None
    try:
        bundle = read_bundle(data)
    except BadEntry as error:
        faults.append(BundleFault(step="canonical", verdict=TAMPERED, says=found("bundle.none", why=str(error))))
    if bundle is not None:
        taken += STEPS[1:7]
        faults += key_faults(bundle.key, expected)
        faults += _signature_faults(bundle)
        envelopes = _open_envelopes(bundle, faults)
        if all(
            fault.step in _STEPS_THAT_ALLOW_AUDIT for fault in faults if fault.verdict == TAMPERED
        ) and not _has_hidden_values(faults):
            taken += STEPS[7:]
            judged = _audit_bundle(bundle, envelopes, faults)
    if bundle is None:
        return verification_result(faults, taken)
    about = (bundle.game, bundle.view, bundle.key, len(bundle.log.entries))
    return verification_result(faults, taken, about, audit=judged)


def verification_result(
    faults: Sequence[BundleFault],
    taken: Sequence[str],
    about: tuple[str, str, str, int] = ("", "", "", 0),
    *,
    steps: Sequence[str] = STEPS,
    audit: AuditResult | None = None,
) -> VerificationResult:
    """Return the result of a verification with these faults. `taken` are the steps that were taken.

    `about` are the game, view, key and number of events of the bundle.
    """
    verdicts, faulty = {fault.verdict for fault in faults}, {fault.step for fault in faults}
    game, view, key, events = about
    return VerificationResult(
        verdict=next((verdict for verdict in EXIT_CODES if verdict in verdicts), GOOD),
        game=game,
        view=view,
        key=key,
        events=events,
        faults=tuple(sorted(faults, key=lambda fault: steps.index(fault.step))),
        passed=tuple(step for step in taken if step not in faulty),
        skipped=tuple(step for step in steps if step not in taken),
        audit=audit,
    )


def _has_hidden_values(faults: list[BundleFault]) -> bool:
    """Return whether the bundle hides something that it should disclose, so that later steps are not possible."""
    return any(fault.step == "disclosures" for fault in faults)


def key_faults(key: str, expected: VerifierKey | None) -> Iterator[BundleFault]:
    """Yield the fault that another key signed than the expected one."""
    if expected is not None and key != expected.text:
        says = found("bundle.other_key", key=key, expected=expected.text)
        yield BundleFault(step="note", verdict=OTHER_KEY, says=says)


def _signature_faults(bundle: Bundle) -> Iterator[BundleFault]:
    """Yield the faults of notes, roots, consistency and the service log: of the game, then of its proceedings."""
    try:
        key = read_verifier_key(bundle.key)
    except BadNote as error:
        yield BundleFault(step="note", verdict=TAMPERED, says=found("bundle.no_key", why=str(error)))
        key = None
    for log, stream in signed_logs(bundle):
        first = (
            first_event_number(bundle.parents[-1]) + len(bundle.parents[-1].entries)
            if bundle.parents and not stream
            else 1
        )
        yield from signed_log_faults(log, log_name(bundle.game, stream), key, first)


def signed_log_faults(log: SignedLog, name: str, key: VerifierKey | None, first: int = 1) -> Iterator[BundleFault]:
    """Yield the faults of the log of this name: of its entries from event `first` on, and of its signatures."""
    unlike = list(entry_faults(log, name, first))
    yield from unlike
    if key is None:
        return
    try:
        checkpoint = verified_checkpoint(log.checkpoint, key)
    except BadNote as error:
        yield BundleFault(step="note", verdict=TAMPERED, says=found("bundle.checkpoint", why=str(error)))
        return
    if checkpoint.origin != game_log_origin(key.name, name):
        says = found("bundle.checkpoint_elsewhere", origin=checkpoint.origin)
        yield BundleFault(step="note", verdict=TAMPERED, says=says)
    tree = tree_of_log(log)
    fault = root_fault(log, tree, checkpoint, first)
    if fault is not None and not unlike:
        yield fault
    yield from consistency_faults(log, tree, checkpoint, key)
    if (unlogged := service_fault(log, key)) is not None:
        yield unlogged


def _open_envelopes(bundle: Bundle, faults: list[BundleFault]) -> list[Envelope]:
    """Return all envelopes, those from parents first; faults are added to `faults`."""
    whole, envelopes, first = bundle.view == "omniscient", [], 1
    logs: list[BundledLog] = [*bundle.parents, bundle.log]
    anew = [is_redealt_fork(log) for log in logs[1:]]
    for k, parent in enumerate(bundle.parents):
        faults += entry_faults(parent, parent.game, first)
        faults += parent_faults(parent, logs[k + 1])
        envelopes += open_log(parent, first, faults, whole=whole and not any(anew[k:]), judged=True)
        first += len(parent.entries)
    envelopes += open_log(bundle.log, first, faults, whole=whole, judged=True)
    if bundle.proceedings is not None:
        open_log(bundle.proceedings, 1, faults, whole=False, judged=False)
    return envelopes


def _audit_bundle(bundle: Bundle, envelopes: list[Envelope], faults: list[BundleFault]) -> AuditResult | None:
    """Return the audit of the record in a bundle, as `haricot audit` makes it; its faults are added to `faults`."""
    try:
        record = Record(game=bundle.game, envelopes=tuple(envelopes), viewer=viewer_named(bundle.view))
        created = record.created
    except (CorruptFile, Misuse) as error:
        faults.append(
            BundleFault(step="decisions", verdict=TAMPERED, says=found("bundle.unreadable", why=str(error)), n=1)
        )
        return None
    rules, named = created.rules, bundle.rules
    if (created.edition, rules.version, rules.digest) != (named.edition, named.version, named.digest):
        says = found("bundle.other_rules")
        faults.append(BundleFault(step="decisions", verdict=TAMPERED, says=says, n=1))
    if named.deck and deck_of(last_table(record)) not in ((), named.deck):
        says = found("bundle.other_deck")
        faults.append(BundleFault(step="decisions", verdict=TAMPERED, says=says, n=1))
    seeds = {parent.game: parent.seed for parent in bundle.parents if parent.seed is not None}
    judged = audit(record, seeds=seeds)
    faults += _audit_faults(judged, record)
    faults += _seed_and_table_faults(bundle, record)
    return judged


def _audit_faults(judged: AuditResult, record: Record) -> Iterator[BundleFault]:
    """Yield the faults that follow from the auditor's three lines."""
    rules, deal, kept = judged.rules, judged.deal, judged.record
    if deal.verdict == "false":
        yield BundleFault(step="deal", verdict=TAMPERED, says=deal.says, n=deal.says.facts["n"])
    wrong = [verdict for verdict in judged.verdicts if verdict.wrong]
    if rules.verdict == "irregular":
        yield BundleFault(step="decisions", verdict=TAMPERED, says=wrong[0].says, n=wrong[0].n)
    elif rules.verdict == "unknown" or rules.says.name == "rules.seen":
        yield BundleFault(step="decisions", verdict=INCOMPLETE, says=rules.says)
    if kept.verdict == "corrupt" and rules.verdict != "irregular":
        yield BundleFault(step="decisions", verdict=TAMPERED, says=kept.says, n=kept.says.facts["n"])
    running = kept.says.name in {"record.unfinished", "record.cut"}
    if running:
        yield BundleFault(step="decisions", verdict=INCOMPLETE, says=kept.says)
    if deal.verdict == "unproved":
        later = running or not record.viewer.sees_all or deal.says.name in {"deal.running", "deal.hidden"}
        yield BundleFault(step="deal", verdict=INCOMPLETE if later else UNPROVED, says=deal.says)


def _seed_and_table_faults(bundle: Bundle, record: Record) -> Iterator[BundleFault]:
    """Yield the faults of the seed and of the last table's digest, which the bundle states separately."""
    n = len(record.envelopes)
    own = record.envelopes[n - len(bundle.log.entries) :]
    revealed = next((one.event.seed for one in own if isinstance(one.event, DealRevealed)), None)
    if bundle.seed != revealed:
        yield BundleFault(step="deal", verdict=TAMPERED, says=found("bundle.other_seed"), n=n)
    if table_digest(last_table(record)) != bundle.table:
        yield BundleFault(step="table", verdict=TAMPERED, says=found("bundle.other_table"), n=n)
