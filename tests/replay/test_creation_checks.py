"""Tests of the checks of imported files: rules, options, seats and deck must be those that this service would make."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from replay.creation_checks import require_valid_creation
from replay.record import CorruptFile, read_file
from replay.rewind import require_history
from tests.replay.mutated_files import Line, golden_events, with_checks

CLASSIC = next(lines for lines in golden_events() if lines[0]["event"]["edition"] == "classic")


def lines(upto: int = 40) -> list[Line]:
    """Return the first events of a classic game."""
    copied: list[Line] = msgspec.json.decode(msgspec.json.encode(CLASSIC[:upto]))
    return copied


def refused(changed: list[Line]) -> int:
    """Return the number of the event at which a file is refused."""
    with pytest.raises(CorruptFile) as caught:
        kept(changed)
    return caught.value.n


def kept(changed: list[Line]) -> None:
    """Assert that a file with these events is accepted."""
    record = read_file(with_checks(changed))
    require_history(record)
    require_valid_creation(record)


def with_rules(option: str, value: object) -> list[Line]:
    """Return the game with another value of an option."""
    changed = lines()
    changed[0]["event"]["rules"]["options"][option] = value
    changed[0]["cause"]["command"].setdefault("options", {})[option] = value
    return changed


def first_of(changed: list[Line], kind: str) -> int:
    """Return the index of the first event of a kind."""
    return next(index for index, line in enumerate(changed) if line["event"]["type"].startswith(kind))


def test_an_unchanged_file_and_one_with_an_illegal_move_are_accepted() -> None:
    kept(lines(300))
    turn = lines(first_of(lines(), "phase_started") + 1)
    hand = next(line["event"] for line in turn if line["event"]["type"] == "cards_dealt.1")
    seat = hand["seat"]  # the first to get cards is the first to play
    for card in hand["cards"][:3]:
        planted = {"type": "bean_planted.1", "seat": seat, "field": 0, "variety": card, "source": "hand"}
        cause = {"command": {"type": "PlantFromHand", "seat": seat, "field": 0}, "by": f"seat:{seat}"}
        turn.append({"game": CLASSIC[0]["game"], "n": 0, "at": turn[-1]["at"], "event": planted, "cause": cause})
    kept(turn)


@pytest.mark.parametrize(
    ("option", "value"),
    [("tie_break", 2), ("tie_break", "coins"), ("nothing", True), ("trade_coins", 0), ("exhaustion_counting", "\x00")],
)
def test_options_of_a_file_must_exist_in_the_edition(option: str, value: object) -> None:
    assert 1 == refused(with_rules(option, value))


@pytest.mark.parametrize(
    ("field", "value"),
    [("edition", "x"), ("edition", "duel"), ("players", 2), ("players", 9), ("fields", 1), ("practice", True)],
)
def test_rules_of_a_file_must_match_those_of_create_game(field: str, value: object) -> None:
    changed = lines(1)
    changed[0]["event"][field] = value
    assert 1 == refused(changed), "it does not follow from the command"
    if (field, value) != ("practice", True) and field != "fields":
        changed[0]["cause"]["command"][field] = value
        assert 1 == refused(changed), "nor does any rulebook have it"


@pytest.mark.parametrize("changes", [{"version": "0"}, {"digest": "0" * 64}, {"options": {}}], ids=str)
def test_rules_of_a_file_must_have_the_version_and_digest_of_the_edition(changes: dict[str, Any]) -> None:
    changed = lines()
    changed[0]["event"]["rules"] |= changes
    assert 1 == refused(changed)


def test_a_commitment_of_a_file_must_be_well_formed() -> None:
    changed = lines()
    changed[0]["event"]["commitment"] = "x"
    assert 1 == refused(changed)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "robot"),
        ("pseudonym", ""),
        ("pseudonym", " "),
        ("pseudonym", "a\x1b[2J"),
        ("pseudonym", "a\nb"),
        ("pseudonym", "\u202etac"),
        ("pseudonym", "a\x00"),
        ("pseudonym", "x" * 65),
        ("contribution", "x" * 65),
    ],
)
def test_a_seat_of_a_file_must_be_valid_for_take_seat(field: str, value: str) -> None:
    changed = lines()
    changed[1]["event"][field] = value
    assert 2 == refused(changed), "it does not follow from the command"
    changed[1]["cause"]["command"][field] = value
    assert 2 == refused(changed), "nor is it a command"
    changed[1]["event"]["pseudonym"] = changed[1]["cause"]["command"]["pseudonym"] = "Zoë"
    changed[1]["event"][field] = changed[1]["cause"]["command"][field] = CLASSIC[1]["event"][field]
    kept(changed[:3])


def test_the_deck_of_a_file_must_be_that_of_the_edition() -> None:
    changed = lines()
    shuffle = first_of(changed, "deck_shuffled")
    order = changed[shuffle]["event"]["order"]
    places = [index for index, card in enumerate(order) if card != order[0]]
    order[places[-1]] = order[0]
    assert shuffle + 1 == refused(changed)


@pytest.mark.parametrize("kind", ["game_started.1", "cards_dealt.1", "seat_taken.1"])
def test_set_up_events_of_a_file_cannot_follow_another_command(kind: str) -> None:
    changed = lines()
    at = first_of(changed, kind)
    batch = max(index for index in range(at + 1) if changed[index].get("cause"))
    changed[batch]["cause"] = {"command": {"type": "EndPlanting", "seat": 0}, "by": "seat:0"}
    assert refused(changed) == batch + 1
    changed[batch]["cause"] = {"command": None, "by": "service"}
    assert refused(changed) == batch + 1


def test_a_file_may_end_within_the_deal_but_no_command_may_follow() -> None:
    cut = first_of(lines(), "cards_dealt") + 1
    kept(lines(cut))
    onward = {"n": 0, "game": CLASSIC[0]["game"], "at": CLASSIC[0]["at"], "cause": {"command": None, "by": "service"}}
    assert cut == refused([*lines(cut), {**onward, "event": {"type": "game_voided.1", "reason": "x"}}])


@pytest.mark.parametrize(
    "where",
    [
        lambda line: line["cause"].update(by="seat:0\n"),
        lambda line: line["cause"].update(key="x" * 30_000),
        lambda line: line["cause"].update(key="\x7f"),
        lambda line: line["event"].update(phase="a\x00b"),
        lambda line: line["event"].update(phase="face_down"),
        lambda line: line["event"].update(phase="x" * 30_000),
    ],
)
def test_texts_of_a_file_must_be_storable(where: Callable[[Line], None]) -> None:
    changed = lines(first_of(lines(), "phase_started") + 1)
    changed.append({**lines(len(changed))[-1], "cause": {"command": None, "by": "service"}})
    kept(changed)
    where(changed[-1])
    assert len(changed) == refused(changed)
