"""The arbiter at the command line: audits, adjudication one by one and in batches, and their exit codes."""

import json
from pathlib import Path

import pytest

from tests.service.command_line import GAME, THREE, chained, fine, haricot, misused, one_line, shortened, unchained

POSITION = {
    "edition": "classic",
    "seats": [{"hand": ["red", "blue"], "fields": [["blue", "blue"], ["soy", "soy"]]}, {"hand": 5}, {"hand": 5}],
    "draw_pile": 60,
}
HIDDEN = {**POSITION, "seats": [{**POSITION["seats"][0], "hand": 2}, *POSITION["seats"][1:]]}
HARVEST = {"type": "HarvestField", "seat": 0, "field": 1}
PLANT = {"type": "PlantFromHand", "seat": 0, "field": 0}
LEGAL = ("verdict", "events", "table")
ILLEGAL = ("verdict", "at", "clause", "says", "code", "table")
UNKNOWN = ("verdict", "at", "needs")
INVALID = ("verdict", "code", "says")


@pytest.fixture(scope="session")
def irregular(game_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that folds and whose checks are right, but in which the wrong seat has won."""
    lines = unchained(game_file.read_bytes())
    (end,) = [line for line in lines if line.get("event", {}).get("type") == "game_ended.1"]
    end["event"]["winners"] = [seat for seat in range(4) if seat not in end["event"]["winners"]]
    path = tmp_path_factory.mktemp("irregular") / "irregular.haricot.jsonl"
    path.write_bytes(chained([{**line, "game": "irregular"} if "game" in line else line for line in lines]))
    return path


@pytest.fixture(scope="session")
def impossible(game_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose checks are right, but in which a card is drawn that did not lie on top."""
    lines = unchained(game_file.read_bytes())
    drawn = next(line for line in lines if line.get("event", {}).get("type") == "cards_drawn.1")
    drawn["event"]["cards"] = ["garden" if card != "garden" else "red" for card in drawn["event"]["cards"]]
    path = tmp_path_factory.mktemp("impossible") / "impossible.haricot.jsonl"
    path.write_bytes(chained(lines))
    return path


# audit


def test_a_clean_game_has_a_verdict_for_every_event(store):
    answer = fine("audit", GAME, "--json", "--data", store)
    (audit,) = answer.lines
    assert list(audit) == ["game", "events", "verdict", "first", "verdicts"]
    assert (audit["game"], audit["verdict"], audit["first"]) == (GAME, "clean", None)
    assert [verdict["n"] for verdict in audit["verdicts"]] == list(range(1, audit["events"] + 1))
    for verdict in audit["verdicts"]:
        assert list(verdict) == ["n", "verdict", "clause", "says"]
        assert verdict["verdict"] in ("legal", "consequence")
        assert verdict["clause"] is None or verdict["clause"].startswith("CL-")


@pytest.mark.parametrize("view", ["seat:1", "spectator"])
def test_the_audit_of_a_view_names_what_it_cannot_know(view, store, tmp_path):
    fine("export", GAME, "--as", view, "--data", store, "--out", tmp_path / "seen")
    (audit,) = fine("audit", tmp_path / "seen", "--json").lines
    assert audit["verdict"] == "clean"
    assert {verdict["verdict"] for verdict in audit["verdicts"]} == {"legal", "consequence", "unknown"}
    assert "hang on cards that this view hides" in fine("audit", tmp_path / "seen").out


def test_the_verdict_on_one_event(store):
    (verdict,) = fine("audit", GAME, "--at", 231, "--json", "--data", store).lines
    assert (list(verdict), verdict["n"]) == (["n", "verdict", "clause", "says"], 231)
    assert fine("audit", GAME, "--at", 231, "--data", store).out.startswith(f"{GAME} event 231: ")


def test_all_games_are_audited_with_a_summary(store):
    first, second, summary = fine("audit", "--all", "--json", "--data", store).lines
    assert [first["game"], second["game"]] == [GAME, THREE]
    assert list(summary.items()) == [("games", 2), ("clean", 2), ("irregular", 0), ("corrupt", 0)]
    told = fine("audit", "--all", "--data", store).out.splitlines()
    assert told[-1] == "2 games: 2 clean, 0 irregular, 0 corrupt"
    assert len(told) == 3


def test_an_irregular_game_is_named_with_its_first_event_and_exits_1(irregular, own_store):
    answer = haricot("audit", irregular, "--json")
    (audit,) = answer.lines
    assert (answer.code, answer.err, audit["verdict"]) == (1, "", "irregular")
    assert list(audit["first"]) == ["n", "clause", "says"]
    fine("import", irregular, "--data", own_store)
    answer = haricot("audit", "--all", "--data", own_store)
    assert answer.code == 1
    assert answer.out.endswith("3 games: 2 clean, 1 irregular, 0 corrupt\n")
    assert f"  event {audit['first']['n']} differs" in answer.out


def test_a_game_that_cannot_be_is_corrupt_and_not_imported(impossible, tmp_path):
    answer = haricot("audit", impossible, "--json")
    assert (answer.code, answer.lines[0]["verdict"]) == (1, "corrupt")
    n = answer.lines[0]["first"]["n"]
    assert f"event {n}: " in misused("import", impossible, "--data", tmp_path / "new")
    assert f"event {n}: " in misused("show", impossible)
    assert not (tmp_path / "new").exists()


def test_several_files_are_audited_with_a_summary_and_one_that_is_corrupt_does_not_stop_the_rest(game_file, tmp_path):
    corrupt = tmp_path / "cut.haricot.jsonl"
    corrupt.write_bytes(game_file.read_bytes()[:-1])
    answer = haricot("audit", corrupt, game_file, "--json")
    assert answer.code == 1
    assert [line.get("verdict") for line in answer.lines] == ["corrupt", "clean", None]
    assert answer.lines[2] == {"games": 2, "clean": 1, "irregular": 0, "corrupt": 1}


def test_the_verdict_on_one_event_of_a_corrupt_file_is_that_it_is_corrupt(game_file, tmp_path):
    corrupt = tmp_path / "cut.haricot.jsonl"
    corrupt.write_bytes(game_file.read_bytes()[:-1])
    answer = haricot("audit", corrupt, "--at", 231)
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.startswith("cut: corrupt, ")


def test_games_and_all_are_one_too_many_and_none_too_few(store):
    for arguments in ([], ["--all", GAME]):
        assert "name the games to audit, or --all" in misused("audit", *arguments, "--data", store)


def test_a_game_cut_short_is_still_a_game(game_file, tmp_path):
    short = tmp_path / "short"
    short.write_bytes(chained(shortened(unchained(game_file.read_bytes()), 100)))
    assert fine("audit", short, "--json").lines[0]["events"] == 100
    assert fine("show", short, "--json").lines[0]["n"] == 100


# adjudicate


def judged(position: object, commands: object, folder: Path, *more: str):
    """The answer to this question, the position on standard input and the commands in a file."""
    file = folder / "commands.json"
    file.write_text(json.dumps(commands))
    return haricot("adjudicate", "-", file, *more, stdin=json.dumps(position))


@pytest.mark.parametrize(
    ("position", "commands", "code", "keys"),
    [
        (POSITION, HARVEST, 0, LEGAL),
        (POSITION, [HARVEST, PLANT | {"field": 1}], 0, LEGAL),
        (POSITION, [], 0, LEGAL),
        (POSITION, PLANT, 1, ILLEGAL),
        (POSITION, [HARVEST, PLANT], 1, ILLEGAL),
        (HIDDEN, PLANT, 1, UNKNOWN),
        ({**POSITION, "edition": "none"}, PLANT, 2, INVALID),
        (POSITION, {"type": "Nonsense"}, 2, INVALID),
    ],
    ids=["legal", "both legal", "nothing", "illegal", "second illegal", "unknown", "position", "command"],
)
def test_a_verdict_has_its_keys_and_its_exit_code(position, commands, code, keys, tmp_path):
    answer = judged(position, commands, tmp_path, "--json")
    assert (answer.code, answer.err) == (code, "")
    (verdict,) = answer.lines
    assert tuple(verdict) == keys
    assert verdict["verdict"] == {LEGAL: "legal", ILLEGAL: "illegal", UNKNOWN: "unknown", INVALID: "invalid"}[keys]
    told = judged(position, commands, tmp_path)
    assert told.code == code
    assert (told.err if code == 2 else told.out).startswith(verdict["verdict"])
    assert (told.out + told.err).count("\n") == 1


def test_an_illegal_command_comes_with_its_place_its_clause_and_the_table_before_it(tmp_path):
    (answer,) = judged(POSITION, [HARVEST, PLANT], tmp_path, "--json").lines
    assert (answer["at"], answer["clause"], answer["code"]) == (1, "CL-4.1", "rules.plant.variety")
    assert answer["table"]["seats"][0]["fields"] == [["blue", "blue"], [], []]
    assert answer["says"] in fine("rules", "classic", "CL-4.1").out


def test_what_hangs_on_a_card_says_on_which(tmp_path):
    assert judged(HIDDEN, PLANT, tmp_path, "--json").lines == [
        {"verdict": "unknown", "at": 0, "needs": "seats[0].hand[0]"}
    ]
    assert "seats[0].hand[0]" in judged(HIDDEN, PLANT, tmp_path).out


def test_either_of_position_and_commands_can_be_standard_input_but_not_both(tmp_path):
    position, commands = tmp_path / "position.json", tmp_path / "commands.json"
    position.write_text(json.dumps(POSITION))
    commands.write_text(json.dumps(HARVEST))
    expected = fine("adjudicate", position, commands, "--json")
    assert fine("adjudicate", "-", commands, "--json", stdin=position.read_bytes()) == expected
    assert fine("adjudicate", position, "-", "--json", stdin=commands.read_bytes()) == expected
    assert "only one" in misused("adjudicate", "-", "-")


def test_other_line_ends_and_spaces_make_no_difference(tmp_path):
    position = json.dumps(POSITION, indent=4).replace("\n", "\r\n")
    file = tmp_path / "commands.json"
    file.write_text(f"\r\n\t {json.dumps(HARVEST)} \r\n")
    assert fine("adjudicate", "-", file, "--json", stdin=position) == judged(POSITION, HARVEST, tmp_path, "--json")


@pytest.mark.parametrize("arguments", [[], ["one"], ["--batch", "b", "one"], ["--batch", "b", "one", "two"]])
def test_a_question_needs_both_files_or_a_batch(arguments):
    misused("adjudicate", *arguments)


@pytest.mark.parametrize("bad", ["{", '{"id": "b"}', "[]", "\x00", '{"id":"b","position":[],"commands":[]}', "null"])
def test_a_bad_line_in_the_middle_of_a_batch_does_not_stop_the_rest(bad, tmp_path):
    ask = {"position": POSITION, "commands": HARVEST}
    lines = [json.dumps({"id": "a", **ask}), bad, json.dumps({"id": 3, **ask, "commands": PLANT}), ""]
    answer = haricot("adjudicate", "--batch", "-", "--json", stdin="\n".join(lines))
    assert (answer.code, answer.err) == (2, "")
    assert [line["verdict"] for line in answer.lines] == ["legal", "invalid", "illegal"]
    assert [line["id"] for line in answer.lines] == ["a", "b" if "commands" in bad else None, 3]
    assert [tuple(line) for line in answer.lines] == [("id", *LEGAL), ("id", *INVALID), ("id", *ILLEGAL)]
    told = haricot("adjudicate", "--batch", "-", stdin="\n".join(lines))
    assert (told.code, told.err.count("\n"), told.out.count("\n")) == (2, 1, 2)


def test_a_batch_without_a_bad_line_exits_0_whatever_the_verdicts(tmp_path):
    asks = [{"position": POSITION, "commands": PLANT}, {"id": None, "position": HIDDEN, "commands": [PLANT]}]
    batch = tmp_path / "batch.jsonl"
    batch.write_text("\n\n".join(json.dumps(ask) for ask in asks))
    answer = fine("adjudicate", "--batch", batch, "--json")
    assert [(line["id"], line["verdict"]) for line in answer.lines] == [(None, "illegal"), (None, "unknown")]
    batch.write_text("")
    assert fine("adjudicate", "--batch", batch).out == ""


@pytest.mark.parametrize("missing", ["position", "commands"])
def test_a_file_that_is_not_there_is_an_invalid_question(missing, tmp_path):
    file = tmp_path / "there.json"
    file.write_text(json.dumps(POSITION if missing == "commands" else HARVEST))
    paths = [tmp_path / "missing", file] if missing == "position" else [file, tmp_path / "missing"]
    answer = haricot("adjudicate", *paths)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"invalid (request.malformed): {tmp_path / 'missing'}: No such file or directory\n"
    (told,) = haricot("adjudicate", *paths, "--json").lines
    assert (told["verdict"], told["code"]) == ("invalid", "request.malformed")


# doctor, where something is wrong


def test_doctor_finds_what_is_wrong_and_exits_1(tmp_path, game_file, monkeypatch):
    monkeypatch.setattr("service.cli.check.version", lambda name: "1.2.3")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "haricot.sqlite3").write_bytes(b"not a database" * 100)
    for folder in (game_file, tmp_path / "damaged", game_file / "below"):
        answer = haricot("doctor", "--json", "--data", folder)
        assert (answer.code, answer.err) == (1, "")
        assert [check["ok"] for check in answer.lines] == [True, True, True, False]
        assert haricot("doctor", "--data", folder).out.splitlines()[-1].startswith("BAD  store: ")
    for fresh in (tmp_path, tmp_path / "not" / "yet"):
        assert fine("doctor", "--data", fresh).out.splitlines()[-1].startswith("ok   store: there is no store")


def test_doctor_names_a_package_that_is_missing(monkeypatch, store):
    monkeypatch.setattr("service.cli.check.PACKAGES", ("msgspec", "no-such-package"))
    answer = haricot("doctor", "--json", "--data", store)
    assert (answer.code, answer.lines[1]["ok"]) == (1, False)
    assert "no-such-package is not installed" in answer.lines[1]["says"]


def test_one_line_is_what_the_other_tests_call_one():
    for several in ("haricot: a\nharicot: b\n", "haricot: a", "a\n"):
        with pytest.raises(AssertionError):
            one_line(several)
