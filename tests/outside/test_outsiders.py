"""Editions and bots of other packages, at every door: the command line, the library, the service."""

import json
import re

import pytest

from tests.outside.packaged import ROOT, WRONG_BOTS, WRONG_EDITIONS, run, toy_package, wrong_package
from tests.service.served.conftest import Client, serve
from tests.waiting import happens_within

__all__ = ["serve"]

TOY = ("simulate", "--edition", "toy", "--players", "2", "--bots", "hasty,greedy", "--seed", "7")
CLASSIC = ("simulate", "--players", "3", "--seed", "7")
SAID = {
    f"{what} {name} of all-wrong 0.3 is left out: {says}"
    for what, wrong in (("edition", WRONG_EDITIONS), ("bot", WRONG_BOTS))
    for name, (_, says) in wrong.items()
}
"""What is said of each that is wrong, as it begins."""


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """Where the toy and a bot are installed."""
    folder = tmp_path_factory.mktemp("good")
    toy_package(folder)
    return folder


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Where beside them everything is installed that can be wrong."""
    folder = tmp_path_factory.mktemp("mixed")
    toy_package(folder)
    wrong_package(folder)
    return folder


@pytest.fixture(scope="module")
def played(mixed, tmp_path_factory):
    """A folder with a store, in which a game of the toy and one of ours were played, and what was said meanwhile."""
    folder = tmp_path_factory.mktemp("played")
    return folder, run(*TOY, path=mixed, cwd=folder), run(*CLASSIC, path=None, cwd=folder)


def unsaid(lines):
    """Which of the wrong ones no line names with its reason."""
    return {says for says in SAID if not any(says in line for line in lines)}


# The command line -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_doctor_lists_what_was_taken_in_and_what_is_wrong(mixed, tmp_path):
    ran = run("doctor", path=mixed, cwd=tmp_path)
    bad = [line for line in ran.stdout.splitlines() if line.startswith("BAD")]
    assert ran.returncode == 1
    assert "ok   outside: edition toy of toy-bohnanza 1.2, bot hasty of toy-bohnanza 1.2" in ran.stdout.splitlines()
    assert set() == unsaid([line.removeprefix("BAD  ").replace(": ", " ", 1) for line in bad])
    assert len(bad) == len(SAID)
    assert (ran.stderr, "Traceback" in ran.stdout) == ("", False)


@pytest.mark.long
def test_control_without_them_nothing_is_wrong(good, tmp_path):
    ran = run("doctor", path=good, cwd=tmp_path)
    assert (ran.returncode, "BAD" in ran.stdout) == (0, False)
    assert "no editions or bots of other packages" in run("doctor", path=None, cwd=tmp_path).stdout


@pytest.mark.long
def test_the_toy_is_played_by_the_bot_and_what_is_wrong_is_said(played, mixed):
    folder, toy, _ = played
    assert toy.stdout.startswith("toy-2-7-0001: ")
    assert set() == unsaid(toy.stderr.splitlines())
    assert len(toy.stderr.splitlines()) == len(SAID)
    assert run("audit", "toy-2-7-0001", path=mixed, cwd=folder).stdout.startswith("toy-2-7-0001: clean")
    assert "TY-11" in run("rules", "toy", path=mixed, cwd=folder).stdout


@pytest.mark.long
def test_our_own_games_are_the_same_whatever_is_installed(played, mixed, tmp_path):
    _, _, alone = played
    beside = run(*CLASSIC, path=mixed, cwd=tmp_path)
    assert alone.stdout == beside.stdout != ""


@pytest.mark.long
def test_a_game_of_an_edition_that_is_gone_is_told_and_harms_no_other(played, good):
    folder, _, _ = played
    listed = run("list", path=None, cwd=folder)
    assert (listed.returncode, "classic-3-7-0001: classic" in listed.stdout) == (0, True)
    assert "toy-2-7-0001 cannot be listed: no installed rules apply to it: no edition 'toy'" in listed.stderr
    shown = run("show", "toy-2-7-0001", path=None, cwd=folder)
    assert shown.returncode == 2
    assert re.fullmatch(r"haricot: toy-2-7-0001 .*an edition that is not installed here.*\n", shown.stderr)
    assert run("audit", "classic-3-7-0001", path=None, cwd=folder).stdout.startswith("classic-3-7-0001: clean")
    assert "BAD  game: toy-2-7-0001: no rules" in run("doctor", path=None, cwd=folder).stdout
    assert run("audit", "toy-2-7-0001", path=good, cwd=folder).stdout.startswith("toy-2-7-0001: clean")


# The library ----------------------------------------------------------------------------------------------------------


def test_the_library_plays_the_toy_and_logs_what_is_wrong(mixed, tmp_path):
    program = """
import my_bots  # a module of an entry point, which itself imports haricot
from haricot import Match, audit, bots, editions
from replay.codec import event_types
match = Match.new("toy", players=3, seed=1)
match.let_bots_play({0: "hasty", 1: my_bots.Hasty(1, ""), 2: "greedy"})
match.record.save("toy.haricot.jsonl")
print(audit("toy.haricot.jsonl").verdict, [*editions()][-1], [*bots()][-1])
print("raid_declared.1" in event_types(), "field_watered.1" in event_types())
"""
    ran = run(path=mixed, cwd=tmp_path, program=program)
    assert ran.stdout.splitlines() == ["clean toy hasty", "True False"], ran.stderr
    assert set() == unsaid(ran.stderr.splitlines())


def test_a_module_that_asks_for_all_editions_while_it_is_taken_in_is_answered(tmp_path):
    package = tmp_path / "package"
    toy_package(package)
    bot = package / "my_bots.py"
    bot.write_text(f"{bot.read_text('utf-8')}\nfrom haricot import editions\nFOUND = 'toy' in editions()\n", "utf-8")
    program = "import haricot; print([*haricot.bots()]); import my_bots; print(my_bots.FOUND)"
    ran = run(path=package, cwd=tmp_path, program=program)
    assert (ran.stdout, ran.stderr) == ("['random', 'greedy', 'trader', 'hasty']\nTrue\n", "")


# The service ----------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_it_is_served_by_every_web_process_and_described_and_gone_without_its_package(mixed, serve, tmp_path):
    environment = {"PYTHONPATH": f"{ROOT}:{mixed}", "PYTHONDONTWRITEBYTECODE": "1"}
    server = serve("--no-demo", "--workers", "2", **environment).start()
    with Client(server.port) as client:
        made = client.new_game("hasty", "greedy", edition="toy", pace=0)
        ours = client.new_game("greedy", "greedy", "greedy", pace=0)
        for game in (made.game, ours.game):
            assert happens_within(30, lambda game=game: client.get(f"/v1/games/{game}").body["status"] == "finished")
        schemas = client.get("/openapi.json").body["components"]["schemas"]
        assert schemas["Edition"]["enum"][-1] == "toy"
        assert schemas["Bot"]["enum"][-1] == "hasty"
        assert "raid_declared.1" in json.dumps(schemas)
        assert client.get(f"/games/{made.game}").status == client.get("/rules/toy").status == 200
    assert server.stop() == 0
    logged = [line for line in server.said().splitlines() if '"outside"' in line]
    assert set() == unsaid(logged)
    assert len(logged) == 2 * len(SAID)

    without = serve("--no-demo").start()
    with Client(without.port) as client:
        assert [game["game"] for game in client.get("/v1/games").body["games"]] == [ours.game]
        assert client.get(f"/v1/games/{ours.game}/audit?as=omniscient").body["verdict"] == "clean"
        for path in (f"/v1/games/{made.game}", f"/v1/games/{made.game}/events"):
            gone = client.get(path)
            assert (gone.status, gone.body["code"]) == (503, "unavailable"), path
            assert "of an edition that is not here any more" in gone.body["detail"]
        assert client.get(f"/games/{made.game}").status == 404
    assert "Traceback" not in without.said()
