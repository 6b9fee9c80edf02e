"""The data that all editions of the family share, read from TOML."""

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final

import msgspec

from domain.cards import Card
from domain.values import Value
from domain.visibility import Option

LANGUAGES: Final = ("en", "fr", "de")


class OptionRule(Value):
    """An option that the creator of a game may set; an `open` one takes any text, which the edition reads.

    A `later` one came after games of this version were played. At its default it is left out of the rules of a game, so
    their digest and events are as before.
    """

    name: str
    default: Option
    ambiguity: str
    says: str
    allowed: tuple[Option, ...] = ()
    open: bool = False
    later: bool = False

    def admits(self, value: Option) -> bool:
        """Return whether the option may have this value; 1 is not True."""
        if self.open:
            return isinstance(value, str)
        return any(value == allowed and type(value) is type(allowed) for allowed in self.allowed)


def defaults_of(options: Iterable[OptionRule]) -> dict[str, Option]:
    """Return the options of a game for which nothing was chosen."""
    return {rule.name: rule.default for rule in options if not rule.later}


class Clause(Value):
    """A citable clause, in our words; `takes_over` are the clauses of the base game that it adopts."""

    section: int
    says: str
    source: str
    ambiguity: tuple[str, ...] = ()
    takes_over: tuple[str, ...] = ()


class Ambiguity(Value):
    """An open point of the printed rules and how it is ruled here."""

    question: str
    ruling: str
    readings: tuple[str, ...] = ()
    option: str | None = None


class Landmark(Value):
    """A group of events, by their stored names, and its name: a mark on a timeline, or a card's fate."""

    events: tuple[str, ...]
    name: dict[str, str]


class BeanName(Value):
    """The names of a variety in one language: of the variety, one card, several cards, and the short form on a card."""

    name: str
    one: str
    many: str
    short: str


class Wording(Value, kw_only=True):
    """Words in three languages: a table by language, then by purpose.

    - `phases` are by phase, then by language; `markers`, `fates` and `differs` by name.
    - What an edition defines itself overrides the family's.
    - `beans` are the names of cards. `sentences` are those of events, `notes` describe what a turn remembers.
    - `labels` are the names of fields of events, `areas` those of places where cards lie.
    - `differs` is for fields of events (`event.field` or `event.field:source`) for which the clause of [allows] is not
      specific enough. It names the promise or the refusing mechanism behind the field.
    - `quiet` are events, by their stored names, that move no card and that a replay passes over.
    - `codes` are cards in two letters. `notation` is how commands are written on paper; of several forms the first
      complete one is used. `brings` is the notation of events that bring cards from the pile.
    """

    beans: dict[str, dict[Card, BeanName]] = {}
    phases: dict[str, dict[str, str]] = {}
    sentences: dict[str, dict[str, str]] = {}
    commands: dict[str, dict[str, str]] = {}
    sections: dict[str, dict[str, str]] = {}
    markers: dict[str, Landmark] = {}
    fates: dict[str, Landmark] = {}
    notes: dict[str, dict[str, str]] = {}
    words: dict[str, dict[str, str]] = {}
    differs: dict[str, str] = {}
    labels: dict[str, dict[str, str]] = {}
    areas: dict[str, dict[str, str]] = {}
    quiet: tuple[str, ...] = ()
    codes: dict[str, dict[Card, str]] = {}
    notation: dict[str, tuple[str, ...]] = {}
    brings: dict[str, tuple[str, ...]] = {}


class Family(Wording, kw_only=True):
    """What the editions share: names, options, rulings, texts.

    `findings` are the sentences of the auditor, `story` those about a finished game.
    `clauses` hold at every table, with what they forbid (`cites`) and allow.
    """

    cites: dict[str, str]
    allows: dict[str, str]
    clauses: dict[str, Clause]
    options: tuple[OptionRule, ...]
    ambiguities: dict[str, Ambiguity]
    findings: dict[str, dict[str, str]]
    story: dict[str, dict[str, str]]


def read_toml(package: str, name: str) -> dict[str, Any]:
    """Return the content of a TOML file that lies in a package."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


FAMILY: Final = msgspec.convert(read_toml("domain", "family.toml"), Family)
