"""Creates the audit bundle of a game from its signed checkpoints."""

from collections.abc import Callable, Collection, Sequence

from domain.forks import GameForked
from domain.refusals import Misuse
from domain.visibility import Viewer
from replay.codec import Envelope
from replay.proofs.bundle import LogSignatures, Proceedings, SignedLogMismatch, make_bundle
from replay.proofs.signed_notes import read_note
from replay.record import Record
from replay.rewind import redactions_in
from service.queries.audit_responses import seeds_of
from service.signing.key_announcements import announced_key, key_announcements
from service.signing.proceedings_log import EMPTY_PROCEEDINGS, ProceedingsLog
from service.signing.transparency_log import TransparencyLog
from service.store.entries.signing_entries import GameKey, LoggedNote
from service.store.event_store import GameStore


class NoBundle(Misuse):
    """No bundle can be made of a game: part of it is unsigned, or differs from what was signed."""


def make_audit_bundle(
    store: GameStore,
    record: Record,
    viewer: Viewer,
    notes: Sequence[LoggedNote],
    visible_events_of: Callable[[str], Sequence[Envelope]],
    proceedings_log: ProceedingsLog = EMPTY_PROCEEDINGS,
) -> bytes:
    """Return the bundle of an omniscient record, up to its last checkpoint, for this viewer.

    `notes` are the visible checkpoints, oldest first, at least one. `visible_events_of` returns the visible events of
    an ancestor. `proceedings_log` holds the visible proceedings. Raises NoBundle if an ancestor is not signed, or if
    the game differs from what was signed.
    """
    game, log = record.game, TransparencyLog(store)
    name = _signer(notes[-1])
    announced = (announced_key(one.note) for one in key_announcements(store))
    verifier = next(key for key in announced if key.name == name)
    signed = last_signed_state(log, notes)
    proceedings = None
    if proceedings_notes := [note for note in proceedings_log.notes if _signer(note) == name]:
        filed = proceedings_log.envelopes[: proceedings_notes[-1].size]
        proceedings = Proceedings(filed, last_signed_state(log, proceedings_notes))
    key_entries = [
        one
        for name in {envelope.game for envelope in record.envelopes}
        for one in store.find_entries(GameKey, game=name)
    ]
    keys = {one.game: bytes.fromhex(one.key) for one in key_entries}
    seeds, signed_parts = seeds_of(record, visible_events_of), _signed_parts(store, record, keys)
    try:
        return make_bundle(
            record,
            keys,
            verifier,
            signed,
            viewer=viewer,
            seeds=seeds,
            proceedings=proceedings,
            signed_parts=signed_parts,
        )
    except KeyError as error:
        raise NoBundle(
            f"{game} is a fork of {error}, of which nothing was signed here: there is no bundle of it"
        ) from error
    except SignedLogMismatch as error:
        raise NoBundle(f"{game} is not what was signed of it: {error}") from error


def _signer(note: LoggedNote) -> str:
    return read_note(note.note).signatures[0].name


def last_signed_state(log: TransparencyLog, notes: Sequence[LoggedNote]) -> LogSignatures:
    """Return the last signed state of a log, with the earlier checkpoints by the same key."""
    last, name = notes[-1], _signer(notes[-1])
    earlier = [one.note for one in notes[:-1] if _signer(one) == name]
    return LogSignatures(last.note, earlier, log.proof(last, log.checkpoint_over(last)))


def _signed_parts(store: GameStore, record: Record, keys: Collection[str]) -> dict[str, Sequence[Envelope]]:
    """Return the full signed events of ancestors that a redealing fork shows only as its creator saw them.

    Raises NoBundle if one of its forks was imported. The author of such a file could guess hidden cards of an ancestor,
    and check the guess with the bundle.
    """
    redactions = redactions_in(record.envelopes)
    if not redactions:
        return {}
    for envelope in record.envelopes:
        row = store.game_row(envelope.game) if isinstance(envelope.event, GameForked) else None
        if row is not None and row.origin == "imported":
            raise NoBundle(
                f"{row.game} came as a file and shows what one viewer saw: get the bundle where it was played"
            )
    parts: dict[str, list[int]] = {}
    for envelope in record.envelopes:
        if envelope.n <= redactions[-1][0] and envelope.game in keys:
            parts.setdefault(envelope.game, []).append(envelope.n)
    return {game: store.envelopes(game, ns[0] - 1, upto=ns[-1]) for game, ns in parts.items()}
