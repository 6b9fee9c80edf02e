"""Every clause has a test, every clause that forbids is seen refusing, every mechanism is cited and used."""

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

import domain
from domain.editions import EDITIONS
from tests.syntax_tree import nodes_of

DOMAIN = Path(domain.__file__).parent
TEST_NAME = re.compile(r"test_([a-z]{2})_(\d+)_(\d+)__\w+")
SLOT = re.compile(r"[a-z_]+\.[a-z_]+")


@cache
def rulebook_tests() -> tuple[ast.Module, ...]:
    """The tests of the rulebooks."""
    return tuple(
        ast.parse(path.read_text(encoding="utf-8")) for path in sorted(Path(__file__).parent.glob("test_*.py"))
    )


def functions_of(trees: tuple[ast.Module, ...]) -> list[ast.FunctionDef]:
    """All functions."""
    return [node for tree in trees for node in nodes_of(tree) if isinstance(node, ast.FunctionDef)]


def shared_by(function: ast.FunctionDef) -> set[str]:
    """The clauses of several editions for which one test is run."""
    calls = [node for node in function.decorator_list if isinstance(node, ast.Call)]
    ruled_by = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "ruled_by"]
    return {clause.value for call in ruled_by for clause in call.args if isinstance(clause, ast.Constant)}


@cache
def clauses_tested(trees: tuple[ast.Module, ...]) -> set[str]:
    """The clauses after which tests are named, and those for which a test of several editions is run."""
    found: set[str] = set()
    for function in functions_of(trees):
        if match := TEST_NAME.fullmatch(function.name):
            found.add("{}-{}.{}".format(*match.groups()).upper())
        if not function.name.startswith("test_ex_"):  # an example shows a clause, and is not all there is to test of it
            found |= shared_by(function)
    return found


def of_edition(clauses: Iterable[str], prefix: str) -> set[str]:
    """Those of them that belong to an edition."""
    return {clause for clause in clauses if clause.startswith(f"{prefix}-")}


def without_test(clauses: Iterable[str], trees: tuple[ast.Module, ...]) -> list[str]:
    """The clauses that no test is about."""
    return sorted(set(clauses) - clauses_tested(trees))


@cache
def refusals_in(trees: tuple[ast.Module, ...]) -> set[str]:
    """The clauses that tests expect to refuse something."""
    found: set[str] = set()
    for function in functions_of(trees):
        for call in nodes_of(function):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "refused":
                match call.args[0]:
                    case ast.Constant(value=str(clause)):
                        found.add(clause)
                    case ast.Name(id="clause"):
                        found |= shared_by(function)
    return found


@cache
def words_in(folder: Path) -> frozenset[str]:
    """Every text that stands in quotes in a folder."""
    nodes = (node for path in folder.rglob("*.py") for node in nodes_of(ast.parse(path.read_text("utf-8"))))
    return frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def unused(slots: Iterable[str], words: Iterable[str]) -> list[str]:
    """The mechanisms that no rule names."""
    return sorted(set(slots) - set(words))


def uncited(slots: Iterable[str], words: Iterable[str]) -> list[str]:
    """The mechanisms that rules name and the edition does not cite."""
    return sorted({word for word in words if SLOT.fullmatch(word)} - set(slots))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_has_a_test(edition):
    assert [] == without_test(EDITIONS[edition].data.clauses, rulebook_tests())


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_test_about_a_clause_is_about_one_that_exists(edition):
    data = EDITIONS[edition].data
    assert set() == of_edition(clauses_tested(rulebook_tests()), data.prefix) - set(data.clauses)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_that_forbids_is_seen_refusing(edition):
    assert set() == set(EDITIONS[edition].data.cites.values()) - refusals_in(rulebook_tests())


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_cited_mechanism_is_used_in_the_rules(edition):
    assert [] == unused(EDITIONS[edition].data.cites, words_in(DOMAIN))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_mechanism_of_the_rules_is_cited(edition):
    assert [] == uncited(EDITIONS[edition].data.cites, words_in(DOMAIN / "rules"))


def written(*functions: str) -> tuple[ast.Module, ...]:
    """Tests as they could be written."""
    return (ast.parse("\n".join(functions)),)


def test_a_clause_without_a_test_is_reported():
    assert ["CL-99.1"] == without_test(["CL-1.1", "CL-99.1"], rulebook_tests())
    assert ["CL-1.1"] == without_test(["CL-1.1", "CL-1.10"], written("def test_cl_1_10__ten(): ..."))
    assert {"CL-99.1"} == of_edition(clauses_tested(written("def test_cl_99_1__nothing(): ...")), "CL")


def test_a_test_of_several_editions_counts_for_each_of_its_clauses_and_an_example_for_none():
    shared = "@ruled_by('CL-4.1', 'MO-4.1')\ndef test_{}(edition, clause): {}"
    refused, other = "table.when(order).refused(clause)", "table.when(order).refused(other)"
    assert {"CL-4.1", "MO-4.1"} == clauses_tested(written(shared.format("a_field", refused)))
    assert {"CL-4.1", "MO-4.1"} == refusals_in(written(shared.format("ex_b2__a_field", refused)))
    assert set() == clauses_tested(written(shared.format("ex_b2__a_field", refused)))
    assert set() == refusals_in(written(shared.format("a_field", other)))


def test_a_clause_that_is_never_seen_refusing_is_reported():
    seen = "def test(): table.when(order).refused('CL-4.4').happens('CL-4.5')"
    assert {"CL-4.4"} == refusals_in(written(seen))


def test_an_unused_and_an_uncited_mechanism_are_reported():
    assert ["plant.upside_down"] == unused(["plant.first", "plant.upside_down"], words_in(DOMAIN))
    assert ["plant.first"] == uncited(["plant.limit"], ["plant.first", "plant.limit", "Plant the front card.", "plant"])
