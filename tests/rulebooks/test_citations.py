"""Citations: where a clause takes over others, the sentence that convicts; each shuffle by a clause of its own."""

import pytest
from msgspec.structs import replace

from domain.commands import HarvestField, PlantFromHand, ProposeTrade
from domain.edition_data.edition import EditionData, sentence
from domain.edition_data.family import FAMILY
from domain.edition_data.loader import checked
from domain.editions import EDITIONS, edition_named
from domain.versions import older_versions
from replay.audit import audit
from service.lifecycle.bots.simulate import simulate
from tests.long_tests import one_in
from tests.rulebooks.scenes import given

BOHNAPARTE = EDITIONS["bohnaparte"].data
CLASSIC = EDITIONS["classic"].data
TAKING_OVER = {"BP-4.1": 4, "BP-5.1": 5, "BP-6.1": 6}
"""The clauses that take over a section of the classic game each, with its number."""
SET_UP = {"classic": "CL-2.2", "modern": "MO-2.2", "duel": "DU-2.2", "sissi": "SI-2.2", "bohnaparte": "BP-2.2"}
RENEWED = {"classic": "CL-8.4", "modern": "MO-8.2", "duel": "DU-8.2", "sissi": "SI-8.2", "bohnaparte": "BP-8.2"}


@pytest.mark.parametrize(("clause", "section"), TAKING_OVER.items())
def test_a_clause_that_takes_over_a_section_has_all_its_sentences(clause, section):
    taken = [name for name, text in CLASSIC.clauses.items() if text.section == section]
    assert list(BOHNAPARTE.clauses[clause].takes_over) == taken
    for name in taken:
        citation = f"{clause}/{name}"
        assert BOHNAPARTE.says(citation) == CLASSIC.says(name)
        assert BOHNAPARTE.cited(citation).section == section
        assert sentence(citation) == name
        assert {*BOHNAPARTE.cited(citation).ambiguity} <= {*BOHNAPARTE.ambiguities, *FAMILY.ambiguities}


@pytest.mark.parametrize("citation", ["6.1/CL-5.4", "6.1/", "6.1/CL-99.1", "1.1/CL-1.1", "6.1/CL-6.4/CL-6.4", ""])
def test_what_a_clause_does_not_take_over_cannot_be_cited_with_it(citation):
    assert BOHNAPARTE.cited(f"BP-{citation}") is None
    assert CLASSIC.cited(f"CL-{citation}") is None
    assert BOHNAPARTE.cited("BP-6.1") is BOHNAPARTE.clauses["BP-6.1"]


def test_a_refusal_cites_the_sentence_that_convicts_and_says_it():
    scene = given("bohnaparte", players=3, fields={0: [["red"], ["soy", "soy"]]}, hands={0: ["blue"]})
    scene.when(HarvestField(seat=0, field=0)).refused("BP-6.1/CL-6.4", CLASSIC.says("CL-6.4"))
    scene.when(PlantFromHand(seat=0, field=0)).refused("BP-4.1/CL-4.6", CLASSIC.says("CL-4.6"))
    scene.when(ProposeTrade(seat=0)).refused("BP-5.1/CL-5.12", CLASSIC.says("CL-5.12"))
    assert scene.when(HarvestField(seat=0, field=1)).events


def never_alone(data: EditionData) -> list[str]:
    """The citations of a clause that takes over sentences without one of them, where the base game cites one."""
    every = {**data.cites, **data.allows}
    alone = [slot for slot, citation in every.items() if citation in TAKING_OVER]
    return [slot for slot in alone if sentence(every[slot]) == every[slot] and slot != "cards_turned_up"]


def test_no_section_of_the_classic_game_is_cited_as_a_whole():
    assert [] == never_alone(BOHNAPARTE)
    (first,) = older_versions(BOHNAPARTE)
    assert "harvest.protection" in never_alone(first)  # as the games of version 1 had it, for ever


def test_a_sentence_taken_over_that_is_absent_is_reported():
    lost = {name: clause for name, clause in BOHNAPARTE.taken_over.items() if name != "CL-6.4"}
    with pytest.raises(ValueError, match=r"b\.toml: .*BP-6\.1 takes over CL-6\.4, which is absent"):
        checked(replace(BOHNAPARTE, taken_over=lost), "b.toml")
    assert checked(BOHNAPARTE, "b.toml") is BOHNAPARTE


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_shuffle_of_the_set_up_and_that_of_an_exhaustion_have_clauses_of_their_own(edition):
    data = EDITIONS[edition].data
    assert data.behind("deck_shuffled", "setup") == SET_UP[edition]
    assert data.behind("deck_shuffled", "exhaustion") == RENEWED[edition]
    assert edition_named(edition, "1").data.behind("deck_shuffled", "setup") == SET_UP[edition]


@pytest.mark.parametrize("edition", one_in(2, EDITIONS))
def test_the_audit_cites_the_clause_of_the_set_up_for_its_shuffle(edition):
    players = EDITIONS[edition].data.players[0]
    found = audit(simulate(edition, players, "setup", 1, {}, ["random"])[0].record())
    shuffles = [verdict.clause for verdict in found.verdicts if verdict.clause in (SET_UP[edition], RENEWED[edition])]
    assert shuffles[0] == SET_UP[edition]
    assert found.first is None
