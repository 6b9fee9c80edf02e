"""Each error message about a position, a board or a new game is translated."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain
from domain.edition_data.family import LANGUAGES
from domain.editions import EDITIONS
from domain.translations import ENGLISH, tongue
from tests.domain.test_translations import in_words
from tests.long_tests import mostly_long
from tests.syntax_tree import nodes_of

ROOT = Path(domain.__file__).parent.parent
AT_FAULT = [*(ROOT / "replay/positions").glob("*.py"), *(ROOT / "domain/editions").glob("*/positions.py")]
AT_FAULT += [ROOT / "domain/editions/bohnaparte" / name for name in ("board_options.py", "boards.py")]
FAULTY = {"ImpossiblePosition", "ValueError", "refusal"}
FOR_PROGRAMS = ("a position is a JSON object", "the format is {}, not {}", "next_slots names {} of {} seats")
"""Errors that only programs see."""


def wrong_positions(module: ast.Module) -> Iterator[str]:
    """Yield the error messages of a module about a position or a board, with `{}` for placeholders."""
    for function in (node for node in nodes_of(module) if isinstance(node, ast.FunctionDef)):
        nodes = nodes_of(function)
        assigned = [one for one in nodes if isinstance(one, ast.Assign)]
        for node in nodes:
            said: list[ast.AST | None] = []
            if (
                isinstance(node, ast.Call)
                and (getattr(node.func, "id", None) or getattr(node.func, "attr", "")) in FAULTY
            ):
                said = [node.args[-1]] if node.args else []
            elif isinstance(node, ast.Yield):
                said = [node.value.elts[1] if isinstance(node.value, ast.Tuple) else node.value]
            elif isinstance(node, ast.YieldFrom) and isinstance(node.value, ast.GeneratorExp):
                said = [node.value.elt]
            named = {one.id for one in said if isinstance(one, ast.Name)}
            said += [one.value for one in assigned if named & names_of(one)]
            literal = (one for one in said if isinstance(one, ast.Constant | ast.JoinedStr))
            yield from (text for one in literal for text in in_words(one, []) if " " in text)


def names_of(assigned: ast.Assign) -> set[str]:
    """Return the names that an assignment binds."""
    return {one.id for one in assigned.targets if isinstance(one, ast.Name)}


def bare(sentence: str) -> str:
    """Return a sentence with bare placeholders, without its clause and quotes."""
    return re.sub(r"^([A-Z]{2}-[\d.]+|proposal \{\}): ", "", re.sub(r"'?\{\w*\}'?", "{}", sentence))


@pytest.mark.parametrize("language", mostly_long(language for language in LANGUAGES if language != ENGLISH))
def test_each_position_error_is_translated(language):
    translated = {
        bare(fact) for key in EDITIONS for fact in (*tongue(key, language).wrong, *tongue(key, language).here)
    }
    endings = tuple(fact.removeprefix("{} ") for fact in translated)
    there = {bare(text) for path in AT_FAULT for text in wrong_positions(ast.parse(path.read_text("utf-8")))}
    assert len(there) > 40
    untranslated = {text for text in there - translated if not text.startswith(("seats[", *FOR_PROGRAMS))}
    assert {text for text in untranslated if text not in endings and text not in ("{}: {} {}", "hand")} == set()


def test_control_every_form_of_position_error_is_found():
    written = (
        "def check():\n    says = f'no {x} here'\n    raise ImpossiblePosition(says)\n    yield f'CL-1.1: too {y}'\n"
        "    yield 'CL-1.2', 'has none'\n    yield from (f'there is {n}' for n in all)\n"
        "    raise data.refusal('a', 'a shape')"
    )
    assert set(map(bare, wrong_positions(ast.parse(written)))) == {
        "no {} here",
        "too {}",
        "has none",
        "there is {}",
        "a shape",
    }


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "CL-5.3\u00a0: il n\u2019y a pas de place 4\u00a0: les places vont de 1 à 3"),
        ("de", "CL-5.3: es gibt keinen Platz 4: Plätze sind 1 bis 3"),
    ],
)
def test_a_translated_position_error_keeps_clause_and_values(language, said):
    words = tongue("classic", language)
    assert words.fault("CL-5.3: there is no seat 4: seats are 1 to 3") == said
    assert said in words.fault("proposal 2: CL-5.3: there is no seat 4: seats are 1 to 3")
    assert words.fault("something else") == "something else"
    endless = "proposal 2: CL-5.3: " * 400 + "there is no seat 4"
    assert words.fault(endless).count("proposal 2") == 399
    assert words.cards["red"] in words.fault("21 cards red: the deck has 8")
