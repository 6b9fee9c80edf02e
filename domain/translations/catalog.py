"""The words of one language for what the rules say: texts, refusals, what is wrong with a question."""

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
"""What stands before what is wrong, each at most once and in this order."""
_OR: Final = " or "
"""What stands between words that may be meant."""
_LONGEST: Final = 4_000
"""Of what is longer nobody needs a translation, and to look for one could take long."""


class LanguageCatalog(Value):
    """What an edition's rules say in a language: texts by their English words, options and their values by name.

    `here` tells in it what refusals say of a table, `wrong` what is wrong with a question, `facts` both, `slips` what
    is wrong with a sheet; `cards` names cards.
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
        """A text of the rules, with what a refusal says after its clause; as it is where it has no translation."""
        says, here, fact = english.partition(HERE)
        said = self.texts.get(says, says)
        if not here:
            return said
        there = self._fact(f"{here.strip()} {self._fact(fact.removesuffix('.'))}.")
        return f"{said} {there}"

    def _fact(self, fact: str) -> str:
        """Return a fact of some table, or of a wish for a game."""
        for english, there in self.facts.items():
            if english not in _PREFIXED and (found := _pattern(english).fullmatch(fact)):
                return there.format(**{name: self.cards.get(text, text) for name, text in found.groupdict().items()})
        return fact

    def fault(self, english: str) -> str:
        """Return what is wrong with a question, a position or a wish; as it is where it has no translation.

        Before it may stand the number of a proposal, then a clause.
        """
        sentence = "{why}"
        for before, pattern in _PREFIXED.items():
            if before in self.facts and (found := pattern.fullmatch(english)):
                english = found["why"]
                sentence = sentence.format(why=self.facts[before].format(**{**found.groupdict(), "why": "{why}"}))
        said = self.text(english)
        return sentence.format(why=self._fact(english) if said == english else said)

    def slip(self, english: str) -> str:
        """Return what is wrong with a sheet of notation; as it is where it has no translation.

        Behind it may stand what is meant, and what can be done about it.
        """
        for template, there in self.slips.items() if len(english) <= _LONGEST else ():
            if found := _pattern(template).fullmatch(english):
                return there.format(**{name: self._within(name, text) for name, text in found.groupdict().items()})
        return self.fault(english) if len(english) <= _LONGEST else english

    def _within(self, name: str, text: str) -> str:
        """What stands in a slip: another one, words to choose from, a card, or what is the same in every language."""
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
    """Return what a sentence matches that says this with facts in its braces."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(template)))
