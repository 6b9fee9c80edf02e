"""Each error message about a sheet of notation is translated."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import replay.notation
from domain.edition_data.family import LANGUAGES
from domain.editions import EDITIONS
from domain.translations import ENGLISH, SHARED, tongue
from replay.notation.error_messages import error_message
from replay.notation.move_reader import NotationError
from replay.notation.transcript import record_sheet
from tests.domain.test_translations import in_words
from tests.long_tests import mostly_long
from tests.syntax_tree import nodes_of

FOREIGN = [language for language in LANGUAGES if language != ENGLISH]
SOURCES = [path for path in Path(replay.notation.__file__).parent.glob("*.py") if "position" not in path.name]
FAULTY = {"Unreadable", "Contrary", "fault", "contradiction", "in_head"}
RETURNED = {"count_fault", "disagrees"}
"""Functions that return a message which another function raises."""
MADE_UP = {
    "a name has 1 to {} printable characters; {}",
    "{}; if it was played all the same, write %! before it",
    "{} {}",
}
"""Messages that contain another message; a test below has one."""
HEAD = '[BEN "1"]\n[Edition "classic"]\n[Seats "Ana; Bo; Cy"]\n[Start "B"]\n[Deck "unknown"]\n\n'


def bare(sentence: str) -> str:
    """Return a sentence with bare placeholders."""
    return re.sub(r"\{\w*\}", "{}", sentence)


def messages_in(module: ast.Module) -> Iterator[str]:
    """Yield the error messages of a module about a sheet, with `{}` for placeholders."""
    for function in (node for node in nodes_of(module) if isinstance(node, ast.FunctionDef)):
        for node in nodes_of(function):
            said: list[ast.AST] = []
            if isinstance(node, ast.Call) and (
                (getattr(node.func, "id", None) or getattr(node.func, "attr", "")) in FAULTY
            ):
                said = [*node.args]
            elif isinstance(node, ast.Return) and function.name in RETURNED and node.value is not None:
                parts = [node.value.body, node.value.orelse] if isinstance(node.value, ast.IfExp) else [node.value]
                said = [one for one in parts if not isinstance(one, ast.Call)]
            yield from (bare(text) for one in said for text in in_words(one, [function]) if " " in text)


@pytest.mark.parametrize("language", mostly_long(FOREIGN))
def test_each_notation_error_is_translated(language):
    words = tongue(SHARED, language)
    translated = {bare(english) for english in (*words.slips, *words.facts)} | MADE_UP
    there = {text for path in SOURCES for text in messages_in(ast.parse(path.read_text("utf-8")))}
    assert len(there) > 45
    assert {text for text in there if not {text, text.removesuffix("{}")} & translated} == set()


@pytest.mark.parametrize("language", FOREIGN)
def test_translated_errors_use_the_same_placeholders(language):
    for english, there in tongue(SHARED, language).slips.items():
        assert set(re.findall(r"\{(\w+)\}", there)) <= set(re.findall(r"\{(\w+)\}", english)), english


def test_control_every_form_of_notation_error_is_found():
    written = (
        "def f():\n    says = f'no {x} here' if x else 'none at all'\n    raise Unreadable(says, 1)\n"
        "def count_fault():\n    return None if y else f'too {y}'\n"
        "def g():\n    raise sheet.fault('a brace', at)\n    raise in_head(sheet, 'Key', f'as {z}')"
    )
    assert {*messages_in(ast.parse(written))} == {"no {} here", "none at all", "too {}", "a brace", "as {}"}


def said(text: str, language: str) -> str:
    with pytest.raises(NotationError) as caught:
        record_sheet(HEAD + text, game="paper", at=0)
    return error_message(caught.value, EDITIONS["classic"].data, language, ("Ana", "Bo", "Cy"))


@pytest.mark.parametrize(
    ("text", "english", "french", "german"),
    [
        (
            "%cont pile 4",
            "%cont is no line of the arbiter; there are",
            "%cont n\u2019est pas une ligne de l\u2019arbitre\u202f; il y a",
            "%cont ist keine Zeile des Schiedsrichters; es gibt",
        ),
        (
            "p2 {Gx}",
            "no card 'Gx' in this game; did you mean Gr or Ga?",
            "il n\u2019y a pas de carte 'Gx' dans ce jeu\u202f; vouliez-vous dire Gr ou Ga\u202f?",
            "dieses Spiel hat keine Karte 'Gx'; war Gr oder Ga gemeint?",
        ),
        (
            "p1",
            "It depends on Bo's first card in hand: look which it is. Note it behind the move, in braces",
            "Cela dépend de la 1re carte en main de Bo\u00a0: regardez laquelle c\u2019est. Notez-la derrière le coup",
            "Es hängt an der 1. Handkarte von Bo: Sieh nach, welche es ist. Schreib sie hinter den Zug",
        ),
        (
            "p1 {Gr}\np2 {St}\np3 {Bl}",
            "CL-4.5: ",
            "seul ce qui a vraiment été joué contre les règles reçoit %! devant.",
            "Nur was wirklich gegen die Regeln gespielt wurde, bekommt %! davor.",
        ),
        (
            "%? B @1 = Gr\np1 {Re}",
            "red is noted where green lies",
            "noté\u00a0: Rote Bohne\u202f; mais il y a là Brechbohne",
            "notiert ist Rote Bohne, und dort liegt Brechbohne",
        ),
        ("%count pile 3", "there are 89 by the record", "selon la feuille il y en a 89", "nach dem Bogen sind es 89"),
    ],
)
def test_a_notation_error_is_written_in_the_language_of_the_sheet(text, english, french, german):
    for language, there in (("en", english), ("fr", french), ("de", german)):
        assert there in said(text, language)


def test_an_untranslated_error_stays_english():
    assert tongue(SHARED, "fr").slip("something else") == "something else"
    assert tongue(SHARED, "de").slip("something; did you mean other?") == "something; war other gemeint?"
    endless = "a; did you mean b?" * 3_000
    assert tongue(SHARED, "fr").slip(endless) == endless
    assert tongue(SHARED, "fr").slip(endless[:3_996]).count("vouliez-vous") == 1
    assert tongue(SHARED, "en").slip("no card 'Gx' in this game") == "no card 'Gx' in this game"
