"""Tests of the translations of the rules: complete, and without extra texts."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

import domain
from domain.edition_data.family import FAMILY, LANGUAGES
from domain.editions import EDITIONS
from domain.translations import ENGLISH, FOLDER, SHARED, Original, read, spoken, tongue, value_name
from tests.long_tests import mostly_long
from tests.syntax_tree import nodes_of

WRITTEN = [ast.parse(path.read_text("utf-8")) for path in sorted(Path(domain.__file__).parent.rglob("*.py"))]
KEYS = (SHARED, *EDITIONS)
ORIGINAL = Original.of("classic")
CLASSIC = EDITIONS["classic"].data


def written(tmp_path, change=lambda lines: lines):
    """Write a translation of the classic edition in capitals, with one change."""
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
def test_a_translation_has_exactly_the_texts_of_the_rules(language, key):
    said = read(Original.of(key), FOLDER.joinpath(language, f"{key}.toml"), english=language == ENGLISH)
    assert bool(said.ambiguities) == (language != ENGLISH and bool(Original.of(key).ambiguities))


def test_the_translations_folder_has_no_other_files():
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
def test_control_missing_and_extra_translations_are_detected(tmp_path, change, fault):
    assert read(ORIGINAL, written(tmp_path)).clauses["CL-4.4"] == "CL-4.4!"
    with pytest.raises(ValueError, match=rf"classic\.toml: .*{fault}"):
        read(ORIGINAL, written(tmp_path, change))


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_digest_depends_on_a_language(key, language):
    for edition in EDITIONS[key].versions.values():
        in_tongue = spoken(edition.data, language)
        assert in_tongue.digest == edition.data.digest
        assert [rule.name for rule in in_tongue.all_options] == [rule.name for rule in edition.data.all_options]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ENGLISH])
def test_unchanged_clauses_of_another_version_are_translated(language):
    other = replace(CLASSIC, clauses=CLASSIC.clauses | {"CL-1.1": replace(CLASSIC.clauses["CL-1.1"], says="Once.")})
    assert spoken(other, language).says("CL-1.1") == "Once."
    assert spoken(other, language).says("CL-4.4") == spoken(CLASSIC, language).says("CL-4.4") != CLASSIC.says("CL-4.4")
    assert tongue("toy", language).text(CLASSIC.says("CL-4.4")) == CLASSIC.says("CL-4.4")
    war = spoken(EDITIONS["bohnaparte"].data, language)
    assert war.says("BP-6.1/CL-6.4") == spoken(CLASSIC, language).says("CL-6.4")


def test_english_needs_no_translation():
    assert spoken(CLASSIC, ENGLISH).clauses == CLASSIC.clauses
    assert tongue("classic", ENGLISH).texts == {}


def test_options_and_their_values_have_names():
    names = tongue("classic", "en")
    assert names.option("bean_protection") == "Bean protection"
    assert names.value("trade_coins", value=False) == "no"
    assert names.value("classic_three_player_fields", value=2) == "2 fields"
    assert (names.option("unheard"), names.value("unheard", value=3)) == ("unheard", "3")


def test_shared_texts_are_those_of_the_family():
    shared = Original.of(SHARED)
    assert (dict(shared.clauses), shared.options, shared.ambiguities) == (
        FAMILY.clauses,
        FAMILY.options,
        FAMILY.ambiguities,
    )
    assert "AMB-CL-1" not in Original.of("bohnaparte").ambiguities


def in_words(node: ast.AST | None, places: list[ast.AST]) -> Iterator[str]:
    """Yield the sentences that an expression can be, with `{}` for placeholders; names are looked up in places."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    elif isinstance(node, ast.IfExp):
        yield from (*in_words(node.body, places), *in_words(node.orelse, places))
    elif isinstance(node, ast.Name):
        for part in (part for place in places for part in ast.walk(place)):
            if isinstance(part, ast.Assign | ast.NamedExpr):
                named = part.targets if isinstance(part, ast.Assign) else [part.target]
                if any(isinstance(one, ast.Name) and one.id == node.id for one in named):
                    yield from in_words(part.value, places)
    elif isinstance(node, ast.Call):
        called = getattr(node.func, "attr", None) or getattr(node.func, "id", "")
        for one in functions_of_guards().get(called, ()):
            returns = (part for part in ast.walk(one) if isinstance(part, ast.Return))
            yield from (text for part in returns for text in in_words(part.value, [one]))


@cache
def functions_of_guards() -> dict[str, list[ast.FunctionDef]]:
    """Return the functions of the modules with guards, by name."""
    found: dict[str, list[ast.FunctionDef]] = {}
    for one in (one for module in WRITTEN for one in nodes_of(module)):
        if isinstance(one, ast.FunctionDef):
            found.setdefault(one.name, []).append(one)
    return found


def said_here(module: ast.Module) -> Iterator[str]:
    """Yield the sentences of the guards of a module about a table."""
    for function in nodes_of(module):
        if isinstance(function, ast.FunctionDef):
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "GuardFailure":
                    yield from in_words(call.args[1], [function])


@pytest.mark.parametrize("language", mostly_long(language for language in LANGUAGES if language != ENGLISH))
def test_each_sentence_of_a_guard_is_translated(language):
    translated = {fact for key in EDITIONS for fact in tongue(key, language).here}
    assert {re.sub(r"\{\w+\}", "{}", fact) for fact in translated - {"Here: {fact}."}} == {
        fact for module in WRITTEN for fact in said_here(module)
    }
    for key in EDITIONS:
        for english, there in tongue(key, language).here.items():
            assert set(re.findall(r"\{(\w+)\}", there)) <= set(re.findall(r"\{(\w+)\}", english))


def test_control_every_form_of_a_guards_sentence_is_found():
    body = "def guard():\n    named = f'no {x}' if x else 'none'\n    if why := 'both': return GuardFailure('a', why)\n"
    written = f"{body}    if x: return GuardFailure('b', f'the {{x}}')\n    return GuardFailure('c', named)"
    assert {"no {}", "none", "both", "the {}"} == set(said_here(ast.parse(written)))
    (asked,) = ast.parse("GuardFailure('d', payment_fault(seat, price, chosen))").body
    assert isinstance(asked, ast.Expr)
    assert isinstance(asked.value, ast.Call)
    assert {"the price is {} coins", "no {} left in the coin stack"} == set(in_words(asked.value.args[1], []))


def test_a_translated_refusal_names_cards_in_its_language():
    clause = CLASSIC.says("CL-5.4")
    text = tongue("classic", "de").text(f"{clause} Here: no black_eyed left turned up.")
    assert text == f"{tongue('classic', 'de').text(clause)} Hier: keine Augenbohne mehr aufgedeckt."
    assert (
        tongue("classic", "fr").text("A. Here: no card in slot 9.")
        == "A. Ici\N{NO-BREAK SPACE}: aucune carte ne porte le numéro 9."
    )
    assert tongue("classic", "de").text("A. Here: unheard of.") == "A. Hier: unheard of."
    assert tongue("classic", ENGLISH).text("A. Here: no card in slot 9.") == "A. Here: no card in slot 9."
