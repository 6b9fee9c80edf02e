"""The audit bundle of a game, out of what was signed of it."""

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
    """What was signed of a game does not come to a bundle."""


def bundle_of(
    store: GameStore,
    record: Record,
    viewer: Viewer,
    notes: Sequence[LoggedNote],
    at_hand: Callable[[str], Sequence[Envelope]],
    filed: DisputeLog = NOTHING_FILED,
) -> bytes:
    """Return the bundle of an omniscient record as far as it was signed, for this viewer.

    `notes` are the checkpoints that they may know of, oldest first, one at least; `at_hand` gives what they may know of
    a game that this one goes on from, `filed` is what they may know of the proceedings. NoBundle where there is no
    proof of its past, or it is not what was signed.
    """
    game, log = record.game, TransparencyLog(store)
    name = _signer(notes[-1])
    verifier = next(key for key in map(announced, (one.note for one in announcements(store))) if key.name == name)
    signed, said = _signed(log, notes), [note for note in filed.notes if _signer(note) == name]
    proceedings = Proceedings(filed.envelopes[: said[-1].size], _signed(log, said)) if said else None
    kept = [one for name in {envelope.game for envelope in record.envelopes} for one in store.noted(GameKey, game=name)]
    keys = {one.game: bytes.fromhex(one.key) for one in kept}
    seeds, parts = seeds_of(record, at_hand), _signed_parts(store, record, keys)
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
            f"{game} goes on from {error}, of which nothing was signed here: there is no bundle of it"
        ) from error
    except NotAsSigned as error:
        raise NoBundle(f"{game} is not what was signed of it: {error}") from error


def _signer(note: LoggedNote) -> str:
    return read_note(note.note).signatures[0].name


def _signed(log: TransparencyLog, notes: Sequence[LoggedNote]) -> Signed:
    """Return what was signed of a log last, with what the same key signed of it before."""
    last, name = notes[-1], _signer(notes[-1])
    earlier = [one.note for one in notes[:-1] if _signer(one) == name]
    return Signed(last.note, earlier, log.proof(last, log.checkpoint_over(last)))


def _signed_parts(store: GameStore, record: Record, keys: Collection[str]) -> dict[str, Sequence[Envelope]]:
    """Return the parts of games that a fork which dealt again tells as its maker saw them, as they were signed here.

    NoBundle where one of its forks came as a file. Whoever wrote that could try by it, through the eyes that they name
    there, whether the cards of a game are those that they think of.
    """
    eyes = eyes_in(record.envelopes)
    if not eyes:
        return {}
    for envelope in record.envelopes:
        row = store.game_row(envelope.game) if isinstance(envelope.event, GameForked) else None
        if row is not None and row.origin == "imported":
            raise NoBundle(
                f"{row.game} came as a file and tells what somebody saw: take the bundle where it was played"
            )
    parts: dict[str, list[int]] = {}
    for envelope in record.envelopes:
        if envelope.n <= eyes[-1][0] and envelope.game in keys:
            parts.setdefault(envelope.game, []).append(envelope.n)
    return {game: store.envelopes(game, ns[0] - 1, upto=ns[-1]) for game, ns in parts.items()}
