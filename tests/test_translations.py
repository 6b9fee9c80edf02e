"""Translations say what the English says today, in the words of the term list."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from domain.edition_data.family import LANGUAGES
from tests.translations import FOREIGN, USAGE, WORDS, Pairs, compared, main, pairs, stale, texts

TERMS: Mapping[str, Any] = tomllib.loads((WORDS / "terms.toml").read_text("utf-8"))["terms"]
SIGNS = re.compile(r"\{[^{}]*\}|\{ \$\w+ ->")
"""What stands in braces: arguments and the heads of choices, no words."""


def forbidden(terms: Mapping[str, Any], language: str, there: Mapping[str, str]) -> Iterator[str]:
    """Where a translation says a thing by another word than the one of the term list."""
    for name, term in terms.items():
        for pattern in term.get("never", {}).get(language, ()):
            said_otherwise = re.compile(pattern, re.IGNORECASE)
            for key, text in there.items():
                apart = any(exception in key for exception in term.get("except", ()))
                if apart or (term["in"] == "pages" and not key.startswith("pages.")):
                    continue
                if found := said_otherwise.search(SIGNS.sub("x", text)):
                    yield f"{key}: {found[0]!r}, the term is {term[language]!r} (terms.{name})"


@pytest.mark.parametrize("language", FOREIGN)
def test_a_translation_translates_the_english_of_today(language):
    left = list(stale(pairs(language), compared(language)))
    assert left == [], f"{len(left)} translations into {language} are new or stale. {USAGE}"


@pytest.mark.parametrize("language", FOREIGN)
def test_the_files_of_hashes_have_nothing_that_is_not_translated(language):
    assert {key for key, _ in compared(language)} == set(pairs(language))


def test_texts_of_every_kind_are_compared():
    keys = set(pairs("fr"))
    assert len(keys) > 2400
    assert {
        "pages.table-known",
        "pages.problem-not-found.title",
        "family.sentences.cards_drawn.1",
        "family.phases.plant",
        "tournament.labels.remedy",
        "classic.rules.CL-6.4",
        "classic.rules.AMB-CL-3.reading.1",
        "family.rules.bean_protection",
        "family.rules.bean_protection=strict",
    } <= keys


def test_a_changed_english_text_is_stale_until_somebody_has_compared_it(tmp_path, capsys):
    before: Pairs = {"pages.a-one": ("one", "un"), "pages.a-two": ("two", "deux"), "pages.b": ("b", "b")}
    assert main([], {"fr": before}, tmp_path) == 0  # new ones need no second look
    after = {**before, "pages.a-one": ("1", "un"), "pages.a-two": ("2", "deux")}
    assert main([], {"fr": after}, tmp_path) == 1
    assert "pages.a-one\n  en 1\n  fr un" in capsys.readouterr().out
    assert main(["pages.a-one"], {"fr": after}, tmp_path) == 1
    assert list(stale(after, compared("fr", tmp_path))) == ["pages.a-two"]
    assert main(["pages.a-"], {"fr": {**after, "pages.c": ("c", "c")}}, tmp_path) == 0
    assert main([], {"fr": before}, tmp_path) == 1  # and back again is a change too


@pytest.mark.parametrize("language", FOREIGN)
def test_translations_keep_to_the_term_list(language):
    assert [] == list(forbidden(TERMS, language, texts(language)))


def test_every_term_has_its_word_in_each_language_and_texts_use_it():
    for name, term in TERMS.items():
        assert set(LANGUAGES) <= set(term), name
        for language in FOREIGN:
            said = " ".join(texts(language).values()).lower()
            assert term[language].lower() in said, (name, language)


def test_another_word_is_seen_and_an_exception_is_let_be():
    terms = {"seat": {"fr": "place", "in": "pages", "never": {"fr": [r"\bsièges?\b"]}, "except": ["pages.b"]}}
    there = dict.fromkeys(("pages.a", "pages.b", "classic.rules.CL-1"), "un Siège { $siège }")
    assert ["pages.a: 'Siège', the term is 'place' (terms.seat)"] == list(forbidden(terms, "fr", there))
    assert [] == list(forbidden(terms, "fr", {"pages.a": "une place { $siège }"}))
