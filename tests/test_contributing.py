"""Checks for contributors: issue forms are valid, hooks run only local commands, documents name existing commands."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from service.cli import main

ROOT = Path(__file__).parent.parent
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
WORDS = [
    *FORMS,
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / ".github").glob("*.md"),
]
KINDS = {"markdown", "textarea", "input", "dropdown", "checkboxes"}


def wrong_form(form: dict[str, Any]) -> Iterator[str]:
    """Yield the faults of an issue form."""
    yield from (f"no {part}" for part in ("name", "description", "body") if not form.get(part))
    asked = [field for field in form.get("body", ()) if field["type"] != "markdown"]
    names = [field.get("id") for field in asked]
    if None in names or len(set(names)) != len(names):
        yield f"missing or repeated ids: {names}"
    for field in form.get("body", ()):
        attributes = field.get("attributes", {})
        if field["type"] not in KINDS or not attributes.get("value" if field["type"] == "markdown" else "label"):
            yield f"invalid field: {field}"
    if not any(field.get("validations", {}).get("required") for field in asked):
        yield "no required field"


BINS = {".venv/bin": "BIN", ".venv/node/node_modules/.bin": "NODE_BIN"}
"""The folders of the project's programs, with their names in the Makefile."""


def foreign_hooks(config: dict[str, Any]) -> Iterator[str]:
    """Yield the hooks that would fetch something or run a program from outside this repository."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for repository in config["repos"]:
        if repository["repo"] != "local":
            yield f"{repository['repo']} is fetched"
        for hook in repository["hooks"]:
            program, *words = hook["entry"].split()
            folder, _, name = program.rpartition("/")
            own = folder in BINS and f"$({BINS[folder]})/{name}" in makefile
            if hook["language"] != "system" or not (own or (program == "make" and f"\n{words[0]}: " in makefile)):
                yield f"{hook['id']} runs {hook['entry']}"
            if missing := [word for word in words if word.startswith("tests/") and not (ROOT / word).exists()]:
                yield f"{hook['id']} names {missing}"


def unknown_commands(text: str) -> Iterator[str]:
    """Yield the commands and options of `haricot` that a text names in code and that do not exist."""
    for line in re.findall(r"`haricot ([a-z][^`\n]*)`", text):
        command: click.Command = main
        for word in line.split():
            below = command.get_command(click.Context(command), word) if isinstance(command, click.Group) else None
            if (
                below is None
                and (isinstance(command, click.Group) or word.startswith("--"))
                and word not in options(command)
            ):
                yield line
                break
            command = below or command


def options(command: click.Command) -> set[str]:
    """Return the options of a command."""
    return {"--help", *(name for option in command.params for name in option.opts)}


@pytest.mark.parametrize("path", [path for path in FORMS if path.name != "config.yml"], ids=lambda path: path.name)
def test_issue_forms_are_valid(path):
    assert [] == list(wrong_form(yaml.safe_load(path.read_text("utf-8"))))


def test_pre_commit_hooks_run_only_local_commands():
    assert [] == list(foreign_hooks(yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))))


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_documents_name_only_existing_haricot_commands(path):
    assert [] == list(unknown_commands(path.read_text("utf-8")))


# Negative controls.


def test_control_invalid_issue_forms():
    field = {"type": "input", "id": "a", "attributes": {"label": "A"}, "validations": {"required": True}}
    form = {"name": "a", "description": "b", "body": [field]}
    assert [] == list(wrong_form(form))
    assert ["no description"] == list(wrong_form({**form, "description": ""}))
    assert list(wrong_form({**form, "body": [field, field]}))
    assert list(wrong_form({**form, "body": [{**field, "type": "box"}]}))
    assert list(wrong_form({**form, "body": [{**field, "attributes": {}}]}))
    assert ["no required field"] == list(wrong_form({**form, "body": [{**field, "validations": {}}]}))


@pytest.mark.parametrize(
    ("entry", "right"),
    [
        (".venv/bin/ruff check --fix", True),
        ("make quick", True),
        ("ruff check", False),
        (".venv/bin/black", False),
        ("make quicker", False),
        (".venv/bin/python -m pytest tests/test_none.py", False),
    ],
)
def test_control_foreign_hooks(entry, right):
    hook = {"id": "a", "entry": entry, "language": "system"}
    assert right == (not list(foreign_hooks({"repos": [{"repo": "local", "hooks": [hook]}]})))
    assert list(foreign_hooks({"repos": [{"repo": "https://a.example", "hooks": [hook]}]}))
    assert list(foreign_hooks({"repos": [{"repo": "local", "hooks": [{**hook, "language": "python"}]}]}))


def test_control_unknown_commands():
    right = "`haricot audit GAME --strict`, `haricot config show`, haricot none, `haricot --version`"
    assert [] == list(unknown_commands(right))
    wrong = "`haricot judge GAME`, `haricot audit --loud`, `haricot config none`"
    assert ["judge GAME", "audit --loud", "config none"] == list(unknown_commands(wrong))
