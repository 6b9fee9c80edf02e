"""What the project says of itself in words is so: its chores, its links, its decisions."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
ELSEWHERE = re.compile(r"[a-z]+:|#")
"""How a link begins that leads out of the project, or to a place on its own page."""


FOREIGN = re.compile(r"^lock/|package-lock\.json$|/vendor/")
"""Files that tell the versions of others."""


def tracked(pattern: str = "*") -> list[str]:
    """Every file that is kept in this repository; what was made or installed there is none."""
    run = subprocess.run(["git", "ls-files", "--", pattern], cwd=ROOT, text=True, capture_output=True, check=True)
    return [name for name in run.stdout.split("\n") if name and (ROOT / name).exists()]


def listed() -> list[Path]:
    """Every document of the project."""
    return [ROOT / name for name in tracked("*.md")]


PLAIN = (
    "CONTRIBUTING.md",
    "README.md",
    "ARCHITECTURE.md",
    "docs/http.md",
    "docs/index.md",
    "docs/disputes.md",
    "docs/proofs.md",
    "docs/operations.md",
    "docs/fair-deals.md",
    "docs/feed.md",
    "docs/webhooks.md",
    "docs/embedding.md",
    "docs/promises.md",
    "docs/stream.md",
    "docs/threat-model.md",
    "docs/baselines.md",
    "docs/edition-in-an-evening.md",
    "docs/exports.md",
    "docs/glossary.md",
    "docs/integrators.md",
    "docs/learning.md",
    "docs/library.md",
    "docs/notation.md",
    "SECURITY.md",
)
"""The documents that were written in plain words, and stay so."""
PRIVATE = (
    r"\b(?:whoever|nobody in particular|anew|hangs?\s+on|of\s+one's\s+own|by\s+lot|for\s+ever|reckons?|the\s+house)\b"
)


# Checkers: each takes a text and yields what is wrong with it.


def dead_links(document: Path) -> Iterator[str]:
    """Links to files of the project that are not there, or to headings that they do not have."""
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if ELSEWHERE.match(target) and not target.startswith("#"):
            continue
        name, _, heading = target.partition("#")
        found = document.parent / name if name else document
        if not found.exists() or (heading and heading not in headings(found)):
            yield target


def headings(document: Path) -> set[str]:
    """The anchors of a document's headings, as they are made where it is read."""
    titles = re.findall(r"^#+ (.*)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def missing_rooms(text: str) -> Iterator[str]:
    """Files and folders that a text names in code, and that are not there; NAME may be any."""
    for name in re.findall(r"`((?:domain|replay|projections|service|haricot|tests|docs|docker)/[\w./-]*)`", text):
        if not any(ROOT.glob(name.replace("NAME", "*"))):
            yield name


def missing_in_tree(tree: str) -> Iterator[str]:
    """Modules and folders that a drawn tree names, and that are not there."""
    names = {path for one in tracked() for path in (Path(one).name, *(f"{part}/" for part in Path(one).parts[:-1]))}
    for name in re.findall(r"(?<![\w.])(\w+\.(?:py|toml)|\w+/)(?![\w/])", tree):
        if name not in names:
            yield name


def private_words(text: str) -> Iterator[str]:
    """Words for which every reader knows a plainer one."""
    for word in re.findall(PRIVATE, text, re.IGNORECASE):
        yield re.sub(r"\s+", " ", word)


def targets(makefile: str) -> set[str]:
    """The chores that a Makefile lists."""
    return set(re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE))


def unknown_chores(text: str, makefile: str) -> Iterator[str]:
    """Chores that a document speaks of, in code, and the Makefile does not have."""
    code = re.findall(r"`([^`\n]+)`", text) + re.findall(r"^(?:\$ )?(make .*)$", text, re.MULTILINE)
    for line in code:
        for name in re.findall(r"^make(?: [A-Z_]+=\S+)* ([a-z]+)", line):
            if name not in targets(makefile):
                yield name


def wrong_decisions(text: str) -> Iterator[str]:
    """Decisions out of their order, those that lack a reason or an end, and numbers that are cited and not there."""
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
    """The lines in which a version stands."""
    standing = re.compile(rf"(?<![\d.^]){re.escape(version)}(?!\.?\w)")
    return [line for line in text.splitlines() if standing.search(line)]


# The repository itself.


def test_make_alone_lists_every_chore():
    listing = subprocess.run(["make"], cwd=ROOT, text=True, capture_output=True, check=True).stdout
    assert targets(MAKEFILE) == set(re.findall(r"^make ([a-z]+) ", listing, re.MULTILINE))


def test_no_file_can_stand_in_for_a_chore():
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
def test_links_lead_somewhere_and_chores_can_be_made(document):
    assert [] == list(dead_links(document))
    assert [] == list(unknown_chores(document.read_text("utf-8"), MAKEFILE))


def test_a_newcomer_is_sent_to_rooms_that_are_there():
    architecture, contributing = ((ROOT / name).read_text("utf-8") for name in ("ARCHITECTURE.md", "CONTRIBUTING.md"))
    assert contributing.count("\n### a") >= 6
    assert [] == list(missing_rooms(architecture + contributing))
    assert [] == list(missing_in_tree(architecture.split("```")[1]))


def test_the_guides_are_in_plain_words():
    for name in PLAIN:
        assert [] == list(private_words((ROOT / name).read_text("utf-8"))), name


def test_of_every_attacker_a_test_that_is_there_shows_what_they_cannot_do():
    text = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
    assert [] == list(missing_rooms(text))
    *attackers, undefended = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert (len(attackers), undefended.partition("\n")[0]) == (13, "Not defended")
    assert [] == [said.partition("\n")[0] for said in attackers if "`tests/" not in said]


def test_decisions_are_numbered_without_a_gap_and_say_why():
    text = (ROOT / "docs" / "decisions.md").read_text("utf-8")
    assert text.count("\n## D") > 40
    assert [] == list(wrong_decisions(text))


def test_the_version_stands_in_one_place_and_in_those_of_the_packages_beside_it():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    kept = (name for name in tracked() if not FOREIGN.search(name))
    found = {name: copies(project["version"], (ROOT / name).read_text("utf-8", "replace")) for name in kept}
    released = [line for line in found.pop("CHANGELOG.md", []) if not line.startswith("## ")]
    assert [] == released
    line, member = f'version = "{project["version"]}"', f'"version": "{project["version"]}",'
    python = ("pyproject.toml", "clients/python/pyproject.toml", "packages/haricot-rl/pyproject.toml")
    places = {**dict.fromkeys(python, line), "clients/typescript/package.json": member}
    standing = {name: [one.strip() for one in at] for name, at in found.items() if at}
    assert {place: [one] for place, one in places.items()} == standing


# Negative controls.


def test_control_links(tmp_path):
    document = tmp_path / "a.md"
    (tmp_path / "b.md").write_text("# One: two `three`\n", "utf-8")
    document.write_text(
        "# Here\n[1](b.md) [2](b.md#one-two-three) [3](#here) [4](https://a.example/none.md)\n```\n[5](none.md)\n```\n"
        "[6](none.md) [7](b.md#two) [8](#there)\n",
        "utf-8",
    )
    assert ["none.md", "b.md#two", "#there"] == list(dead_links(document))


def test_control_rooms():
    right = "`service/api/games/games.py`, `tests/rulebooks`, service/none.py, `service/cli/NAME.py`"
    text = f"{right}, `service/none.py`, `docs/nothing`, `docs/NAME.py`"
    assert [] == list(missing_rooms(right))
    assert ["service/none.py", "docs/nothing", "docs/NAME.py"] == list(missing_rooms(text))


def test_control_tree():
    tree = "domain/  the rules   engine.py, none.py\n  nothing/  I/O, and/or   classic.toml\n"
    assert ["none.py", "nothing/"] == list(missing_in_tree(tree))


def test_control_private_words():
    text = "Whoever asks: it hangs\non nothing anew. A renewed house is at hand."
    assert ["Whoever", "hangs on", "anew"] == list(private_words(text))


def test_control_chores():
    makefile = "one: two ## a chore\ntwo:\n"
    text = "`make one`, to make two, `make N=1 three`\n```\nmake four  # and more\n$ make five\n```\n"
    assert ["three", "four", "five"] == list(unknown_chores(text, makefile))


def test_control_decisions():
    says = "One.\n\n- **Why**: a.\n- **What would change our mind**: b, as in D1.\n"
    right = f"# Decisions\n\n## D1 One\n\n{says}\n## D2 Two\n\n{says}"
    assert [] == list(wrong_decisions(right))
    assert ["1 stands where D2 has to"] == list(wrong_decisions(right.replace("D2", "D1")))
    assert ["3 stands where D2 has to"] == list(wrong_decisions(right.replace("D2", "D3")))
    assert ["Two stands where D2 has to"] == list(wrong_decisions(right.replace("D2 ", "")))
    assert ["D2: What would change our mind?"] == list(wrong_decisions(right[: right.rindex("- **What")]))
    assert ["there is no D7"] == list(wrong_decisions(f"{right}See D7.\n"))


def test_control_copies():
    text = 'a = "7.3.1"\nv7.3.1\nharicot:7.3.1, then\n17.3.1 7.3.10 7.3.1.1 ^7.3.1 7.3.1rc\n'
    assert ['a = "7.3.1"', "v7.3.1", "haricot:7.3.1, then"] == copies("7.3.1", text)


def test_the_glossary_is_short_and_has_each_term_once():
    rows = re.findall(
        r"^\| ([a-z][^|]*) \| [^|]+ \| [^|]+ \|$", (ROOT / "docs/glossary.md").read_text("utf-8"), re.MULTILINE
    )
    terms = [term for term in rows if term != "term"]
    assert 40 <= len(set(terms)) == len(terms) <= 60
