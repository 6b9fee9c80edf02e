"""Tests of the words of editions: commands, sections, markers and notes, in three languages."""

import re

import pytest
from msgspec.structs import replace

from domain.edition_data.family import FAMILY, LANGUAGES
from domain.edition_data.loader import checked
from domain.editions import EDITIONS, rulebook
from domain.evolve import blank_annexes_of
from domain.member_types import members_of
from projections.command_labels import FACTS
from replay.codec import command_types, event_types

DUEL = EDITIONS["duel"].data
WAR = EDITIONS["bohnaparte"].data


def members_in(template: str) -> set[str]:
    """Return the members that a template uses."""
    return {name for names in re.findall(r"{([^}:]+)(?::\w+)?}", template) for name in names.split("+")}


@pytest.mark.parametrize("key", EDITIONS)
def test_the_words_of_every_seat_command_are_checked(key):
    data = EDITIONS[key].data
    given = {kind.__name__ for players in data.players for kind in rulebook(key, players, {}).moves}
    assert given | {"CreateGame", "TakeSeat"} == set(data.command_names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", EDITIONS)
def test_the_words_of_a_command_use_only_its_members(key, language):
    kinds = command_types()
    for name, template in EDITIONS[key].data.command_texts(language).items():
        command, _, variant = name.partition(":")
        assert members_in(template) <= {member.name for member in members_of(kinds[command])} | FACTS, name
        assert variant in ("", "open", "hand", "depot", "pile"), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_command_use_the_same_members_in_all_languages(language):
    for data in (edition.data for edition in EDITIONS.values()):
        english, other = data.command_texts("en"), data.command_texts(language)
        assert {name: members_in(text) for name, text in english.items()} == {
            name: members_in(text) for name, text in other.items()
        }


def test_a_command_without_words_fails_the_import():
    wordless = {**DUEL.commands, "de": {k: v for k, v in DUEL.commands["de"].items() if k != "LeaveOffer"}}
    with pytest.raises(ValueError, match=r"duel\.toml: LeaveOffer has no words in de$"):
        checked(replace(DUEL, commands=wordless), "duel.toml")


def test_a_section_without_a_title_fails_the_import():
    with pytest.raises(ValueError, match="section 11 has no title in en"):
        checked(replace(WAR, sections={}), "bohnaparte.toml")


def test_a_marker_without_a_name_fails_the_import():
    marker = replace(WAR.markers["attack"], name={"en": "attack", "de": "Angriff"})
    with pytest.raises(ValueError, match="the marker attack has no name in fr"):
        checked(replace(WAR, markers={"attack": marker}), "bohnaparte.toml")


def test_an_edition_can_rename_its_sections():
    assert DUEL.texts("sections", "en")["4"] == "Planting, offer and discarding"
    assert EDITIONS["classic"].data.texts("sections", "de")["4"] == "Anbauen"
    assert "12" not in DUEL.texts("sections", "en")


def test_markers_name_existing_events():
    for data in (edition.data for edition in EDITIONS.values()):
        marked = {name for marker in data.all_markers.values() for name in marker.events}
        assert marked <= set(event_types())
    assert "attack" not in FAMILY.markers
    assert "attack" in WAR.all_markers


@pytest.mark.parametrize("key", EDITIONS)
def test_each_remembered_fact_of_a_turn_has_words(key):
    turn = blank_annexes_of(key).turn
    remembered = [] if turn is None else [member.name for member in members_of(type(turn))]
    for language in LANGUAGES if remembered else ():
        notes = EDITIONS[key].data.notes[language]
        assert set(notes) == set(remembered)
        assert all(members_in(text) <= {name} for name, text in notes.items())


def test_words_do_not_change_the_digest_of_the_rules():
    assert replace(WAR, commands={}, sections={}, markers={}, notes={}).digest == WAR.digest
