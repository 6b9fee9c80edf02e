"""Only the folders of an edition name it, so that an edition can be added without editing shared files."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain.editions
from domain.edition_data.family import FAMILY
from domain.editions import EDITIONS
from replay.codec import command_types, event_types
from tests.syntax_tree import nodes_of

ROOT = Path(__file__).parent.parent
PACKAGES = ("domain", "replay", "projections", "service", "haricot", "packages/haricot-rl/haricot_rl")
EXAMPLE = "classic"
"""The edition that examples and defaults of the service may name."""
REASONS = {
    "replay/proofs/verify_bundle.py": "it stands alone, following the piles of every edition without any rules",
    "service/cli/table_renderer.py": "it gives each variety a colour, and sissi is one as well",
    "service/web/printed_table.py": "an open attack is printed by its name in the table, as nothing else is like it",
    "service/lifecycle/demo.py": "it shows some chosen games of each edition",
}
"""The other files that name editions, with the reasons."""


def own_words() -> dict[str, str]:
    """Return the words of one edition only (key, options, phases, commands, events) with its key."""
    own: dict[str, str] = {}
    for key, edition in EDITIONS.items():
        own |= dict.fromkeys((*(rule.name for rule in edition.data.options), *edition.data.phases), key)
    for name, kind in {**event_types(), **command_types()}.items():
        if kind.__module__.startswith(f"{domain.editions.__name__}."):
            own |= dict.fromkeys((name.partition(".")[0], kind.__name__), kind.__module__.split(".")[2])
    shared = {*FAMILY.phases, *FAMILY.areas["en"], *(rule.name for rule in FAMILY.options)}
    return {word: key for word, key in own.items() if word not in shared} | {key: key for key in EDITIONS}


OWN = own_words()
OWN_WORD = re.compile(rf"\b(?:{'|'.join(OWN)})\b")


def edition_of(path: str) -> str | None:
    """Return the edition to which a file belongs, None for a shared file."""
    parts = path.removesuffix(".py").split("/")
    return parts[parts.index("editions") + 1] if "editions" in parts[:-1] else None


def named(source: str) -> Iterator[str]:
    """Yield the words of editions in the imports and strings of code, docstrings excepted."""
    nodes = nodes_of(ast.parse(source)) if OWN_WORD.search(source) else []
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""  # a docstring is for people
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from (word for word in re.findall(r"\w+", node.value) if word in OWN)
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names if alias.name in OWN)
            yield from (part for part in (node.module or "").split(".") if part in EDITIONS)


def offences(path: str, source: str) -> set[str]:
    """Return the words of editions that a file names and that belong to another edition."""
    home = edition_of(path)
    found = {word for word in named(source) if OWN[word] != home}
    return found - {EXAMPLE} if path.startswith("service/") else found


FILES = [path.relative_to(ROOT).as_posix() for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def test_files_name_no_edition_but_their_own():
    looked_at = [path for path in FILES if path != "domain/editions/__init__.py"]
    found = {path: named for path in looked_at if (named := offences(path, (ROOT / path).read_text("utf-8")))}
    assert {path: named for path, named in found.items() if path not in REASONS} == {}
    assert set(found) == set(REASONS)


def test_each_edition_has_its_own_words():
    assert {"bohnaparte", "AttackDeclared", "attack_declared", "bp_riders", "choose_camp"} <= set(OWN)
    assert {"duel", "PlantOffered", "offer_left", "duel_matching"} <= set(OWN)
    assert not {"set_aside", "turned_up", "blue", "sissi_bean", "BeanPlanted", "draw"} & set(OWN)
    assert set(OWN.values()) == set(EDITIONS)


@pytest.mark.parametrize(
    ("path", "offence"),
    [
        ("projections/timeline.py", "from domain.editions.bohnaparte.events import AttackDeclared\n"),
        ("projections/timeline.py", 'KINDS = {"attack_declared.1": "attack"}\n'),
        ("service/web/rulebook.py", 'TITLES = {"duel": {4: "Planting, offer and discarding"}}\n'),
        ("service/lifecycle/bots/editions/duel.py", 'SCORES = {"DeclareAttack": 1}\n'),
        ("domain/rules/harvest.py", 'if options["sissi_counting"] == "all_cards":\n    pass\n'),
        ("replay/creation_checks.py", "import json\n\nNAMES = ('board_laid_out',)\n"),
    ],
)
def test_control_an_edition_named_outside_its_folder_is_detected(path, offence):
    assert offences(path, offence)
    assert not offences(path, '"""As in Bohnaparte, DeclareAttack."""\n')
    assert not offences("domain/editions/bohnaparte/attack.py", "KINDS = ('attack_declared.1',)\n")
    assert not offences("service/api/games/games.py", 'EXAMPLE = "classic"\n')
