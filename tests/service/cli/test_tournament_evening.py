"""`haricot tournament`: an evening by the guide, further commands, and their errors."""

import json
import re
import shlex
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from threading import Thread
from typing import Any

import click
import pytest

from service.cli.play.tournament import SECTIONS
from service.store.sqlite.file import STORE
from tests.documents import blocks_of
from tests.service.command_line import haricot, run_ok, run_refused

ROOT = Path(__file__).parents[3]
LINES = [
    line.removeprefix("$ ")
    for block in blocks_of((ROOT / "docs/tournaments.md").read_text("utf-8"))
    if block.language == "console"
    for line in block.text.splitlines()
    if line.startswith("$ ")
]
"""The commands of the evening in docs/tournaments.md."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory) -> Iterator[Path]:
    """A folder with a store after the evening of the guide; the store is the default one."""
    folder = tmp_path_factory.mktemp("evening")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("HARICOT_DATA", str(folder / "store"))
        patch.setenv("HARICOT_KEY_FILE", str(folder / "key"))
        for line in LINES:
            if line.startswith("haricot "):
                run_ok(*shlex.split(line)[1:])
            else:
                subprocess.run(line, shell=True, check=True)
        yield folder


def asked(*arguments: object, stdin: str | bytes | None = None) -> Any:
    """Return the last line of a tournament command with `--json`."""
    return run_ok("tournament", *arguments, "--json", stdin=stdin).lines[-1]


def begun(name: str, players: str = "Ana,Bo,Cy,Di", **wish: object) -> None:
    """Create a tournament, and release its first round."""
    options = [word for option, value in wish.items() for word in (f"--{option.replace('_', '-')}", value)]
    run_ok("tournament", "create", name, "--id", name, "--rounds", 1, *options)
    run_ok("tournament", "register", name, "--names", "-", "--check-in", stdin=players)
    run_ok("tournament", "draw", name, "--release")


def test_the_evening_of_the_guide_ends_as_it_says(evening):
    shown = asked("show", "spring")
    assert (shown["players"], shown["state"], shown["round"]) == (8, "closed", 2)
    assert shown["drawn"][1]["tables"][1]["settled"]
    lines = asked("standings", "spring")["standings"]
    for line in lines:
        assert Fraction(line["points"]) == sum(Fraction(why["points"]) for why in line["why"])
    assert {line["name"] for line in lines} >= {"Ana Muster", "Hal Ida"}
    assert {why["kind"] for line in lines for why in line["why"]} == {"paper", "ruling", "penalty"}
    audit = asked("audit", "spring")
    assert list(audit) == ["tournament", "verdict", "events", "games", "first", "verdicts", "altered"]
    assert audit["altered"] is None
    assert (audit["verdict"], audit["events"], len(audit["verdicts"])) == ("ok", shown["events"], shown["events"])
    assert [one["tournament"] for one in run_ok("tournament", "list", "--json").lines] == ["spring", "spring.f26"]
    events = run_ok("tournament", "events", "spring", "--after", 25, "--json").lines
    assert events[1]["event"]["type"] == "table_result_corrected.1", "the guide forks there"
    assert "Four coins" not in json.dumps(events)
    shown_text = run_ok("tournament", "events", "spring").out
    assert "table result corrected: round 1 table 1, " in shown_text
    assert "Hal Ida (player-8)" in shown_text
    assert "checked in" in run_ok("tournament", "show", "spring", "--at", 20).out
    assert "next: " not in run_ok("tournament", "show", "spring", "--at", 20).out
    assert run_ok("tournament", "audit", "spring.jsonl").out.startswith("spring.jsonl: ok")
    assert "there is no event 999" in run_refused("tournament", "show", "spring", "--at", 999)


def test_tournament_fork_compares_both_standings(evening):
    last = asked("show", "spring")["events"]
    answer = asked("fork", "spring", "--at", 26, "--without", "--keep-seating")
    assert (answer["fork"], answer["says"], answer["replayed"]) == ("spring.f26-2", None, last)
    assert answer["token"].startswith("hrc_dir_")
    before = {line["player"]: line["points"] for line in asked("standings", "spring")["standings"]}
    assert {line["player"]: line["points_before"] for line in answer["compared"]} == before
    after = asked("standings", "spring.f26-2")["standings"]
    assert [line["player"] for line in answer["compared"]] == [line["player"] for line in after]
    assert [line["points_after"] for line in answer["compared"]] == [line["points"] for line in after]
    assert any(line["points_after"] != line["points_before"] for line in answer["compared"])
    assert asked("audit", "spring.f26-2")["verdict"] == "ok"
    plain = asked("fork", "spring", "--at", 26, "--id", "again")
    assert (plain["fork"], plain["events"], plain["replayed"]) == ("again", 26, 26)
    by_file = asked("fork", "spring.jsonl", "--at", 26, "--without", "--keep-seating")
    assert by_file["fork"] is None
    unnamed = [{**line, "name": None} for line in answer["compared"]]
    assert [{**line, "name": None} for line in by_file["compared"]] == unnamed
    shown_text = run_ok("tournament", "fork", "spring", "--at", 26, "--without", "--dry-run").out
    assert "without event 27  table result corrected" in shown_text
    assert ("drawn otherwise" in shown_text) == ("with --keep-seating the fork goes on" in shown_text)
    assert "TO-2.2" in run_ok("tournament", "fork", "spring", "--at", 1, "--without", "--dry-run").out
    typed = (
        "--at",
        21,
        "--instead",
        '{"type":"EnterResult","round":1,"table":1,"scores":[1,2,3,4],"places":[4,3,2,1]}',
    )
    assert asked("fork", "spring", *typed, "--keep-seating", "--dry-run")["says"] is None, "the actor stays the scorer"
    for wrong, says in (
        (("--at", 0), "there is no event 0"),
        (("--at", 5, "--instead", "{}"), "--instead is a command such as"),
        (("--at", 5, "--instead", '{"type":"CreateTournament"}'), "--instead is a command such as"),
        (("--at", 5, "--instead", '{"type":"CloseTournament"}'), "TO-6.3"),
        (("--at", 5, "--instead", "{}", "--without"), "give --instead or --without"),
        (("--at", 5, "--id", "spring"), "choose another --id"),
        (("--at", 5, "--id", "../x"), "cannot be the id"),
    ):
        assert says in run_refused("tournament", "fork", "spring", *wrong), wrong


def test_errors_of_tournament_commands_say_what_to_do(evening):
    begun("wrong", "Ana,Bo,Cy,Di,Eve,Flo,Gil")
    state = asked("show", "wrong")
    for arguments, says in (
        (("register", "wrong", "ana"), "Ana is registered as player-1; add a letter"),
        (("register", "wrong", "Hal", "Ida", "hal"), "Hal stands in this list at 1"),
        (("register", "wrong"), "name the players"),
        (("register", "wrong", "a\x1b[31m"), "cannot be seen"),
        (("check-in", "wrong", "Ana"), "TO-2.3"),
        (("check-in", "wrong"), "name the players, or --all"),
        (("withdraw", "wrong", "Anna"), "did you mean Ana (player-1)?"),
        (("withdraw", "wrong", "nobody"), "`haricot tournament show wrong` lists them"),
        (("draw", "wrong"), "TO-3.1"),
        (("release", "wrong"), "TO-3.4"),
        (("override", "wrong", "--swap", "Ana", "Bo", "--reason", "x"), "no round is a draft"),
        (("confirm", "wrong"), "TO-6.1"),
        (("close", "wrong"), "TO-6.3"),
        (("reveal", "wrong"), "TO-6.5"),
        (("reopen", "wrong", "--reason", "x"), "TO-6.4"),
        (("reopen", "wrong", "--reason", ""), "1 to 4000 characters"),
        (("result", "wrong", "--table", 1), "give the result by --scores or --game"),
        (("result", "wrong", "--table", 1, "--scores", "a"), "whole numbers"),
        (("result", "wrong", "--table", 1, "--scores", "9" * 30), "whole numbers"),
        (("result", "wrong", "--table", 1, "--scores", "3,2,1"), "TO-4.3"),
        (("result", "wrong", "--table", 1, "--scores", "4,3,2,1", "--places", "4,4,4,4"), "equal players share"),
        (("result", "wrong", "--table", 1, "--scores", "Ana=3"), "give one score for each of them"),
        (("result", "wrong", "--table", 9, "--scores", "4,3,2,1"), "TO-4.1"),
        (("result", "wrong", "--round", 2, "--table", 1, "--scores", "4,3,2,1"), "TO-4.1"),
        (("result", "wrong", "--table", 1, "--confirm"), "TO-4.5"),
        (("result", "wrong", "--table", 1, "--void"), "say why with --ruling"),
        (("result", "wrong", "--table", 1, "--game", "nowhere"), "no game in the store"),
        (("result", "wrong", "--table", 1, "--scores", "4,3,2,1", "--by", "Bo"), "a pseudonym has"),
        (("link", "wrong", "--table", 1, "--game", "nowhere"), "no game in the store"),
        (("penalty", "wrong", "Ana", "--reason", "x"), "--kind of the penalty"),
        (("penalty", "wrong", "Ana", "--kind", "warning", "--article", "TR-99", "--reason", "x"), "no entry 'TR-99'"),
        (("penalty", "wrong", "--lift", 1, "--reason", "x"), "TO-5.2"),
        (("apart", "wrong", "Ana"), "name two players"),
        (("rules", "wrong", "--from-round", 1, "--rounds", 3, "--reason", "x"), "TO-1.5"),
        (("token", "wrong", "player"), "name the player with --for"),
        (("draw", "nowhere"), "`haricot tournament list` shows those there are"),
        (("create", "x", "--id", "wrong"), "choose another --id"),
        (("create", "x", "--option", "start_player"), "NAME=VALUE"),
        (("create", "x", "--option", "start_player=random"), "turn order"),
    ):
        assert says in run_refused("tournament", *arguments), arguments
    assert asked("show", "wrong") == state, "nothing was stored"
    run_ok("tournament", "result", "wrong", "--table", 1, "--scores", "4,3,2,1", "--by", "scorer-2")
    assert "scorer-2 entered it" in run_refused(
        "tournament", "result", "wrong", "--table", 1, "--confirm", "--by", "scorer-2"
    )
    run_ok("tournament", "result", "wrong", "--table", 1, "--confirm")
    assert "--ruling REASON" in run_refused("tournament", "result", "wrong", "--table", 1, "--scores", "4,3,2,1")
    run_ok("tournament", "result", "wrong", "--table", 2, "--scores", "3 2 1", "--confirm")
    run_ok("tournament", "confirm", "wrong")
    assert "a --ruling changes a result" in run_refused(
        "tournament", "result", "wrong", "--table", 1, "--scores", "1,1,1,1"
    )
    changed = asked("result", "wrong", "--table", 1, "--scores", "1,2,3,4", "--ruling", "Turned.")["changed"]
    assert (changed[0]["points_before"], changed[0]["points_after"]) == ("1", "5")


def test_tournament_override_prescribes_a_seating(evening):
    run_ok("tournament", "create", "seats", "--id", "seats", "--rounds", 1)
    run_ok("tournament", "register", "seats", *"ABCDEFG", "--check-in")
    drawn = asked("draw", "seats")["events"][0]["event"]
    one, two = drawn["tables"][0]["players"][0], drawn["tables"][1]["players"][1]
    swapped = asked("override", "seats", "--swap", one, two, "--reason", "A wish.")["events"][0]["event"]
    assert swapped["tables"][0]["players"] == [two, *drawn["tables"][0]["players"][1:]]
    assert swapped["tables"][1]["players"][1] == one
    tables = ("--table", "G,F,E", "--table", "D,C,B,A")
    prescribed = asked("override", "seats", *tables, "--reason", "A wish.")["events"][0]["event"]
    assert prescribed["tables"][0]["players"] == ["player-7", "player-6", "player-5"]
    assert "TO-3.5" in run_refused(
        "tournament", "override", "seats", "--table", "A,B,C,D", "--table", "D,E,F", "--reason", "x"
    )
    run_ok("tournament", "draw", "seats", "--undo")
    again = asked("draw", "seats", "--release")["events"]
    assert again[0]["event"]["tables"] == drawn["tables"]
    assert again[1]["event"]["type"] == "round_released.1"
    run_ok("tournament", "register", "seats", "H")
    run_ok("tournament", "substitute", "seats", "--table", 2, "--player", two, "--substitute", "H")
    assert "player-8" in asked("show", "seats")["drawn"][0]["tables"][1]["players"]
    run_ok("tournament", "swap", "seats", one, "player-8", "--reason", "They took each other's chair.")
    assert asked("show", "seats")["drawn"][0]["tables"][1]["players"][1] == one
    assert "TO-4.8" in run_refused("tournament", "swap", "seats", one, two, "--reason", "x")


def test_tournament_result_takes_games_from_the_store_and_from_files(evening):
    run_ok("simulate", "--players", 4, "--games", 2, "--seed", 3, "--bots", "greedy")
    run_ok("simulate", "--players", 3, "--seed", 3, "--bots", "greedy", "--out", ".")
    one, other = "classic-4-3-0001", "classic-4-3-0002"
    begun("played", "Ana,Bo,Cy,Di,Eve,Flo,Gil")
    run_ok("tournament", "link", "played", "--table", 1, "--game", other)
    run_ok("tournament", "link", "played", "--table", 1, "--game", one)
    assert "TO-4.4" in run_refused("tournament", "link", "played", "--table", 2, "--game", one)
    assert "has 4 players, and table 2 has 3" in run_refused(
        "tournament", "result", "played", "--table", 2, "--game", one
    )
    taken = asked("result", "played", "--table", 1, "--game", one)["events"]
    assert [event["event"]["type"] for event in taken] == ["table_result_taken.1"]
    assert "TO-4.2" in run_refused("tournament", "result", "played", "--table", 1, "--game", other)
    ruled = asked("result", "played", "--table", 1, "--game", other, "--ruling", "Played again.")["events"][0]["event"]
    assert (ruled["game"], len(ruled["scores"])) == (other, 4)
    shown = asked("show", "played")
    called = {one["player"]: one["name"] for one in shown["entrants"]}
    names = [called[player] for player in shown["drawn"][0]["tables"][1]["players"]]
    sheet = run_ok("export", "classic-3-3-0001.haricot.jsonl", "--ben").out
    paper = ("tournament", "result", "played", "--table", 2, "--game", "paper.ben")
    Path("paper.ben").write_text(sheet.replace("seat-0; seat-1; seat-2", "; ".join(reversed(names))), "utf-8")
    assert "the game of another table?" in run_refused(*paper)
    Path("paper.ben").write_text(sheet.replace("seat-0; seat-1; seat-2", "; ".join(names)), "utf-8")
    assert "TO-4.1" in run_refused(*paper[:2], "played", "--round", 2, *paper[3:])
    assert "no game" in run_refused("show", "classic-3-3-0001"), "what is refused leaves no game behind"
    assert "classic-3-3-0001" in run_ok(*paper).out
    audit = asked("audit", "played")
    assert (audit["verdict"], audit["games"]) == ("ok", 2)
    run_ok("simulate", "--players", 2, "--edition", "duel", "--seed", 3, "--bots", "random")
    assert "plays classic" in run_refused("tournament", "result", "played", "--table", 2, "--game", "duel-2-3-0001")
    Path("bad.haricot.jsonl").write_text("{}\n")
    assert "bad.haricot.jsonl" in run_refused(
        "tournament", "result", "played", "--table", 2, "--game", "bad.haricot.jsonl"
    )


def test_tournament_play_plays_the_free_tables(evening):
    begun("bots", "Ana,Bo,Cy,Di,Eve,Flo,Gil,Hal,Ida,Jo")
    run_ok("tournament", "result", "bots", "--table", 1, "--scores", "4,3,2,1", "--confirm")
    played = asked("play", "bots", "--table", 3, "--bots", "random")
    assert played["games"] == ["bots-r1-t3"]
    assert [one["event"]["type"] for one in played["events"]] == ["game_linked.1", "table_result_taken.1"]
    for wrong, says in ((("--table", 3), "table 3 is not free"), (("--round", 2), "round 2 is not drawn")):
        assert says in run_refused("tournament", "play", "bots", *wrong)
    assert asked("play", "bots", "--bots", "random")["games"] == ["bots-r1-t2"]
    assert "every table" in run_refused("tournament", "play", "bots")
    run_ok("tournament", "confirm", "bots")
    audit = asked("audit", "bots")
    assert (audit["verdict"], audit["games"]) == ("ok", 2)


@pytest.mark.long
def test_two_simultaneous_draws_draw_a_round_once(evening):
    run_ok("tournament", "create", "two", "--id", "two", "--rounds", 1)
    run_ok("tournament", "register", "two", *"ABCD", "--check-in")
    command = [str(ROOT / ".venv/bin/haricot"), "tournament", "draw", "two", "--release"]
    ended = list[subprocess.CompletedProcess[str]]()

    def draw() -> None:
        ended.append(subprocess.run(command, capture_output=True, text=True, timeout=60, check=False))

    threads = [Thread(target=draw) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one.returncode for one in ended) == [0, 2]
    assert "TO-3.1" in "".join(one.stderr for one in ended)
    assert "Traceback" not in "".join(one.stderr for one in ended)
    assert len(asked("show", "two")["drawn"]) == 1


def test_tournament_register_stores_300_names_or_none(evening):
    names = [f"{n}.\tPlayer {n} <b>" for n in range(1, 301)]
    run_ok("tournament", "create", "many", "--id", "many", "--rounds", 1)
    says = run_refused(
        "tournament", "register", "many", "--names", "-", stdin="\n".join([*names, "301.\tplayer 7 <B>"])
    )
    assert "Player 7 <b>" in says
    assert asked("show", "many")["players"] == 0
    answer = asked("register", "many", "--names", "-", stdin="\n".join(names))
    assert (len(answer["players"]), answer["players"][299]["name"]) == (300, "Player 300 <b>")
    assert asked("check-in", "many", "--all")["present"] == 300
    assert len(asked("draw", "many")["events"][0]["event"]["tables"]) == 75


def test_tournament_commands_refuse_a_file_of_another_version(evening):
    Path("nine").write_text('{"format":"haricot-tournament/9","tournament":"x"}\n')
    for command in (["verify"], ["show"], ["audit"], ["events"], ["standings"], ["export"], ["fork", "--at", "3"]):
        assert "haricot-tournament/9" in run_refused("tournament", *command, "nine"), command


def test_every_tournament_command_has_a_help_with_examples():
    for commands in SECTIONS.values():
        for command in commands:
            says = command.help or ""
            assert len(says.partition("\n")[0]) <= 60, command.name
            lines = [line.strip() for line in says.splitlines()]
            examples = [line for line in lines if line.startswith("haricot ")]
            assert examples, command.name
            options = {option for one in command.params for option in one.opts}
            for example in examples:
                assert example.startswith(f"haricot tournament {command.name}"), example
                assert {*re.findall(r" (--[a-z-]+)", example)} <= options, example
            assert not [one.name for one in command.params if isinstance(one, click.Option) and not one.help]
            assert {"--json"} <= options or command.name == "export", command.name


def test_the_help_of_tournament_lists_commands_in_the_order_of_use():
    said = run_ok("tournament", "--help").out
    places = [said.index(f"\n{title}:") for title in SECTIONS]
    assert places == sorted(places)
    assert haricot("tournament", "draw", "--help").code == 0


def test_tournament_audit_names_an_event_that_differs_from_its_signature(tmp_path, monkeypatch):
    monkeypatch.setenv("HARICOT_KEY_FILE", str(tmp_path / "key"))
    folder = tmp_path / "store"
    made = run_ok(
        "tournament", "create", "Spring", "--rounds", "1", "--id", "spring", "--data", folder, "--json"
    ).lines[0]
    assert [one["spread"] for one in made["outlook"]] == [1, 2]
    with closing(sqlite3.connect(folder / STORE)) as connection:
        connection.execute("UPDATE tournament_events SET at = at - 1")
        connection.commit()
    audit = haricot("tournament", "audit", "spring", "--data", folder, "--json")
    assert audit.code == 1
    assert "is not the one that was signed" in audit.lines[0]["altered"]
    assert audit.lines[0]["verdict"] == "ok", "the events are consistent with each other"


def test_a_league_with_a_final_is_directed_by_commands(evening):
    run_ok("tournament", "create", "Winter", "--id", "winter", "--format", "league", "--rounds", 2, "--best", 1)
    run_ok("tournament", "register", "winter", "--names", "-", "--check-in", stdin="Ana,Bo,Cy,Di")
    times = ("--opens", "2026-12-01T00:00:00Z", "--closes", "2026-12-08T00:00:00Z")
    run_ok("tournament", "schedule", "winter", "--round", 2, *times)
    run_ok("tournament", "rules", "winter", "--from-round", 1, "--final", "table", "--reason", "As announced.")
    run_ok("tournament", "draw", "winter", "--release")
    run_ok("tournament", "draw", "winter", "--release")  # though round 1 has no results yet
    for number in (1, 2):
        run_ok("tournament", "result", "winter", "--round", number, "--table", 1, "--scores", "9,7,5,3", "--confirm")
        said = run_ok("tournament", "confirm", "winter", "--round", number).out
    assert "haricot tournament draw winter" in said, "the final follows"
    best = asked("standings", "winter")["standings"]
    run_ok("tournament", "draw", "winter", "--release")
    shown = asked("show", "winter")
    assert shown["schedule"] == [{"round": 2, "opens": times[1], "closes": times[3]}]
    assert "round 2: played from 2026-12-01T00:00:00Z" in run_ok("tournament", "show", "winter").out
    assert shown["drawn"][2]["tables"][0]["players"] == [line["player"] for line in best]
    assert all(Fraction(line["points"]) == sum(Fraction(why["points"]) for why in line["why"]) for line in best)
    assert "dropped" in {why["kind"] for line in best for why in line["why"]}
    run_ok("tournament", "result", "winter", "--round", 3, "--table", 1, "--scores", "9,7,5,3", "--confirm")
    assert "reached 3  place 2" in run_ok("tournament", "standings", "winter").out
    for wrong in (("--final", "all"), ("--final", "9"), ("--advance", "4", "--format", "knockout")):
        run_refused("tournament", "create", "Wrong", *wrong)
    run_refused("tournament", "schedule", "winter", "--round", 2, "--opens", "tomorrow", "--closes", times[3])
