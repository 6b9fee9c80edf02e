"""Quiet events, which a replay skips, move no card in any edition."""

import pytest

from domain.edition_data.family import FAMILY
from domain.editions import EDITIONS
from domain.table import Table
from domain.view import View
from domain.visibility import OMNISCIENT
from projections.card_movements import card_moves
from replay.rewind import tables
from service.lifecycle.bots.simulate import simulate
from tests.event_table import declared_events
from tests.long_tests import one_in

GAMES = [("classic", 4), ("modern", 5), ("duel", 2), ("sissi", 4), ("bohnaparte", 3)]


@pytest.mark.parametrize(("edition", "players"), one_in(2, GAMES))
def test_a_quiet_event_moves_no_card(edition: str, players: int):
    quiet = set(EDITIONS[edition].data.all_quiet)
    before, passed, steps = View.of(Table(), OMNISCIENT), 0, 0
    for envelope, table in tables(simulate(edition, players, "quiet", 1, {}, ["trader"])[0].record()):
        after = View.of(table, OMNISCIENT)
        if str(envelope.event.__struct_config__.tag) in quiet:
            assert card_moves(before, after, envelope.event) == (), envelope.n
            passed += 1
        before, steps = after, steps + 1
    assert passed > steps / 5


def test_quiet_events_are_events():
    quiet = {name for edition in EDITIONS.values() for name in edition.data.all_quiet}
    assert quiet <= set(declared_events())
    assert set(FAMILY.quiet) <= quiet
