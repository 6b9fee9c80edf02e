"""Clauses and rulings speak of moves and players at a table, and a clause that leaves the printed letter says so."""

import re

import pytest

from domain.edition_data.family import FAMILY
from domain.editions import EDITIONS

OF_A_PROGRAM = re.compile(r"\b(engine|command|event|server|software|program)s?\b", re.IGNORECASE)
DEPARTING = ("CL-5.11", "MO-5.9", "SI-5.10", "DU-4.3", "BP-3.3", "BP-11.10", "BP-14.1")
"""The clauses whose ruling is not what the rulebook prints, though what it prints is plain."""


def texts(data):
    """Return every text of an edition that players read, by clause, ruling or option."""
    yield from ((name, clause.says) for name, clause in data.clauses.items())
    for name, point in {**FAMILY.ambiguities, **data.ambiguities}.items():
        yield from ((name, text) for text in (point.question, point.ruling, *point.readings))
    yield from ((rule.name, rule.says) for rule in data.all_options)


def speaking_of_a_program(texts):
    """The texts that speak of an engine or its commands."""
    return [name for name, text in texts if OF_A_PROGRAM.search(text)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_text_of_the_rules_speaks_of_an_engine_or_its_commands(edition):
    assert [] == speaking_of_a_program(texts(EDITIONS[edition].data))


def test_a_text_that_speaks_of_a_program_is_reported():
    planted = [*texts(EDITIONS["classic"].data), ("CL-9.7", "Once the game has ended every command is refused.")]
    assert ["CL-9.7"] == speaking_of_a_program(planted)
    assert ["CL-9.4"] == speaking_of_a_program([("CL-9.4", "The Engine does it."), ("CL-1.5", "A commander's move.")])


def says(clause):
    """The words of a clause of any edition."""
    return next(edition.data.says(clause) for edition in EDITIONS.values() if clause in edition.data.clauses)


@pytest.mark.parametrize("clause", DEPARTING)
def test_a_clause_that_departs_from_the_printed_rule_says_so_where_it_stands(clause):
    assert re.search(r"departs from (the printed rule|its letter)", says(clause))


def test_only_these_clauses_depart():
    found = [name for edition in EDITIONS.values() for name, text in texts(edition.data) if "departs from" in text]
    assert sorted(DEPARTING) == sorted(found)


def test_si_1_2__the_clause_names_the_numbers_of_the_printed_examples():
    assert "examples 6 and 7 name other numbers, three chili and two Sissi" in says("SI-1.2")


def test_bp_13_1__the_quarry_is_turned_over_and_not_given_up():
    answer = says("BP-13.1")
    assert "turn over a full own quarry and pay 2 coins" in answer
    assert "give up" not in answer
