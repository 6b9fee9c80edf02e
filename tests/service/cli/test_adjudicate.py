"""`haricot adjudicate`: each verdict with its keys and its exit code, alone and in batches."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.service.command_line import CommandAnswer, haricot, run_ok, run_refused

POSITION = {
    "edition": "classic",
    "seats": [{"hand": ["red", "blue"], "fields": [["blue", "blue"], ["soy", "soy"]]}, {"hand": 5}, {"hand": 5}],
    "draw_pile": 60,
}
HIDDEN = {**POSITION, "seats": [{**POSITION["seats"][0], "hand": 2}, *POSITION["seats"][1:]]}
HARVEST = {"type": "HarvestField", "seat": 0, "field": 1}
PLANT = {"type": "PlantFromHand", "seat": 0, "field": 0}
LEGAL = ("verdict", "events", "table")
ILLEGAL = ("verdict", "at", "clause", "says", "code", "table", "remedy")
UNKNOWN = ("verdict", "at", "needs")
INVALID = ("verdict", "code", "says")
RED = {"source": "hand", "variety": "red"}
OFFER = {"proposal": 1, "seat": 0, "with": 1, "give": [{**RED, "slot": 4}], "want": {"soy": 1}}
GIFT = {"proposal": 1, "seat": 1, "to": 0, "cards": [RED]}
END = {"type": "EndTrading", "seat": 0}
TRADING = {
    "edition": "classic",
    "seats": [{"hand": ["red", "blue"], "hand_slots": [4, 7], "coins": ["soy"]}, {"hand": 5}, {"hand": 5}, {"hand": 5}],
    "turn": {"seat": 0, "number": 5, "phase": "trade"},
    "turned_up": ["garden", "chili"],
    "draw_pile": 50,
}


def asked(position: object, commands: object, folder: Path, *more: str) -> CommandAnswer:
    """Adjudicate a position from standard input and commands from a file."""
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
    answer = asked(position, commands, tmp_path, "--json")
    assert (answer.code, answer.err) == (code, "")
    (verdict,) = answer.lines
    assert tuple(verdict) == keys
    assert verdict["verdict"] == {LEGAL: "legal", ILLEGAL: "illegal", UNKNOWN: "unknown", INVALID: "invalid"}[keys]
    reply = asked(position, commands, tmp_path)
    assert reply.code == code
    assert (reply.err if code == 2 else reply.out).startswith(verdict["verdict"])
    assert (reply.out + reply.err).count("\n") == 1


def test_an_illegal_verdict_names_the_command_the_clause_and_the_table_before_it(tmp_path):
    (answer,) = asked(POSITION, [HARVEST, PLANT], tmp_path, "--json").lines
    assert (answer["at"], answer["clause"], answer["code"]) == (1, "CL-4.1", "rules.plant.variety")
    assert answer["table"]["seats"][0]["fields"] == [["blue", "blue"], [], []]
    assert answer["says"] in run_ok("rules", "classic", "CL-4.1").out


def test_an_unknown_verdict_names_the_card_it_depends_on(tmp_path):
    assert asked(HIDDEN, PLANT, tmp_path, "--json").lines == [
        {"verdict": "unknown", "at": 0, "needs": "seats[0].hand[0]"}
    ]
    assert "seats[0].hand[0]" in asked(HIDDEN, PLANT, tmp_path).out


def test_position_or_commands_may_be_standard_input_but_not_both(tmp_path):
    position, commands = tmp_path / "position.json", tmp_path / "commands.json"
    position.write_text(json.dumps(POSITION))
    commands.write_text(json.dumps(HARVEST))
    expected = run_ok("adjudicate", position, commands, "--json")
    assert run_ok("adjudicate", "-", commands, "--json", stdin=position.read_bytes()) == expected
    assert run_ok("adjudicate", position, "-", "--json", stdin=commands.read_bytes()) == expected
    assert "only one" in run_refused("adjudicate", "-", "-")


def test_adjudicate_ignores_line_endings_and_white_space(tmp_path):
    position = json.dumps(POSITION, indent=4).replace("\n", "\r\n")
    file = tmp_path / "commands.json"
    file.write_text(f"\r\n\t {json.dumps(HARVEST)} \r\n")
    assert run_ok("adjudicate", "-", file, "--json", stdin=position) == asked(POSITION, HARVEST, tmp_path, "--json")


@pytest.mark.parametrize("arguments", [[], ["one"], ["--batch", "b", "one"], ["--batch", "b", "one", "two"]])
def test_adjudicate_needs_both_files_or_a_batch(arguments):
    run_refused("adjudicate", *arguments)


@pytest.mark.parametrize("bad", ["{", '{"id": "b"}', "[]", "\x00", '{"id":"b","position":[],"commands":[]}', "null"])
def test_an_invalid_line_of_a_batch_does_not_stop_the_rest(bad, tmp_path):
    ask = {"position": POSITION, "commands": HARVEST}
    lines = [json.dumps({"id": "a", **ask}), bad, json.dumps({"id": 3, **ask, "commands": PLANT}), ""]
    answer = haricot("adjudicate", "--batch", "-", "--json", stdin="\n".join(lines))
    assert (answer.code, answer.err) == (2, "")
    assert [line["verdict"] for line in answer.lines] == ["legal", "invalid", "illegal"]
    assert [line["id"] for line in answer.lines] == ["a", "b" if "commands" in bad else None, 3]
    assert [tuple(line) for line in answer.lines] == [("id", *LEGAL), ("id", *INVALID), ("id", *ILLEGAL)]
    reply = haricot("adjudicate", "--batch", "-", stdin="\n".join(lines))
    assert (reply.code, reply.err.count("\n"), reply.out.count("\n")) == (2, 1, 2)


def test_the_help_of_adjudicate_names_the_exit_codes_of_a_batch():
    assert "With --batch it is 2 if a line is invalid, else 0." in " ".join(run_ok("adjudicate", "--help").out.split())


def test_a_batch_of_valid_lines_exits_0_for_any_verdict(tmp_path):
    asks = [{"position": POSITION, "commands": PLANT}, {"id": None, "position": HIDDEN, "commands": [PLANT]}]
    batch = tmp_path / "batch.jsonl"
    batch.write_text("\n\n".join(json.dumps(ask) for ask in asks))
    answer = run_ok("adjudicate", "--batch", batch, "--json")
    assert [(line["id"], line["verdict"]) for line in answer.lines] == [(None, "illegal"), (None, "unknown")]
    batch.write_text("")
    assert run_ok("adjudicate", "--batch", batch).out == ""


@pytest.mark.parametrize("missing", ["position", "commands"])
def test_adjudicate_reports_a_missing_file_as_invalid(missing, tmp_path):
    file = tmp_path / "there.json"
    file.write_text(json.dumps(POSITION if missing == "commands" else HARVEST))
    paths = [tmp_path / "missing", file] if missing == "position" else [file, tmp_path / "missing"]
    answer = haricot("adjudicate", *paths)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"invalid (request.malformed): {tmp_path / 'missing'}: No such file or directory\n"
    (line,) = haricot("adjudicate", *paths, "--json").lines
    assert (line["verdict"], line["code"]) == ("invalid", "request.malformed")


# Positions that leave members out, as views do.


def judged(position: dict[str, Any], commands: object, folder: Path) -> dict[str, Any]:
    """Adjudicate with `--json`, and return the answer."""
    (answer,) = asked(position, commands, folder, "--json").lines
    return dict(answer)


def test_an_offer_without_slots_gets_slots_of_cards_in_the_hand(tmp_path):
    offers = [{**OFFER, "give": [RED]}, {**OFFER, "proposal": 2, "give": [RED, {**RED, "variety": "blue"}]}]
    (proposal, other) = judged({**TRADING, "proposals": offers}, [], tmp_path)["table"]["proposals"]
    assert [card["slot"] for card in proposal["give"]] == [4]
    assert [card["slot"] for card in other["give"]] == [4, 7]


def test_offers_from_hidden_hands_do_not_lapse(tmp_path):
    hidden = {**RED, "slot": None}
    offers = [{**OFFER, "proposal": n, "seat": n, "with": 0, "give": [hidden], "want": {"blue": 1}} for n in (1, 2)]
    position = {**TRADING, "proposals": offers, "donations": [{**GIFT, "proposal": 3, "cards": [hidden]}]}
    declined = judged(position, {"type": "DeclineTrade", "seat": 0, "proposal": 1}, tmp_path)
    assert [event["type"] for event in declined["events"]] == ["trade_declined.1"]
    accept = {"type": "AcceptTrade", "seat": 0, "proposal": 1, "handed_over": [7]}
    assert [event["type"] for event in judged(position, accept, tmp_path)["events"]] == ["trade_accepted.1"]


def test_accepting_an_offer_lapses_another_offer_of_the_same_card(tmp_path):
    gift = {**GIFT, "seat": 0, "to": 1, "proposal": 2, "cards": [{**RED, "slot": 4}]}
    accepted = judged(
        {**TRADING, "proposals": [OFFER], "donations": [gift]},
        {"type": "AcceptDonation", "seat": 1, "proposal": 2},
        tmp_path,
    )
    assert [event["type"] for event in accepted["events"]] == ["beans_donated.1", "trade_lapsed.1"]


def test_omitted_fields_of_a_position_are_empty(tmp_path):
    position = {**TRADING, "seats": [{"fields": [["red"]]}, {}, {}, {}]}
    assert [seat["fields"] for seat in judged(position, [], tmp_path)["table"]["seats"]] == [[["red"], []]] + [
        [[], []]
    ] * 3


def test_an_ended_position_allows_no_command(tmp_path):
    answer = judged({**TRADING, "ended": True, "scores": [1, 2, 3, 4], "winners": [3]}, END, tmp_path)
    assert (answer["verdict"], answer["code"]) == ("illegal", "rules.game.ended")


def test_create_game_is_illegal_in_a_position(tmp_path):
    answer = judged(TRADING, {"type": "CreateGame", "edition": "classic", "players": 4}, tmp_path)
    assert answer["verdict"] == "illegal"


def test_adjudicate_answers_ten_thousand_commands(tmp_path):
    propose = {
        "type": "ProposeTrade",
        "seat": 0,
        "with": 1,
        "give": [{"source": "hand", "slot": 4}],
        "want": {"soy": 1},
    }
    orders = [
        order for n in range(1, 5_001) for order in (propose, {"type": "WithdrawTrade", "seat": 0, "proposal": n})
    ]
    answer = judged(TRADING, orders, tmp_path)
    assert (answer["verdict"], len(answer["events"]), answer["table"]["next_proposal"]) == ("legal", 10_000, 5_001)


LINE = "classic B1.plant A:5??(|) B:Gr,St,Bl(Re|) C:5??(|) pile:80??"


def test_adjudicate_takes_a_position_in_notation_instead_of_a_file(tmp_path):
    assert haricot("adjudicate", LINE, "p2").code == 0
    assert haricot("adjudicate", LINE, "p1").code == 1
    file = tmp_path / "here.txt"
    file.write_text(LINE + "\n")
    assert haricot("adjudicate", file, "p2").code == 0
    slip = haricot("adjudicate", LINE.replace("St", "Sx"), "p2")
    assert slip.code == 2
    assert "line 1, column 32" in slip.err


def test_adjudicate_tries_each_possible_hidden_card():
    line = LINE.replace("B:Gr,St,Bl(Re|)", "B:5??(Re|So) ?B@1=Gr,So")
    verdict = haricot("adjudicate", line, "p2")
    assert verdict.code == 1
    assert verdict.out.endswith("(seats[1].hand[0]); green: illegal CL-4.1; soy: legal\n")
    assert haricot("adjudicate", line, "p1").out.startswith("illegal, command 0: CL-4.1: ")


@pytest.mark.parametrize(
    ("lang", "moves", "says"),
    [
        ("fr", "p1", "illegal, command 0: CL-4.1: Un champ porte une seule variété"),
        ("de", "p2", "unknown, command 0: Es hängt an der 1. Handkarte von B"),
    ],
)
def test_adjudicate_prints_the_verdict_in_the_chosen_language(lang, moves, says):
    line = LINE.replace("B:Gr,St,Bl(Re|)", "B:5??(Re|So) ?B@1=Gr,So")
    assert haricot("adjudicate", line, moves, "--lang", lang).out.startswith(says)


def test_adjudicate_prints_errors_of_a_position_in_the_chosen_language():
    answer = haricot("adjudicate", "classic B1.plant A:9Ga(|) B:5??(|) C:5??(|)", "p2", "--lang", "de")
    assert (answer.code, "Karten" in answer.err) == (2, True)
