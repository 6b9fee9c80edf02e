"""Run the code blocks of a page of recipes in order; a block that cannot be run is a fault of the page.

`sh` blocks run in one shell; a block for another terminal runs until the end. Other programs are saved to the file that
the text before them names, and a later block must use it. `json` and `text` blocks are compared with the output of the
block before, or with the pages that a browser shows at the addresses in this output.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from tests.document_shell import SECONDS, Terminal, is_preparation
from tests.documents import FencedBlock, blocks_of
from tests.waiting import happens_within

ANYTHING = "…"
OWN_TERMINAL = "in another terminal"
IN_A_BROWSER = "in a browser"
PROGRAMS = {"python": "py", "ts": "mts", "js": "js", "html": "html"}
"""The languages whose blocks are files, with the suffixes of these files."""
Browsing = Callable[[str], Callable[[], str]]
"""Opens an address; the result returns the text that the page shows now."""


class RecipePage:
    """A page whose blocks run in a terminal; lines that install something are not run, but kept in `prepared`."""

    def __init__(self, terminal: Terminal, browsing: Browsing) -> None:
        self.prepared: list[str] = []
        self._terminal, self._browsing = terminal, browsing
        self._unused: set[str] = set()
        self._printed: str | None = None

    def follow(self, page: str) -> None:
        """Run every block; raise AssertionError with the line of the page at the first difference."""
        for block in blocks_of(page):
            try:
                self._do(block)
            except AssertionError as error:
                raise AssertionError(f"line {block.line}, {block.section}: {error}") from error
        assert not self._unused, f"nothing runs {self._unused}"

    def _do(self, block: FencedBlock) -> None:
        if block.language in PROGRAMS:
            self._save(block)
        elif block.language == "sh":
            self._run(block)
        elif block.language in ("json", "text"):
            self._compare(block)
        else:
            raise AssertionError(f"nothing runs a block of {block.language or 'no language'}")

    def _save(self, block: FencedBlock) -> None:
        named = re.findall(rf"`([\w-]+\.{PROGRAMS[block.language]})`", block.before)
        assert named, "the text before it does not name the file"
        assert named[-1] not in self._unused, f"nothing ran the {named[-1]} before"
        (self._terminal.here / named[-1]).write_text(block.text, "utf-8")
        self._unused.add(named[-1])
        self._printed = None

    def _run(self, block: FencedBlock) -> None:
        self._unused = {name for name in self._unused if name not in block.text}
        lines = block.text.splitlines(keepends=True)
        self.prepared += filter(is_preparation, lines)
        rest = "".join(line for line in lines if not is_preparation(line))
        if OWN_TERMINAL in block.before:
            self._terminal.begin_beside(rest)
        else:
            self._printed = self._terminal.do(rest)

    def _compare(self, block: FencedBlock) -> None:
        printed, self._printed = self._printed, None
        assert printed is not None, "no block was run before"
        if IN_A_BROWSER in block.before:
            for address in re.findall(r"http://\S+", printed):
                shown = self._browsing(address)
                assert happens_within(SECONDS, lambda shown=shown: is_text_like(block.text, shown())), shown()
        elif block.language == "json":
            assert is_like(values(block.text), values(printed)), printed
        else:
            assert is_text_like(block.text, printed), printed


def values(text: str) -> list[Any]:
    """Return the consecutive JSON values of a text."""
    found, rest = [], text.strip()
    while rest:
        try:
            value, end = json.JSONDecoder().raw_decode(rest)
        except ValueError as error:
            raise AssertionError(f"this is no JSON: {rest}") from error
        found.append(value)
        rest = rest[end:].lstrip()
    return found


def is_like(shown: Any, real: Any) -> bool:
    """Return whether a value matches the shown one; it may have more members, and `…` stands for any value or rest."""
    if shown == ANYTHING:
        return True
    if isinstance(shown, str) and isinstance(real, str):
        return bool(re.fullmatch(re.escape(shown).replace(ANYTHING, ".*"), real, re.DOTALL))
    if isinstance(shown, dict) and isinstance(real, dict):
        return all(name in real and is_like(value, real[name]) for name, value in shown.items())
    if isinstance(shown, list) and isinstance(real, list):
        if shown[-1:] == [ANYTHING]:
            shown, real = shown[:-1], real[: len(shown) - 1]
        return len(shown) == len(real) and all(map(is_like, shown, real))
    return type(shown) is type(real) and bool(shown == real)


def is_text_like(shown: str, real: str) -> bool:
    """Return whether a text matches the shown one: `…` stands for any part of a line, alone for any lines."""
    lines = (
        r"(?:.*\n)*?" if line.strip() == ANYTHING else re.escape(line.rstrip()).replace(ANYTHING, ".*") + r"\n"
        for line in shown.strip().splitlines()
    )
    return bool(re.fullmatch("".join(lines), "".join(f"{line.rstrip()}\n" for line in real.strip().splitlines())))
