"""The words for every error code of the API: the pages that problem `type` addresses lead to."""

from typing import Final

from service.problems import KINDS, RULES, kind_of
from service.web.language import language, said
from service.web.rulebook import mechanism_clauses

_KNOWN: Final = {kind.code for kind in KINDS}


def title_of_problem(code: str) -> str:
    """Return what a code means in a few words, in the page's language."""
    return said(language(), f"problem-{code.replace('.', '-')}.title")


def words_for(code: str) -> tuple[str, str, list[tuple[str, str, str]]] | None:
    """Title, words and clauses (edition, clause, its place) behind an error code; None when there is no such code."""
    if code in _KNOWN:
        return title_of_problem(code), said(language(), f"problem-{code.replace('.', '-')}"), []
    if (kind := kind_of(code)) is not RULES:
        return words_for(kind.code)
    mechanism = code.removeprefix("rules.")
    clauses = mechanism_clauses(mechanism) if mechanism != code else []
    title = said(language(), "problems-mechanism", mechanism=mechanism)
    return (title, said(language(), "problems-forbidden-says"), clauses) if clauses else None
