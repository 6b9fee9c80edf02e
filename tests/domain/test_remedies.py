"""Tests of the book of remedies: every refusal and finding has an entry, and an invalid book is refused."""

from copy import deepcopy

import pytest

from domain.edition_data.family import FAMILY, LANGUAGES, read_toml
from domain.editions import EDITIONS
from domain.findings import found
from domain.refusals import Misuse
from domain.remedies import TOURNAMENT, read_book
from tests.projections.test_typography import FAULTS

READ = read_toml("domain", "tournament.toml")
OUTSIDE_A_GAME = ("setup.", "board.", "game.ended")
"""Refusals before or after a game, for which the general entry is enough."""


def test_every_refusing_mechanism_has_a_remedy():
    mechanisms = {mechanism for edition in EDITIONS.values() for mechanism in edition.data.cites}
    general = {mechanism for mechanism in mechanisms if TOURNAMENT.for_refusal(mechanism).general}
    assert {one for one in general if not one.startswith(OUTSIDE_A_GAME)} == set()
    assert TOURNAMENT.for_refusal("plant.not_front").id == "TR-1"
    assert TOURNAMENT.for_refusal("never.heard_of").general


def test_every_finding_of_an_audit_has_a_remedy():
    line = ("rules.", "deal.", "record.", "fact.", "effect.", "bundle.")  # what is no fault
    unsure = {
        "set_right",
        "attested",
        "no_rules",
        "hidden_command",
        "hidden_card",
        "hidden_lapse",
        "field",
        "field_differs",
    }
    faults = {name for name in FAMILY.findings["en"] if not name.startswith(line)} - unsure
    assert {name for name in faults if TOURNAMENT.for_finding(found(name)).general} == set()
    assert TOURNAMENT.for_finding("CL-1.5: 103 cards instead of 104").id == "TR-15"
    assert TOURNAMENT.for_finding(found("absent", cards=("red",), area="front", seat=0)).id == "TR-1"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_remedy_is_complete_in_each_language(lang):
    for entry in TOURNAMENT.entries:
        whole, text = TOURNAMENT.whole(entry, lang), TOURNAMENT.text(entry, lang)
        for part in (text.name, text.what, text.remedy, *text.examples, TOURNAMENT.terms[entry.term][lang]):
            assert part in whole
        assert not FAULTS[lang].search(whole), whole
        assert TOURNAMENT.brief(entry, lang).startswith(text.name)


def test_other_words_change_the_digest_of_the_remedies():
    other = deepcopy(READ)
    other["entries"][0]["de"]["remedy"] += " Sofort."
    assert read_book(other, "other").digest != TOURNAMENT.digest == read_book(deepcopy(READ), "same").digest


def planted(change):
    book = deepcopy(READ)
    change(book)
    return book


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda book: book["entries"][2]["fr"].pop("remedy"), "required field `remedy`"),
        (
            lambda book: book["entries"][0]["refusals"].append("plant.sideways"),
            "TR-1 answers plant.sideways, which nothing",
        ),
        (lambda book: book["entries"][0]["refusals"].append("harvest.*"), "harvest.* stands in it twice"),
        (lambda book: book["entries"][0]["findings"].append("lost"), "TR-1 answers lost, which no audit finds"),
        (lambda book: book["entries"][1].update(id="TR-1"), "TR-1 stands in it twice"),
        (lambda book: book["entries"][1].update(term="easter"), "TR-2 names the term easter, which is absent"),
        (lambda book: book["entries"][1].update(penalties=["stocks"]), "TR-2 names the penalty stocks"),
        (lambda book: book["entries"][1].update(penalties=[]), "TR-2 names no penalty"),
        (lambda book: book["entries"][1].update(general=True), "exactly one entry must be general"),
        (lambda book: book["labels"].pop("term"), "the label term is absent"),
        (lambda book: book["name"].pop("fr"), "name has no words in fr"),
        (lambda book: book.update(key="duel"), "duel is an edition"),
        (lambda book: book["terms"].update(easter=book["terms"]["confirmed"]), "there is no term easter"),
    ],
)
def test_an_invalid_book_of_remedies_is_refused_with_the_fault(change, says):
    with pytest.raises(Misuse) as error:
        read_book(planted(change), "own.toml")
    assert "own.toml is no book of remedies" in error.value.says
    assert says in error.value.says
