"""Tests of findings: each has a sentence in every language, labels for its fields and areas, and a clause."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from domain.edition_data.family import FAMILY, LANGUAGES
from domain.editions import EDITIONS
from domain.events import FieldHarvested, GameEnded
from domain.findings import found
from projections.findings import FindingWriter
from projections.sentences import Chronicle
from replay.event_diff import clause_of, compare_events
from replay.proofs.bundle_verifier import EXIT_CODES, STEPS
from tests.event_table import declared_events

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("domain", "replay", "service/queries", "service/cli")
SOLD = FieldHarvested(seat=1, field=0, meter="blue", coins=("blue",), discarded=("blue",) * 3, reason="choice")


def called(name: str) -> Iterator[list[ast.expr]]:
    """Yield the arguments of every call of this name in this repository."""
    return (node.args for node in calls().get(name, []))


@cache
def calls() -> dict[str, list[ast.Call]]:
    """Return every call in this repository, by the called name."""
    found_calls: dict[str, list[ast.Call]] = {}
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                found_calls.setdefault(node.func.id, []).append(node)
    return found_calls


def texts(nodes: list[ast.expr]) -> set[str]:
    """Return every text that these expressions can be."""
    found_texts: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.IfExp):
            found_texts |= texts([node.body, node.orelse])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found_texts.add(node.value)
    return found_texts


COMMITTED = "card"
"""Further members in which an edition hides a card: that of an attack."""


def names() -> set[str]:
    """Return every name of a finding in this repository."""
    return set().union(*(texts(arguments[:1]) for name in ("found", "finding") for arguments in called(name)))


def zones() -> set[str]:
    """Return the names of the zones of editions."""
    named = ([one.value for one in call.keywords if one.arg == "name"] for call in calls()["Zone"])
    return set().union(*map(texts, named))


def areas() -> set[str]:
    """Return every area from which a card can be missing."""
    return set().union(*(texts(call[2:3]) for name in ("require_cards", "remove_cards") for call in called(name)))


def test_every_finding_has_exactly_one_sentence():
    answer = set(FAMILY.findings["en"])
    assert names() - {"differs"} <= answer
    made_of_parts = {"field", "field_differs", "record.whole", "record.unfinished"}
    made_of_parts |= {f"bundle.step.{step}" for step in STEPS}
    made_of_parts |= {f"bundle.verdict.{verdict}" for verdict in (*EXIT_CODES, "skipped")}
    assert answer - names() == made_of_parts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_finding_uses_the_same_facts_in_every_language(lang: str):
    assert FAMILY.findings[lang].keys() == FAMILY.findings["en"].keys()
    for name, sentence in FAMILY.findings[lang].items():
        assert facts(sentence) == facts(FAMILY.findings["en"][name]), name


def facts(sentence: str) -> set[str | None]:
    return {field for _, field, _, _ in Formatter().parse(sentence)} - {None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_field_has_a_label(lang: str):
    for kind in declared_events().values():
        home = kind.__module__.removeprefix("domain.editions.").partition(".")[0]
        for edition in [EDITIONS[home]] if home in EDITIONS else EDITIONS.values():
            fields = set(kind.__struct_encode_fields__) - {"rules"}
            assert fields - set(edition.data.texts("labels", lang)) == set(), edition.data.key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_area_of_a_missing_card_has_words(lang: str):
    assert {"front", "pile", "depot"} <= areas()
    worded = {area for edition in EDITIONS.values() for area in edition.data.texts("areas", lang)}
    assert worded == areas() | zones() | {COMMITTED}


DIFFERS = FAMILY.differs | {key: of for edition in EDITIONS.values() for key, of in edition.data.differs.items()}


@pytest.mark.parametrize("key", DIFFERS)
def test_fields_linked_to_clauses_exist_with_their_clauses(key: str):
    name, _, field = key.partition(".")
    kind = declared_events()[f"{name}.1"]
    assert field.partition(":")[0] in kind.__struct_encode_fields__
    for edition in EDITIONS.values():
        if name in edition.data.allows:
            slot = DIFFERS[key]
            assert slot in edition.data.promises or slot in edition.data.cites, edition.data.key


@pytest.mark.parametrize(
    ("lang", "label", "recorded"),
    [
        ("en", "coins: ", "the record says"),
        ("fr", "pièces\N{NO-BREAK SPACE}: ", "dit"),
        ("de", "Taler: ", "aufgezeichnet ist"),
    ],
)
def test_wrong_coins_are_described_in_words(lang: str, label: str, recorded: str):
    paid = FieldHarvested(seat=1, field=0, meter="blue", coins=("blue",) * 2, discarded=("blue",) * 2, reason="choice")
    (finding,), missing = compare_events([SOLD], [paid])
    assert (finding is not None, missing) == (True, None)
    assert finding is not None
    data = EDITIONS["classic"].data
    chronicle = Chronicle(data, lang)
    answer = FindingWriter(chronicle).text(finding)
    blue, two = chronicle.card("blue"), chronicle.cards({"blue": 2})
    assert answer.startswith(label)
    assert f"{recorded} {two}, " in answer
    assert answer.split(";")[0].rstrip().endswith(blue)
    assert clause_of(data, finding) == "CL-6.2"


def test_an_omitted_event_is_found_at_its_place():
    ended = GameEnded(reason="exhaustion", scores=(1, 2), winners=(1,))
    assert compare_events([SOLD, ended], [ended]) == ([found("missing", event=SOLD)], None)
    assert compare_events([ended], [SOLD, ended]) == ([found("surplus", event=SOLD), None], None)
    assert compare_events([SOLD, ended], [SOLD]) == ([None], ended)
    assert compare_events([SOLD], [ended]) == ([found("instead", expected=SOLD, recorded=ended)], None)


def test_a_finding_begins_with_its_clause_if_it_has_one():
    findings = FindingWriter(Chronicle(EDITIONS["classic"].data))
    line = {"count": 1, "n": 7, "fault": found("uncommanded")}
    assert findings.text(found("rules.irregular", clause=None, **line)).endswith(
        "event 7: no command brought this about"
    )
    assert "event 7: CL-4.4: no command" in findings.text(found("rules.irregular", clause="CL-4.4", **line))


@pytest.mark.parametrize(
    ("lang", "place", "says"),
    [
        ("en", "seats[1].hand[0]", "in front in the hand of Bo"),
        ("fr", "seats[1].hand[3]", "dans la main de Bo"),
        ("de", "seats[0].set_aside[0]", "unter den beiseitegelegten Karten von Ana"),
        ("en", "discard_pile[2]", "among the discards"),
        ("en", "seats[1].depot[0]", "seats[1].depot[0]"),
    ],
)
def test_the_place_of_a_deciding_hidden_card_is_described_in_words(lang: str, place: str, says: str):
    findings = FindingWriter(Chronicle(EDITIONS["classic"].data, lang, ["Ana", "Bo"]))
    assert findings.text(found("hidden_card", place=place)).endswith(says)


@pytest.mark.parametrize("lang", ["fr", "de"])
def test_the_clause_of_the_first_fault_is_in_the_language_of_the_line(lang: str):
    data = EDITIONS["classic"].data
    line = found("rules.irregular", count=1, n=7, clause="CL-4.5", fault=data.says("CL-4.5"))
    assert data.says("CL-4.5") not in FindingWriter(Chronicle(data, lang)).text(line)
