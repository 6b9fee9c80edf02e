"""Style rules for sources that no linter has; each checker has a control with an offence."""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.syntax_tree import nodes_of

ROOT = Path(__file__).parent.parent
PURE = ("domain", "replay", "projections")
PACKAGES = (*PURE, "service", "haricot", "packages/haricot-rl/haricot_rl")
ALONE = ROOT / "replay/proofs/verify_bundle.py"
"""The verifier, a program of one file that prints its result."""
VAGUE_NAMES = {"utils", "helpers", "common", "misc"}
UNFINISHED = re.compile(r"\b(TOD[O]|FIXM[E]|XX[X])\b")  # spelt so that this file does not offend
IGNORE = re.compile(
    r"#\s*(?:noqa\b(?::\s*[A-Z]+\d+(?:[\s,]+[A-Z]+\d+)*)?|type:\s*ignore\b(?:\[[^]]*\])?)", re.IGNORECASE
)
ENDING_THREADS = {"service/ops/process.py", "service/cli/run/supervisor.py"}
"""Files whose threads end with the thing that they wait for: a signal, a parent, a server that answers."""
REASON = re.compile(r"[\s#]*\w")
INDENTED_IMPORT = re.compile(r"^(?:[ \t]|async |def ).*\bimport\b", re.MULTILINE)


def python_files(*folders: str) -> list[Path]:
    """Return the Python files below these folders of the project, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def title(path: Path) -> str:
    """Return a path relative to the project."""
    return path.relative_to(ROOT).as_posix()


def nodes_with(word: str, source: str) -> list[ast.AST]:
    """Return the syntax nodes of a source if it contains a word; parsing takes longer than searching."""
    return nodes_of(ast.parse(source)) if word in source else []


# Checkers: each takes a source (or a path) and yields its offences.


def wrong_opening(source: str) -> Iterator[str]:
    """Yield a fault unless a file begins with a docstring whose first line is one sentence."""
    opening = re.match(r'r?"""(.*?)("""|$)', source, re.MULTILINE)
    if opening is None:
        yield "no docstring on line 1"
        return
    sentence = opening[1]
    if not sentence.strip().endswith((".", "?", "!")):
        yield f"the first line is no sentence: {sentence!r}"
    if re.search(r"[.!?]\s+[A-Z]", sentence):
        yield f"the first line is more than one sentence: {sentence!r}"


def vague_names(path: Path) -> Iterator[str]:
    """Yield the vague names in a path."""
    yield from (name for name in (*path.parent.parts, path.stem) if name in VAGUE_NAMES)


def prints(source: str) -> Iterator[str]:
    """Yield calls of print."""
    for node in nodes_with("print", source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield f"line {node.lineno}: print"


def inner_imports(source: str) -> Iterator[str]:
    """Yield imports within functions."""
    if not INDENTED_IMPORT.search(source):
        return
    for function in nodes_of(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in nodes_of(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    yield f"line {node.lineno}: import in {function.name}"


def unfinished_marks(source: str) -> Iterator[str]:
    """Yield marks of unfinished work in code, comments and strings."""
    for number, line in enumerate(source.splitlines(), start=1):
        if mark := UNFINISHED.search(line):
            yield f"line {number}: {mark[0]}"


def bare_ignores(source: str) -> Iterator[str]:
    """Yield comments that silence a checker without a reason after it."""
    if IGNORE.search(source) is None:  # reading by tokens takes long
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            *_, last = [None, *IGNORE.finditer(token.string)]
            if last and not REASON.match(token.string, last.end()):
                yield f"line {token.start[0]}: {token.string}"


def waits_by_eval(source: str) -> Iterator[str]:
    """Yield waits that poll with eval, which the Content-Security-Policy forbids: they pass only if true at once."""
    for node in nodes_with("wait_for_function", source):
        if isinstance(node, ast.Attribute) and node.attr == "wait_for_function":
            yield f"line {node.lineno}: {node.attr}; expect(locator) waits from outside"


def unguarded_threads(source: str) -> Iterator[str]:
    """Yield plain threads, which end silently at an error; a WorkerThread continues."""
    for node in nodes_with("Thread", source):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Thread", "threading.Thread"):
            yield f"line {node.lineno}: {ast.unparse(node.func)}"


def odd_paths(paths: Iterable[str]) -> Iterator[str]:
    """Yield paths with unusual characters, which a missing quote in a shell can leave behind."""
    yield from (path for path in paths if not re.fullmatch(r"[\w./-]+", path, re.ASCII))


# The repository itself: one test a rule, which names every offending file.


@cache
def source_of(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text("utf-8")


def offences(checker: Callable[[str], Iterator[str]], paths: Iterable[Path]) -> dict[str, list[str]]:
    """Return the offences of each file that has any; fail without files."""
    found = {title(path): list(checker(source_of(path))) for path in paths}
    assert found
    return {path: said for path, said in found.items() if said}


def test_every_file_begins_with_a_one_sentence_docstring():
    assert {} == offences(wrong_opening, python_files(*PACKAGES))


def test_no_module_has_a_vague_name():
    assert {} == {
        title(path): names for path in python_files(*PACKAGES) if (names := [*vague_names(path.relative_to(ROOT))])
    }


def test_nothing_below_service_prints():
    assert {} == offences(prints, (path for path in python_files(*PURE) if path != ALONE))


def test_nothing_below_service_imports_inside_a_function():
    assert {} == offences(inner_imports, python_files(*PURE))


def test_nothing_is_marked_as_unfinished():
    assert {} == offences(unfinished_marks, python_files(*PACKAGES, "tests"))


def test_every_ignore_says_why():
    assert {} == offences(bare_ignores, python_files(*PACKAGES, "tests"))


def test_no_page_test_waits_by_eval():
    assert {} == offences(waits_by_eval, python_files("tests"))


def test_lasting_threads_are_worker_threads():
    lasting = (path for path in python_files("service") if title(path) not in ENDING_THREADS)
    assert {} == offences(unguarded_threads, lasting)


def test_paths_have_plain_names():
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    assert kept.stdout
    assert [] == list(odd_paths(kept.stdout.splitlines()))


def test_every_package_is_looked_at():
    assert [] == [package for package in PACKAGES if not python_files(package)]


# Negative controls: an offence that each checker must find, and the nearest thing that it must allow.


@pytest.mark.parametrize(
    "offence",
    [
        "",
        "import ast\n",
        '# a comment\n"""A sentence."""\n',
        '\n"""A sentence."""\n',
        '"""No sentence"""\n',
        '"""\nA sentence on the second line.\n"""\n',
        '"""One sentence. And another."""\n',
    ],
)
def test_control_wrong_docstrings(offence):
    assert list(wrong_opening(offence))
    assert [] == list(wrong_opening('"""One sentence: e.g. this.\n\nMore. And more.\n"""\n'))
    assert [] == list(wrong_opening('"""Is a question a sentence?"""\n'))


def test_control_offences_name_the_file(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    wrong, right = tmp_path / "a.py", tmp_path / "b.py"
    wrong.write_text("print(1)\n", "utf-8")
    right.write_text("say(1)\n", "utf-8")
    assert offences(prints, [wrong, right]) == {"a.py": ["line 1: print"]}
    with pytest.raises(AssertionError):
        offences(prints, [])


@pytest.mark.parametrize("name", ["domain/utils.py", "service/helpers/__init__.py", "replay/common.py", "misc/x.py"])
def test_control_vague_names(name):
    assert list(vague_names(Path(name)))
    assert [] == list(vague_names(Path("domain/commons.py")))


def test_control_print():
    assert list(prints("def f():\n    print('here')\n"))
    assert [] == list(prints("def f():\n    page.print('here')  # print(here)\n"))


@pytest.mark.parametrize("statement", ["import json", "from json import loads", "if True:\n        import json"])
def test_control_inner_import(statement):
    assert list(inner_imports(f"def f():\n    {statement}\n"))
    assert list(inner_imports(f"class C:\n  async def f(self):\n    {statement}\n"))
    assert [] == list(inner_imports("import json\n\n\ndef f():\n    return json\n"))


@pytest.mark.parametrize("mark", ["".join(halves) for halves in (("TO", "DO"), ("FIX", "ME"), ("XX", "X"))])
def test_control_unfinished_marks(mark):
    assert list(unfinished_marks(f"a = 1  # {mark}: later\n"))
    assert list(unfinished_marks(f'"""{mark}"""\n'))
    assert [] == list(unfinished_marks(f"{mark}S = 1\n"))


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "# noqa: E501",
        "# noqa: E501, F401",
        "# noqa: E501 F401",
        "#NOQA:E501",
        "# type: ignore",
        "# type: ignore[override]",
        "# type: ignore[override]  #",
        "# type: ignore[override]  # noqa: E501",
        "# long story  # noqa: E501",
    ],
)
def test_control_bare_ignores(comment):
    assert list(bare_ignores(f"a = 1  {comment}\n"))
    assert [] == list(bare_ignores(f"a = 1  {comment}  # the library's stub is wrong\n"))
    assert [] == list(bare_ignores(f"a = 1\nb = '{comment}'\n"))


@pytest.mark.parametrize("call", ["Thread(target=look)", "threading.Thread(target=look, daemon=True).start()"])
def test_control_unguarded_threads(call):
    assert list(unguarded_threads(f"x = {call}\n"))
    assert [] == list(unguarded_threads("x: Thread = WorkerThread('notifier', look)\n"))


def test_control_wait_by_eval():
    assert list(waits_by_eval("page.wait_for_function('1 < 2')\n"))
    assert [] == list(waits_by_eval("expect(page.locator('.felt')).to_have_css('opacity', '0.4')\n"))


@pytest.mark.parametrize("path", ["hat a Sight may read | the trace|", "docs/a page.md", "é.py", '"quoted"'])
def test_control_odd_path(path):
    assert [path] == list(odd_paths([path, "docs/page-2.md", ".ci/run", "tests/__init__.py"]))
