"""The sources of clauses and varieties on the pages of rulebooks: titles as printed, everything else translated."""

import re

import pytest

from domain.editions import EDITIONS
from service.web import rulebook
from service.web.rule_sources import source_in

ENGLISH_WORDS = re.compile(
    r"\b(and|of|the|from|for|with|that|this|is|it|its|whose|which|count|rulebook|beanometer|reconstructed|rest|ruling"
    r"|half|example|examples|heading|game|after|public references|printed|cards|values)\b"
)
SOURCES = sorted(
    {
        source
        for edition in EDITIONS.values()
        for source in (
            *(clause.source for clause in edition.data.all_clauses.values()),
            *(variety.source for variety in edition.data.varieties),
        )
    }
)


def untranslated(language: str, sources: list[str]) -> list[str]:
    """Return the sources that have English words in a language."""
    return [source for source in sources if ENGLISH_WORDS.search(source_in(language, source))]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_no_source_has_english_words_in_another_language(language):
    assert untranslated(language, SOURCES) == []


def test_control_a_source_without_a_translation_is_detected():
    assert untranslated("fr", ["000, Contenu; as told by the publisher"]) != []


def test_a_title_stays_as_printed_within_a_translated_source():
    source = "000, Règles pour le commerce, example 3; ruling"
    assert source_in("fr", source) == "000, Règles pour le commerce, exemple 3\u202f; décision"
    assert source_in("de", source) == "000, Règles pour le commerce, Beispiel 3; Entscheidung"
    assert source_in("en", source) == source


def test_editions_whose_french_cards_have_german_names_say_so(monkeypatch):
    for language, expected in (("fr", ["classic", "sissi", "bohnaparte"]), ("de", []), ("en", [])):
        monkeypatch.setattr(rulebook, "language", lambda now=language: now)
        assert [key for key, one in EDITIONS.items() if rulebook.keeps_german_names(one.data)] == expected
