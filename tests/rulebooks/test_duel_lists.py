"""What the duel lists as allowed or forbidden is what it decides, for every command that a seat can think of."""

from collections import Counter
from itertools import product

import pytest

from domain.commands import BuyThirdField
from domain.editions import rulebook_of
from domain.editions.duel.matching import StopMatching, TakeMatchingDiscard
from domain.editions.duel.turned_up import LeaveOffer
from domain.engine import blocked_commands, decide, legal_commands
from domain.field_audiences import redact
from domain.pending_events import UnknownChance
from domain.refusals import Refusal
from domain.visibility import seat_viewer
from tests.rulebooks.duel_scenes import (
    CHOICE,
    FINISH,
    discard,
    discard_offered,
    draw,
    harvest,
    plant,
    plant_offered,
    plant_turned_up,
)
from tests.rulebooks.scenes import random_game

ENOUGH = {"exhaustions_to_end": 2}


def every_command(table, seat):
    """Return all kinds of commands for a seat, legal or not."""
    fields = range(len(table.seats[seat].fields) + 1)
    varieties = sorted(rulebook_of(table).varieties)
    yield from (kind(seat=seat) for kind in (TakeMatchingDiscard, StopMatching, LeaveOffer, BuyThirdField))
    yield draw(seat=seat)
    yield from (order(field, seat=seat) for order, field in product((plant, harvest), fields))
    yield from (discard(slot, seat=seat) for slot in range(table.seats[seat].next_slot + 1))
    yield from (discard_offered(variety, seat=seat) for variety in varieties)
    for order in (plant_offered, plant_turned_up):
        yield from (order(variety, field, seat=seat) for variety, field in product(varieties, fields))


def clause_against(table, command):
    """The clause that refuses a command, None when it is accepted."""
    try:
        decide(rulebook_of(table), table, command, UnknownChance())
    except Refusal as refusal:
        return refusal.clause
    return None


@pytest.mark.parametrize("options", [{}, CHOICE | ENOUGH, FINISH | CHOICE], ids=str)
def test_legal_and_blocked_lists_of_the_duel_agree_with_decide(options):
    tried = Counter()
    for scene in [*random_game("duel", players=2, seed=3, options=options)][:-1:5]:
        table = scene.table
        rulebook = rulebook_of(table)
        for seat in (0, 1):
            may, may_not = legal_commands(rulebook, table, seat), blocked_commands(rulebook, table, seat)
            reasons = {(type(no.command), no.clause) for no in may_not}
            own = redact(table, seat_viewer(seat), table.rules.options)
            assert (may, may_not) == (legal_commands(rulebook, own, seat), blocked_commands(rulebook, own, seat))
            for command in every_command(table, seat):
                clause = clause_against(table, command)
                tried[type(command).__name__, clause is None] += 1
                assert (command in may) == (clause is None), command
                assert clause is None or (type(command), clause) in reasons, command
    assert {name for name, accepted in tried if not accepted} == {name for name, _ in tried}
