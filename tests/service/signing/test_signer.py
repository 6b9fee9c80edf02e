"""Check that signatures fit the stored games, despite kills, races and edits of the tables."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from domain.refusals import HaricotError
from replay.proofs.checkpoints import game_log_origin, service_log_leaf, service_log_origin, verified_checkpoint
from replay.proofs.merkle_tree import Tree, leaf_hash
from replay.proofs.signed_notes import VerifierKey
from service.signing import signer as signing
from service.signing.key_announcements import announced_key, key_announcements
from service.signing.row_verification import StoredLog
from service.signing.signer import Signer
from service.store.entries.signing_entries import GameKey, LogCheckpoint, LoggedNote, SigningHead
from service.store.event_store import GameStore, open_store
from service.store.location import Location
from service.store.record_import import import_record
from tests.service.signing.altered_logs import altered
from tests.service.store.folders import meddle
from tests.service.store.games import EVERYTHING, LATE, SITTING, add_game, own_envelopes, play_fork, play_game

WHOLE, PART, BEGUN = play_game("g", EVERYTHING), play_game("g", LATE + 30), play_game("g", SITTING)


class Killed(BaseException):
    """Stands for the end of the process: no handler catches it."""


def verifier(store: GameStore) -> VerifierKey:
    """Return the present verifier key."""
    return announced_key(key_announcements(store)[-1].note)


def signed_sizes(store: GameStore, game: str = "g") -> list[int]:
    """Verify all notes and the log of the service. Return the sizes at which the game was signed."""
    by, notes = verifier(store), store.find_entries(LoggedNote)
    assert [note.place for note in notes] == list(range(len(notes)))
    service = Tree(leaf_hash(service_log_leaf(note.note, bytes.fromhex(note.nonce))) for note in notes)
    log = store.last_entry(LogCheckpoint)
    assert log is not None
    assert verified_checkpoint(log.note, by) == (service_log_origin(by.name), len(notes), service.root())
    evidence = StoredLog.of(store, game)
    assert evidence is not None
    evidence.read()
    found = [verified_checkpoint(note.note, by) for note in notes if note.log == game]
    assert all(one == (game_log_origin(by.name, game), one.size, evidence.log.tree.root(one.size)) for one in found)
    return [one.size for one in found]


def sign(store: GameStore, key: Path, *games: str) -> Signer:
    """Sign these games with a new signer, at their present and all due sizes."""
    new = Signer(store, key)
    new.sign(0, milestones=games, as_is=games)
    return new


def test_a_game_is_signed_at_its_start_every_64_events_and_at_its_end(store: GameStore, key: Path) -> None:
    add_game(store, BEGUN)
    sign(store, key, "g")
    store.append("g", WHOLE.envelopes[BEGUN.version :])
    sign(store, key, "g")
    sizes = signed_sizes(store)
    ends = [n - 1 for n, one in enumerate(WHOLE.envelopes, 1) if one.cause is not None and n > 1] + [WHOLE.version]
    due = {next(end for end in ends if end >= n) for n in range(64, WHOLE.version, 64)}
    assert sizes[:2] == [1, BEGUN.version]
    assert sizes[-1] == WHOLE.version
    assert due < set(sizes)
    assert len(set(sizes)) == len(sizes) <= len(due) + 4
    sign(store, key, "g")
    assert sizes == signed_sizes(store)


def test_forks_and_imported_forks_have_their_own_log_and_key(store: GameStore, key: Path) -> None:
    parent = add_game(store, PART)
    fork = play_fork(parent, 20, "f")
    add_game(store, fork)
    import_record(store, play_fork(play_game("away", LATE).record(), 20, "brought").record())
    sign(store, key, "f", "g", "brought")
    assert signed_sizes(store, "f")[-1] == len(own_envelopes(fork))
    assert signed_sizes(store, "brought")[-1] == len(
        own_envelopes(play_fork(play_game("away", LATE).record(), 20, "brought"))
    )
    assert {"f", "g", "brought"} == {one.game for one in store.find_entries(GameKey)}
    assert len({one.key for one in store.find_entries(GameKey)}) == 3


STEPS = ["_store_intent", "_sign_checkpoints", "_publish", "_sign_log"]


def killed_after(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise Killed after this step of every signer."""
    whole = getattr(Signer, step)

    def dying(*given: object, **more: object) -> object:
        done = whole(*given, **more)
        if isinstance(done, Iterator):
            done = list(done)
        raise Killed(done)

    monkeypatch.setattr(Signer, step, dying)


@pytest.mark.parametrize("step", STEPS)
def test_a_signer_after_a_kill_at_any_step_signs_the_same(
    step: str, store: GameStore, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_game(store, PART)
    with monkeypatch.context() as patch:
        killed_after(step, patch)
        with pytest.raises(Killed):
            sign(store, key, "g")
    intended = [head.size for head in store.find_entries(SigningHead, log="g")]
    assert intended == [PART.version]
    store.append("g", WHOLE.envelopes[PART.version : PART.version + 3])
    sign(store, key, "g")
    sizes = signed_sizes(store)
    assert {PART.version, PART.version + 3} <= set(sizes)
    assert len(set(sizes)) == len(sizes)


def test_the_next_signer_signs_the_log_of_the_service_after_a_kill(
    store: GameStore, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_game(store, PART)
    with monkeypatch.context() as patch:
        patch.setattr(signing.HighWaterMark, "set", lambda *_: None)
        killed_after("_publish", patch)
        with suppress(Killed):
            sign(store, key, "g")
    assert store.last_entry(LogCheckpoint) is None
    Signer(store, key).sign(0)
    assert signed_sizes(store)


def test_concurrent_signers_sign_every_size_once(place: Location, store: GameStore, key: Path) -> None:
    for number in range(4):
        add_game(store, play_game(f"g{number}", LATE))
    sign(store, key)  # makes the key
    games = [f"g{number}" for number in range(4)]

    def one(_: int) -> None:
        with open_store(place) as own_store:
            for game in games:
                sign(own_store, key, game)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(one, range(2)))
    sign(store, key, *games)
    for game in games:
        sizes = signed_sizes(store, game)
        assert len(set(sizes)) == len(sizes)
        assert play_game(game, LATE).version in sizes


LAST = f"originator_version = {PART.version}"
CHANGES = {
    "an event is another": "UPDATE haricot.events SET state = (SELECT state FROM haricot.events other"
    " WHERE other.originator_version = {n} AND other.originator_id = 'h') WHERE originator_version = {n}"
    " AND originator_id = 'g'",
    "the last events are gone": f"DELETE FROM haricot.events WHERE {LAST} AND originator_id = 'g'",
    "the key is another": "UPDATE haricot.game_keys SET key = '" + "0" * 64 + "'",
    "what was signed is longer": "UPDATE haricot.signing_heads SET size = size + 1",
    "what was signed is another": "UPDATE haricot.signing_heads SET root = '" + "0" * 64 + "'",
}


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES)
def test_altered_games_are_found_and_never_signed(
    statement: str, store: GameStore, key: Path, behind: Callable[[str], None]
) -> None:
    for game in ("g", "h"):
        add_game(store, play_game(game, LATE + 30))
    first = sign(store, key, "g", "h")
    assert {} == first.altered
    assert altered(store, store.record("g")) is None
    before = len(store.find_entries(LoggedNote, log="g"))
    # An event of the other game that is of the same kind, so that nothing but its content is wrong.
    pairs = zip(play_game("g", LATE + 30).envelopes, play_game("h", LATE + 30).envelopes, strict=False)
    n = next(one.n for one, other in pairs if type(one.event) is type(other.event) and one.event != other.event)
    behind(statement.format(n=n))
    assert altered(store, store.record("g")) is not None
    if "gone" not in statement and "DELETE" not in statement:
        store.append("g", WHOLE.envelopes[PART.version : PART.version + 3])
    for who in (first, Signer(store, key)):
        who.sign(0, milestones=["g"], as_is=["g"])
        assert {"g"} <= set(who.altered)
    assert before == len(store.find_entries(LoggedNote, log="g"))


@pytest.mark.parametrize("number", ["'x'", "X'00'", "1.5"])
def test_a_row_with_a_spoilt_number_does_not_stop_the_signing_of_others(number: str, tmp_path: Path, key: Path) -> None:
    with open_store(tmp_path / "store") as store:
        for game in ("g", "h"):
            add_game(store, play_game(game, LATE))
        sign(store, key, "g")
    meddle(tmp_path / "store", f"UPDATE events SET originator_version = {number} WHERE originator_version = 30")
    with open_store(tmp_path / "store") as store:
        assert {"g"} <= set(sign(store, key, "g", "h").altered)
        assert store.find_entries(LoggedNote, log="h") == []  # a row of both was changed
        add_game(store, play_game("i", LATE))
        sign(store, key, "g", "i")
        assert signed_sizes(store, "i")


def test_control_an_unchanged_game_is_signed(store: GameStore, key: Path) -> None:
    add_game(store, PART)
    sign(store, key, "g")
    store.append("g", WHOLE.envelopes[PART.version : PART.version + 3])
    assert {} == sign(store, key, "g").altered
    assert signed_sizes(store)[-1] == PART.version + 3


def test_an_altered_log_of_the_service_is_not_signed(
    store: GameStore, key: Path, behind: Callable[[str], None]
) -> None:
    add_game(store, PART)
    sign(store, key, "g")
    behind("UPDATE haricot.service_log SET note = 'x' WHERE place = 1")
    store.append("g", WHOLE.envelopes[PART.version : PART.version + 3])
    with pytest.raises(HaricotError, match="set back"):
        sign(store, key, "g")
    key.with_name(next(path.name for path in key.parent.iterdir() if path.name != key.name)).unlink()
    last = store.last_entry(LogCheckpoint)
    add_game(store, play_game("h", LATE))
    assert {"", "g"} == {*sign(store, key, "g", "h").altered}
    assert last == store.last_entry(LogCheckpoint)
