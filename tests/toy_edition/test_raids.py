"""Tests of the toy's clauses, by adjudication of commands in a position."""

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.commands import Command, DrawCards, HarvestField
from domain.editions import rulebook_of
from domain.engine import blocked_commands, decide, legal_commands
from domain.field_audiences import redact
from domain.pending_events import UnknownChance
from domain.refusals import ImpossiblePosition, Refusal, UnknownCard
from domain.rulebook import Bounds
from domain.visibility import OMNISCIENT, seat_viewer
from replay.adjudicate import adjudicate
from replay.positions.read import read_position
from replay.positions.write import position_of
from tests.toy_edition.areas import ground
from tests.toy_edition.raids import CommitCard, DeclareRaid, EndRaids
from tests.toy_edition.random_toy_games import PlayedGame, settled
from tests.toy_edition.stores import PlantStored

ATTACKER: dict[str, Any] = {"hand": ["blue", "red"], "hand_slots": [3, 5], "coins": ["red"], "fields": [["blue"], []]}
DEFENDER: dict[str, Any] = {"hand": ["garden"], "hand_slots": [7], "store": ["red"]}
TABLE: dict[str, Any] = {
    "edition": "toy",
    "turn": {"seat": 0, "number": 4, "phase": "raid"},
    "seats": [ATTACKER, DEFENDER],
    "draw_pile": ["red", "blue"],
    "discard_pile": ["garden", "garden"],
}
RAID = DeclareRaid(seat=0, target=1)
ATTACK = CommitCard(seat=0, source="hand", slot=5)
DEFENCE = CommitCard(seat=1, source="hand", slot=7)


def ruling(*commands: Command, **changes: Any) -> dict[str, Any]:
    """Return the verdict as JSON."""
    answer = adjudicate({**TABLE, **changes}, [msgspec.to_builtins(command) for command in commands])
    reply: dict[str, Any] = json.loads(json.dumps(answer))
    return reply


def types(answer: dict[str, Any]) -> list[str]:
    """Return the types of the events, in order."""
    return [event["type"] for event in answer["events"]]


def test_ty_11_6__the_more_frequent_variety_wins_and_the_beaten_card_is_stored() -> None:
    answer = ruling(RAID, ATTACK, DEFENCE)
    raid = ["raid_declared.1", "card_committed.1", "card_committed.1", "raid_resolved.1", "card_stored.1"]
    assert types(answer) == raid
    after = answer["table"]
    assert after["seats"][0]["store"] == ["garden"]
    assert after["discard_pile"] == ["red", "red", "garden", "garden"]
    assert (after.get("raid"), after["prize"], after["turn"]["raids"]) == (None, [], 1)


def test_ty_11_6__among_equals_the_defender_wins() -> None:
    answer = ruling(RAID, ATTACK, DEFENCE, seats=[ATTACKER, {**DEFENDER, "hand": ["red"]}])
    assert answer["table"]["seats"][1]["store"] == ["red", "red"]


@pytest.mark.parametrize(
    ("commands", "clause"),
    [
        ([DeclareRaid(seat=1, target=0)], "TY-11.1"),
        ([EndRaids(seat=1)], "TY-11.1"),
        ([DrawCards(seat=0)], "TY-8.1"),
        ([RAID, ATTACK, DEFENCE, RAID], "TY-11.2"),
        ([DeclareRaid(seat=0, target=0)], "TY-11.3"),
        ([DeclareRaid(seat=0, target=2)], "TY-11.3"),
        ([ATTACK], "TY-11.4"),
        ([RAID, DEFENCE], "TY-11.4"),
        ([RAID, ATTACK, ATTACK], "TY-11.4"),
        ([RAID, replace(ATTACK, slot=4)], "TY-11.4"),
        ([RAID, replace(ATTACK, source="store")], "TY-11.4"),
        ([RAID, RAID], "TY-11.5"),
        ([RAID, EndRaids(seat=0)], "TY-11.5"),
        ([RAID, DrawCards(seat=0)], "TY-11.5"),
        ([RAID, HarvestField(seat=0, field=0)], "TY-11.5"),
        ([RAID, ATTACK, HarvestField(seat=1, field=0)], "TY-11.5"),
    ],
)
def test_an_illegal_raid_command_is_refused_with_its_clause(commands: list[Command], clause: str) -> None:
    answer = ruling(*commands)
    assert (answer["verdict"], answer.get("clause"), answer.get("at")) == ("illegal", clause, len(commands) - 1)


@pytest.mark.parametrize(
    "commands", [[RAID, ATTACK], [RAID, CommitCard(seat=0, source="pile")], [EndRaids(seat=0), DrawCards(seat=0)]]
)
def test_the_nearest_legal_raid_command_is_accepted(commands: list[Command]) -> None:
    assert ruling(*commands)["verdict"] == "legal"


def test_ty_11_5__before_and_after_a_raid_anybody_may_harvest() -> None:
    harvest = HarvestField(seat=0, field=0)
    seats = [{**ATTACKER, "fields": [["blue", "blue"], []]}, DEFENDER]
    assert ruling(harvest, seats=seats)["verdict"] == "legal"
    assert ruling(RAID, ATTACK, DEFENCE, harvest, seats=seats)["verdict"] == "legal"
    assert ruling(RAID, harvest, seats=seats)["clause"] == "TY-11.5"


def test_ty_11_1__twice_a_turn_and_again_in_the_next() -> None:
    rich = [{**ATTACKER, "coins": 3, "store": 0}, {**DEFENDER, "store": 0}]
    assert ruling(RAID, seats=rich, turn={**TABLE["turn"], "raids": 1})["verdict"] == "legal"
    assert ruling(RAID, seats=rich, turn={**TABLE["turn"], "raids": 2})["clause"] == "TY-11.1"
    over = ruling(EndRaids(seat=0), DrawCards(seat=0), turn={**TABLE["turn"], "raids": 2})
    assert over["table"]["turn"] == {"seat": 1, "number": 5, "phase": "plant", "planted": 0, "raids": 0}


def test_ty_9_2__the_last_exhaustion_waits_for_the_raid_and_then_ends_the_game() -> None:
    from_the_pile = CommitCard(seat=0, source="pile")
    last = ruling(RAID, from_the_pile, draw_pile=["blue"], exhaustions=1)
    assert types(last) == ["raid_declared.1", "card_committed.1", "draw_pile_exhausted.1"]
    halfway = last["table"]
    assert (halfway["final"], halfway["draw_pile"], halfway["ended"]) == (True, [], False)
    answer = adjudicate(halfway, msgspec.to_builtins(DEFENCE))
    decided = ["card_committed.1", "raid_resolved.1", "card_stored.1"]
    assert types(answer) == [*decided, "field_harvested.1", "game_ended.1"]
    assert answer["table"]["ended"]


def test_ty_9_2__the_discards_are_shuffled_for_it_without_being_counted() -> None:
    halfway = ruling(RAID, CommitCard(seat=0, source="pile"), draw_pile=["blue"], exhaustions=1)["table"]
    table = read_position(halfway)
    rulebook = rulebook_of(table)

    class FairChance(UnknownChance):
        """A source of chance that does not shuffle."""

        def shuffle(self, k: int, contributions: tuple[str, ...], pile: tuple[str, ...]) -> tuple[str, ...]:
            return pile

    decision = decide(rulebook, table, CommitCard(seat=1, source="pile"), FairChance())
    events = [msgspec.to_builtins(event) for event in decision.events]
    assert [event["type"] for event in events][:3] == ["deck_shuffled.1", "card_committed.1", "raid_resolved.1"]
    assert events[-1]["type"] == "game_ended.1"
    # Without fixed chance the order of the shuffle is unknown, and the raid depends on it.
    asked = adjudicate(halfway, {"type": "CommitCard", "seat": 1, "source": "pile"})
    assert asked == {"verdict": "unknown", "at": 0, "needs": "raid.commitments[1].card"}


def test_ty_11_6__a_seat_without_a_card_to_commit_defends_with_nothing() -> None:
    bare = {"seats": [ATTACKER, {}], "draw_pile": [], "discard_pile": [], "raid": {"seat": 0, "target": 1}}
    answer = ruling(ATTACK, **bare)
    assert types(answer) == ["card_committed.1", "raid_resolved.1", "card_stored.1"]
    assert (answer["events"][1]["attack_card"], answer["events"][1]["defence_card"]) == ("red", None)
    assert answer["table"]["seats"][0]["store"] == ["red"]
    assert ruling(CommitCard(seat=0, source="pile"), **bare)["clause"] == "TY-11.4"


def test_ty_9_3__a_third_stored_card_ends_the_game_at_once() -> None:
    answer = ruling(RAID, ATTACK, DEFENCE, seats=[{**ATTACKER, "store": 2}, DEFENDER])
    ended = answer["events"][-1]
    # The coin is spent and the lone blue bean pays nothing: three stored cards against one.
    assert (ended["type"], ended["reason"], ended["scores"]) == ("game_ended.1", "full_store", [3, 1])


def test_ty_12_2__a_stored_card_is_planted_and_garden_beans_grow_anywhere() -> None:
    plant = {"turn": {"seat": 0, "number": 4, "phase": "plant"}}
    seats = [{**ATTACKER, "store": ["garden", "red"]}, DEFENDER]
    after = ruling(PlantStored(seat=0, variety="garden", field=0), seats=seats, **plant)["table"]
    assert (after["seats"][0]["fields"], after["seats"][0]["store"]) == ([["blue", "garden"], []], ["red"])
    assert after["turn"]["planted"] == 0
    assert ruling(PlantStored(seat=0, variety="red", field=0), seats=seats, **plant)["clause"] == "TY-4.2"
    assert ruling(PlantStored(seat=0, variety="blue", field=0), seats=seats, **plant)["clause"] == "TY-12.2"
    assert ruling(PlantStored(seat=0, variety="red", field=1), seats=[{**ATTACKER, "store": 1}, DEFENDER], **plant) == {
        "verdict": "unknown",
        "at": 0,
        "needs": "seats[0].store",
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"raid": {"seat": 0, "target": 9}},
        {"raid": {"seat": 1, "target": 0}},
        {"raid": {"seat": 0, "target": 1, "commitments": [{"seat": 1, "source": "pile", "card": "red"}]}},
        {"raid": {"seat": 0, "target": 1, "commitments": 2}},
        {"raid": {"seat": 0, "target": 1}, "turn": {**TABLE["turn"], "phase": "draw"}},
        {"seats": [{**ATTACKER, "store": ["red"] * 9}, DEFENDER]},
        {"seats": [{**ATTACKER, "store": 25}, DEFENDER]},
    ],
)
def test_an_impossible_raid_position_is_invalid(wrong: dict[str, Any]) -> None:
    with pytest.raises(ImpossiblePosition):
        ruling(CommitCard(seat=0, source="pile"), **wrong)


@pytest.mark.long
def test_a_position_read_back_is_the_same_position_in_every_view(games: tuple[PlayedGame, ...]) -> None:
    raided = 0
    for game, table in settled(games[:40], every=12):
        raided += ground(table).raid is not None
        for viewer in (OMNISCIENT, *game.viewers):
            written = json.loads(json.dumps(position_of(table, viewer)))
            assert json.loads(json.dumps(position_of(read_position(written), viewer))) == written
    assert raided > 50


def test_legal_and_blocked_agree_with_decide_and_with_the_seats_own_view(games: tuple[PlayedGame, ...]) -> None:
    clauses = set()
    for _, table in settled(games[:30], every=12):
        rulebook = rulebook_of(table)
        for seat in range(len(table.seats)):
            own = redact(table, seat_viewer(seat), table.rules.options)
            may, may_not = legal_commands(rulebook, table, seat), blocked_commands(rulebook, table, seat)
            assert may == legal_commands(rulebook, own, seat)
            assert may_not == blocked_commands(rulebook, own, seat)
            for command in may:
                if not isinstance(command, Bounds):
                    try:
                        decide(rulebook, table, command, UnknownChance())
                    except UnknownCard:
                        assert isinstance(command, CommitCard)  # it is lawful, but decided by a shuffle
            for no in may_not:
                with pytest.raises(Refusal) as refusal:
                    decide(rulebook, table, no.command, UnknownChance())
                assert refusal.value.clause == no.clause
                clauses.add(no.clause)
    assert {*(f"TY-11.{number}" for number in range(1, 6)), "TY-12.2", "TY-4.2", "TY-9.4"} <= clauses
