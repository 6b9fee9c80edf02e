"""Count banned things; as a program, lower their limits in still_standing.toml."""

import ast
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tests.banned_prose import PROSE, prose_words
from tests.syntax_tree import nodes_of

ROOT = Path(__file__).parent.parent
PACKAGES = ("domain", "replay", "projections", "service", "haricot", "packages/haricot-rl/haricot_rl")
ROOTS = (*PACKAGES, "tests")
STANDING = ROOT / "tests" / "still_standing.toml"
STATIC = Path("service/web/static")
KITS = Path("clients")

FILE_LINES_MAX = 300
FUNCTION_LINES_MAX = 70
ALONE = {"replay/proofs/verify_bundle.py": 500}
"""The verifier is one file without imports from the rest, so that it can be copied alone."""

# An identifier that a pattern matches whole, in snake case, is banned; beside it, the name to use instead.
RULES_FOR_A_RULEBOOK = "rules, for a rulebook"
BANNED = {
    "told": (re.compile(r"(.*_)?told(_.*)?"), "what it is: payload, json, text, line, answer"),
    "lay": (re.compile("lay"), "board"),
    "rules": (re.compile(RULES_FOR_A_RULEBOOK), "rulebook"),
    "bell": (re.compile("bell"), "notifier"),
    "duties": (re.compile("duties"), "leases"),
    "lifeline": (re.compile("lifeline"), "process"),
    "observing": (re.compile("observing"), "telemetry"),
    "questions": (re.compile("questions"), "queries"),
    "redis_door": (re.compile("redis_door"), "redis_client"),
    "register_memory": (re.compile("register_memory"), "register_cache"),
    "shared_reading": (re.compile("shared_reading"), "single_flight"),
    "shelf": (re.compile("shelf"), "records"),
    "view_store": (re.compile("view_store"), "read_models"),
    "wishes": (re.compile("wishes"), "what is asked for: new_game, request"),
}
DESCRIBING = {"The", "A", "An", "What", "Whether", "How", "Everything", "Gives", "Makes", "Tells"}
"""First words of docstrings that are not imperative; `Return the ...` is."""
# The syntax nodes that bind or use a name, with the attribute that holds it.
NAMED = {
    ast.Name: "id",
    ast.Attribute: "attr",
    ast.arg: "arg",
    ast.keyword: "arg",
    ast.ClassDef: "name",
    ast.FunctionDef: "name",
    ast.AsyncFunctionDef: "name",
}
# The functions and attributes that return a Rulebook.
GIVES_RULEBOOK = {"rulebook", "rulebook_of", "rulebook_for"}
CLASS = re.compile(r"^\s*class (\w+)", re.MULTILINE)
LONG_STRING = re.compile(r"(\"{3}|'{3}).*?\1", re.DOTALL)
MAY_BE_BANNED = re.compile(
    r"(?<![a-z])(?:rules\s*[:=,]|told|lay|bell|duties|lifeline|observing|questions|redis_?door|register_?memory"
    r"|shared_?reading|shelf|view_?store|wishes)(?![a-z])",
    re.IGNORECASE,
)
"""Matches every source with a banned identifier, so that the others need not be parsed."""

# The counters: each takes the root of a project, so that a fault can be planted in a test project.


class PythonFile(NamedTuple):
    """The counted things of a Python file: names, classes, functions with their lines, docstrings, banned words."""

    path: Path
    names: list[str]
    classes: list[str]
    functions: list[tuple[str, int]]
    not_imperative: int
    prose: Counter[str]


@cache
def sources(repository: Path, root: str) -> list[PythonFile]:
    """Return the counted things of every Python file below a root, read once."""
    read = read_test_file if root == "tests" else read_python_file
    return [
        read(path.relative_to(repository), path.read_text("utf-8"))
        for path in sorted((repository / root).rglob("*.py"))
    ]


def read_python_file(path: Path, source: str) -> PythonFile:
    """Return the counted things of one file."""
    nodes = nodes_of(ast.parse(source))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return PythonFile(
        path,
        list(identifiers(nodes)),
        [node.name for node in nodes if isinstance(node, ast.ClassDef)],
        [(node.name, (node.end_lineno or node.lineno) - node.lineno + 1) for node in functions],
        sum(map(_describes_instead, functions)),
        prose_words(source, nodes),
    )


def read_test_file(path: Path, source: str) -> PythonFile:
    """Return the names and classes of a test file, in which nothing else is counted."""
    nodes = nodes_of(ast.parse(source)) if MAY_BE_BANNED.search(source) else []
    return PythonFile(path, list(identifiers(nodes)), CLASS.findall(LONG_STRING.sub("", source)), [], 0, Counter())


def _describes_instead(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a docstring begins with a noun or a question instead of an imperative."""
    first = (ast.get_docstring(function) or "").partition(" ")[0]
    return first in DESCRIBING and "property" not in " ".join(map(ast.unparse, function.decorator_list))


def identifiers(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield every name that a file binds or uses, except names of tests."""
    for node in nodes:
        if attribute := NAMED.get(type(node)):
            if (name := getattr(node, attribute)) and not name.startswith("test_"):
                yield name
        elif isinstance(node, ast.alias):
            yield from (node.asname or node.name).split(".")
        if isinstance(node, ast.arg | ast.AnnAssign | ast.Assign) and _names_a_rulebook_rules(node):
            yield RULES_FOR_A_RULEBOOK


def _names_a_rulebook_rules(node: ast.arg | ast.AnnAssign | ast.Assign) -> bool:
    match node:
        case ast.arg(arg="rules", annotation=ast.expr() as kind):
            return "Rulebook" in _words_of(kind)
        case ast.AnnAssign(target=target, annotation=kind):
            return "rules" in _bound([target]) and "Rulebook" in _words_of(kind)
        case ast.Assign(targets=targets, value=value):
            return "rules" in _bound(targets) and bool(GIVES_RULEBOOK & _given(value))
    return False


def _words_of(kind: ast.expr) -> set[str]:
    return set(re.findall(r"\w+", ast.unparse(kind)))


def _bound(targets: list[ast.expr]) -> set[str]:
    named = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return {
        part.id if isinstance(part, ast.Name) else part.attr
        for part in named
        if hasattr(part, "id") or hasattr(part, "attr")
    }


def _given(value: ast.expr) -> set[str]:
    """Return the functions and attributes that a value comes from."""
    values = value.elts if isinstance(value, ast.Tuple) else [value]
    ends = [part.func if isinstance(part, ast.Call) else part for part in values]
    return {end.id for end in ends if isinstance(end, ast.Name)} | {
        end.attr for end in ends if isinstance(end, ast.Attribute)
    }


def former_names(repository: Path) -> dict[str, int]:
    """Return the files with a former name of a module."""
    former = tomllib.loads((ROOT / "tests" / "former_names.toml").read_text("utf-8"))
    paths = [path for root in PACKAGES for path in below(repository, Path(root), "*.py")]
    paths += [*below(repository, STATIC / "js", "*.js"), *below(repository, KITS, "*.ts")]
    return {path.as_posix(): 1 for path in paths if path.stem in former and "node_modules" not in path.parts}


@cache
def banned_words(repository: Path) -> dict[str, Counter[str]]:
    """Count each banned name in each root."""
    counted: dict[str, Counter[str]] = {word: Counter() for word in BANNED}
    for root in ROOTS:
        for name, count in Counter(chain.from_iterable(file.names for file in sources(repository, root))).items():
            written = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).strip("_").lower()
            for word, (pattern, _) in BANNED.items():
                counted[word][root] += count if pattern.fullmatch(written) else 0
    return counted


def describing_docstrings(repository: Path) -> dict[str, int]:
    """Count the docstrings of functions that are not imperative, in each package."""
    return {root: sum(file.not_imperative for file in sources(repository, root)) for root in PACKAGES}


def banned_prose(repository: Path) -> dict[str, int]:
    """Return how often the docstrings and comments of each package use each banned word."""
    counted = {root: sum((file.prose for file in sources(repository, root)), Counter[str]()) for root in PACKAGES}
    return {f"{word} in {root}": counted[root][word] for word in PROSE for root in PACKAGES}


@cache
def shared_class_names(repository: Path) -> dict[str, list[str]]:
    """Return the class names that are used more than once in the project, with their files."""
    found = defaultdict(list)
    for file in (file for root in ROOTS for file in sources(repository, root)):
        for name in file.classes:
            found[name].append(file.path.as_posix())
    return {name: paths for name, paths in sorted(found.items()) if len(paths) > 1}


@cache
def long_files(repository: Path) -> dict[str, int]:
    """Return the files that are too long, with their lines."""
    paths = [file.path for root in PACKAGES for file in sources(repository, root)]
    paths += [*below(repository, STATIC / "js", "*.js"), *below(repository, STATIC / "css", "*.css")]
    paths += [path for path in below(repository, KITS, "src/*.ts") if path.name != "models.ts"]  # that one is generated
    lengths = {path.as_posix(): len((repository / path).read_text("utf-8").splitlines()) for path in paths}
    return {path: lines for path, lines in lengths.items() if lines > ALONE.get(path, FILE_LINES_MAX)}


@cache
def long_functions(repository: Path) -> dict[str, int]:
    """Return the functions that are too long, with their lines."""
    return {
        f"{file.path.as_posix()} {name}": lines
        for root in PACKAGES
        for file in sources(repository, root)
        for name, lines in file.functions
        if lines > FUNCTION_LINES_MAX
    }


def below(repository: Path, folder: Path, pattern: str) -> list[Path]:
    """Return the files below a folder of the project, relative to the project."""
    return sorted(path.relative_to(repository) for path in (repository / folder).rglob(pattern))


@cache
def unchecked_scripts(repository: Path) -> dict[str, int]:
    """Return the scripts whose types are not checked: no `// @ts-check` in their first two lines."""
    return {
        path.as_posix(): 1
        for path in below(repository, STATIC / "js", "*.js")
        if "// @ts-check" not in (repository / path).read_text("utf-8").splitlines()[:2]
    }


# All counts by kind, and their limits.


def standing(repository: Path) -> dict[str, dict[str, int]]:
    """Return all counts by kind."""
    return {
        "words": {f"{word} in {root}": banned_words(repository)[word][root] for word in BANNED for root in ROOTS},
        "classes": {name: len(paths) for name, paths in shared_class_names(repository).items()},
        "docstrings": describing_docstrings(repository),
        "prose": banned_prose(repository),
        "former_names": former_names(repository),
        "long_files": long_files(repository),
        "long_functions": long_functions(repository),
        "unchecked_scripts": unchecked_scripts(repository),
    }


def allowed() -> dict[str, dict[str, int]]:
    """Return the limits."""
    return tomllib.loads(STANDING.read_text("utf-8"))


def lowered(today: dict[str, dict[str, int]], most: dict[str, dict[str, int]]) -> str:
    """Return the text of the file of limits, lowered to today's counts."""
    parts = {kind: {name: min(count, today[kind].get(name, 0)) for name, count in most[kind].items()} for kind in SAYS}
    tables = (
        f"[{kind}]  # {SAYS[kind]}\n" + "".join(f'"{name}" = {count}\n' for name, count in things.items() if count)
        for kind, things in parts.items()
    )
    return HEAD + "\n" + "\n".join(tables)


HEAD = """# How often each banned thing still stands. No number may rise (tests/test_still_standing.py). Clear away;
# then `python -m tests.still_standing` lowers them.
"""
SAYS = {
    "words": "how often each stands",
    "classes": "in how many places a class has this name",
    "docstrings": "functions whose docstring begins with a noun or a question",
    "prose": "how often docstrings and comments use each word",
    "former_names": "files with a name of tests/former_names.toml",
    "long_files": f"lines, where they are more than {FILE_LINES_MAX}",
    "long_functions": f"lines, where they are more than {FUNCTION_LINES_MAX}",
    "unchecked_scripts": "scripts without `// @ts-check`",
}

if __name__ == "__main__":
    STANDING.write_text(lowered(standing(ROOT), allowed()), "utf-8")
