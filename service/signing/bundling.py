"""The audit bundle of a stored game, out of what was signed of it."""

from collections.abc import Sequence

from domain.refusals import Misuse
from domain.visibility import Viewer
from replay.codec import Envelope
from replay.proofs.bundle import NotAsSigned, Signed, make_bundle
from replay.proofs.notes import read_note
from service.reading.audit_answers import seeds_of
from service.signing.announcements import announced, announcements
from service.signing.service_log import ServiceLog
from service.store.event_store import GameStore
from service.store.signed import GameKey, LoggedNote


def bundle_of(store: GameStore, game: str, viewer: Viewer) -> bytes:
    """The bundle as far as the game was signed, for this viewer; Misuse where it was not, or has no proof of its past.

    NoSuchGame and DamagedGame as for its record.
    """
    record, log = store.record(game), ServiceLog(store)
    notes = store.noted(LoggedNote, log=game)
    if not notes:
        raise Misuse(
            f"{game} was not signed yet: `haricot serve` signs what happens, `haricot export` what it may write"
        )
    name = read_note(notes[-1].note).signatures[0].name
    verifier = next(key for key in map(announced, (one.note for one in announcements(store))) if key.name == name)
    earlier = [one.note for one in notes[:-1] if read_note(one.note).signatures[0].name == name]
    signed = Signed(notes[-1].note, earlier, log.proof(notes[-1], log.checkpoint()))
    keys = {one.game: bytes.fromhex(one.key) for one in store.noted(GameKey)}

    def at_hand(parent: str) -> Sequence[Envelope]:
        return () if (row := store.row(parent)) is None else store.envelopes(parent, row.version - 1)

    try:
        return make_bundle(record, keys, verifier, signed, viewer=viewer, seeds=seeds_of(record, at_hand))
    except KeyError as error:
        raise Misuse(
            f"{game} goes on from {error}, of which nothing was signed here: there is no bundle of it"
        ) from error
    except NotAsSigned as error:
        raise Misuse(f"{game} is not what was signed of it: {error}") from error
