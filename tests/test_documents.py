"""Checks of the documents: make targets, links, paths, decisions, words, versions."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
ELSEWHERE = re.compile(r"[a-z]+:|#")
"""Matches a link that leads out of the project or to a heading on the same page."""


FOREIGN = re.compile(r"^lock/|package-lock\.json$|/vendor/")
"""Matches files that contain versions of other projects."""
SOURCES = (".py", ".js", ".mjs", ".ts", ".toml", ".json", ".ftl", ".css", ".html", ".sql", ".yaml", "Makefile")
REMOVED = {"HARICOT_LOOP"}
"""Names that documents mention although the code no longer has them."""


def tracked(pattern: str = "*") -> list[str]:
    """Return the files of this repository that git tracks."""
    run = subprocess.run(["git", "ls-files", "--", pattern], cwd=ROOT, text=True, capture_output=True, check=True)
    return [name for name in run.stdout.split("\n") if name and (ROOT / name).exists()]


def listed() -> list[Path]:
    """Return every document of the project."""
    return [ROOT / name for name in tracked("*.md")]


EXEMPT = {
    "docs/cli.md",  # quotes a clause
    "tests/benchmarks/results.md",  # records of runs
}
"""The documents in which banned words may be used."""
BANNED = (
    r"\b(?:whoever|nobody in particular|anew|hangs?\s+on|of\s+one's\s+own|by\s+lot|for\s+ever|reckons?|the\s+house)\b"
)


# Checkers: each takes a text and yields its faults.


def dead_links(document: Path) -> Iterator[str]:
    """Yield the links to missing files of the project or to missing headings."""
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if ELSEWHERE.match(target) and not target.startswith("#"):
            continue
        name, _, heading = target.partition("#")
        found = document.parent / name if name else document
        if not found.exists() or (heading and heading not in headings(found)):
            yield target


def headings(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def missing_paths(text: str) -> Iterator[str]:
    """Yield the files and folders that a text names in code and that do not exist; NAME stands for any name."""
    for name in re.findall(r"`((?:domain|replay|projections|service|haricot|tests|docs|docker)/[\w./-]*)`", text):
        if not any(ROOT.glob(name.replace("NAME", "*"))):
            yield name


@cache
def words_of_code() -> frozenset[str]:
    """Return every word of the sources, and the names of their files."""
    names = [name for name in tracked() if name.endswith(SOURCES) and "/bundle/" not in name]
    texts = (f"{Path(name).stem} {(ROOT / name).read_text('utf-8', 'replace')}" for name in names)
    return frozenset(word for text in texts for word in re.findall(r"\w+", text))


def missing_names(text: str) -> Iterator[str]:
    """Yield the names of more than one word, such as `may_know` or `RecordCache`, that no source contains."""
    for code in re.findall(r"`([^`\n]+)`", text):
        for name in re.findall(r"[A-Za-z_]\w*", code):
            if ("_" in name.strip("_") or re.search("[a-z][A-Z]", name)) and name not in words_of_code():
                yield name


def missing_in_tree(tree: str) -> Iterator[str]:
    """Yield the modules and folders that a drawn tree names and that do not exist."""
    names = {path for one in tracked() for path in (Path(one).name, *(f"{part}/" for part in Path(one).parts[:-1]))}
    for name in re.findall(r"(?<![\w.])(\w+\.(?:py|toml)|\w+/)(?![\w/])", tree):
        if name not in names:
            yield name


def banned_words(text: str) -> Iterator[str]:
    """Yield the banned words of a text."""
    for word in re.findall(BANNED, text, re.IGNORECASE):
        yield re.sub(r"\s+", " ", word)


def targets(makefile: str) -> set[str]:
    """Return the targets that a Makefile lists."""
    return set(re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE))


def unknown_targets(text: str, makefile: str) -> Iterator[str]:
    """Yield the make targets that a document names in code and that the Makefile does not have."""
    code = re.findall(r"`([^`\n]+)`", text) + re.findall(r"^(?:\$ )?(make .*)$", text, re.MULTILINE)
    for line in code:
        for name in re.findall(r"^make(?: [A-Z_]+=\S+)* ([a-z]+)", line):
            if name not in targets(makefile):
                yield name


def wrong_decisions(text: str) -> Iterator[str]:
    """Yield decisions out of order, decisions without a reason or a condition, and cited numbers without a decision."""
    entries = re.findall(r"^## (?:D(\d+) )?(.*)\n((?:(?!## ).*\n?)*)", text, re.MULTILINE)
    for place, (number, title, body) in enumerate(entries, start=1):
        if number != str(place):
            yield f"{number or title} stands where D{place} has to"
        for part in ("- **Why**: ", "- **What would change our mind**: "):
            if body.count(part) != 1:
                yield f"D{number}: {part.strip('-:* ')}?"
    known = {number for number, _, _ in entries}
    yield from (f"there is no D{cited}" for cited in re.findall(r"\bD(\d+)\b", text) if cited not in known)


def copies(version: str, text: str) -> list[str]:
    """Return the lines that contain a version."""
    standing = re.compile(rf"(?<![\d.^]){re.escape(version)}(?!\.?\w)")
    return [line for line in text.splitlines() if standing.search(line)]


# The repository itself.


def test_make_lists_every_target():
    listing = subprocess.run(["make"], cwd=ROOT, text=True, capture_output=True, check=True).stdout
    assert targets(MAKEFILE) == set(re.findall(r"^make ([a-z]+) ", listing, re.MULTILINE))


def test_every_make_target_is_phony():
    (phony,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert targets(MAKEFILE) == set(phony.split()) - {"FORCE"}


def test_the_quick_run_needs_no_server_and_no_browser():
    (tests,) = re.findall(r"^rules:.*\n.*pytest .*?(tests/.*)$", MAKEFILE, re.MULTILINE)
    files = [file for name in tests.split() for path in ROOT.glob(name) for file in [path, *path.rglob("*.py")]]
    assert len(files) > 60
    needing = re.compile(
        r"^(?:from|import) (?:tests\.(?:servers|service|docker)|playwright|redis|psycopg)", re.MULTILINE
    )
    assert [] == [file.name for file in files if file.is_file() and needing.search(file.read_text("utf-8"))]


@pytest.mark.parametrize("document", listed(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_and_make_targets_of_documents_exist(document):
    assert [] == list(dead_links(document))
    assert [] == list(unknown_targets(document.read_text("utf-8"), MAKEFILE))


def test_paths_in_architecture_and_contributing_exist():
    architecture, contributing = ((ROOT / name).read_text("utf-8") for name in ("ARCHITECTURE.md", "CONTRIBUTING.md"))
    assert contributing.count("\n### a") >= 6
    assert [] == list(missing_paths(architecture + contributing))
    assert [] == list(missing_in_tree(architecture.split("```")[1]))


def test_documents_use_no_banned_words():
    for path in listed():
        if str(path.relative_to(ROOT)) not in EXEMPT:
            assert [] == list(banned_words(path.read_text("utf-8"))), path


def test_each_attacker_of_the_threat_model_names_existing_tests():
    text = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
    assert [] == list(missing_paths(text))
    *attackers, undefended = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert (len(attackers), undefended.partition("\n")[0]) == (13, "Not defended")
    assert [] == [said.partition("\n")[0] for said in attackers if "`tests/" not in said]


def test_documents_for_contributors_name_existing_code():
    for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "docs/decisions.md", "docs/threat-model.md"):
        assert REMOVED >= {*missing_names((ROOT / name).read_text("utf-8"))}, name


def test_decisions_are_numbered_without_gaps_and_give_reasons():
    text = (ROOT / "docs" / "decisions.md").read_text("utf-8")
    assert text.count("\n## D") > 40
    assert [] == list(wrong_decisions(text))


def test_only_the_package_files_contain_the_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    command = ["git", "grep", "-lF", "-e", project["version"]]
    listing = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=True).stdout.splitlines()
    kept = (name for name in listing if not FOREIGN.search(name))
    found = {name: copies(project["version"], (ROOT / name).read_text("utf-8", "replace")) for name in kept}
    released = [line for line in found.pop("CHANGELOG.md", []) if not line.startswith("## ")]
    assert [] == released
    line, member = f'version = "{project["version"]}"', f'"version": "{project["version"]}",'
    python = ("pyproject.toml", "clients/python/pyproject.toml", "packages/haricot-rl/pyproject.toml")
    places = {**dict.fromkeys(python, line), "clients/typescript/package.json": member}
    standing = {name: [one.strip() for one in at] for name, at in found.items() if at}
    assert {place: [one] for place, one in places.items()} == standing


# Negative controls.


def test_control_dead_links(tmp_path):
    document = tmp_path / "a.md"
    (tmp_path / "b.md").write_text("# One: two `three`\n", "utf-8")
    document.write_text(
        "# Here\n[1](b.md) [2](b.md#one-two-three) [3](#here) [4](https://a.example/none.md)\n```\n[5](none.md)\n```\n"
        "[6](none.md) [7](b.md#two) [8](#there)\n",
        "utf-8",
    )
    assert ["none.md", "b.md#two", "#there"] == list(dead_links(document))


def test_control_missing_paths():
    right = "`service/api/games/games.py`, `tests/rulebooks`, service/none.py, `service/cli/NAME.py`"
    text = f"{right}, `service/none.py`, `docs/nothing`, `docs/NAME.py`"
    assert [] == list(missing_paths(right))
    assert ["service/none.py", "docs/nothing", "docs/NAME.py"] == list(missing_paths(text))


def test_control_missing_names():
    absent = [f"may_{word}_know" for word in ("never", "hardly")]
    assert [] == list(missing_names("`may_know(...)`, `RecordCache`, `service/store/event_store.py`, no_code, `word`"))
    assert absent == list(missing_names(" of ".join(f"`{name}()`" for name in absent)))


def test_control_missing_names_in_the_tree():
    tree = "domain/  the rules   engine.py, none.py\n  nothing/  I/O, and/or   classic.toml\n"
    assert ["none.py", "nothing/"] == list(missing_in_tree(tree))


def test_control_banned_words_in_documents():
    text = "Whoever asks: it hangs\non nothing anew. A renewed house is at hand."
    assert ["Whoever", "hangs on", "anew"] == list(banned_words(text))


def test_control_unknown_targets():
    makefile = "one: two ## a target\ntwo:\n"
    text = "`make one`, to make two, `make N=1 three`\n```\nmake four  # and more\n$ make five\n```\n"
    assert ["three", "four", "five"] == list(unknown_targets(text, makefile))


def test_control_wrong_decisions():
    says = "One.\n\n- **Why**: a.\n- **What would change our mind**: b, as in D1.\n"
    right = f"# Decisions\n\n## D1 One\n\n{says}\n## D2 Two\n\n{says}"
    assert [] == list(wrong_decisions(right))
    assert ["1 stands where D2 has to"] == list(wrong_decisions(right.replace("D2", "D1")))
    assert ["3 stands where D2 has to"] == list(wrong_decisions(right.replace("D2", "D3")))
    assert ["Two stands where D2 has to"] == list(wrong_decisions(right.replace("D2 ", "")))
    assert ["D2: What would change our mind?"] == list(wrong_decisions(right[: right.rindex("- **What")]))
    assert ["there is no D7"] == list(wrong_decisions(f"{right}See D7.\n"))


def test_control_copies_of_the_version():
    text = 'a = "7.3.1"\nv7.3.1\nharicot:7.3.1, then\n17.3.1 7.3.10 7.3.1.1 ^7.3.1 7.3.1rc\n'
    assert ['a = "7.3.1"', "v7.3.1", "haricot:7.3.1, then"] == copies("7.3.1", text)


def test_the_glossary_is_short_and_has_each_term_once():
    rows = re.findall(
        r"^\| ([a-z][^|]*) \| [^|]+ \| [^|]+ \|$", (ROOT / "docs/glossary.md").read_text("utf-8"), re.MULTILINE
    )
    terms = [term for term in rows if term != "term"]
    assert 40 <= len(set(terms)) == len(terms) <= 60
