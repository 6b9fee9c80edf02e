"""The words of one language for the texts of rules, refusals and faults."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from domain.cards import Card
from domain.refusals import HERE
from domain.values import Value
from domain.visibility import Option

_PREFIXED: Final = {
    "proposal {n}: {why}": re.compile(r"proposal (?P<n>-?\d+): (?P<why>.+)", re.DOTALL),
    "{clause}: {why}": re.compile(r"(?P<clause>[A-Z]{2}-[\d.]+(?:/[A-Z]{2}-[\d.]+)?): (?P<why>.+)", re.DOTALL),
}
"""Prefixes of a fault, each at most once and in this order."""
_OR: Final = " or "
"""Separates words to choose from."""
_LONGEST: Final = 4_000
"""Longer texts stay untranslated, because looking for their patterns could take long."""


class LanguageCatalog(Value):
    """The texts of an edition's rules in a language: by their English words, options and their values by name.

    `here` holds facts that refusals name on a table, `wrong` faults of a request, `facts` both, `slips` faults of a
    sheet. `cards` names cards.
    """

    texts: Mapping[str, str]
    here: Mapping[str, str]
    wrong: Mapping[str, str]
    facts: Mapping[str, str]
    slips: Mapping[str, str]
    cards: Mapping[Card, str]
    options: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]

    def text(self, english: str) -> str:
        """Return a text of the rules, with the facts that a refusal adds; unchanged where it has no translation."""
        says, here, fact = english.partition(HERE)
        said = self.texts.get(says, says)
        if not here:
            return said
        there = self._fact(f"{here.strip()} {self._fact(fact.removesuffix('.'))}.")
        return f"{said} {there}"

    def _fact(self, fact: str) -> str:
        """Return a fact on some table, or a fault of a request for a game."""
        for english, there in self.facts.items():
            if english not in _PREFIXED and (found := _pattern(english).fullmatch(fact)):
                return there.format(**{name: self.cards.get(text, text) for name, text in found.groupdict().items()})
        return fact

    def fault(self, english: str) -> str:
        """Return a fault of a request or a position; unchanged where it has no translation.

        The number of a proposal and a clause may come before it.
        """
        sentence = "{why}"
        for before, pattern in _PREFIXED.items():
            if before in self.facts and (found := pattern.fullmatch(english)):
                english = found["why"]
                sentence = sentence.format(why=self.facts[before].format(**{**found.groupdict(), "why": "{why}"}))
        said = self.text(english)
        return sentence.format(why=self._fact(english) if said == english else said)

    def slip(self, english: str) -> str:
        """Return a fault of a sheet of notation; unchanged where it has no translation.

        Words to choose from and a remedy may follow it.
        """
        for template, there in self.slips.items() if len(english) <= _LONGEST else ():
            if found := _pattern(template).fullmatch(english):
                return there.format(**{name: self._within(name, text) for name, text in found.groupdict().items()})
        return self.fault(english) if len(english) <= _LONGEST else english

    def _within(self, name: str, text: str) -> str:
        """Return a part of a fault: another fault, words to choose from, a card, or text that all languages share."""
        if name == "why":
            return self.slip(text)
        if name == "meant":
            return text.replace(_OR, self.slips[_OR])
        return self.slips.get(text, self.cards.get(text, text))

    def option(self, name: str) -> str:
        """Return an option in a few words."""
        return self.options.get(name, name)

    def value(self, name: str, value: Option) -> str:
        """Return a value of an option in a few words."""
        written = value_name(value)
        return self.values.get(name, {}).get(written, written)


def value_name(value: Option) -> str:
    """Return the key of an option's value in a file."""
    return value if isinstance(value, str) else json.dumps(value)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Return the pattern of sentences that fit this template with facts in its braces."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(template)))
