"""Rules for sources that no linter knows; each checker is first shown an offence, so that it is known to see one."""

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
"""One file for whoever has no Haricot: run by itself, it prints what it finds."""
VAGUE_NAMES = {"utils", "helpers", "common", "misc"}
UNFINISHED = re.compile(r"\b(TOD[O]|FIXM[E]|XX[X])\b")  # spelt so that this file does not offend
IGNORE = re.compile(
    r"#\s*(?:noqa\b(?::\s*[A-Z]+\d+(?:[\s,]+[A-Z]+\d+)*)?|type:\s*ignore\b(?:\[[^]]*\])?)", re.IGNORECASE
)
ENDING_THREADS = {"service/ops/process.py", "service/cli/run/supervisor.py"}
"""Whose threads end with what they wait for: a signal, a parent, a server that answers."""
REASON = re.compile(r"[\s#]*\w")
INDENTED_IMPORT = re.compile(r"^(?:[ \t]|async |def ).*\bimport\b", re.MULTILINE)


def python_files(*folders: str) -> list[Path]:
    """The Python files below these folders of the project, in order of their paths."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def title(path: Path) -> str:
    """A path as a test's id: relative to the project."""
    return path.relative_to(ROOT).as_posix()


def nodes_with(word: str, source: str) -> list[ast.AST]:
    """Return the nodes of a source that holds a word, or none: to parse takes longer than to search."""
    return nodes_of(ast.parse(source)) if word in source else []


# Checkers: each takes a source (or a path) and yields what offends in it.


def wrong_opening(source: str) -> Iterator[str]:
    """A file opens on its first line with a docstring whose first line is one sentence."""
    docstring = ast.get_docstring(ast.parse(source), clean=False)
    if docstring is None or not source.startswith(('"""', 'r"""')):
        yield "no docstring on line 1"
        return
    sentence = docstring.split("\n")[0]
    if not sentence.strip().endswith((".", "?", "!")):
        yield f"the first line is no sentence: {sentence!r}"
    if re.search(r"[.!?]\s+[A-Z]", sentence):
        yield f"the first line is more than one sentence: {sentence!r}"


def vague_names(path: Path) -> Iterator[str]:
    """No file or folder has a name that takes anything in."""
    yield from (name for name in (*path.parent.parts, path.stem) if name in VAGUE_NAMES)


def prints(source: str) -> Iterator[str]:
    """Calls of print."""
    for node in nodes_with("print", source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield f"line {node.lineno}: print"


def inner_imports(source: str) -> Iterator[str]:
    """Imports that stand in a function."""
    if not INDENTED_IMPORT.search(source):
        return
    for function in nodes_of(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in nodes_of(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    yield f"line {node.lineno}: import in {function.name}"


def unfinished_marks(source: str) -> Iterator[str]:
    """Marks of work left undone, in code, comments and strings alike."""
    for number, line in enumerate(source.splitlines(), start=1):
        if mark := UNFINISHED.search(line):
            yield f"line {number}: {mark[0]}"


def bare_ignores(source: str) -> Iterator[str]:
    """Comments that silence a checker without saying why after it."""
    if IGNORE.search(source) is None:  # reading by tokens takes long
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            *_, last = [None, *IGNORE.finditer(token.string)]
            if last and not REASON.match(token.string, last.end()):
                yield f"line {token.start[0]}: {token.string}"


def waits_by_eval(source: str) -> Iterator[str]:
    """Waits that a page polls with eval, which its Content-Security-Policy forbids: they pass if it is true at once."""
    for node in nodes_with("wait_for_function", source):
        if isinstance(node, ast.Attribute) and node.attr == "wait_for_function":
            yield f"line {node.lineno}: {node.attr}; expect(locator) waits from outside"


def lonely_threads(source: str) -> Iterator[str]:
    """Threads that nobody would miss when a fault ends them; a WorkerThread goes on."""
    for node in nodes_with("Thread", source):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Thread", "threading.Thread"):
            yield f"line {node.lineno}: {ast.unparse(node.func)}"


def odd_paths(paths: Iterable[str]) -> Iterator[str]:
    """Paths with other signs than names need, such as a shell leaves behind where a quote was missing."""
    yield from (path for path in paths if not re.fullmatch(r"[\w./-]+", path, re.ASCII))


# The repository itself: one test a rule, which names every file that offends.


@cache
def source_of(path: Path) -> str:
    """What a file says."""
    return path.read_text("utf-8")


def offences(checker: Callable[[str], Iterator[str]], paths: Iterable[Path]) -> dict[str, list[str]]:
    """What a checker finds in each file in which it finds anything. There must be files to look at."""
    found = {title(path): list(checker(source_of(path))) for path in paths}
    assert found
    return {path: said for path, said in found.items() if said}


def test_every_file_says_in_one_sentence_what_it_is_for():
    assert {} == offences(wrong_opening, python_files(*PACKAGES))


def test_every_module_has_a_name_of_its_own():
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


def test_no_wait_passes_only_when_there_is_nothing_to_wait_for():
    assert {} == offences(waits_by_eval, python_files("tests"))


def test_threads_that_last_are_duties():
    lasting = (path for path in python_files("service") if title(path) not in ENDING_THREADS)
    assert {} == offences(lonely_threads, lasting)


def test_paths_have_plain_names():
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    assert kept.stdout
    assert [] == list(odd_paths(kept.stdout.splitlines()))


def test_every_package_is_looked_at():
    assert [] == [package for package in PACKAGES if not python_files(package)]


# Negative controls: what each checker must find, and the nearest thing it must leave alone.


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
def test_control_opening(offence):
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
def test_control_names(name):
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
def test_control_unfinished(mark):
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
def test_control_ignore(comment):
    assert list(bare_ignores(f"a = 1  {comment}\n"))
    assert [] == list(bare_ignores(f"a = 1  {comment}  # the library's stub is wrong\n"))
    assert [] == list(bare_ignores(f"a = 1\nb = '{comment}'\n"))


@pytest.mark.parametrize("call", ["Thread(target=look)", "threading.Thread(target=look, daemon=True).start()"])
def test_control_lonely_thread(call):
    assert list(lonely_threads(f"x = {call}\n"))
    assert [] == list(lonely_threads("x: Thread = WorkerThread('notifier', look)\n"))


def test_control_wait_by_eval():
    assert list(waits_by_eval("page.wait_for_function('1 < 2')\n"))
    assert [] == list(waits_by_eval("expect(page.locator('.felt')).to_have_css('opacity', '0.4')\n"))


@pytest.mark.parametrize("path", ["hat a Sight may read | the trace|", "docs/a page.md", "é.py", '"quoted"'])
def test_control_odd_path(path):
    assert [path] == list(odd_paths([path, "docs/page-2.md", ".ci/run", "tests/__init__.py"]))
