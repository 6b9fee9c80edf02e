"""Tests of declarations at import: each place is declared once, in any order of imports."""

import subprocess
import sys
from typing import Annotated

import pytest

from domain.editions.bohnaparte.areas import WarTurn
from domain.editions.duel.areas import StepsThisTurn
from domain.events import BeanPlanted, CardsTurnedUp, DrawPileExhausted, Event
from domain.evolve import BlankAnnexes, applies, declare_annexes, evolve, follows
from domain.member_types import Count
from domain.rules.planting import declare_plant_source
from domain.table import Annex, Table, Turn
from domain.visibility import EVERYONE


class Steps(Annex):
    """The annex of a turn in an edition that is not built in."""

    taken: Annotated[Count, EVERYONE] = 0


def unchanged(table, event):
    """Apply an event without a change."""
    return table


def test_an_event_has_one_applier():
    with pytest.raises(TypeError, match="BeanPlanted has an applier already"):
        applies(BeanPlanted)(unchanged)


def test_an_event_has_one_applier_per_annex():
    with pytest.raises(TypeError, match="CardsTurnedUp has a follower on StepsThisTurn already"):
        follows(StepsThisTurn, CardsTurnedUp)(unchanged)
    with pytest.raises(TypeError, match="DrawPileExhausted has a follower on WarTurn already"):
        follows(WarTurn, DrawPileExhausted)(unchanged)


def test_an_annex_applier_may_be_declared_before_the_applier():
    class Stepped(Event):
        steps: Annotated[Count, EVERYONE]

    stepped = []
    follows(Steps, Stepped)(lambda table, event: stepped.append("follower") or table)
    applies(Stepped)(lambda table, event: stepped.append("applier") or table)
    evolve(Table(turn=Turn(annex=Steps())), Stepped(steps=1))
    assert ["applier", "follower"] == stepped
    evolve(Table(), Stepped(steps=1))
    assert ["applier", "follower", "applier"] == stepped, "this table has no such annex"


def test_an_edition_declares_its_annexes_once():
    with pytest.raises(TypeError, match="duel has annexes already"):
        declare_annexes("duel", BlankAnnexes())


def test_an_area_declares_one_way_to_remove_cards():
    with pytest.raises(TypeError, match="planting from set_aside is declared already"):
        declare_plant_source("set_aside")(unchanged)


TWICE = """
from typing import Annotated
from domain.events import SeatEvent
from replay.codec import Codec

class Planted(SeatEvent, tag="bean_planted.1"):
    "Another event under a name that is taken."

Codec()
"""


def test_a_stored_name_belongs_to_one_class():
    answer = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, text=True, check=False)
    assert "TypeError: Planted is stored as bean_planted.1, and another class is already" in answer.stderr
