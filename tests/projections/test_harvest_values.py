"""Tests of harvest values: a field pays what was shown, in whole games of every edition."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from domain.cards import FACE_DOWN, coins_for
from domain.commands import HarvestField
from domain.editions import rulebook, rulebook_of
from domain.engine import legal_commands
from domain.events import FieldHarvested
from domain.table import Seat, Table, Turn
from projections.harvest_values import NextStep, field_payments
from replay.rewind import tables
from tests.long_tests import one_in
from tests.projections.test_card_movements import GAMES, record_of


def table_of(edition: str, players: int, fields: tuple[tuple[str, ...], ...], **options: str) -> Table:
    """Return a table at which the first seat has these fields."""
    book = rulebook(edition, players, options)
    seats = (Seat(fields=fields), *(Seat(fields=((),) * book.initial_fields) for _ in range(players - 1)))
    return Table(edition=edition, seats=seats, turn=Turn(phase="plant"))


def paid(edition: str, fields: tuple[tuple[str, ...], ...], **options: str):
    """Return the harvest values of the first seat."""
    return field_payments(rulebook(edition, 3, options), table_of(edition, 3, fields, **options))[0]


@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_a_harvest_pays_its_shown_value(game):
    sold = 0
    for (_, before), (envelope, _) in pairwise(tables(record_of(game))):
        if isinstance(event := envelope.event, FieldHarvested):
            found = field_payments(rulebook_of(before), before)[event.seat][event.field]
            assert found is not None
            assert (found.coins, found.meter) == (len(event.coins), event.meter)
            assert found.harvestable or event.reason != "choice"
            sold += 1
    assert sold


def test_harvestable_fields_are_those_the_rules_allow():
    for envelope, table in tables(record_of("classic")):
        if table.begun and table.result is None and envelope.n % 7 == 0:
            book = rulebook_of(table)
            for seat, fields in enumerate(field_payments(book, table)):
                may = {move.field for move in legal_commands(book, table, seat) if isinstance(move, HarvestField)}
                found = {index for index, field in enumerate(fields) if field is not None and field.harvestable}
                assert may == found


def test_a_harvest_value_lists_the_next_steps_of_the_beanometer():
    field, empty = paid("classic", (("red",) * 3, ()))
    assert empty is None
    assert field is not None
    assert (field.coins, field.cards, field.meter, field.doubled, field.clause) == (2, 3, "red", False, None)
    assert coins_for(3, field.steps or ()) == 2
    assert field.next == NextStep(cards=4, coins=3)
    (full,) = paid("classic", (("red",) * 5,))
    assert full is not None
    assert full.next is None


def test_a_protected_bean_is_shown_with_its_clause():
    lone, other = paid("classic", (("red",), ("blue",) * 2))
    assert lone is not None
    assert other is not None
    assert (lone.harvestable, lone.clause) == (False, "CL-6.4")
    assert (other.harvestable, other.clause) == (True, None)
    (free, _) = paid("classic", (("red",), ("blue",) * 2), bean_protection="off")
    assert free is not None
    assert free.harvestable


@pytest.mark.parametrize(
    ("counting", "cards", "has_steps"), [("all_cards", 3, True), ("last_variety", 2, True), ("each_variety", 3, False)]
)
def test_a_field_with_several_beanometers_has_no_steps(counting, cards, has_steps):
    mixed = paid("sissi", (("chili", "sissi", "chili"), ()), sissi_counting=counting)[0]
    assert mixed is not None
    assert (mixed.cards, mixed.meter, mixed.steps is not None) == (cards, "chili", has_steps)
    assert mixed.next is None or has_steps
    pure = paid("sissi", (("chili",), ()), sissi_counting=counting)[0]
    assert pure is not None
    assert pure.steps is not None


def test_equal_neighbouring_fields_are_reported():
    single, doubled = paid("sissi", (("chili", "sissi"), ("chili", "chili")))
    assert single is not None
    assert doubled is not None
    assert (single.doubled, doubled.doubled) == (False, True)


@pytest.mark.parametrize("unknown", [("red", FACE_DOWN), ("no such bean",)])
def test_a_field_with_unknown_cards_has_no_value(unknown):
    book, table = rulebook("classic", 3, {}), table_of("classic", 3, ((), ()))
    odd = table.with_seat(0, replace(table.seats[0], fields=(unknown, ("red", "red"))))
    odd = replace(odd, discard_pile=("no such bean",))
    found = field_payments(book, odd)[0]
    assert found[0] is None
    assert found[1] is not None
