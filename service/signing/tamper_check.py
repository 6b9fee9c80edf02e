"""Checks stored games and tournaments against their signed checkpoints, and forks against their ancestors."""

import base64
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, zip_longest

from domain.forks import GameForked
from domain.visibility import Viewer
from replay.codec import Envelope
from replay.proofs.fork_disclosures import redact_for_viewers, viewers_of_part
from replay.record import Record
from replay.rewind import Redactions, redactions_in
from service.signing.merkle_log import MerkleLog
from service.signing.proceedings_log import game_of_proceedings_log, proceedings_log_name
from service.signing.row_verification import AlteredLog, SignedSize, StoredLog, signed_sizes
from service.signing.tournament_log import tournament_log_name, tournament_of_log
from service.store.entries.signing_entries import GameKey, LoggedNote, SigningHead
from service.store.entries.tournament_entries import TournamentEventEntry
from service.store.event_store import GameStore
from service.store.queries import INT64_MAX


def verify_game(store: GameStore, record: Record) -> MerkleLog | None:
    """Verify the logs of a stored game and of its proceedings against their checkpoints.

    The logs of its ancestors are verified as far as the game shares them.

    Returns:
        The game's own log, computed from its rows, or None if it has no checkpoint.

    Raises:
        AlteredLog: one of the logs differs from a checkpoint.
    """
    ancestor_parts = [*_ancestor_parts(record)]
    redactions = redactions_in(fork for _, fork in ancestor_parts)
    for part, fork in ancestor_parts:
        _require_parent(store, record, part, fork, redactions)
    begin = next((at for at, one in enumerate(record.envelopes) if one.game == record.game), len(record.envelopes))
    own = record.envelopes[begin:]
    log = _require_as_signed(store, record.game, begin, own=own if all(one.game == record.game for one in own) else ())
    _require_as_signed(store, proceedings_log_name(record.game), 0)
    return log


def verify_tournament(store: GameStore, tournament: str) -> MerkleLog | None:
    """Verify the log of a stored tournament against its checkpoints.

    Returns:
        The log, computed from its rows, or None if it has no checkpoint.

    Raises:
        AlteredLog: the log differs from a checkpoint.
    """
    return _require_as_signed(store, tournament_log_name(tournament), 0)


def signed_or_stored_tournaments(store: GameStore) -> list[str]:
    """Return the tournaments of a store, including those of which only checkpoints are left."""
    signed = {tournament_of_log(name) for name in {note.log for note in store.find_entries(LoggedNote)}}
    return sorted({row.tournament for row in store.find_entries(TournamentEventEntry, n=1)} | {*filter(None, signed)})


def _ancestor_parts(record: Record) -> Iterator[tuple[Sequence[Envelope], Envelope]]:
    """Yield the events that a fork shares with each ancestor, with the event that forks that ancestor."""
    parts = [list(part) for _, part in groupby(record.envelopes, key=lambda one: one.game)]
    for part, (fork, *_) in pairwise(parts):
        yield part, fork


def _require_parent(
    store: GameStore, record: Record, part: Sequence[Envelope], fork: Envelope, redactions: Redactions
) -> None:
    """Raise AlteredLog unless a fork that was created here shares the stored events of its parent."""
    row, parent, last = store.game_row(fork.game), part[-1].game, part[-1].n
    if (
        row is None
        or row.origin != "played"
        or store.game_row(parent) is None
        or not isinstance(fork.event, GameForked)
    ):
        return
    root = fork.event.root
    _require_as_signed(store, parent, part[0].n - 1, last, None if root is None else base64.b64decode(root).hex())
    if makers := viewers_of_part(part, redactions):
        whole = store.envelopes(parent, part[0].n - 1, upto=last)
        _require_same_view(record, part, whole, makers)


def _require_same_view(
    record: Record, part: Sequence[Envelope], whole: Sequence[Envelope], redactions: Sequence[Viewer]
) -> None:
    """Raise AlteredLog unless a redealing fork shows its parent as the creators of the fork saw it."""
    visible = redact_for_viewers(whole, redactions, record.created.rules.options)
    for n, (kept, signed) in enumerate(zip_longest(part, visible), part[0].n):
        if kept != signed:
            raise AlteredLog(record.game, f"event {n} is not what was to be seen of {part[0].game}", n, n)


def _require_as_signed(
    store: GameStore,
    name: str,
    begin: int,
    upto: int = INT64_MAX,
    root: str | None = None,
    own: Sequence[Envelope] = (),
) -> MerkleLog | None:
    """Return the log that begins after event `begin`, or None if there is nothing to compare it with.

    `own` are all its events if the caller has read them. Otherwise its rows up to `upto` are read. Raises AlteredLog
    unless the log matches its checkpoints and has the root `root`, if that is given.
    """
    signed = signed_sizes(name, store.find_entries(SigningHead, log=name), store.find_entries(LoggedNote, log=name))
    if not signed and root is None:
        return None
    if not store.find_entries(GameKey, game=game_of_proceedings_log(name) or name):
        raise AlteredLog(name, "its key is gone", 1, 1)
    stored = StoredLog.of(store, name)
    assert stored is not None
    if own:
        stored.add(own)
    else:
        stored.read(upto)
    if stored.log.begin != begin:
        raise AlteredLog(name, "it does not begin where it did", 1, max(begin, stored.log.begin) + 1)
    shared = upto - begin
    ends = [] if root is None else [SignedSize(shared, False, root)]
    stored.require_signed([*(one for one in signed if one.size <= shared), *ends])
    return stored.log
