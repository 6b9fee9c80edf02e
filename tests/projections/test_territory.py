"""Tests of territory: it agrees with the final score and the legal targets of attacks."""

import pytest
from msgspec.structs import replace

from domain.editions import rulebook, rulebook_of
from domain.editions.bohnaparte.areas import board_of, with_terrain
from domain.editions.bohnaparte.terrains import attack_targets
from domain.events import GameEnded
from domain.table import Table
from projections.territory import SeatLands, table_lands
from replay.rewind import tables
from tests.projections.test_card_movements import record_of


@pytest.fixture(scope="module")
def played() -> list[Table]:
    """Return the tables of a whole game of Bohnaparte."""
    return [table for _, table in tables(record_of("bohnaparte"))]


def test_territory_equals_the_final_score(played: list[Table]) -> None:
    events = [envelope.event for envelope in record_of("bohnaparte").envelopes]
    (ended,) = [event for event in events if isinstance(event, GameEnded)]
    found = table_lands(rulebook_of(played[-1]), played[-1])
    assert found is not None
    assert [seat.points for seat in found.seats] == list(ended.scores)
    for table in played[::9]:
        found = table_lands(rulebook_of(table), table)
        assert found is not None
        owners = [terrain.owner for terrain in board_of(table).terrains]
        assert [seat.count for seat in found.seats] == [owners.count(seat) for seat in range(len(table.seats))]
        assert [*found.points] == [terrain.id for terrain in board_of(table).terrains]


def test_conquerable_terrains_are_the_legal_targets(played: list[Table]) -> None:
    table = next(table for table in played if board_of(table).terrains and table.begun)
    found = table_lands(rulebook_of(table), table)
    assert found is not None
    aims = {
        board_of(table).kind(place)
        for seat in range(len(table.seats))
        for place in attack_targets(board_of(table), seat)
    }
    assert aims <= {kind for kind, one in found.kinds.items() if one.conquerable}
    assert {kind for kind, one in found.kinds.items() if not one.conquerable} == {"river"}
    assert (found.kinds["city"].least, found.kinds["farm"].least) == (18, None)


def test_a_fortress_and_the_options_count(played: list[Table]) -> None:
    table = next(table for table in played if any(terrain.owner == 0 for terrain in board_of(table).terrains))
    camp = next(terrain for terrain in board_of(table).owned(0, "camp"))
    fortified = with_terrain(table, replace(camp, fortress=True))
    worthless = rulebook("bohnaparte", 3, {"bp_camp_victory_points": 0})
    found = [table_lands(book, one) for book in (rulebook_of(table), worthless) for one in (table, fortified)]
    assert [one.points[camp.id] for one in found if one is not None] == [1, 2, 0, 1]
    assert [one.seats[0].points - found[0].seats[0].points for one in found if one and found[0]] == [0, 1, -1, 0]


@pytest.mark.parametrize("edition", ["classic", "duel"])
def test_an_edition_without_terrains_has_no_territory(edition: str) -> None:
    players = 2 if edition == "duel" else 3
    assert table_lands(rulebook(edition, players, {}), Table(edition=edition)) is None


def test_no_seat_holds_terrains_before_the_board_is_set_up(played: list[Table]) -> None:
    found = table_lands(rulebook_of(played[0]), played[0])
    assert found is not None
    assert (found.points, set(found.seats)) == ({}, {SeatLands(count=0, points=0)} if found.seats else set())


def test_an_impossible_table_has_no_territory(played: list[Table]) -> None:
    stranger = replace(board_of(played[-1]).terrains[0], owner=99)
    odd = with_terrain(played[-1], stranger)
    assert table_lands(rulebook_of(odd), odd) is None
