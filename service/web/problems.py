"""The texts for every error code of the API, on the pages that the `type` of a problem leads to."""

from typing import Final

from service.problems import KINDS, RULES, kind_of
from service.web.language import language, translate
from service.web.rulebook import mechanism_clauses

_KNOWN: Final = {kind.code for kind in KINDS}


def title_of_problem(code: str) -> str:
    """Return the title of a code, in the page's language."""
    return translate(language(), f"problem-{code.replace('.', '-')}.title")


def words_for(code: str) -> tuple[str, str, list[tuple[str, str, str]]] | None:
    """Return the title, text and clauses (edition, clause, its place) of an error code, or None for an unknown code."""
    if code in _KNOWN:
        return title_of_problem(code), translate(language(), f"problem-{code.replace('.', '-')}"), []
    if (kind := kind_of(code)) is not RULES:
        return words_for(kind.code)
    mechanism = code.removeprefix("rules.")
    clauses = mechanism_clauses(mechanism) if mechanism != code else []
    title = translate(language(), "problems-mechanism", mechanism=mechanism)
    return (title, translate(language(), "problems-forbidden-says"), clauses) if clauses else None
