"""The texts of the rules in other languages: a folder for each language with a file for each edition.

- A file translates the English texts of the edition's TOML: each clause, option and ruling, and nothing else.
- `family.toml` translates what all editions share.
- A file also names the options and their values in a few words, so English has files too.
- Texts decide nothing, so no digest covers them.
- A text is looked up by its English words. So rules of an older version with the same words have the same
  translation; others stay English.
- Facts that a refusal names on the table are looked up by the words around the variable parts.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.abc import Traversable
from importlib.resources import files
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.edition_data.edition import EditionData
from domain.edition_data.family import FAMILY, Ambiguity, Clause, OptionRule
from domain.editions import EDITIONS
from domain.translations.catalog import LanguageCatalog, value_name
from domain.values import Value

FOLDER: Final = files("domain.translations")
ENGLISH: Final = "en"
"""The language in which the rules are written."""
SHARED: Final = "family"
"""The name of the file for what all editions share."""


class TranslatedPoint(Value):
    """An open point of the printed rules and how it is ruled here."""

    question: str
    ruling: str
    readings: tuple[str, ...] = ()


class TranslatedTexts(Value):
    """A file: the texts of one edition, or of the family, in one language.

    - English files hold only the names of options, and those texts of `here` that name a card.
    - `here` are sentences that guards add to a clause, with facts in braces.
    - `wrong` are faults of a position or of a request for a game; the first that matches counts.
    - `slips` are faults of a sheet of notation.
    """

    clauses: dict[str, str] = {}
    options: dict[str, str] = {}
    ambiguities: dict[str, TranslatedPoint] = {}
    option_names: dict[str, str] = {}
    option_values: dict[str, dict[str, str]] = {}
    here: dict[str, str] = {}
    wrong: dict[str, str] = {}
    slips: dict[str, str] = {}


class Original(Value):
    """The English originals: the clauses, options and rulings of one TOML."""

    clauses: Mapping[str, Clause]
    options: tuple[OptionRule, ...]
    ambiguities: Mapping[str, Ambiguity]

    @classmethod
    def of(cls, key: str) -> "Original":
        """Return the originals of an edition, or of the family."""
        if key == SHARED:
            return cls(clauses=FAMILY.clauses, options=FAMILY.options, ambiguities=FAMILY.ambiguities)
        data = EDITIONS[key].data
        borrowed = EDITIONS[data.base].data.ambiguities if data.base else {}
        own = {name: point for name, point in data.ambiguities.items() if name not in borrowed}
        return cls(clauses=data.clauses, options=data.options, ambiguities=own)


@cache
def tongue(key: str, language: str) -> LanguageCatalog:
    """Return the texts of an edition's rules in a language; ValueError where a file has too few texts or too many.

    An unknown edition has the texts of the family. One without a file, such as a new one, stays English.
    """
    texts: dict[str, str] = {}
    options: dict[str, str] = {}
    values: dict[str, dict[str, str]] = {}
    here: dict[str, str] = {}
    wrong: dict[str, str] = {}
    slips: dict[str, str] = {}
    base = EDITIONS[key].data.base if key in EDITIONS else ""
    for part in (SHARED, *([base] if base else []), key) if key in EDITIONS else (SHARED,):
        original, path = Original.of(part), FOLDER.joinpath(language, f"{part}.toml")
        if not path.is_file():
            continue
        translation = read(original, path, english=language == ENGLISH)
        if language != ENGLISH:
            texts |= _paired(original, translation)
        options |= translation.option_names
        values |= translation.option_values
        here |= translation.here
        wrong |= translation.wrong
        slips |= translation.slips
    beans = EDITIONS[key].data.bean_names(language) if key in EDITIONS else FAMILY.beans[language]
    cards = {card: bean.name for card, bean in beans.items()}
    return LanguageCatalog(
        texts=texts,
        options=options,
        values=values,
        here=here,
        wrong=wrong,
        facts=here | wrong,
        slips=slips,
        cards=cards,
    )


def read(original: Original, path: Traversable, *, english: bool = False) -> TranslatedTexts:
    """Return the content of a file; ValueError where a text is missing, or has no original in the rules."""
    translation = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), TranslatedTexts)
    there_is = Original(clauses={}, options=(), ambiguities={}) if english else original
    faults = [*_untranslated(there_is, translation), *_unnamed(original.options, translation)]
    if faults:
        raise ValueError(f"{path.name}: " + "; ".join(faults))
    return translation


def _untranslated(original: Original, translation: TranslatedTexts) -> Iterator[str]:
    yield from _differing([*original.clauses], [*translation.clauses])
    yield from _differing([rule.name for rule in original.options], [*translation.options])
    yield from _differing([*original.ambiguities], [*translation.ambiguities])
    for name, point in original.ambiguities.items():
        if name in translation.ambiguities and len(point.readings) != len(translation.ambiguities[name].readings):
            yield f"{name} has {len(point.readings)} readings"


def _unnamed(options: tuple[OptionRule, ...], translation: TranslatedTexts) -> Iterator[str]:
    yield from _differing([rule.name for rule in options], [*translation.option_names])
    allowed = [f"{rule.name}={value_name(value)}" for rule in options for value in rule.allowed]
    named = [f"{name}={value}" for name, values in translation.option_values.items() for value in values]
    yield from _differing(allowed, named)


def _differing(wanted: list[str], there: list[str]) -> Iterator[str]:
    yield from (f"{name} is not translated" for name in wanted if name not in there)
    yield from (f"{name} is nothing that the rules have" for name in there if name not in wanted)


def _paired(original: Original, translation: TranslatedTexts) -> dict[str, str]:
    pairs = {clause.says: translation.clauses[name] for name, clause in original.clauses.items()}
    pairs |= {rule.says: translation.options[rule.name] for rule in original.options}
    for name, point in original.ambiguities.items():
        there = translation.ambiguities[name]
        pairs |= {point.question: there.question, point.ruling: there.ruling}
        pairs |= dict(zip(point.readings, there.readings, strict=True))
    return pairs


def spoken(data: EditionData, language: str) -> EditionData:
    """Return an edition with its texts, also the family's, in a language; its digest is the same."""
    text = tongue(data.key, language).text

    def clauses(named: Mapping[str, Clause]) -> dict[str, Clause]:
        return {name: replace(clause, says=text(clause.says)) for name, clause in named.items()}

    return replace(
        data,
        recorded_digest=data.digest,
        clauses=clauses(data.clauses),
        taken_over=clauses(data.taken_over),
        shared=clauses(data.shared),
        family_options=(),
        options=tuple(replace(rule, says=text(rule.says)) for rule in data.all_options),
        ambiguities={
            name: replace(
                point,
                question=text(point.question),
                ruling=text(point.ruling),
                readings=tuple(map(text, point.readings)),
            )
            for name, point in {**FAMILY.ambiguities, **data.ambiguities}.items()
        },
    )
