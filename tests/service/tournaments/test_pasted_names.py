"""Reading pasted names of players."""

import pytest

from domain.refusals import Misuse
from service.tournaments.pasted_names import parse_registrations, pasted_text, require_registrations
from service.tournaments.registration import Registration


def test_pasted_names_are_split_at_common_separators():
    for text, names in (
        ("Ana\nBo\n\n  Cy  \n", ["Ana", "Bo", "Cy"]),
        ("Ana, Bo,Cy", ["Ana", "Bo", "Cy"]),
        ("Ana; Bo | Cy\tDi", ["Ana", "Bo", "Cy", "Di"]),
        ("Muster, Ana\nLang, Bo", ["Muster, Ana", "Lang, Bo"]),
        ("Ana, Bo, Cy\nDi, Eve, Flo", ["Ana", "Bo", "Cy", "Di", "Eve", "Flo"]),
        ("1. Ana\n2) Bo\n3: Cy\n- Di\n\u2022 Eve", ["Ana", "Bo", "Cy", "Di", "Eve"]),
        ("1\tAna\n2.\tBo", ["Ana", "Bo"]),
        ('"Muster, Ana", "Bo"', ["Muster, Ana", "Bo"]),
        ('Ana "the bean" Muster\nBo', ['Ana "the bean" Muster', "Bo"]),
        ("42", ["42"]),
        ("<b>Bo</b>\nZo\u00eb O\u2019Neil-\u00d6z", ["<b>Bo</b>", "Zo\u00eb O\u2019Neil-\u00d6z"]),
        (";;,,\t\n", []),
        ("", []),
    ):
        assert [one.name for one in parse_registrations(text)] == names, text
    assert parse_registrations("Ana (TSV Nord); Bo ()") == (
        Registration(name="Ana", club="TSV Nord"),
        Registration(name="Bo ()"),
    )
    with pytest.raises(Misuse, match="names no player"):
        require_registrations(parse_registrations(" , "), "the list")


def test_the_encoding_of_pasted_names_is_detected():
    text = "Zo\u00eb\nB\u00f6\n"
    for data in (
        text.encode(),
        text.encode("utf-8-sig"),
        text.encode("utf-16"),
        text.encode("latin-1"),
        text.replace("\n", "\r\n").encode("cp1252"),
    ):
        assert pasted_text(data) == text, data
    assert pasted_text("\u20ac \u201eBo\u201c".encode("cp1252")) == "\u20ac \u201eBo\u201c"
    assert pasted_text(b"\x81\xe4") == "\x81\u00e4"
    with pytest.raises(Misuse, match="ZIP"):
        pasted_text(b"PK\x03\x04 an office document")
