"""The table of problems: it covers every error below the service and every code in use."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.disputes.refusals import ActRefused
from domain.refusals import HaricotError, Misuse, ShareRefused, UnknownVersion
from domain.tournaments.clauses import TournamentRefused
from replay.codec import UnreadableEvent
from replay.proofs.bundle import SignedLogMismatch
from replay.proofs.disclosure import BadEntry, UnknownEvent
from replay.proofs.signed_notes import BadNote
from service.problems import KINDS, RULES, Problem, ProblemCode, code_of_status, kind_of, problem_of
from service.store.archive.file import CorruptArchive, UnsupportedArchive
from service.store.entries.entry_sql import UnreadableEntry
from service.store.errors import Conflict, DamagedGame, NoStoreYet, StoreProblem, StoreUnreachable

SERVICE = Path(__file__).parents[2] / "service"
LISTED = {error for kind in (*KINDS, RULES) for error in kind.errors}
BELOW = ("domain.", "replay.", "service.store.", "tests.")
NO_PROBLEMS = {HaricotError, UnreadableEvent, StoreProblem, UnreadableEntry, CorruptArchive, UnsupportedArchive}
"""Errors that are no problems: base classes, and unreadable bytes that become errors of stores, files and backups."""
OF_PROOFS = {BadEntry, BadNote, SignedLogMismatch, UnknownEvent}
"""Errors of bundles and checkpoints, which no request contains."""
OTHERS = {ActRefused, ShareRefused, TournamentRefused}
"""Refusals of disputes and tournaments, which have their own problems; refused shares, each with its own code."""


def descendants(kind: type[HaricotError]) -> Iterator[type[HaricotError]]:
    """Yield a type of error and its subclasses in the packages below the service."""
    yield kind
    for child in kind.__subclasses__():
        if child.__module__.startswith(BELOW):
            yield from descendants(child)


def errors_without_problem(listed: set[type[HaricotError]]) -> set[str]:
    """Return the errors below the service that neither are a problem nor inherit from one."""
    return {error.__name__ for error in descendants(HaricotError) if not listed & {*error.__mro__}} - {
        error.__name__ for error in NO_PROBLEMS | OF_PROOFS | OTHERS
    }


def codes_used(text: str) -> set[str]:
    """Return the codes of the problems that a file raises."""
    calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and node.args)
    named = (call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Problem")
    return {code.value for code in named if isinstance(code, ast.Constant) and isinstance(code.value, str)}


def test_every_error_below_the_service_has_a_problem():
    assert set() == errors_without_problem(LISTED)
    assert errors_without_problem(LISTED - {Misuse}) >= {"Misuse", "UnknownVersion"}
    assert errors_without_problem(LISTED - {Conflict}) == {"Conflict"}


def test_every_problem_code_in_use_is_in_the_table():
    known = {kind.code for kind in KINDS}
    used = {file: codes_used(file.read_text("utf-8")) - known for file in SERVICE.rglob("*.py")}
    assert {} == {file: codes for file, codes in used.items() if codes}
    assert {"nope"} == codes_used('raise Problem("nope", "says")') - known


def test_an_error_becomes_the_problem_of_its_nearest_base_class():
    assert "request.shape" == problem_of(UnknownVersion("classic", "9", ["1"])).code
    for kind in KINDS:
        assert (kind.code, kind.status) == (kind_of(kind.code).code, kind.status)
    with pytest.raises(UnreadableEvent):
        problem_of(UnreadableEvent("event 1"))


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "request.malformed"),
        (404, "not-found"),
        (405, "method.unknown"),
        (413, "request.too-large"),
        (415, "media-type"),
        (418, "request.malformed"),
        (422, "request.shape"),
        (429, "rate.limited"),
        (502, "unavailable"),
        (503, "unavailable"),
    ],
)
def test_each_status_of_the_framework_has_a_problem_code(status, code):
    assert code == code_of_status(status)


def test_problems_carry_the_headers_of_their_status():
    headers = {kind.code: Problem(kind.code, "no").headers for kind in KINDS}
    assert {code: set(names) for code, names in headers.items() if names} == {
        "auth.missing": {"WWW-Authenticate"},
        "auth.invalid": {"WWW-Authenticate"},
        "rate.limited": {"Retry-After"},
        "unavailable": {"Retry-After"},
    }


@pytest.mark.parametrize(
    "error",
    [
        StoreUnreachable("10.0.0.7 is silent"),
        NoStoreYet(Path("/var/games")),
        DamagedGame(Path("/var"), "g", "7"),
    ],
)
def test_a_store_problem_hides_its_details(error):
    problem = problem_of(error)
    assert ("unavailable", error.public) == (problem.code, problem.says)
    assert "/var" not in problem.says
    assert "10.0.0.7" not in problem.says


def test_each_code_and_error_is_in_the_table_once():
    def twice(kinds: tuple[ProblemCode, ...]) -> list[object]:
        found = [*(kind.code for kind in kinds), *(error for kind in kinds for error in kind.errors)]
        return [one for one in found if found.count(one) > 1]

    assert [] == twice(KINDS)
    assert twice((*KINDS, KINDS[0]))
