"""The audit bundle of a game, out of what was signed of it."""

from collections.abc import Callable, Sequence

from domain.refusals import Misuse
from domain.visibility import Viewer
from replay.codec import Envelope
from replay.proofs.bundle import NotAsSigned, Signed, make_bundle
from replay.proofs.notes import read_note
from replay.record import Record
from service.reading.audit_answers import seeds_of
from service.signing.announcements import announced, announcements
from service.signing.service_log import ServiceLog
from service.store.event_store import GameStore
from service.store.signed import GameKey, LoggedNote


class NoBundle(Misuse):
    """What was signed of a game does not come to a bundle."""


def bundle_of(
    store: GameStore,
    record: Record,
    viewer: Viewer,
    notes: Sequence[LoggedNote],
    at_hand: Callable[[str], Sequence[Envelope]],
) -> bytes:
    """The bundle of an omniscient record as far as it was signed, for this viewer.

    `notes` are the checkpoints that they may know of, oldest first, one at least; `at_hand` gives what they may know of
    a game that this one goes on from. NoBundle where there is no proof of its past, or it is not what was signed.
    """
    game, log = record.game, ServiceLog(store)
    name = read_note(notes[-1].note).signatures[0].name
    verifier = next(key for key in map(announced, (one.note for one in announcements(store))) if key.name == name)
    earlier = [one.note for one in notes[:-1] if read_note(one.note).signatures[0].name == name]
    signed = Signed(notes[-1].note, earlier, log.proof(notes[-1], log.checkpoint_over(notes[-1])))
    kept = [one for name in {envelope.game for envelope in record.envelopes} for one in store.noted(GameKey, game=name)]
    keys = {one.game: bytes.fromhex(one.key) for one in kept}
    try:
        return make_bundle(record, keys, verifier, signed, viewer=viewer, seeds=seeds_of(record, at_hand))
    except KeyError as error:
        raise NoBundle(
            f"{game} goes on from {error}, of which nothing was signed here: there is no bundle of it"
        ) from error
    except NotAsSigned as error:
        raise NoBundle(f"{game} is not what was signed of it: {error}") from error
