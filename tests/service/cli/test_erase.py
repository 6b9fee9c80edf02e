"""`haricot erase`: removes a person from a store, and keeps the games."""

import json

import pytest

from service.access.annotations import COMMENT, new_annotation
from service.store.entries.erased_names import ErasedNames
from service.store.entries.metadata_store import Annotation, FormerPlayer, Player
from service.store.event_store import open_store
from service.store.sqlite.file import STORE
from tests.replay.mutated_files import with_checks
from tests.service.command_line import GAME, THREE, contents, run_ok, run_refused

ANA, BO = "Ana Muster", "Bo"


@pytest.fixture(autouse=True)
def list_of_erased(tmp_path, monkeypatch):
    """Use a list of erased names of this test."""
    monkeypatch.setenv("HARICOT_ERASED", str(tmp_path / "erased" / "names.json"))
    return tmp_path / "erased" / "names.json"


@pytest.fixture
def peopled(own_store):
    """The store with comments of Ana and Bo; Ana sits at one table and has left another."""

    def said(seat: int, text: str) -> Annotation:
        return new_annotation(GAME, 3, COMMENT, text, at=1, by=f"seat:{seat}", author=f"seat:{GAME}:{seat}")

    with open_store(own_store) as store:
        store.save_entries(
            Player(game=GAME, seat=0, kind="human", name=ANA),
            Player(game=GAME, seat=1, kind="human", name=BO),
            FormerPlayer(game=THREE, seat=2, n=5, at=1, kind="human", name=ANA),
            said(0, "my secret"),
            said(1, "a fair trade"),
            said(1, f"thank you, {ANA}"),
        )
    return own_store


def test_erase_removes_names_and_comments_and_keeps_the_games(peopled):
    logs = [run_ok("export", game, "--data", peopled).raw for game in (GAME, THREE)]
    (found,) = run_ok("erase", ANA, "--yes", "--data", peopled, "--json").lines
    assert (found["erased"], found["seats"], found["comments"]) == (True, 2, 1)
    ((game, id_),) = found["mentions"]
    assert game == GAME
    left = str(contents(peopled))
    assert "my secret" not in left
    assert BO in left
    assert "a fair trade" in left
    assert left.count(ANA) == left.count(f"thank you, {ANA}") == 1, "comments of others are listed by id"
    assert id_ in left
    assert [run_ok("export", game, "--data", peopled).raw for game in (GAME, THREE)] == logs
    assert run_ok("audit", GAME, "--data", peopled).code == 0


def test_erase_clears_the_write_ahead_log_of_a_served_store(peopled, monkeypatch):
    def left() -> bytes:
        return b"".join(path.read_bytes() for path in sorted(peopled.glob(f"{STORE}*")))

    with open_store(peopled) as served:
        served.save_entries(Annotation(game=GAME, id="a-2", n=3, at=2, kind=COMMENT, text="and more", by="seat:0"))
        assert b"my secret" in left()
        monkeypatch.setattr("service.store.sqlite.file.CHECKPOINT_WAIT_MS", 1)
        with served._recorder.snapshot():
            said = run_ok("erase", ANA, "--yes", "--data", peopled).out
            assert f"{STORE}-wal: another process reads it" in said
            assert b"my secret" in left(), "control: the log still holds it"
        (found,) = run_ok("erase", ANA, "--yes", "--data", peopled, "--json").lines
        assert (found["cleared"], b"my secret" in left()) == (True, False)


def test_erase_matches_equivalent_code_points_and_shows_similar_names(peopled, list_of_erased):
    with open_store(peopled) as store:
        store.save_entries(
            Player(game=GAME, seat=0, kind="human", name="Jose\u0301"),
            Player(game=GAME, seat=1, kind="human", name=" Jos\u00e9 "),
            Player(game=GAME, seat=2, kind="human", name="jos\u00e9"),
            Player(game=GAME, seat=3, kind="human", name="Jose"),
        )
    (shown,) = run_ok("erase", "Jos\u00e9", "--data", peopled, "--json").lines
    assert (shown["seats"], shown["near"]) == (2, [{"name": "jos\u00e9", "seats": 1}])
    (found,) = run_ok("erase", "Jos\u00e9", "--alike", "--yes", "--data", peopled, "--json").lines
    assert found["seats"] == 3
    with open_store(peopled) as store:
        assert [player.name for player in store.find_entries(Player, game=GAME)] == [None, None, None, "Jose"]
    names = ErasedNames(list_of_erased)
    assert "Jose\u0301" in names
    assert "jos\u00e9" in names
    assert "Jose" not in names


def test_erase_changes_nothing_without_yes(peopled, list_of_erased):
    before = contents(peopled)
    said = run_ok("erase", ANA, "--data", peopled).out
    assert "2 seats, 1 comments to erase" in said
    assert "add --yes" in said
    assert "backups" in said
    assert contents(peopled) == before
    assert not list_of_erased.exists()


def test_restore_erases_people_again_that_the_backup_names(peopled, tmp_path, list_of_erased):
    backup = tmp_path / "a.backup.gz"
    run_ok("backup", backup, "--data", peopled)
    run_ok("erase", ANA, "--yes", "--data", peopled)
    assert ANA not in list_of_erased.read_text("utf-8")
    assert "2 seats lost their name again" in run_ok("restore", backup, "--data", tmp_path / "again").out
    again = str(contents(tmp_path / "again"))
    assert (ANA in again.replace(f"thank you, {ANA}", ""), BO in again) == (False, True)
    list_of_erased.unlink()
    run_ok("restore", backup, "--data", tmp_path / "without")
    assert ANA in str(contents(tmp_path / "without")), "control: without the list the name comes back"


def test_erase_lists_games_whose_events_contain_the_name(own_store, tmp_path, game_file):
    text = game_file.read_text("utf-8").replace(GAME, "from-a-file").replace('"seat-0"', json.dumps(ANA))
    path = tmp_path / "named.haricot.jsonl"
    lines = [json.loads(line) for line in text.splitlines()[1:-1]]
    path.write_bytes(with_checks([{name: line[name] for name in line if name != "check"} for line in lines]))
    run_ok("import", path, "--data", own_store)
    (found,) = run_ok("erase", ANA, "--data", own_store, "--json").lines
    assert (found["erased"], found["seats"], found["files"]) == (False, 0, ["from-a-file"])


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format":"haricot-erased/1","salt":"QQ==","names":[]}', "\x00"])
def test_erase_refuses_a_damaged_list_of_erased_names(text, peopled, list_of_erased):
    list_of_erased.parent.mkdir()
    list_of_erased.write_text(text)
    before = contents(peopled)
    assert "list of erased names" in run_refused("erase", ANA, "--yes", "--data", peopled)
    assert contents(peopled) == before
    assert "name the person" in run_refused("erase", " ", "--data", peopled)
