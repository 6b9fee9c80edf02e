"""The sources of clauses and varieties in the language of a page: titles as printed, other words translated."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from domain.translations import ENGLISH

PHRASES: Final = Path(__file__).with_name("source_phrases.toml")
_LIST_SEPARATORS: Final = {"fr": "\u202f; "}
"""What separates the parts of a source, where it is not the English `; `."""


def source_in(language: str, source: str) -> str:
    """Return a source, such as `000, Contenu; ruling`, in a language. What no phrase translates stays as it is."""
    if language == ENGLISH:
        return source
    pattern, phrases = _phrases(language)
    parts = (pattern.sub(lambda found: phrases[found[0]], part) for part in source.split("; "))
    return _LIST_SEPARATORS.get(language, "; ").join(parts)


@cache
def _phrases(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the pattern of all English phrases, longer ones first, and each phrase in this language."""
    lines = tomllib.loads(PHRASES.read_text("utf-8"))["phrases"]
    phrases = {line[ENGLISH]: line[language] for line in lines}
    longest_first = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"), phrases
