"""Makes the audit bundle of a game, from what was signed of it."""

from collections.abc import Callable, Collection, Sequence

from domain.forks import GameForked
from domain.refusals import Misuse
from domain.visibility import Viewer
from replay.codec import Envelope
from replay.proofs.bundle import NotAsSigned, Proceedings, Signed, make_bundle
from replay.proofs.signed_notes import read_note
from replay.record import Record
from replay.rewind import eyes_in
from service.queries.audit_responses import seeds_of
from service.signing.key_announcements import announced, announcements
from service.signing.proceedings_log import NOTHING_FILED, DisputeLog
from service.signing.transparency_log import TransparencyLog
from service.store.entries.signing_entries import GameKey, LoggedNote
from service.store.event_store import GameStore


class NoBundle(Misuse):
    """No bundle can be made from what was signed of a game."""


def bundle_of(
    store: GameStore,
    record: Record,
    viewer: Viewer,
    notes: Sequence[LoggedNote],
    known_of: Callable[[str], Sequence[Envelope]],
    filed: DisputeLog = NOTHING_FILED,
) -> bytes:
    """Return the bundle of an omniscient record, up to its last checkpoint, for this viewer.

    `notes` are the checkpoints that the viewer may know of, oldest first, at least one. `known_of` returns the visible
    events of an ancestor. `filed` are the visible proceedings. Raises NoBundle if the past of the game has no proof, or
    differs from what was signed.
    """
    game, log = record.game, TransparencyLog(store)
    name = _signer(notes[-1])
    verifier = next(key for key in map(announced, (one.note for one in announcements(store))) if key.name == name)
    signed, said = signed_state(log, notes), [note for note in filed.notes if _signer(note) == name]
    proceedings = Proceedings(filed.envelopes[: said[-1].size], signed_state(log, said)) if said else None
    kept = [
        one
        for name in {envelope.game for envelope in record.envelopes}
        for one in store.find_entries(GameKey, game=name)
    ]
    keys = {one.game: bytes.fromhex(one.key) for one in kept}
    seeds, parts = seeds_of(record, known_of), _signed_parts(store, record, keys)
    try:
        return make_bundle(
            record,
            keys,
            verifier,
            signed,
            viewer=viewer,
            seeds=seeds,
            proceedings=proceedings,
            signed_parts=parts,
        )
    except KeyError as error:
        raise NoBundle(
            f"{game} is a fork of {error}, of which nothing was signed here: there is no bundle of it"
        ) from error
    except NotAsSigned as error:
        raise NoBundle(f"{game} is not what was signed of it: {error}") from error


def _signer(note: LoggedNote) -> str:
    return read_note(note.note).signatures[0].name


def signed_state(log: TransparencyLog, notes: Sequence[LoggedNote]) -> Signed:
    """Return the last signed state of a log, with what the same key signed of it before."""
    last, name = notes[-1], _signer(notes[-1])
    earlier = [one.note for one in notes[:-1] if _signer(one) == name]
    return Signed(last.note, earlier, log.proof(last, log.checkpoint_over(last)))


def _signed_parts(store: GameStore, record: Record, keys: Collection[str]) -> dict[str, Sequence[Envelope]]:
    """Return the signed events of ancestors that a redealing fork shows as its maker saw them.

    Raises NoBundle if one of its forks was imported. The writer of such a file could guess the hidden cards of a game
    in it, and test the guess by the bundle.
    """
    eyes = eyes_in(record.envelopes)
    if not eyes:
        return {}
    for envelope in record.envelopes:
        row = store.game_row(envelope.game) if isinstance(envelope.event, GameForked) else None
        if row is not None and row.origin == "imported":
            raise NoBundle(
                f"{row.game} came as a file and shows what one viewer saw: get the bundle where it was played"
            )
    parts: dict[str, list[int]] = {}
    for envelope in record.envelopes:
        if envelope.n <= eyes[-1][0] and envelope.game in keys:
            parts.setdefault(envelope.game, []).append(envelope.n)
    return {game: store.envelopes(game, ns[0] - 1, upto=ns[-1]) for game, ns in parts.items()}
