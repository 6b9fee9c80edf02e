"""The texts of the rules in French and German: whole, and of nothing that the rules do not say."""

import pytest
from msgspec.structs import replace

from domain.editions import EDITIONS
from domain.family import FAMILY, LANGUAGES
from domain.translations import ENGLISH, FOLDER, SHARED, Original, read, spoken, tongue, value_name

KEYS = (SHARED, *EDITIONS)
ORIGINAL = Original.of("classic")
CLASSIC = EDITIONS["classic"].data


def written(tmp_path, change=lambda lines: lines):
    """A translation of the classic edition that says everything in capitals, with one thing changed in it."""
    lines = ["[clauses]", *(f'"{name}" = "{name}!"' for name in ORIGINAL.clauses), "[options]"]
    lines += [f'{rule.name} = "{rule.name}!"' for rule in ORIGINAL.options]
    lines += ["[option_names]", *(f'{rule.name} = "{rule.name}."' for rule in ORIGINAL.options)]
    for rule in ORIGINAL.options:
        lines += [f"[option_values.{rule.name}]", *(f'"{value_name(value)}" = "{value}."' for value in rule.allowed)]
    for name, point in ORIGINAL.ambiguities.items():
        readings = ", ".join(f'"{name} {number}!"' for number, _ in enumerate(point.readings))
        lines += [f'[ambiguities."{name}"]', f'question = "{name}?"', f"readings = [{readings}]", f'ruling = "{name}!"']
    path = tmp_path / "classic.toml"
    path.write_text("\n".join(change(lines)), encoding="utf-8")
    return path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_a_file_says_all_that_the_rules_say_and_nothing_else(language, key):
    said = read(Original.of(key), FOLDER.joinpath(language, f"{key}.toml"), english=language == ENGLISH)
    assert bool(said.ambiguities) == (language != ENGLISH and bool(Original.of(key).ambiguities))


def test_nothing_lies_beside_the_translations():
    folders = {path.name: path for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert set(folders) == set(LANGUAGES)
    for folder in folders.values():
        assert {path.name for path in folder.iterdir()} == {f"{key}.toml" for key in KEYS}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda lines: [line for line in lines if "CL-4.4" not in line], "CL-4.4 is not translated"),
        (lambda lines: [lines[0], '"CL-99.1" = "?"', *lines[1:]], "CL-99.1 is nothing that the rules have"),
        (lambda lines: [line for line in lines if "phase_2!" not in line], "classic_end_in_phase_2 is not translated"),
        (lambda lines: [line for line in lines if "phase_2." not in line], "classic_end_in_phase_2 is not translated"),
        (lambda lines: [line for line in lines if '"after_phase_3."' not in line], "phase_2=after_phase_3 is not"),
        (lambda lines: [line.replace('"AMB-CL-3 0!", ', "") for line in lines], "AMB-CL-3 has 2 readings"),
        (lambda lines: [*lines, '[ambiguities."AMB-CL-99"]', 'question = ""', 'ruling = ""'], "AMB-CL-99 is nothing"),
    ],
)
def test_control_what_is_left_out_or_too_much_is_a_fault(tmp_path, change, fault):
    assert read(ORIGINAL, written(tmp_path)).clauses["CL-4.4"] == "CL-4.4!"
    with pytest.raises(ValueError, match=rf"classic\.toml: .*{fault}"):
        read(ORIGINAL, written(tmp_path, change))


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_digest_hangs_on_a_language(key, language):
    for edition in EDITIONS[key].versions.values():
        in_tongue = spoken(edition.data, language)
        assert in_tongue.digest == edition.data.digest
        assert [rule.name for rule in in_tongue.all_options] == [rule.name for rule in edition.data.all_options]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ENGLISH])
def test_rules_of_another_version_are_translated_where_they_say_the_same(language):
    other = replace(CLASSIC, clauses=CLASSIC.clauses | {"CL-1.1": replace(CLASSIC.clauses["CL-1.1"], says="Once.")})
    assert spoken(other, language).says("CL-1.1") == "Once."
    assert spoken(other, language).says("CL-4.4") == spoken(CLASSIC, language).says("CL-4.4") != CLASSIC.says("CL-4.4")
    assert tongue("toy", language).text(CLASSIC.says("CL-4.4")) == CLASSIC.says("CL-4.4")
    war = spoken(EDITIONS["bohnaparte"].data, language)
    assert war.says("BP-6.1/CL-6.4") == spoken(CLASSIC, language).says("CL-6.4")


def test_english_stays_as_it_is():
    assert spoken(CLASSIC, ENGLISH).clauses == CLASSIC.clauses
    assert tongue("classic", ENGLISH).texts == {}


def test_options_and_their_values_have_names():
    names = tongue("classic", "en")
    assert names.option("bean_protection") == "Bean protection"
    assert names.value("trade_coins", value=False) == "no"
    assert names.value("classic_three_player_fields", value=2) == "2 fields"
    assert (names.option("unheard"), names.value("unheard", value=3)) == ("unheard", "3")


def test_what_is_shared_is_what_the_family_says():
    shared = Original.of(SHARED)
    assert (dict(shared.clauses), shared.options, shared.ambiguities) == ({}, FAMILY.options, FAMILY.ambiguities)
    assert "AMB-CL-1" not in Original.of("bohnaparte").ambiguities
