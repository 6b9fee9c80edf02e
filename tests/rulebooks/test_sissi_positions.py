"""Tables of Sissi that are written down: what may lie on them, and what may not."""

import pytest

from domain.refusals import Misuse
from tests.rulebooks.scenes import given


@pytest.mark.parametrize("players", [4, 5])
def test_si_2_6__a_third_field_lies_only_before_three_players(players):
    with pytest.raises(Misuse, match=r"^SI-2.6: seat 2 has 3 fields instead of 2$"):
        given("sissi", players=players, fields={1: [[], [], []]})
    assert given("sissi", players=players, fields={1: [["red"], []]}).table.seats[1].fields == (("red",), ())
    three = given("sissi", players=3, fields={1: [["red"], [], ["soy"]]})
    assert three.table.seats[1].fields == (("red",), (), ("soy",))


@pytest.mark.parametrize(
    ("field", "says"),
    [
        (["red", "soy"], "^in field 1 of seat 1 no soy grows on red$"),
        (["red", "sissi", "soy"], "^in field 1 of seat 1 no soy grows on sissi$"),
    ],
)
def test_si_4_1__no_field_with_two_captains_can_be_written_down(field, says):
    with pytest.raises(Misuse, match=says):
        given("sissi", fields={0: [field, []]})
    doubled = given("sissi", fields={0: [["sissi", "sissi", "red", "red"], []]})
    assert doubled.table.seats[0].fields[0] == ("sissi", "sissi", "red", "red")
