"""Tests of the notation of moves: every command of every edition round-trips."""

from random import Random

import pytest

from domain.commands import AcceptDonation, HarvestField, PlantFromHand, PlantSetAside, ProposeTrade
from domain.editions import EDITIONS, rulebook_of
from domain.evolve import evolve
from domain.table import Table
from replay.adjudicate import adjudicate
from replay.notation.command_syntax import long_form
from replay.notation.moves import forms_of, read_move, write_move
from replay.notation.names import Names, Unreadable
from replay.positions.read import read_position
from replay.rewind import batches
from tests.random_player import begin, play

HERE = {
    "edition": "classic",
    "turn": {"seat": 1, "phase": "trade"},
    "turned_up": ["chili", "soy"],
    "seats": [
        {"hand": ["red", "blue", "blue"], "fields": [["red"], []], "coins": 2},
        {"hand": ["stink", "black_eyed"], "fields": [["soy", "soy"], ["garden"]], "set_aside": ["blue"]},
        {"hand": 2},
    ],
}


def there_and_back(edition, players, seed):
    """Count the commands of a random game that do not round-trip."""
    game = play(begin(edition, players, {}, seed), Random(seed), thrifty=True)
    table, others = Table(), 0
    for batch in batches(game.envelopes):
        cause = batch[0].cause
        if table.begun and cause is not None and cause.command is not None:
            text = write_move(game.rulebook, table, cause.command, ("en", "de")[seed % 2])
            read = read_move(game.rulebook, table, text)
            others += (read.command, read.end) != (cause.command, len(text))
        for envelope in batch:
            table = evolve(table, envelope.event)
    return others


@pytest.mark.parametrize(("edition", "players"), [(key, EDITIONS[key].data.players[-1]) for key in EDITIONS])
def test_each_command_of_a_game_round_trips_as_notation(edition, players):
    assert there_and_back(edition, players, len(edition)) == 0


def read(text, position=HERE):
    table = read_position(position)
    return read_move(rulebook_of(table), table, text).command


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("A:h1", HarvestField(seat=0, field=0)),
        ("h2(2Re,Bl)", HarvestField(seat=1, field=1, coin_cards=("red", "red", "blue"))),
        ("A:p1@2", PlantFromHand(seat=0, field=0, slot=1)),
        ("Bl2", PlantSetAside(seat=1, variety="blue", field=1)),
        ("Blaue2", PlantSetAside(seat=1, variety="blue", field=1)),
        ('"harry colt"2', PlantSetAside(seat=1, variety="blue", field=1)),
        ("Black-eyed2", PlantSetAside(seat=1, variety="black_eyed", field=1)),
        ("Au2", PlantSetAside(seat=1, variety="black_eyed", field=1)),
        ("AcceptDonation proposal=3", AcceptDonation(seat=1, proposal=3)),
        ("#>* 0=2Re*+So", ProposeTrade(seat=1, want={"red": 2}, want_turned_up=("soy",))),
    ],
)
def test_typed_notation_is_read_as_commands(text, command):
    assert read(text) == command


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("Rex1", 0, "did you mean Re"),
        ("#1>A @1=Feuerbone*", 8, "did you mean Ch"),
        ("#1>A @9=Ch", 5, "B has 2 cards in hand"),
        ("#2>A @1=Ch", 1, "the next number is 1"),
        ("q1", 0, "no move; moves here are"),
        ("E:h1", 0, "no seat E: seats are A to C"),
        ("A:h0", 3, "fields are counted from 1"),
        ("#1>A @1=999So*", 8, "too many"),
    ],
)
def test_a_mistake_is_reported_with_column_and_suggestion(text, at, says):
    with pytest.raises(Unreadable, match=says) as caught:
        read(text)
    assert caught.value.at == at


def test_suggestions_are_computed_only_when_an_error_is_shown(monkeypatch):
    looked = []
    monkeypatch.setattr("replay.notation.names.get_close_matches", lambda word, *_, **__: looked.append(word) or [])
    assert read("p1") == PlantFromHand(seat=1, field=0)  # which is no card's name, as in `Re1`
    assert looked == []
    with pytest.raises(Unreadable) as caught:
        read("#1>A @1=Feuerbone*")
    assert looked == []
    assert caught.value.says == str(caught.value) == "no card 'Feuerbone' in this game"
    assert looked == ["feuerbone"]


def test_every_command_has_an_equivalent_long_form():
    table = read_position(HERE)
    for kind, form in forms_of("classic").long.items():
        assert form.template_text.startswith(kind.__name__)
    text = long_form(PlantSetAside).template_text.replace("{variety}", "Bl").replace("{field}", "2")
    assert read(text) == PlantSetAside(seat=1, variety="blue", field=1)
    assert write_move(rulebook_of(table), table, read("#>A @1=Ch")) == "#1>A @1=Ch"


def test_zones_can_be_named_in_any_language():
    game = begin("bohnaparte", 3, {}, 4)
    table = game.table
    camp = next(cell.id for cell in table.annex.board.cells if cell.id.startswith("camp-"))
    colour = {"orange": "Orange", "black": "Schwarz", "red": "Rot", "blue": "Blau", "green": "Grün", "yellow": "Gelb"}
    said = f"C Feldlager-{colour[camp.removeprefix('camp-')]}"
    assert read_move(game.rulebook, table, said).command == read_move(game.rulebook, table, f"C {camp}").command


def test_adjudicate_accepts_notation():
    by_text = adjudicate(HERE, "A:h1 {a remark}\n#>A @1=2Bl* ; A:#1!@2@3")
    assert by_text["verdict"] == "illegal"
    assert by_text["at"] == 0  # a lone bean beside an empty field
    done = adjudicate(HERE, "#>A @1=2Bl*; A:#1!@2@3")
    assert done["verdict"] == "legal"
    assert [event["type"] for event in done["events"]] == ["trade_proposed.1", "trade_accepted.1"]


def test_control_a_changed_code_is_detected(monkeypatch):
    code = Names.code
    monkeypatch.setattr(Names, "code", lambda self, card: "Bl" if card == "red" else code(self, card))
    assert there_and_back("classic", 5, 7)
