"""Code that tests plant into started processes replaces members that exist, so that no control is without effect."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.syntax_tree import nodes_of

TESTS = Path(__file__).parent
PLANTED = re.compile(r"\b(?:import|from) (?:service|replay|domain)\b")


def planted_programs(source: str) -> Iterator[ast.Module]:
    """Yield the texts of a file that are programs which import the product."""
    for node in nodes_of(ast.parse(source)) if PLANTED.search(source) else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and PLANTED.search(node.value):
            try:
                yield ast.parse(node.value.strip().rstrip(";"))
            except SyntaxError:  # a part of a program
                continue


def missing_members(program: ast.Module) -> Iterator[str]:
    """Yield the members that a program replaces although they do not exist."""
    names: dict[str, object] = {}
    replaced = [
        target
        for node in ast.walk(program)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute)
    ]
    for node in program.body if replaced else ():
        if isinstance(node, ast.Import | ast.ImportFrom):
            exec(ast.unparse(node), names)  # imports of the product alone
    for target in replaced:
        root = target.value
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name) and root.id in names:
            held = eval(ast.unparse(target.value), names)  # a member of an imported module
            if not hasattr(held, target.attr):
                yield ast.unparse(target)


def test_planted_code_replaces_members_that_exist():
    programs = [
        (path.relative_to(TESTS).as_posix(), program)
        for path in sorted(TESTS.rglob("*.py"))
        for program in planted_programs(path.read_text("utf-8"))
    ]
    assert len(programs) > 10
    assert [] == [(path, name) for path, program in programs for name in missing_members(program)]


def test_control_a_missing_member_is_detected():
    (program,) = planted_programs("CODE = 'import service.app as a; a.create_app = a.no_app = None; '")
    assert ["a.no_app"] == [*missing_members(program)]
