"""The part of Fluent (projectfluent.org) that the pages' texts use."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from domain.values import Value

Argument = str | int
"""The value of a place in a message: a text, or a number that is grouped as in the language."""

ENTRY: Final = re.compile(r"(?P<message>[a-z][\w-]*) = ?|    \.(?P<attribute>[a-z][\w-]*) = ?")
TOKEN: Final = re.compile(
    r"\{ \$(?P<select>\w+) ->|\{ \$(?P<variable>\w+) \}|\n\s+(?P<default>\*?)\[(?P<variant>\w+)\] |(?P<close>\n\s+\})"
    r"|(?P<text>[^{}\n]+)"
)
GROUPED_BY: Final = {"en": ",", "fr": "\u202f", "de": "."}


class Placeable(Value):
    """The place of an argument."""

    name: str


class Choice(Value):
    """A text that depends on an argument: a number or its plural category, or a word. `otherwise` is the default."""

    name: str
    variants: dict[str, "Pattern"]
    otherwise: str


Pattern = tuple[str | Placeable | Choice, ...]


class NoFluent(Exception):
    """A file has a text outside this part of Fluent, or a message twice."""


def messages_of(text: str) -> dict[str, str]:
    """Return the source of every message and attribute of a file, by its key: `id`, or `id.attribute`."""
    found: dict[str, str] = {}
    key = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if entry := ENTRY.match(line):
            key = entry["message"] or f"{key.partition('.')[0]}.{entry['attribute']}"
            if key in found:
                raise NoFluent(f"line {number}: {key} is here already")
            found[key] = line[entry.end() :]
        elif line.startswith(" ") and key:
            found[key] += f"\n{line}"
        elif line and not line.startswith("#"):
            raise NoFluent(f"line {number}: neither a message nor a comment: {line[:40]!r}")
    return found


def parsed(source: str) -> Pattern:
    """Return the pattern of a message's source."""
    tokens = _tokens(source)
    pattern, ended = _pattern(tokens)
    if ended is not None or not pattern:
        raise NoFluent(f"no pattern: {source[:60]!r}")
    return pattern


def _tokens(source: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(source):
        if (token := TOKEN.match(source, at)) is None:
            raise NoFluent(f"not understood: {source[at : at + 40]!r}")
        yield token
        at = token.end()


def _pattern(tokens: Iterator[re.Match[str]]) -> tuple[Pattern, re.Match[str] | None]:
    """Return the pattern up to the next variant or the end of a choice, with that token."""
    parts: list[str | Placeable | Choice] = []
    for token in tokens:
        if token["text"]:
            parts.append(token["text"])
        elif token["variable"]:
            parts.append(Placeable(name=token["variable"]))
        elif token["select"]:
            parts.append(_choice(token["select"], tokens))
        else:
            return tuple(parts), token
    return tuple(parts), None


def _choice(name: str, tokens: Iterator[re.Match[str]]) -> Choice:
    variants: dict[str, Pattern] = {}
    otherwise = ""
    before, token = _pattern(tokens)
    while token is not None and token["variant"] and not before:
        variant = token["variant"]
        otherwise = variant if token["default"] else otherwise
        variants[variant], token = _pattern(tokens)
    if token is None or not otherwise:
        raise NoFluent(f"the choice by {name} has no end or no default")
    return Choice(name=name, variants=variants, otherwise=otherwise)


def plural(language: str, number: int) -> str:
    """Return the plural category of a whole number in English, French or German."""
    return "one" if number == 1 or (number == 0 and language == "fr") else "other"


def filled(pattern: Pattern, language: str, arguments: Mapping[str, Argument]) -> str:
    """Return a pattern as text. Raises KeyError if an argument is missing."""
    return "".join(_part(part, language, arguments) for part in pattern)


def _part(part: str | Placeable | Choice, language: str, arguments: Mapping[str, Argument]) -> str:
    if isinstance(part, str):
        return part
    value = arguments[part.name]
    if isinstance(part, Placeable):
        return f"{value:,}".replace(",", GROUPED_BY[language]) if isinstance(value, int) else value
    names = (str(value), *([plural(language, value)] if isinstance(value, int) else []))
    chosen = next((name for name in names if name in part.variants), part.otherwise)
    return filled(part.variants[chosen], language, arguments)


def variables(pattern: Pattern) -> Iterator[str]:
    """Yield the name of every argument of a pattern."""
    for part in pattern:
        if isinstance(part, Placeable | Choice):
            yield part.name
        if isinstance(part, Choice):
            for variant in part.variants.values():
                yield from variables(variant)
