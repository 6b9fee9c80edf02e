"""Check that an imported file is exported byte for byte, or refused."""

import pytest
from msgspec.structs import replace

from domain.forks import GameForked
from domain.refusals import Misuse
from domain.table import Table
from domain.visibility import seat_viewer
from replay.record import CorruptFile, Record, is_same_prefix, read_file, write_file
from service.store.errors import Conflict, ImportedGame
from service.store.event_store import GameStore
from service.store.record_import import import_record
from tests.long_tests import mostly_long
from tests.service.store.contract.conftest import Tables
from tests.service.store.games import EVERYTHING, LATE, add_game, own_envelopes, play_fork, play_game


def test_an_imported_game_is_exported_byte_for_byte_and_read_only(store: GameStore) -> None:
    play = play_game("g", EVERYTHING)
    written = write_file(play.record())
    assert import_record(store, read_file(written))
    assert written == write_file(store.record("g"))
    with pytest.raises(ImportedGame, match="fork it"):
        store.append("g", [replace(play.envelopes[-1], n=play.version + 1)])
    assert store.seed("g") is None
    fork = add_game(store, play_fork(play.record(), 20, "f"))
    assert fork == store.record("f")


def test_importing_again_changes_nothing_and_another_file_of_the_id_conflicts(store: GameStore, tables: Tables) -> None:
    play = play_game("g", LATE)
    import_record(store, play.record())
    assert not import_record(store, play.record())
    one_ms_later = [*play.envelopes[:-1], replace(play.envelopes[-1], at=play.envelopes[-1].at + 1)]
    for other in (one_ms_later, play.envelopes[:-1]):
        with pytest.raises(Conflict):
            import_record(store, Record(game="g", envelopes=tuple(other)))
    assert play.version == tables.count()


def test_importing_a_game_played_here_changes_nothing(store: GameStore) -> None:
    record = add_game(store, play_game("g", LATE))
    assert not import_record(store, read_file(write_file(record)))
    assert "running" == store.heads()[0].status


def test_an_overtaken_import_is_compared_with_the_stored_game(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = play_game("g").record()
    import_record(store, record)
    monkeypatch.setattr(store, "exists", lambda game: False)
    assert not import_record(store, record)
    with pytest.raises(Conflict):
        import_record(store, Record(game="g", envelopes=record.envelopes[:-1]))


def test_a_file_of_one_seats_view_is_not_imported(store: GameStore) -> None:
    record = play_game("g").record()
    with pytest.raises(Misuse, match="seat:1"):
        import_record(store, record.seen_by(seat_viewer(1)))
    assert import_record(store, record)


def test_a_file_with_events_out_of_sequence_is_not_imported(store: GameStore) -> None:
    envelopes = play_game("g", LATE).envelopes
    backwards = [
        replace(e, n=n, event=o.event) for n, (e, o) in enumerate(zip(envelopes, envelopes[::-1], strict=True), 1)
    ]
    twice = [*envelopes[:2], *(replace(e, n=e.n + 1) for e in envelopes[1:])]
    gap = [*envelopes[:5], *envelopes[6:]]
    for n, wrong in ((1, []), (1, envelopes[1:]), (1, backwards), (3, twice), (6, gap)):
        with pytest.raises(CorruptFile) as caught:
            import_record(store, Record(game="g", envelopes=tuple(wrong)))
        assert n == caught.value.n
    assert [] == store.heads()


def test_a_file_with_illegal_events_that_fold_is_imported(store: GameStore) -> None:
    envelopes = play_game("g", LATE).envelopes
    assert import_record(
        store, Record(game="g", envelopes=(*envelopes[:1], *[replace(e, n=e.n - 1) for e in envelopes[2:4]]))
    )  # a seat is empty


@pytest.mark.parametrize("here", mostly_long([((),), (("g",),), (("f",),), (("g", "f"),)], 3))
def test_an_imported_fork_of_a_fork_is_exported_byte_for_byte(
    here: tuple[str, ...], store: GameStore, tables: Tables
) -> None:
    parent = play_game("g", LATE)
    fork = play_fork(parent.record(), 20, "f", count=6)
    child = play_fork(fork.record(), fork.version - 1, "c")
    for play in (parent, fork):
        if play.game in here:
            assert import_record(store, read_file(write_file(play.record())))
    written = write_file(child.record())
    assert import_record(store, read_file(written))
    assert written == write_file(store.record("c"))
    assert not import_record(store, read_file(written))
    assert (len(own_envelopes(child)) if "f" in here else child.version) == tables.count(game="c")
    assert ("imported", child.record().forked_from) == [(head.status, head.forked_from) for head in store.heads()][-1]
    grandchild = add_game(store, play_fork(child.record(), 22, "gc"))
    assert write_file(grandchild) == write_file(store.record("gc"))


def test_an_imported_fork_of_a_differing_parent_is_stored_whole(store: GameStore, tables: Tables) -> None:
    parent = play_game("g", LATE).record()
    record = play_fork(parent, 20, "f").record()
    first = parent.envelopes[0]
    assert first.cause is not None
    fork = replace(record, envelopes=(replace(first, cause=replace(first.cause, key="other")), *record.envelopes[1:]))
    import_record(store, parent)
    import_record(store, fork)
    assert len(fork.envelopes) == tables.count(game="f")
    assert write_file(fork) == write_file(store.record("f"))


def test_records_are_compared_by_their_bytes() -> None:
    record = play_game("g", LATE).record()
    created = record.created
    # To Python 0 equals False, in a file it does not.
    options = {name: 0 if value is False else value for name, value in created.rules.options.items()}
    almost = replace(created, rules=replace(created.rules, options=options))
    other = replace(record, envelopes=(replace(record.envelopes[0], event=almost), *record.envelopes[1:]))
    assert other == record
    assert not is_same_prefix(other, record, 20)
    assert is_same_prefix(record, record, 20)


def test_an_imported_fork_with_lines_of_another_game_is_stored_whole(store: GameStore, tables: Tables) -> None:
    parent = play_game("g", LATE).record()
    import_record(store, parent)
    fork = play_fork(parent, 20, "f").record()
    odd = replace(fork, envelopes=(*fork.envelopes[:-1], replace(fork.envelopes[-1], game="x")))
    import_record(store, odd)
    assert len(odd.envelopes) == tables.count(game="f")
    assert write_file(odd) == write_file(store.record("f"))


def test_an_import_refuses_a_fork_with_an_impossible_origin(store: GameStore) -> None:
    parent = add_game(store, play_game("g", LATE))
    fork = play_fork(parent, 20, "f", count=0).record()
    event = fork.envelopes[-1].event
    assert isinstance(event, GameForked)
    for game, changes in (
        ("nothing", {"at": 0}),
        ("itself", {"parent": "itself"}),
        ("beyond", {"at": 10_000}),
        ("inside", {"asked": 1}),
        ("dealt", {"mode": "redeal"}),
        ("given", {"table": Table()}),
    ):
        last = replace(fork.envelopes[-1], event=replace(event, **changes))
        with pytest.raises(CorruptFile) as caught:
            import_record(store, Record(game=game, envelopes=(*fork.envelopes[:-1], last)))
        assert fork.envelopes[-1].n == caught.value.n
    assert 1 == len(store.heads())


def test_imported_lines_keep_the_names_of_other_games(store: GameStore) -> None:
    play = play_game("g", LATE)
    names = ["g", "x", "x", "g", "y", "g", "g", "x"]
    odd = [replace(envelope, game=names[n % len(names)]) for n, envelope in enumerate(play.envelopes)]
    record = Record(game="g", envelopes=tuple(odd))
    with pytest.raises(CorruptFile):
        read_file(write_file(record))
    import_record(store, record)
    assert write_file(record) == write_file(store.record("g"))
    fork = play_fork(store.record("g"), 20, "f")
    store.append("f", own_envelopes(fork))
    assert write_file(fork.record()) == write_file(store.record("f"))
