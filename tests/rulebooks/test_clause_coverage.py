"""Every clause has a test, every clause that forbids is seen refusing, every mechanism is cited and used."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import domain
from domain.editions import EDITIONS

TESTS = tuple(ast.parse(path.read_text(encoding="utf-8")) for path in sorted(Path(__file__).parent.glob("test_*.py")))
DOMAIN = Path(domain.__file__).parent
TEST_NAME = re.compile(r"test_([a-z]{2})_(\d+)_(\d+)__\w+")
SLOT = re.compile(r"[a-z_]+\.[a-z_]+")


def names_of(trees: Iterable[ast.Module]) -> list[str]:
    """The names of all test functions."""
    return [node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def cited_by(names: Iterable[str], prefix: str) -> set[str]:
    """The clauses of an edition after which these tests are named."""
    found = [match.groups() for name in names if (match := TEST_NAME.fullmatch(name))]
    return {f"{prefix}-{section}.{number}" for edition, section, number in found if edition.upper() == prefix}


def without_test(clauses: Iterable[str], names: Iterable[str], prefix: str) -> list[str]:
    """The clauses after which no test is named."""
    return sorted(set(clauses) - cited_by(names, prefix))


def refusals_in(trees: Iterable[ast.Module]) -> set[str]:
    """The clauses that tests expect to refuse something."""
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "refused"]
    return {call.args[0].value for call in named if isinstance(call.args[0], ast.Constant)}


def words_in(*folders: Path) -> Iterator[str]:
    """Every text that stands in quotes in these folders."""
    for folder in folders:
        for path in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def unused(slots: Iterable[str], words: Iterable[str]) -> list[str]:
    """The mechanisms that no rule names."""
    return sorted(set(slots) - set(words))


def uncited(slots: Iterable[str], words: Iterable[str]) -> list[str]:
    """The mechanisms that rules name and the edition does not cite."""
    return sorted({word for word in words if SLOT.fullmatch(word)} - set(slots))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_has_a_test(edition):
    data = EDITIONS[edition].data
    assert [] == without_test(data.clauses, names_of(TESTS), data.prefix)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_test_named_after_a_clause_names_one_that_exists(edition):
    data = EDITIONS[edition].data
    assert set() == cited_by(names_of(TESTS), data.prefix) - set(data.clauses)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_that_forbids_is_seen_refusing(edition):
    assert set() == set(EDITIONS[edition].data.cites.values()) - refusals_in(TESTS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_cited_mechanism_is_used_in_the_rules(edition):
    assert [] == unused(EDITIONS[edition].data.cites, words_in(DOMAIN))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_mechanism_of_the_rules_is_cited(edition):
    assert [] == uncited(EDITIONS[edition].data.cites, words_in(DOMAIN / "rules"))


def test_a_clause_without_a_test_is_reported():
    assert ["CL-99.1"] == without_test(["CL-1.1", "CL-99.1"], names_of(TESTS), "CL")
    assert ["CL-1.1"] == without_test(["CL-1.1", "CL-1.10"], ["test_cl_1_10__ten", "test_mo_1_1__other"], "CL")
    assert {"CL-99.1"} == cited_by(["test_cl_99_1__nothing"], "CL") - set(EDITIONS["classic"].data.clauses)


def test_a_clause_that_is_never_seen_refusing_is_reported():
    assert {"CL-4.4"} == refusals_in([ast.parse("table.when(order).refused('CL-4.4').happens('CL-4.5')")])


def test_an_unused_and_an_uncited_mechanism_are_reported():
    assert ["plant.upside_down"] == unused(["plant.first", "plant.upside_down"], words_in(DOMAIN))
    assert ["plant.first"] == uncited(["plant.limit"], ["plant.first", "plant.limit", "Plant the front card.", "plant"])
