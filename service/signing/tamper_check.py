"""Checks stored games and tournaments against what was signed of them, and of what they were forked from."""

import base64
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, zip_longest

from domain.forks import GameForked
from domain.visibility import Viewer
from replay.codec import Envelope
from replay.proofs.fork_disclosures import as_seen, eyes_on
from replay.record import Record
from replay.rewind import Eyes, eyes_in
from service.signing.merkle_log import MerkleLog
from service.signing.proceedings_log import filed_name, game_filed_on
from service.signing.row_verification import Altered, Evidence, SignedSize, signed_of
from service.signing.tournament_log import tournament_log_name, tournament_of_log
from service.store.entries.signing_entries import GameKey, LoggedNote, SigningHead
from service.store.entries.tournament_entries import TournamentEventEntry
from service.store.event_store import GameStore
from service.store.queries import INT64_MAX


def verified_log(store: GameStore, record: Record) -> MerkleLog | None:
    """Verify the logs of a stored game against what was signed of them.

    The logs of its ancestors are verified as far as the game shares them.

    Returns:
        The game's own log, made from its rows, or None if nothing was signed of it.

    Raises:
        Altered: one of the logs differs from what was signed of it.
    """
    past = [*_past(record)]
    eyes = eyes_in(fork for _, fork in past)
    for part, fork in past:
        _require_parent(store, record, part, fork, eyes)
    begin = next((at for at, one in enumerate(record.envelopes) if one.game == record.game), len(record.envelopes))
    own = record.envelopes[begin:]
    log = _require(store, record.game, begin, own=own if all(one.game == record.game for one in own) else ())
    _require(store, filed_name(record.game), 0)
    return log


def verified_tournament(store: GameStore, tournament: str) -> MerkleLog | None:
    """Verify the log of a stored tournament against what was signed of it.

    Returns:
        The log, made from its rows, or None if nothing was signed of it.

    Raises:
        Altered: it differs from what was signed of it.
    """
    return _require(store, tournament_log_name(tournament), 0)


def tournaments_in(store: GameStore) -> list[str]:
    """Return the tournaments of a store, with those of which only checkpoints are left."""
    signed = {tournament_of_log(name) for name in {note.log for note in store.find_entries(LoggedNote)}}
    return sorted({row.tournament for row in store.find_entries(TournamentEventEntry, n=1)} | {*filter(None, signed)})


def _past(record: Record) -> Iterator[tuple[Sequence[Envelope], Envelope]]:
    """Yield the events that a fork has from each ancestor, with the event that forks it."""
    parts = [list(part) for _, part in groupby(record.envelopes, key=lambda one: one.game)]
    for part, (fork, *_) in pairwise(parts):
        yield part, fork


def _require_parent(store: GameStore, record: Record, part: Sequence[Envelope], fork: Envelope, eyes: Eyes) -> None:
    """Raise Altered unless a fork that was made here continues its parent as it is."""
    row, parent, last = store.game_row(fork.game), part[-1].game, part[-1].n
    if (
        row is None
        or row.origin != "played"
        or store.game_row(parent) is None
        or not isinstance(fork.event, GameForked)
    ):
        return
    root = fork.event.root
    _require(store, parent, part[0].n - 1, last, None if root is None else base64.b64decode(root).hex())
    if makers := eyes_on(part, eyes):
        whole = store.envelopes(parent, part[0].n - 1, upto=last)
        _require_retold(record, part, whole, makers)


def _require_retold(
    record: Record, part: Sequence[Envelope], whole: Sequence[Envelope], eyes: Sequence[Viewer]
) -> None:
    """Raise Altered unless a redealing fork shows its parent as the makers of the fork saw it."""
    seen = as_seen(whole, eyes, record.created.rules.options)
    for n, (kept, there) in enumerate(zip_longest(part, seen), part[0].n):
        if kept != there:
            raise Altered(record.game, f"event {n} is not what was to be seen of {part[0].game}", n, n)


def _require(
    store: GameStore,
    name: str,
    begin: int,
    upto: int = INT64_MAX,
    root: str | None = None,
    own: Sequence[Envelope] = (),
) -> MerkleLog | None:
    """Return the log after event `begin`. Raises Altered unless it matches its signatures and has this root.

    `own` are all its events if they were just read; otherwise its rows are read.
    """
    signed = signed_of(name, store.find_entries(SigningHead, log=name), store.find_entries(LoggedNote, log=name))
    if not signed and root is None:
        return None
    if not store.find_entries(GameKey, game=game_filed_on(name) or name):
        raise Altered(name, "its key is gone", 1, 1)
    evidence = Evidence.of(store, name)
    assert evidence is not None
    if own:
        evidence.take(own)
    else:
        evidence.read(upto)
    if evidence.log.begin != begin:
        raise Altered(name, "it does not begin where it did", 1, max(begin, evidence.log.begin) + 1)
    shared = upto - begin
    ends = [] if root is None else [SignedSize(shared, False, root)]
    evidence.require([*(one for one in signed if one.size <= shared), *ends])
    return evidence.log
