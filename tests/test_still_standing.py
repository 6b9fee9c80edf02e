"""The counts of banned things may only fall below the limits in `tests/still_standing.toml`."""

import tomllib
from pathlib import Path

import pytest

from tests.banned_prose import PROSE
from tests.still_standing import (
    BANNED,
    ROOT,
    SAYS,
    allowed,
    banned_prose,
    banned_words,
    describing_docstrings,
    former_names,
    long_files,
    long_functions,
    lowered,
    shared_class_names,
    standing,
    unchecked_scripts,
)


def more_than(found: dict[str, int], most: dict[str, int]) -> dict[str, int]:
    """Return the counts above their limits."""
    return {name: count for name, count in found.items() if count > most.get(name, 0)}


def test_no_count_rises_above_its_limit():
    today, most = standing(ROOT), allowed()
    for kind in SAYS:
        risen = more_than(today[kind], most[kind])
        assert {} == risen, [kind, *(f"say {instead(kind, name)}" for name in risen if kind in ("words", "prose"))]


def instead(kind: str, name: str) -> str:
    """Return what to write instead of a banned word, given as `word in package`."""
    word = name.partition(" in ")[0]
    return PROSE[word] if kind == "prose" else BANNED[word][1]


# Negative controls: each fault is planted in a project, beside the nearest thing that is allowed.


@pytest.fixture
def planted(tmp_path):
    """Return a function that writes a file to a new project and returns its root."""

    def plant(source: str, path: str = "domain/planted.py") -> Path:
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(source, "utf-8")
        return tmp_path

    return plant


@pytest.mark.parametrize(
    ("word", "offence"),
    [
        ("told", "told = 1"),
        ("told", "def f(told):\n    return 1"),
        ("told", "def told_of():\n    return 1"),
        ("told", "class Told:\n    pass"),
        ("told", "f(_told=1)"),
        ("told", "from a import b as is_told"),
        ("lay", "game.lay = 1"),
        ("rules", "def f(rules: Rulebook):\n    return 1"),
        ("rules", "def f(rules: 'Rulebook | None'):\n    return 1"),
        ("rules", "rules = rulebook_of(table)"),
        ("rules", "self.rules = game.rulebook"),
        ("rules", "table, rules = view.table, rulebook_of(view.table)"),
        ("rules", "self.rules: Rulebook | None = None"),
        ("bell", "from service import bell"),
        ("bell", "class Bell:\n    pass"),
        ("duties", "self.duties = 1"),
        ("observing", "from service import observing"),
        ("questions", "for questions in asked: pass"),
        ("redis_door", "def f(door: RedisDoor): return 1"),
        ("register_memory", "register_memory.find_entries()"),
        ("shared_reading", "shared_reading = 1"),
        ("view_store", "class ViewStore:\n    pass"),
        ("shelf", "self._shelf = 1"),
        ("wishes", "wishes: int = 1"),
        ("lifeline", "import service.lifeline"),
    ],
)
def test_control_banned_names(planted, word, offence):
    assert banned_words(planted(offence))[word] == {"domain": 1}


@pytest.mark.parametrize("word", BANNED)
def test_every_banned_name_has_its_control(word):
    (mark,) = (mark for mark in test_control_banned_names.pytestmark if mark.name == "parametrize")
    assert word in {offended for offended, _ in mark.args[1]}


def test_control_allowed_names(planted):
    right = '''"""Who is told: told, lay, bell."""
rules: Rules = cited("told")  # told
rulebook = rulebook_of(table)
def lay_out(untold, rules: dict): return untold.bellows, rulebook
def test_it_is_told(): return 1
'''
    assert not any(sum(counted.values()) for counted in banned_words(planted(right)).values())


def test_control_class_names(planted):
    planted("class Line:\n    class Inner:\n        pass\n")
    repository = planted("class Line:\n    pass\nclass Lines:\n    pass\n", "service/a/lobby.py")
    assert shared_class_names(repository) == {"Line": ["domain/planted.py", "service/a/lobby.py"]}


def test_control_docstrings(planted):
    planted('def right():\n    """Return the cards."""\n', "domain/right.py")
    assert describing_docstrings(planted('def cards():\n    """The cards."""\n'))["domain"] == 1


def test_control_prose(planted):
    for word in PROSE:
        wrong = f'"""So {word} is wrong."""\nA = 1\n"""As is {word.title()}."""\n# {word}\nB = 2  # {word}\n'
        planted(wrong, f"service/{word.replace(' ', '_')}.py")
    found = banned_prose(planted('"""It hangs\n\non this."""\n# so\n# many\n# words\n', "replay/broken.py"))
    assert {"hangs on in replay", "so many in replay"} == {name for name, count in found.items() if count == 1}
    assert {f"{word} in service" for word in PROSE} == {name for name, count in found.items() if count == 4}


def test_control_allowed_prose(planted):
    right = '''"""Nobodys, a hand, renew: forever."""
nobody = f("whoever", 'anew')
# so
length = 1
x = "# anew"  # many
"""`at_hand` is a name."""
'''
    assert not any(banned_prose(planted(right)).values())


def test_control_former_names(planted):
    planted("", "domain/right.py")
    assert former_names(planted("", "service/feed/fed.py")) == {"service/feed/fed.py": 1}


def test_control_long_files(planted):
    planted("\n" * 301)
    assert long_files(planted("\n" * 300, "domain/right.py")) == {"domain/planted.py": 301}


def test_control_scripts(planted):
    planted("// What it is for.\n\n// @ts-check\n", "service/web/static/js/late.js")
    planted("// @ts-check\n" * 301, "service/web/static/js/table/long.js")
    repository = planted("// What it is for.\n// @ts-check\n", "service/web/static/js/right.js")
    assert unchecked_scripts(repository) == {"service/web/static/js/late.js": 1}
    assert long_files(repository) == {"service/web/static/js/table/long.js": 301}


def test_control_long_functions(planted):
    planted("class C:\n    async def long(self):\n" + "        return 1\n" * 70)
    assert long_functions(planted("def right():\n" + "    return 1\n" * 69, "domain/right.py")) == {
        "domain/planted.py long": 71
    }


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("told = 1", "words"),
        ("class A: pass\nclass A: pass", "classes"),
        ("\n" * 301, "long_files"),
    ],
)
def test_control_a_new_fault_exceeds_its_limit(planted, source, kind):
    assert more_than(standing(planted(source))[kind], {})


def test_limits_are_lowered_and_never_raised():
    most = {kind: {"a in x": 3, "b in x": 2, "c in x": 1} for kind in SAYS}
    today = {kind: {"a in x": 2, "b in x": 9, "d in x": 1} for kind in SAYS}
    assert {kind: {"a in x": 2, "b in x": 2} for kind in SAYS} == tomllib.loads(lowered(today, most))
