"""Compare translations with their English texts: `python -m tests.translations` lists stale ones.

Beside the .ftl files is a file for each other language, such as `fr.hashes`. It has one line for each translation: its
key, then the hash of the English text with which the translation was last compared. If the English text changes, the
translation is stale until the two are compared again and this is recorded.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

import domain
import service.web
from domain.edition_data.family import LANGUAGES
from domain.editions import EDITIONS
from domain.translations import ENGLISH, FOLDER, SHARED, Original, TranslatedTexts, read
from service.web.language import SOURCES

WORDS = Path(service.web.__file__).parent / "locales"
DOMAIN = Path(domain.__file__).parent
FOREIGN = tuple(language for language in LANGUAGES if language != ENGLISH)
USAGE = """Compare each translation with its English, correct it, then record that you did:
    python -m tests.translations KEY ...    these; a key that ends in a dot or a hyphen stands for all that begin so
    python -m tests.translations all        all of them"""

Pairs: TypeAlias = dict[str, tuple[str, str]]
"""By key: the English, and its translation."""


@cache
def pairs(language: str) -> Pairs:
    """Return every translation into a language, by the key of its place."""
    found: Pairs = {f"pages.{key}": (SOURCES[ENGLISH][key], there) for key, there in SOURCES[language].items()}
    for path in (*sorted(DOMAIN.glob("*.toml")), *sorted((DOMAIN / "editions").rglob("*.toml"))):
        if path.parent.name != "versions":
            found |= _beside(tomllib.loads(path.read_text("utf-8")), language, path.stem)
    for key in (SHARED, *EDITIONS):
        original = Original.of(key)
        translated, english = (
            read(original, FOLDER.joinpath(one, f"{key}.toml"), english=one == ENGLISH) for one in (language, ENGLISH)
        )
        found |= {f"{key}.rules.{name}": pair for name, pair in _rules(original, english, translated)}
    return found


def texts(language: str) -> dict[str, str]:
    """Return every text of a language, also those that are keyed by the English and are never stale."""
    found = {key: there for key, (_, there) in pairs(language).items()}
    for key in (SHARED, *EDITIONS):
        file = read(Original.of(key), FOLDER.joinpath(language, f"{key}.toml"))
        for part in (file.here, file.wrong, file.slips):
            found |= {f"{key}.rules.{english}": there for english, there in part.items()}
    return found


def _beside(node: Any, language: str, key: str) -> Pairs:
    """Return the texts of a file with all languages: every table that has `en` and this language."""
    if isinstance(node, list):
        named = {str(one.get("key", number)): one for number, one in enumerate(node) if isinstance(one, dict)}
        return _beside(named, language, key)
    if not isinstance(node, dict):
        return {}
    if ENGLISH in node and language in node:
        english, there = (dict(_leaves(node[one], key)) for one in (ENGLISH, language))
        return {name: (english[name], there[name]) for name in there if name in english}
    return {name: pair for part in node for name, pair in _beside(node[part], language, f"{key}.{part}").items()}


def _leaves(node: Any, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, str):
        yield key, node
    elif isinstance(node, dict | list):
        for part, inner in node.items() if isinstance(node, dict) else enumerate(node):
            yield from _leaves(inner, f"{key}.{part}")


def _rules(
    original: Original, english: TranslatedTexts, translated: TranslatedTexts
) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the translations of a file of the rules, except those that are keyed by the English."""
    yield from ((name, (clause.says, translated.clauses[name])) for name, clause in original.clauses.items())
    yield from ((rule.name, (rule.says, translated.options[rule.name])) for rule in original.options)
    for name, point in original.ambiguities.items():
        theirs, ours = (_point(one) for one in (point, translated.ambiguities[name]))
        yield from ((f"{name}.{part}", (theirs[part], ours[part])) for part in theirs)
    for name, text in english.option_names.items():
        yield f"{name}.name", (text, translated.option_names[name])
    for name, values in english.option_values.items():
        yield from (
            (f"{name}={value}", (text, translated.option_values[name][value])) for value, text in values.items()
        )


def _point(point: Any) -> dict[str, str]:
    readings = {f"reading.{number}": reading for number, reading in enumerate(point.readings, 1)}
    return {"question": point.question, "ruling": point.ruling, **readings}


def hashed(english: str) -> str:
    """Return the hash of an English text."""
    return sha256(english.encode()).hexdigest()[:8]


def compared(language: str, folder: Path = WORDS) -> set[tuple[str, str]]:
    """Return keys with the hash of the English last compared; a key can have two after a merge."""
    path = folder / f"{language}.hashes"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {(line.rpartition(" ")[0], line.rpartition(" ")[2]) for line in lines}


def stale(there: Pairs, known: set[tuple[str, str]]) -> Iterator[str]:
    """Yield the keys whose English is not the one last compared, new ones included."""
    yield from (key for key, (english, _) in there.items() if (key, hashed(english)) not in known)


def kept(there: Pairs, known: set[tuple[str, str]], looked_at: list[str]) -> str:
    """Return the text of the file after some translations were compared; new ones count as compared."""
    old = dict(sorted(known))
    unchanged = set(there) - set(stale(there, known))
    lines = []
    for key, (english, _) in sorted(there.items()):
        right = key in unchanged or key not in old or any(_means(one, key) for one in looked_at)
        lines.append(f"{key} {hashed(english) if right else old[key]}\n")
    return "".join(lines)


def _means(given: str, key: str) -> bool:
    return given in ("all", key) or (given.endswith((".", "-")) and key.startswith(given))


def main(looked_at: list[str], into: Mapping[str, Pairs], folder: Path = WORDS) -> int:
    """Record compared translations and print stale ones."""
    left = 0
    for language, there in into.items():
        path = folder / f"{language}.hashes"
        path.write_text(kept(there, compared(language, folder), looked_at), "utf-8")
        for key in stale(there, compared(language, folder)):
            english, translation = there[key]
            sys.stdout.write(f"{key}\n  en {english}\n  {language} {translation}\n")
            left += 1
    if left:
        sys.stdout.write(f"{left} stale. {USAGE}\n")
    return min(left, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], {language: pairs(language) for language in FOREIGN}))
