"""`haricot import`: stores game files unchanged, all of them or none."""

import json

from service.store.event_store import open_store
from tests.service.command_line import GAME, SUFFIX, contents, haricot, run_ok, run_refused
from tests.service.filled_stores import full_store


def test_import_prints_each_file_as_json(tmp_path, game_file):
    for new in (True, False):
        (line,) = run_ok("import", game_file, "--json", "--data", tmp_path / "new").lines
        assert list(line.items()) == [("game", GAME), ("file", str(game_file)), ("imported", new)]


def test_import_distinguishes_new_games_from_known_ones(tmp_path, game_file):
    assert run_ok("import", game_file, "--data", tmp_path).out == f"{GAME}: imported\n"
    assert run_ok("import", game_file, "--data", tmp_path).out == f"{GAME}: was here already\n"


def test_export_import_and_export_give_the_same_bytes(store, tmp_path, game_file):
    written = run_ok("export", GAME, "--data", store).raw
    assert game_file.read_bytes() == written
    run_ok("import", game_file, "--data", tmp_path)
    assert run_ok("export", GAME, "--data", tmp_path).raw == written
    assert run_ok("export", game_file).raw == written


def test_import_refuses_another_game_of_the_same_id(own_store, tmp_path):
    run_ok("simulate", "--seed", 7, "--bots", "random", "--out", tmp_path)
    before = contents(own_store)
    assert "another game" in run_refused("import", tmp_path / f"{GAME}.haricot.jsonl", "--data", own_store)
    assert contents(own_store) == before


def test_import_of_several_files_stores_none_if_one_is_corrupt(tmp_path, game_file):
    bad = tmp_path / "bad.haricot.jsonl"
    bad.write_bytes(game_file.read_bytes()[:-40])
    assert f"{bad} is corrupt" in run_refused("import", game_file, bad, "--data", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_an_imported_game_is_read_only_but_can_be_forked(tmp_path, game_file):
    run_ok("import", game_file, "--data", tmp_path)
    assert run_ok("list", "--json", "--data", tmp_path).lines[0]["status"] == "imported"
    run_ok("fork", GAME, "--at", 30, "--play", "--data", tmp_path)
    assert [head["status"] for head in run_ok("list", "--json", "--data", tmp_path).lines] == ["imported", "finished"]


def test_import_stores_parents_before_their_forks(tmp_path):
    store, files = full_store(tmp_path / "store"), tmp_path / "files"
    run_ok("export", "--all", "--out", files, "--data", store)
    named = ["fork.again", "fork", "running"]
    paths = [files / f"{game}{SUFFIX}" for game in named]
    lines = run_ok("import", *paths, "--data", tmp_path / "copy", "--json").lines
    assert [line["game"] for line in lines] == named[::-1]
    with open_store(tmp_path / "copy") as copy:
        assert [holder for holder, _ in copy.lineage("fork.again")] == named[::-1]


def test_import_of_a_folder_stores_none_if_one_file_is_invalid(tmp_path):
    store, files = full_store(tmp_path / "store"), tmp_path / "files"
    run_ok("export", "--all", "--out", files, "--data", store)
    (files / f"zzz{SUFFIX}").write_bytes(b"no game")
    (files / "letters.txt").write_text("not looked at")
    assert run_refused("import", files, "--data", tmp_path / "new").startswith(
        f"{files / 'zzz'}{SUFFIX}: this is no game file"
    )
    assert not (tmp_path / "new").exists()
    (files / f"zzz{SUFFIX}").unlink()
    assert haricot("import", files, "--data", tmp_path / "new").code == 0


def test_import_accepts_a_file_name_that_is_no_valid_unicode(own_store, tmp_path, game_file):
    name = tmp_path / "h\udce9ron.haricot.jsonl"
    name.write_bytes(game_file.read_bytes())
    answer = run_ok("import", name, "--json", "--data", own_store)
    assert json.loads(answer.out)["file"] == str(name)
