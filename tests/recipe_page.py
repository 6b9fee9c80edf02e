"""A page of recipes, followed block by block as its reader would; what no rule here runs is a fault of the page.

`sh` goes on in one shell; one for another terminal runs until the end. Other programs become
the file that the words before them name, and a later block has to use it. `json` and `text` are what the block before
printed, or what a browser shows at the addresses that it printed.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from tests.document_shell import SECONDS, Terminal, is_preparation
from tests.documents import FencedBlock, blocks_of
from tests.waiting import within

ANYTHING = "…"
OWN_TERMINAL = "in another terminal"
IN_A_BROWSER = "in a browser"
PROGRAMS = {"python": "py", "ts": "mts", "js": "js", "html": "html"}
"""The languages whose blocks are files, with how the names of these end."""
Browsing = Callable[[str], Callable[[], str]]
"""Opens an address; what it gives tells what can be read there now."""


class RecipePage:
    """A page that somebody follows at a terminal; what it has installed is not run, but kept in `prepared`."""

    def __init__(self, terminal: Terminal, browsing: Browsing) -> None:
        self.prepared: list[str] = []
        self._terminal, self._browsing = terminal, browsing
        self._unused: set[str] = set()
        self._printed: str | None = None

    def follow(self, page: str) -> None:
        """Does all of it; AssertionError with the line of the page at the first thing that is not as it says."""
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
        assert named, "the words before it do not say which file this is"
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
        assert printed is not None, "nothing was run that could say so"
        if IN_A_BROWSER in block.before:
            for address in re.findall(r"http://\S+", printed):
                shown = self._browsing(address)
                assert within(SECONDS, lambda shown=shown: is_text_like(block.text, shown())), shown()
        elif block.language == "json":
            assert is_like(values(block.text), values(printed)), printed
        else:
            assert is_text_like(block.text, printed), printed


def values(text: str) -> list[Any]:
    """The JSON values that stand in a text one after the other."""
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
    """Whether a real value is as it is shown, perhaps with more members; `…` is anything, last in a list the rest."""
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
    """Whether a real text is as it is shown: `…` is anything within a line, alone on one any lines."""
    lines = (
        r"(?:.*\n)*?" if line.strip() == ANYTHING else re.escape(line.rstrip()).replace(ANYTHING, ".*") + r"\n"
        for line in shown.strip().splitlines()
    )
    return bool(re.fullmatch("".join(lines), "".join(f"{line.rstrip()}\n" for line in real.strip().splitlines())))
