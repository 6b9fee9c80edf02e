"""The checkpoints, log state and audit bundle of a tournament, up to the last event that a caller may see."""

import base64
from collections.abc import Sequence
from threading import Lock
from typing import Final

from replay.proofs.signed_notes import read_note
from replay.proofs.tournament_bundle import make_tournament_bundle
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.ops.caches import LruCache
from service.signing.audit_bundles import last_signed_state
from service.signing.key_announcements import announced_key, key_announcements
from service.signing.log_state import LogState
from service.signing.merkle_log import MerkleLog, find_or_store_key
from service.signing.row_verification import FIXED
from service.signing.tournament_log import new_tournament_log, tournament_envelope, tournament_log_name
from service.signing.transparency_log import TransparencyLog
from service.store.entries.signing_entries import LoggedNote
from service.store.event_store import GameStore

LEAVES_MAX: Final = 100_000
"""How many leaves of all tournaments together are cached."""


def tournament_notes(store: GameStore, tournament: str, count: int, *, late: bool = False) -> list[LoggedNote]:
    """Return the checkpoints over the first `count` events of a tournament.

    A caller who follows it `late`, with a delay, gets only checkpoints whose sizes depend on the events alone.
    """
    notes = store.find_entries(LoggedNote, log=tournament_log_name(tournament))
    return [note for note in notes if note.size <= count and (note.kind == FIXED or not late)]


def tournament_bundle(
    store: GameStore, tournament: str, view: str, events: Sequence[NumberedTournamentEvent], notes: Sequence[LoggedNote]
) -> bytes:
    """Return the audit bundle of a tournament, up to the last of these checkpoints. At least one is needed.

    `events` are the events that the view shows. Raises SignedLogMismatch if they differ from what was signed.
    """
    log, key = TransparencyLog(store), find_or_store_key(store, tournament_log_name(tournament))
    assert key is not None, "what was signed has a key"
    name = read_note(notes[-1].note).signatures[0].name
    keys_announced = (announced_key(one.note) for one in key_announcements(store))
    verifier = next(key for key in keys_announced if key.name == name)
    envelopes = [tournament_envelope(tournament, one) for one in events[: notes[-1].size]]
    return make_tournament_bundle(tournament, view, envelopes, key, verifier, last_signed_state(log, notes))


class TournamentLogs:
    """Caches the logs of tournaments for any number of threads."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._logs: LruCache[str, MerkleLog] = LruCache("tournament_logs", LEAVES_MAX, lambda log: log.tree.size)
        self._guard = Lock()

    def log(self, tournament: str, events: Sequence[NumberedTournamentEvent]) -> MerkleLog | None:
        """Return the log of a tournament with at least these first events, or None if it has no key."""
        with self._guard:
            log = self._logs.get(tournament) or new_tournament_log(self._store, tournament)
            if log is not None:
                log.add(tournament_envelope(tournament, one) for one in events[log.version :])
                self._logs.put(tournament, log)
        return log

    def state(
        self, tournament: str, events: Sequence[NumberedTournamentEvent], *, late: bool = False
    ) -> LogState | None:
        """Return the last checkpoint over the first events of a tournament, and their size and root.

        Return None if the tournament has no key.
        """
        log = self.log(tournament, events)
        if log is None:
            return None
        notes = tournament_notes(self._store, tournament, len(events), late=late)
        root = base64.b64encode(log.tree.root(len(events))).decode()
        return LogState(note=notes[-1].note if notes else None, size=len(events), root=root)
