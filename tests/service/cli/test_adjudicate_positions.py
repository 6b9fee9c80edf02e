"""Invalid positions and commands: `haricot adjudicate` reports each in one line with its code."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.service.command_line import haricot, run_ok

HAND = [{"hand": ["red", "blue"], "hand_slots": [4, 7], "coins": ["soy"]}, {"hand": 5}, {"hand": 5}, {"hand": 5}]
POSITION: dict[str, Any] = {
    "edition": "classic",
    "seats": HAND,
    "turn": {"seat": 0, "number": 5, "phase": "trade"},
    "turned_up": ["garden", "chili"],
    "draw_pile": 50,
}
RED = {"source": "hand", "variety": "red"}
OFFER = {"proposal": 1, "seat": 0, "with": 1, "give": [{**RED, "slot": 4}], "want": {"soy": 1}}
GIFT = {"proposal": 1, "seat": 1, "to": 0, "cards": [RED]}
END = {"type": "EndTrading", "seat": 0}


def changed(**parts: Any) -> dict[str, Any]:
    """Return the position with other members."""
    return {**POSITION, **parts}


def seat(**parts: Any) -> dict[str, Any]:
    """Return the position with another first seat."""
    return changed(seats=[{**HAND[0], **parts}, *HAND[1:]])


def turn(**parts: Any) -> dict[str, Any]:
    """Return the position with another turn."""
    return changed(turn={**POSITION["turn"], **parts})


def offered(**parts: Any) -> dict[str, Any]:
    """Return the position with another open proposal."""
    return changed(proposals=[{**OFFER, **parts}])


POSITIONS: dict[str, Any] = {
    "null": None,
    "number": 7,
    "list": [],
    "empty object": {},
    "no edition": {"seats": HAND},
    "edition null": changed(edition=None),
    "edition list": changed(edition=["classic"]),
    "edition unknown": changed(edition="monopoly"),
    "another format": changed(format="haricot-position/2"),
    "unknown part": changed(colour="red"),
    "no seats": {"edition": "classic"},
    "seats null": changed(seats=None),
    "seats empty": changed(seats=[]),
    "seats object": changed(seats={"0": {}}),
    "seat null": changed(seats=[None, *HAND[1:]]),
    "two seats": changed(seats=HAND[:2]),
    "200 seats": changed(seats=[{}] * 200),
    "unknown part of a seat": seat(mood="good"),
    "hand null": seat(hand=None),
    "hand negative": seat(hand=-1),
    "hand true": seat(hand=True),
    "hand huge": seat(hand=10**30),
    "hand half a card": seat(hand=1.5),
    "hand text": seat(hand="red"),
    "hand of numbers": seat(hand=[1, 2]),
    "hand unknown card": seat(hand=["red", "pumpkin"]),
    "hand empty name": seat(hand=["red", ""]),
    "hand in hand": seat(hand=[["red"], "blue"]),
    "nine red": seat(hand=["red"] * 9, hand_slots=list(range(9))),
    "more than the deck": changed(draw_pile=105),
    "draw pile negative": changed(draw_pile=-1),
    "draw pile 10^12": changed(draw_pile=10**12),
    "slots too few": seat(hand_slots=[4]),
    "slots too many": seat(hand_slots=[4, 7, 9]),
    "slots descending": seat(hand_slots=[7, 4]),
    "slots twice": seat(hand_slots=[4, 4]),
    "slots negative": seat(hand_slots=[-4, 7]),
    "slots text": seat(hand_slots=["4", "7"]),
    "next slots of two": changed(next_slots=[9, 9]),
    "five fields": seat(fields=[[], [], [], [], []]),
    "mixed field": seat(fields=[["red", "blue"], []]),
    "face-down field": seat(fields=[["face_down"], []]),
    "field text": seat(fields=["red"]),
    "coins negative": seat(coins=-2),
    "coins text": seat(coins="many"),
    "turn null": changed(turn=None),
    "turn seat 4": turn(seat=4),
    "turn seat -1": turn(seat=-1),
    "turn seat true": turn(seat=True),
    "turn text": turn(number="five"),
    "phase unknown": turn(phase="lunch"),
    "phase null": turn(phase=None),
    "planted three": turn(planted=3),
    "options null": changed(options=None),
    "options list": changed(options=[]),
    "option null": changed(options={"trade_coins": None}),
    "exhaustions 99": changed(exhaustions=99),
    "exhaustions negative": changed(exhaustions=-1),
    "not settled": changed(settled=False),
    "settled text": changed(settled="yes"),
    "scores of two": changed(ended=True, scores=[1, 2], winners=[0]),
    "winner 9": changed(ended=True, scores=[1, 2, 3, 4], winners=[9]),
    "proposals null": changed(proposals=None),
    "proposal null": changed(proposals=[None]),
    "two of one number": changed(proposals=[OFFER, OFFER]),
    "gift of the same number": changed(proposals=[OFFER], donations=[GIFT]),
    "open and lapsed": changed(proposals=[OFFER], lapsed=[1]),
    "proposal 0": offered(proposal=0),
    "proposal -1": offered(proposal=-1),
    "slot that is not there": offered(give=[{**RED, "slot": 5}]),
    "slot of another card": offered(give=[{**RED, "slot": 7}]),
    "one slot twice": offered(give=[{**RED, "slot": 4}] * 2),
    "card not in the hand": offered(give=[{"source": "hand", "variety": "soy"}]),
    "card not turned up": offered(give=[{"source": "turned_up", "variety": "soy"}]),
    "card from nowhere": offered(give=[{"source": "sleeve", "variety": "red"}]),
    "unknown card given": offered(give=[{"source": "hand", "variety": "pumpkin", "slot": 4}]),
    "unknown card wanted": offered(want={"pumpkin": 1}),
    "nothing wanted": offered(want={}),
    "none of a card wanted": offered(want={"soy": 0}),
    "proposer not there": offered(seat=4),
    "partner not there": offered(**{"with": 9}),
    "offered to oneself": offered(**{"with": 0}),
    "coins not traded": offered(give_coins=1),
    "two strangers": changed(donations=[{**GIFT, "to": 2}]),
    "next proposal 0": changed(next_proposal=0),
    "lapsed 0": changed(lapsed=[0]),
}
OPTIONS: dict[str, Any] = {
    "unknown": {"jokers": True},
    "of another type": {"trade_coins": 1},
    "of no value": {"exhaustions_to_end": 77},
    "empty name": {"": ""},
}
COMMANDS: dict[str, Any] = {
    "null": None,
    "number": 3,
    "text": "Cheat",
    "list of lists": [[END]],
    "list with null": [END, None],
    "empty object": {},
    "unknown type": {"type": "Cheat", "seat": 0},
    "type null": {"type": None, "seat": 0},
    "type of an event": {"type": "trading_ended.1", "seat": 0},
    "no seat": {"type": "EndTrading"},
    "seat null": {**END, "seat": None},
    "seat -1": {**END, "seat": -1},
    "seat 4": {**END, "seat": 4},
    "seat 10^30": {**END, "seat": 10**30},
    "seat true": {**END, "seat": True},
    "seat text": {**END, "seat": "0"},
    "seat half": {**END, "seat": 0.5},
    "unknown field": {**END, "loudly": True},
    "field -1": {"type": "HarvestField", "seat": 0, "field": -1},
    "field true": {"type": "HarvestField", "seat": 0, "field": True},
    "coin cards unknown": {"type": "BuyThirdField", "seat": 0, "coin_cards": ["pumpkin"]},
    "variety unknown": {"type": "PlantSetAside", "seat": 0, "variety": "pumpkin", "field": 0},
    "give unknown": {"type": "OfferDonation", "seat": 0, "to": 1, "cards": [{"source": "turned_up", "variety": "x"}]},
    "want none": {"type": "ProposeTrade", "seat": 0, "give": [], "want": {"red": 0}},
    "want unknown": {"type": "ProposeTrade", "seat": 0, "give": [], "want": {"pumpkin": 1}},
    "proposal negative": {"type": "WithdrawTrade", "seat": 0, "proposal": -1},
    "10,000 and a bad one": [{"type": "DeclineTrade", "seat": 1, "proposal": 1}] * 10_000 + [{}],
}
WITH = b'{"edition":"classic","seats":[{},{},{}],"draw_pile":'
BYTES: dict[str, bytes] = {
    "empty": b"",
    "spaces": b" \n ",
    "binary": bytes(range(256)),
    "zeros": b"\0" * 1000,
    "not UTF-8": b'{"edition":"class\xefc","seats":[]}',
    "NaN": WITH + b"NaN}",
    "infinity": WITH + b"1e999}",
    "5,000 digits": WITH + b"9" * 5000 + b"}",
    "cut off": json.dumps(POSITION).encode()[:-1],
    "two values": json.dumps(POSITION).encode() * 2,
    "half a surrogate": b'{"edition":"\\ud800","seats":[]}',
    "100,000 deep": b"[" * 100_000 + b"]" * 100_000,
    "5,000 deep": b'{"edition":' * 5000 + b"1" + b"}" * 5000,
    "a YAML file": b"edition: classic\nseats: []\n",
    "5 MB": WITH + b'["red"' + b',"red"' * 800_000 + b"]}",
    "the same key twice": b'{"edition":"classic","edition":"none","seats":[{},{},{}]}',
}


@pytest.fixture
def asked(tmp_path: Path):
    """Adjudicate, require that text and JSON say the same, and return the code of the error."""

    def ask(position: bytes, commands: bytes) -> str:
        paths = tmp_path / "position", tmp_path / "commands"
        for path, data in zip(paths, (position, commands), strict=True):
            path.write_bytes(data)
        answer = haricot("adjudicate", *paths, "--json")
        assert (answer.code, answer.err) == (2, "")
        (line,) = answer.lines
        assert list(line) == ["verdict", "code", "says"]
        assert line["verdict"] == "invalid"
        assert line["says"]
        answer = haricot("adjudicate", *paths)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err == f"invalid ({line['code']}): {line['says']}\n"
        assert answer.err.count("\n") == 1
        return str(line["code"])

    return ask


def written(value: Any) -> bytes:
    """Return a value as JSON."""
    return json.dumps(value).encode()


def test_control_the_position_that_all_others_change_is_valid(tmp_path):
    (tmp_path / "end").write_bytes(written(END))
    for position in (POSITION, offered(), changed(donations=[GIFT]), seat(fields=[["red"]]), turn(planted=2)):
        run_ok("adjudicate", "-", tmp_path / "end", stdin=written(position))


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_an_impossible_position_is_invalid(position, asked):
    assert asked(written(position), written(END)) == "position.invalid"


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_an_option_that_the_edition_lacks_is_unknown(options, asked):
    assert asked(written(changed(options=options)), written(END)) == "option.unknown"


@pytest.mark.parametrize("commands", COMMANDS.values(), ids=COMMANDS)
def test_a_malformed_command_has_the_wrong_shape(commands, asked):
    assert asked(written(POSITION), written(commands)) == "request.shape"


@pytest.mark.parametrize(
    "data",
    [pytest.param(data, id=name, marks=[pytest.mark.long] if name == "5 MB" else []) for name, data in BYTES.items()],
)
def test_a_file_without_valid_json_is_invalid_as_position_and_as_commands(data, asked):
    assert asked(data, written(END)) in ("request.malformed", "position.invalid", "option.unknown")
    assert asked(written(POSITION), data) in ("request.malformed", "request.shape")
