"""The words for every error code of the API: the pages that problem `type` addresses lead to."""

import tomllib
from importlib.resources import files
from typing import Final

from service.problems import kind_of
from service.web.rulebook import mechanism_clauses

_WORDS: Final[dict[str, str]] = tomllib.loads(
    files("service.web").joinpath("problems.toml").read_text(encoding="utf-8")
)
"""What each code means, but the rules' own."""
_FORBIDDEN: Final = (
    "The command is understood, but the rules of the game forbid it at this moment. Nothing was changed. "
    "The clause that forbids it is"
)


def words_for(code: str) -> tuple[str, str, list[tuple[str, str, str]]] | None:
    """Title, words and the clauses (edition, clause) behind an error code; None when there is no such code."""
    if code in _WORDS:
        return kind_of(code).title, _WORDS[code], []
    mechanism = code.removeprefix("rules.")
    clauses = mechanism_clauses(mechanism) if mechanism != code else []
    return (f"The rules forbid it: {mechanism}", _FORBIDDEN, clauses) if clauses else None
