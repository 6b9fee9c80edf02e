"""`haricot tournament`: simulate, export, standings, verify."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from domain.clock_terms import ClockTerms
from domain.editions import EDITIONS
from domain.events import TurnStarted
from replay.game_files import next_check
from replay.seeded import act_in_seeded_game, begin_named_game
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.turn_scheduler import next_command
from service.store.event_store import open_store
from service.tournaments.tournament_simulation import SimulatedTournament, SimulationSettings
from service.tournaments.tournament_store import TournamentStore
from tests.documents import blocks_of
from tests.service.command_line import haricot, run_ok, run_refused

ROOT = Path(__file__).parents[3]
NAME = "classic-t7-5-0001"
ASKED = ("--players", "7", "--rounds", "2", "--format", "swiss", "--bots", "greedy", "--seed", "5")


def simulated(store: Path, *others: str) -> dict[str, object]:
    said = run_ok("tournament", "simulate", *ASKED, *others, "--data", store, "--json").lines[-1]
    assert isinstance(said, dict)
    return said


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tournament")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HARICOT_KEY_FILE", str(folder / "key"))
        assert simulated(folder / "store")["tournament"] == NAME
    return folder / "store"


@pytest.fixture(autouse=True)
def key_of_the_store(store, monkeypatch):
    monkeypatch.setenv("HARICOT_KEY_FILE", str(store.parent / "key"))


def rechain(data: bytes) -> bytes:
    check, lines = b"", []
    for line in data.splitlines():
        bare = line[: line.rindex(b',"check"')] + b"}"
        check = next_check(check, bare)
        lines.append(bare[:-1] + b',"check":"' + check + b'"}\n')
    return b"".join(lines)


def exported(store: Path, file: Path) -> bytes:
    run_ok("tournament", "export", NAME, "--data", store, "--out", file)
    return file.read_bytes()


def test_a_tournament_is_simulated_exported_and_verified(store, tmp_path):
    data = exported(store, tmp_path / "t.jsonl")
    lines = [json.loads(line) for line in data.splitlines()]
    assert lines[0]["format"] == "haricot-tournament/1"
    drawn = [line["event"] for line in lines if line.get("event", {}).get("type") == "round_drawn.1"]
    assert [event["round"] for event in drawn] == [1, 2]
    for event in drawn:
        players = [player for table in event["tables"] for player in table["players"]] + event["sit_outs"]
        assert sorted(players) == [f"player-{k}" for k in range(1, 8)]
        assert event["cost"] >= event["bound"]
    assert lines[1]["event"]["options"] == {"start_player": "seat_0"}
    verified = run_ok("tournament", "verify", tmp_path / "t.jsonl", "--json").lines[0]
    assert (verified["verdict"], verified["first"]) == ("ok", None)
    assert [one["verdict"] for one in verified["rounds"]] == ["ok", "ok"]
    assert "round 2: ok" in run_ok("tournament", "verify", tmp_path / "t.jsonl").out


def test_the_first_seat_of_a_table_begins_in_every_edition():
    for edition in EDITIONS.values():
        players = edition.data.players[0]
        simulated = SimulatedTournament(
            SimulationSettings(edition.data.key, players, 1, "heats", "1", bots=("random",))
        )
        options = simulated.tournament.rules.options
        game, _ = begin_named_game("table", "any text", edition.data.key, players, options)
        bots = {seat: BOTS["random"](seat, "any text") for seat in range(players)}
        while not (turns := [one.event for one in game.envelopes if isinstance(one.event, TurnStarted)]):
            act_in_seeded_game(game, next_command(game.table, game.version, bots), "seat")
        assert turns[0].seat == 0, edition.data.key


def test_the_program_of_the_guide_computes_a_draw_again(store, tmp_path, monkeypatch):
    exported(store, tmp_path / "tournament.jsonl")
    monkeypatch.chdir(tmp_path)
    guide = (ROOT / "docs/tournaments.md").read_text("utf-8")
    code = next(block.text for block in blocks_of(guide) if block.language == "python")
    exec(compile(code, "tournaments.md", "exec"), {})


def test_a_tournament_simulation_is_reproducible(store, tmp_path, monkeypatch):
    monkeypatch.setenv("HARICOT_KEY_FILE", str(tmp_path / "key"))
    made = simulated(tmp_path / "other")
    assert exported(tmp_path / "other", tmp_path / "a") == exported(store, tmp_path / "b")
    for game in made["games"]:
        one, other = (run_ok("export", game, "--data", place).raw for place in (store, tmp_path / "other"))
        assert one == other
    assert run_ok("audit", game, "--data", store).out


@pytest.mark.long
def test_repeating_a_tournament_simulation_changes_nothing(store, tmp_path):
    before = exported(store, tmp_path / "a")
    simulated(store)
    assert exported(store, tmp_path / "b") == before
    assert "choose another seed" in run_refused(
        "tournament", "simulate", "--players", "7", "--rounds", "1", *ASKED[4:], "--data", store
    )


def test_the_points_of_each_line_of_standings_add_up(store, tmp_path):
    exported(store, tmp_path / "t.jsonl")
    answer = run_ok("tournament", "standings", NAME, "--data", store, "--json").lines[0]
    assert answer == run_ok("tournament", "standings", tmp_path / "t.jsonl", "--json").lines[0]
    assert len(answer["standings"]) == 7
    for line in answer["standings"]:
        assert Fraction(line["points"]) == sum(Fraction(why["points"]) for why in line["why"])
        assert [why["round"] for why in line["why"]] == [1, 2]
        assert {why["kind"] for why in line["why"]} == {"game"}
        assert line["name"] is None
    at = min(line["why"][0]["event"] for line in answer["standings"])
    early = run_ok("tournament", "standings", NAME, "--data", store, "--at", str(at), "--json").lines[0]
    assert early["at"] == at
    assert sum(bool(line["why"]) for line in early["standings"]) in (3, 4)
    assert "player-" in run_ok("tournament", "standings", NAME, "--data", store).out
    lots = re.findall(r"lot (\S+)", run_ok("tournament", "standings", NAME, "--data", store, "--at", str(at)).out)
    assert lots
    assert all(lot.isdigit() for lot in lots), "a lot is a number of many digits"
    sure = run_ok("tournament", "standings", NAME, "--data", store, "--certainty", "--json").lines[0]
    assert 0 <= sure["reliability"] <= 1
    assert all(first <= last for first, last in (line["ranks"] for line in sure["standings"]))
    assert "reliability" in run_ok("tournament", "standings", NAME, "--data", store, "--certainty").out
    assert "there is no event 999" in run_refused("tournament", "standings", NAME, "--data", store, "--at", "999")


def test_the_tournament_file_of_spectators_is_exported_unchanged(store, tmp_path):
    seen = run_ok("tournament", "export", NAME, "--data", store, "--as", "spectator").raw
    (tmp_path / "seen").write_bytes(seen)
    assert run_ok("tournament", "export", tmp_path / "seen").raw == seen
    assert json.loads(seen.splitlines()[0])["view"] == "spectator"


def test_verify_exits_1_for_a_wrong_file_and_2_for_another_kind_of_file(store, tmp_path):
    data = exported(store, tmp_path / "t.jsonl")
    (tmp_path / "wrong").write_bytes(data.replace(b"player-7", b"player-8"))
    answer = haricot("tournament", "verify", tmp_path / "wrong", "--json")
    assert (answer.code, answer.lines[0]["verdict"]) == (1, "wrong")
    assert set(answer.lines[0]["first"]) == {"n", "round", "says"}
    (tmp_path / "odd").write_bytes(rechain(data.replace(b'"tie_breaks":["wins"', b'"tie_breaks":["luck"')))
    assert haricot("tournament", "verify", tmp_path / "odd").code == 1
    assert "names the first" in run_refused("tournament", "standings", tmp_path / "odd")
    (tmp_path / "none").write_text("{}\n")
    assert "no tournament file" in run_refused("tournament", "verify", tmp_path / "none")
    assert "no tournament in the store" in run_refused("tournament", "standings", "nobody", "--data", store)
    assert "TO-1.3" in run_refused("tournament", "simulate", "--edition", "duel", "--table-size", "3", "--data", store)


def test_a_backup_keeps_tournaments(store, tmp_path, monkeypatch):
    monkeypatch.setenv("HARICOT_ERASED", str(tmp_path / "erased"))
    run_ok("backup", tmp_path / "kept.gz", "--data", store)
    run_ok("restore", tmp_path / "kept.gz", "--data", tmp_path / "back")
    assert exported(tmp_path / "back", tmp_path / "a") == exported(store, tmp_path / "b")


def test_verify_bundle_checks_that_a_tournament_file_is_as_signed(store, tmp_path):
    file, bundle = tmp_path / "t.jsonl", tmp_path / "t.haricot-audit.json"
    data = exported(store, file)
    proof = run_ok("tournament", "export", NAME, "--data", store, "--bundle").raw
    bundle.write_bytes(proof)
    verified = run_ok("verify", bundle, "--json").lines[0]
    assert (verified["verdict"], verified["game"], set(verified["steps"].values())) == ("good", NAME, {"good"})
    signed = run_ok("tournament", "verify", file, "--bundle", bundle, "--json").lines[0]
    assert (signed["verdict"], signed["signed"]) == ("ok", signed["events"])
    assert f"signed: {signed['events']} of" in run_ok("tournament", "verify", file, "--bundle", bundle).out
    # A consistent file of another run differs from what was signed.
    assert b"T00:00:05.000Z" in data
    file.write_bytes(rechain(data.replace(b"T00:00:05.000Z", b"T00:00:05.001Z")))
    assert run_ok("tournament", "verify", file, "--json").lines[0]["verdict"] == "ok"
    other = haricot("tournament", "verify", file, "--bundle", bundle, "--json")
    assert (other.code, other.lines[0]["first"]["says"]) == (1, "the event is not the one that was signed")
    bundle.write_bytes(proof.replace(b"player-7", b"player-9"))
    assert haricot("verify", bundle, "--json").code == 1
    exported(store, file)
    assert "`haricot verify` tells where" in haricot("tournament", "verify", file, "--bundle", bundle).out


def test_tournament_create_sets_the_clock_of_all_games(store):
    clock = "turn=30,trading=60,at_zero=bot"
    run_ok("tournament", "create", "Blitz", "--id", "blitz", "--clock", clock, "--data", store)
    with open_store(store) as opened:
        terms = TournamentStore(opened).state("blitz").rules.clock
    assert terms == ClockTerms(turn=30, trading=60, at_zero="bot")
    for player in ("Ana", "Bo", "Cy"):
        run_ok("tournament", "register", "blitz", player, "--check-in", "--data", store)
    run_ok("tournament", "draw", "blitz", "--release", "--data", store)
    changes = ("tournament", "rules", "blitz", "--from-round", "2", "--reason", "x", "--data", store, "--clock")
    assert run_ok(*changes, "game=600").out.endswith("clock game=600,at_zero=pass\n")
    shown = run_ok("tournament", "show", "blitz", "--data", store).out
    assert "round 1 released, clock game=600,at_zero=pass\n" in shown
    assert f"round 1: released, cost 0, clock {clock}\n" in shown
    assert run_ok(*changes, "none").out.endswith("clock none\n")
    assert run_ok("tournament", "show", "blitz", "--json", "--data", store).lines[0]["clock"] is None
    for text in ("", "turn", "turn=0", "turn=x", "grace=5", "tun=5", "turn=5,at_zero=never"):
        says = run_refused("tournament", "create", "Blitz", "--clock", text, "--data", store)
        assert "clock" in says or "at zero" in says


def test_a_duplicate_tournament_is_simulated_and_played(store):
    duel = ("--edition", "duel", "--table-size", "2", "--duplicate", "coins", "--rounds", "1", "--data", store)
    made = run_ok("tournament", "simulate", "--players", "4", "--bots", "random", *duel, "--json").lines[-1]
    name = made["tournament"]
    for line in run_ok("tournament", "standings", name, "--data", store, "--json").lines[-1]["standings"]:
        (reason,) = line["why"]
        compared = reason["comparison"]
        assert Fraction(reason["points"]) == compared["coins"] - Fraction(compared["mean"])
        assert len(compared["tables"]) == compared["others"] == 1
    assert made["outlook"] == [], "the luck of shared deals was not measured"
    run_ok("tournament", "create", "Same cards", *duel, "--id", "same")
    for player in ("Ana", "Bo", "Cy", "Di"):
        run_ok("tournament", "register", "same", player, "--check-in", "--data", store)
    run_ok("tournament", "draw", "same", "--release", "--data", store)
    run_ok("tournament", "play", "same", "--bots", "random", "--data", store)
    for one in (name, "same"):
        audited = run_ok("tournament", "audit", one, "--data", store, "--json").lines[-1]
        assert (audited["verdict"], audited["games"]) == ("ok", 2)
    assert run_ok("audit", "same-r1-t2", "--data", store, "--json").lines[-1]["deal"]["verdict"] == "proved"
