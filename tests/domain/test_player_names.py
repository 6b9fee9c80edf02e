"""Tests of player names: normalisation, refused characters, comparison."""

import unicodedata

from domain.player_names import comparison_key, name_fault, normalized_name

KEPT = (
    "José",
    "A; B",
    '"Bo" \\',
    "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
    "क्\u200dष",
    "👨\u200d👩\u200d👧",
    "Nguyễn Thị",
    "Seat 1",
    "李",
    "a" * 40,
)
REFUSED = {
    "": "has 0",
    "a" * 41: "has 41",
    "\u3164": "U+3164 (hangul filler)",
    "a\u200bb": "character 2 is U+200B (zero width space)",
    "\u200cab": "character 1 is U+200C",
    "a\u202eb": "U+202E",
    "a\tb": "U+0009",
    "a\n": "U+000A",
    "a" + "\u0301" * 18: "accents",
    "\u00a0": "has 0",
}


def test_a_player_name_is_normalised_and_stripped():
    for name in KEPT:
        assert normalized_name(f" \u00a0{unicodedata.normalize('NFD', name)}  ") == normalized_name(name)
        assert name_fault(normalized_name(name)) is None, name
        assert normalized_name(normalized_name(name)) == normalized_name(name)


def test_a_refused_player_name_is_reported_with_its_character():
    for name, says in REFUSED.items():
        assert says in str(name_fault(normalized_name(name))), ascii(name)


def test_player_names_are_compared_without_case_width_or_spaces():
    for name, other in (
        ("José", "Jose\u0301"),
        ("Bo", "bO"),
        ("\uff21\uff4e\uff41", "ana"),
        ("Ana  Muster", "ana\u00a0muster"),
        ("Straße", "STRASSE"),
    ):
        assert comparison_key(name) == comparison_key(other)
    assert comparison_key("Ana") != comparison_key("Anna")
    assert comparison_key("Jose") != comparison_key("José")
