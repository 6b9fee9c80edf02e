"""Tests of typography: quotes, spaces, counts and names follow each language."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from domain.edition_data.family import FAMILY, LANGUAGES, BeanName, Wording
from domain.editions import EDITIONS
from domain.table import pseudonym_of
from domain.translations import tongue
from projections.sentences import Chronicle
from tests.replay.example_games import traders_game, wild_game

FAULTS = {
    "fr": re.compile(
        r"(?<![\N{NO-BREAK SPACE}]):(?=[^\w/]|$)|(?<!\N{NARROW NO-BREAK SPACE})[;!?]"
        r"|«(?!\N{NO-BREAK SPACE})|(?<!\N{NO-BREAK SPACE})»|['\"]"
    ),
    "de": re.compile(r"['\"”]|„[^“]*$|^[^„]*“"),
    "en": re.compile(r"\"|“[^”]*$|^[^“]*”"),
}
"""Patterns that no text of a language may contain: a plain space before a sign in French, a straight quote."""


def said(wording: Wording, language: str) -> Iterator[str]:
    """Yield every text of a language in a TOML file."""
    for table in Wording.__struct_fields__:
        held = getattr(wording, table)
        if table not in ("markers", "differs", "phases", "quiet"):
            yield from flat(held.get(language, {}))
    yield from (one[language] for one in wording.phases.values())
    yield from (one.name[language] for one in wording.markers.values())


def flat(table: dict[str, Any]) -> Iterator[str]:
    for text in table.values():
        yield from (text.name, text.one, text.many, text.short) if isinstance(text, BeanName) else (text,)


def everything(language: str) -> Iterator[str]:
    yield from said(FAMILY, language)
    yield from FAMILY.findings[language].values()
    for key, edition in EDITIONS.items():
        yield from said(edition.data, language)
        yield edition.data.name[language]
        said_here = tongue(key, language)
        yield from (*said_here.texts.values(), *said_here.options.values(), *said_here.here.values())
        yield from (name for values in said_here.values.values() for name in values.values())


def ill_set(language: str, written: Iterable[str]) -> list[str]:
    """Return the texts with wrong typography."""
    blanked = ((text, re.sub(r"\{[^}]*\}", "x", text)) for text in written)
    return [text for text, bare in blanked if FAULTS[language].search(bare)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_follows_the_typography_of_its_language(language):
    assert [] == ill_set(language, everything(language))


@pytest.mark.parametrize(
    ("language", "fault"),
    [
        ("fr", "Une partie est créée : {edition}"),
        ("fr", "La partie commence ; premier joueur"),
        ("fr", "Tour {turn}: {seat} devient le joueur actif"),
        ("fr", "l'échange"),
        ("fr", "la phase «\N{NO-BREAK SPACE}{phase} »"),
        ("fr", "Sissi !"),
        ("de", 'die Phase "{phase}"'),
        ("de", "die Phase “{phase}”"),
        ("de", "die Phase „{phase}”"),
        ("en", 'the phase "{phase}"'),
    ],
)
def test_control_wrong_typography_is_detected(language, fault):
    assert [fault] == ill_set(language, ["{seat}", fault])


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unnamed_player_is_called_by_seat_number(language):
    nameless = Chronicle(EDITIONS["classic"].data, language, [pseudonym_of(seat) for seat in range(4)])
    for record in (traders_game(), wild_game()):
        for envelope in record.envelopes:
            assert odd(nameless.sentence(envelope.event)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_named_players_are_never_called_by_seat(language):
    named = Chronicle(EDITIONS["classic"].data, language, ["Ana", "Bo", "Cy", "Dee"])
    sentences = [named.sentence(envelope.event) for record in (traders_game(),) for envelope in record.envelopes]
    assert not [sentence for sentence in sentences if re.search(r"\b(Seat|Place|Platz) \d", sentence)]
    assert "Ana" in sentences[-2]


def odd(sentence: str) -> str | None:
    """Return machine wording in a sentence: a pseudonym, seat or field 0, or a count with an x."""
    found = re.search(r"seat-|\b(Seat|Place|Platz|field|Bohnenfeld) 0\b|\b0e champ|\d x ", sentence)
    return None if found is None else found[0]


@pytest.mark.parametrize(
    "fault", ["seat-1 draws", "Seat 0 draws", "in field 0", "auf Bohnenfeld 0", "dans son 0e champ", "2 x Red bean"]
)
def test_control_machine_counting_is_detected(fault):
    assert odd(fault) is not None
    assert odd("Ana draws 2 \N{MULTIPLICATION SIGN} Harry Colt, 10 Red beans in field 10 of Seat 20") is None


@pytest.mark.parametrize(
    ("edition", "language", "count", "says"),
    [
        ("classic", "en", 2, "2 Blue beans"),
        ("classic", "fr", 2, "2 Blaue Bohnen"),
        ("modern", "fr", 2, "2 \N{MULTIPLICATION SIGN} Harry Colt"),
        ("modern", "fr", 1, "un Harry Colt"),
        ("sissi", "fr", 1, "une Blaue Bohne"),
        ("classic", "de", 3, "3 Blaue Bohnen"),
    ],
)
def test_several_cards_of_a_variety_are_named_in_the_plural(edition, language, count, says):
    assert Chronicle(EDITIONS[edition].data, language).cards({"blue": count}) == says


@pytest.mark.parametrize(
    ("edition", "names"), [("classic", 0), ("sissi", 0), ("bohnaparte", 0), ("modern", 11), ("duel", 11)]
)
def test_only_one_rulebook_calls_its_beans_harry(edition, names):
    data = EDITIONS[edition].data
    called = [data.bean_names("fr")[variety.id].name for variety in data.varieties]
    assert names >= len([name for name in called if name.startswith("Harry")]) >= min(names, 7)
    assert data.bean_names("de")["wax"].name == "Weinbrandbohne"
