"""Run docs/edition-in-an-evening.md block by block; as a program, update its code and outputs."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent.parent
DOCUMENT: Final = ROOT / "docs" / "edition-in-an-evening.md"
TOY: Final = Path(__file__).parent
ROOM: Final = "domain/editions/toy"
PACKAGES: Final = ("domain", "replay", "projections", "service", "haricot")
FENCED: Final = re.compile(r"^```(?P<language>\w+)(?: (?P<file>\S+))?\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
DOCSTRING: Final = "__doc__"


class Block(NamedTuple):
    """A fenced block of the tutorial: its language, its file, its text."""

    language: str
    file: str
    body: str

    @property
    def names(self) -> list[str]:
        """The names that it defines, if it is Python."""
        return list(statements(self.body)) if self.language == "python" else []


def followed(text: str, folder: Path, repository: Path = ROOT) -> str:
    """Return the tutorial with current code and outputs; each block is written or run in a copy of the project."""
    for package in PACKAGES:
        shutil.copytree(repository / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    blocks = [Block(found["language"], found["file"] or "", found["body"]) for found in FENCED.finditer(text)]
    last = {(block.file, name): block for block in blocks for name in block.names}
    waiting = iter(blocks)

    def follow(found: re.Match[str]) -> str:
        block = next(waiting)
        target = folder / block.file
        match block.language:
            case "python":
                kept = {name for name in block.names if last[block.file, name] is not block}
                block = block._replace(body=quoted(block, target, kept))
                write_python(target, block.body)
            case "toml":
                block = block._replace(body=quoted_toml(block, [part for part in blocks if part.file == block.file]))
                write_toml(target, block.body)
            case "diff":
                patch(target, block.body)
            case "console":
                block = block._replace(body="".join(answered(block.body, folder)))
            case language:
                raise ValueError(f"nobody knows what to do with {language}")
        return f"```{' '.join(filter(None, block[:2]))}\n{block.body}```"

    return FENCED.sub(follow, text)


# Python: what a block imports joins the imports on top; what it defines replaces what has its name, or goes below.


def statements(source: str) -> dict[str, str]:
    """Return the top-level definitions of a source by name, with decorators and the text below."""
    found: dict[str, str] = {}
    lines = source.splitlines(keepends=True)
    name = ""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom):
            continue
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        before = found.get(name, "") if is_text and name else ""
        name = name if before else DOCSTRING if is_text else name_of(node)
        first = min([node.lineno, *(part.lineno for part in getattr(node, "decorator_list", ()))])
        found[name] = before + "".join(lines[first - 1 : node.end_lineno])
    return found


def name_of(node: ast.stmt) -> str:
    """Return the name that a statement defines, or the name that it calls."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return name
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
            return ast.unparse(target)
        case ast.Expr(value=ast.Call(func=called)):
            return ast.unparse(called)
        case _:
            raise ValueError(f"the tutorial cannot quote {ast.unparse(node)}")


def imports(source: str) -> dict[str, str]:
    """Return the import line of each imported name."""
    return {
        alias.asname or alias.name: ast.unparse(ast.ImportFrom(module=node.module, names=[alias], level=0))
        for node in ast.parse(source).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def of_the_toy(file: str) -> str:
    """Return the current text of the toy for a file of the tutorial, with imports of a built-in edition."""
    name = "toy.py" if file.endswith("__init__.py") else Path(file).name
    return re.sub(r"tests\.toy_edition(\.toy\b)?", ROOM.replace("/", "."), (TOY / name).read_text("utf-8"))


def quoted(block: Block, target: Path, kept: set[str]) -> str:
    """Return a block with the toy's code, except what a later block replaces; it imports what no block above does."""
    today, here = of_the_toy(block.file), statements(block.body)
    real = statements(today)
    if gone := here.keys() - real.keys() - kept:
        raise ValueError(f"the toy has no {', '.join(sorted(gone))} any more")
    parts = {name: here[name] if name in kept else real[name] for name in here}
    used = {node.id for node in ast.walk(ast.parse("\n".join(parts.values()))) if isinstance(node, ast.Name)}
    known = imports(target.read_text("utf-8")) if target.exists() else {}
    wanted = {**imports(block.body), **imports(today)}
    return formatted(parts, {name: wanted[name] for name in used & wanted.keys() if known.get(name) != wanted[name]})


def write_python(target: Path, source: str) -> None:
    """Merge a block into its file."""
    text = target.read_text("utf-8") if target.exists() else ""
    target.parent.mkdir(exist_ok=True)
    target.write_text(
        formatted({**statements(text), **statements(source)}, {**imports(text), **imports(source)}), "utf-8"
    )


def formatted(parts: dict[str, str], imported: dict[str, str]) -> str:
    """Return formatted source: docstring, sorted imports, the rest."""
    defined = [part for name, part in parts.items() if name != DOCSTRING]
    source = "\n".join([parts.get(DOCSTRING, ""), *sorted(imported.values()), "", *defined])
    for command in (["check", "--quiet", "--select", "I", "--fix"], ["format", "--quiet"]):
        ruff = [Path(sys.executable).with_name("ruff"), *command, "--stdin-filename", f"{ROOM}/written.py", "-"]
        source = subprocess.run(ruff, cwd=ROOT, input=source, text=True, stdout=subprocess.PIPE, check=True).stdout
    return source


# TOML: lines of a table that stands already go to its end.


def tables(text: str) -> dict[str, list[str]]:
    """Return the non-empty lines of each table of a file by header; array tables by their first line too."""
    found: dict[str, list[str]] = {}
    for part in re.split(r"^(?=\[)", text, flags=re.MULTILINE):
        lines = [line for line in part.splitlines() if line]
        if lines:
            head = 2 if lines[0].startswith("[[") else 1 if lines[0].startswith("[") else 0
            found["\n".join(lines[:head])] = lines[head:]
    return found


def laid_out(parts: dict[str, list[str]]) -> str:
    """Return tables as the text of a file."""
    return "\n".join("\n".join(filter(None, [header, *lines])) + "\n" for header, lines in parts.items())


def quoted_toml(block: Block, blocks: list[Block]) -> str:
    """Return a block with current lines; lines that no block shows go to the end of their table or the last block."""
    today, shown = tables((TOY / Path(block.file).name).read_text("utf-8")), [tables(part.body) for part in blocks]
    place = blocks.index(block)
    parts = {}
    unseen = [header for header in today if not any(header in part for part in shown)]
    for header in [*shown[place], *(unseen if block is blocks[-1] else ())]:
        lines = {key(line): line for line in today.get(header, ())}
        new = lines.keys() - {key(line) for part in shown for line in part.get(header, ())}
        is_last = not any(header in part for part in shown[place + 1 :])
        here = [key(line) for line in shown[place].get(header, ())] + [
            name for name in lines if name in new and is_last
        ]
        if kept := [lines[name] for name in here if name in lines]:
            parts[header] = kept
    return laid_out(parts)


def key(line: str) -> str:
    """Return the key that a line sets."""
    return line.partition(" = ")[0]


def write_toml(target: Path, body: str) -> None:
    """Merge a block into its file."""
    standing = tables(target.read_text("utf-8")) if target.exists() else {}
    for header, lines in tables(body).items():
        standing[header] = standing.get(header, []) + lines
    target.parent.mkdir(exist_ok=True)
    target.write_text(laid_out(standing), "utf-8")


# The rest of what a reader does.


def patch(target: Path, body: str) -> None:
    """Replace lines with a minus by those with a plus; the former must exist."""
    before, after = (
        "".join(line[1:] for line in body.splitlines(keepends=True) if line[0] in f" {sign}") for sign in "-+"
    )
    text = target.read_text("utf-8")
    if text.count(before) != 1:
        raise ValueError(f"{target.name} has no such lines:\n{before}")
    target.write_text(text.replace(before, after), "utf-8")


def answered(body: str, folder: Path) -> Iterator[str]:
    """Yield each command of a block with its current output."""
    haricot = folder / "bin" / "haricot"
    haricot.parent.mkdir(exist_ok=True)
    run = "from service.cli import main; main(prog_name='haricot')"
    haricot.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{run}" "$@"\n', "utf-8")
    haricot.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{haricot.parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "HARICOT_DATA": str(folder / "store"),
        "COLUMNS": "104",
    }
    for line in body.splitlines():
        if line.startswith("$ "):
            answer = subprocess.run(
                ["bash", "-c", line[2:]],
                cwd=folder,
                env=environment,
                text=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
            if answer.returncode:
                raise ValueError(f"{line}: {(answer.stdout.splitlines() or ['it fails'])[-1]}")
            yield f"{line}\n"
            yield "".join(f"{printed.rstrip()}\n" for printed in answer.stdout.splitlines())


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        DOCUMENT.write_text(followed(DOCUMENT.read_text("utf-8"), Path(made)), "utf-8")
