"""Checks of translations: none is stale, and all use the term list."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from domain.edition_data.family import LANGUAGES
from tests.translations import FOREIGN, USAGE, WORDS, Pairs, compared, main, pairs, stale, texts

TERMS: Mapping[str, Any] = tomllib.loads((WORDS / "terms.toml").read_text("utf-8"))["terms"]
SIGNS = re.compile(r"\{[^{}]*\}|\{ \$\w+ ->")
"""Matches arguments and the heads of choices, which are no words."""


def forbidden(terms: Mapping[str, Any], language: str, there: Mapping[str, str]) -> Iterator[str]:
    """Yield the translations that use a word which the term list forbids."""
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
def test_no_translation_is_stale(language):
    left = list(stale(pairs(language), compared(language)))
    assert left == [], f"{len(left)} translations into {language} are new or stale. {USAGE}"


@pytest.mark.parametrize("language", FOREIGN)
def test_the_hash_files_list_exactly_the_translations(language):
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


def test_a_changed_english_text_is_stale_until_it_is_compared(tmp_path, capsys):
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


def test_every_term_is_used_in_each_language():
    used = {language: " ".join(texts(language).values()).lower() for language in FOREIGN}
    for name, term in TERMS.items():
        assert set(LANGUAGES) <= set(term), name
        for language in FOREIGN:
            assert term[language].lower() in used[language], (name, language)


def test_control_a_forbidden_word_is_detected():
    terms = {"seat": {"fr": "place", "in": "pages", "never": {"fr": [r"\bsièges?\b"]}, "except": ["pages.b"]}}
    there = dict.fromkeys(("pages.a", "pages.b", "classic.rules.CL-1"), "un Siège { $siège }")
    assert ["pages.a: 'Siège', the term is 'place' (terms.seat)"] == list(forbidden(terms, "fr", there))
    assert [] == list(forbidden(terms, "fr", {"pages.a": "une place { $siège }"}))
