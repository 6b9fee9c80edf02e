"""The data of one edition, as its TOML file gives them."""

import hashlib
import json
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.cards import Card, Steps
from domain.edition_data.family import FAMILY, Ambiguity, BeanName, Clause, Landmark, OptionRule, Wording
from domain.refusals import Refusal, UnknownOption
from domain.values import Value
from domain.visibility import Option, Options


class Variety(Value):
    """One variety of an edition: its number of cards, its beanometer, and the source of both."""

    id: Card
    count: int
    beanometer: Steps
    source: str


class Setup(Value):
    """The numbers for one number of players; `hand_sizes` in turn order from the start player."""

    players: int
    removed: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    fields: int
    turn_up: int
    draw: int
    exhaustions_to_end: int
    third_field_price: int
    third_field_purchasable: bool


def sentence(citation: str) -> str:
    """Return the clause whose words a citation quotes: of `BP-6.1/CL-6.4` the second, which the first takes over."""
    return citation.rpartition("/")[2]


class EditionData(Wording, kw_only=True, dict=True, gc=True):
    """One edition's TOML.

    `cites` names the clause of each refusal, `allows` the clause behind each lawful act, `promises` those of the
    invariants: cards, hand, fields, exhaustions.

    A citation is a clause, or, as `BP-6.1/CL-6.4`, a clause and the one of the `base` game that it takes over.
    `family_options` are the options it shares with others, `options` its own; `numbers` is what only this edition
    counts. `switches` are behaviours that one version of the rules has and another has not. An older version keeps the
    digest that its games recorded. `shared` are the clauses that hold at every table.
    """

    key: str
    prefix: str
    version: str
    players: tuple[int, ...]
    third_field_cards: int
    max_fields: int
    plant_required: int
    plant_max: int
    name: dict[str, str]
    varieties: tuple[Variety, ...]
    setups: tuple[Setup, ...]
    cites: dict[str, str]
    allows: dict[str, str]
    promises: dict[str, str]
    clauses: dict[str, Clause]
    ambiguities: dict[str, Ambiguity] = {}
    family_options: tuple[str, ...] = ()
    options: tuple[OptionRule, ...] = ()
    numbers: dict[str, Any] = {}
    switches: dict[str, bool] = {}
    recorded_digest: str = ""
    base: str = ""
    taken_over: dict[str, Clause] = {}
    shared: dict[str, Clause] = msgspec.field(default_factory=lambda: FAMILY.clauses)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the numbers, options and switches, which decide a game; texts and citations may be improved.

        The digest of version 1 covered its citations as well, so its file holds it.
        """
        if self.recorded_digest:
            return self.recorded_digest
        normative = {
            "key": self.key,
            "version": self.version,
            "numbers": [self.third_field_cards, self.max_fields, self.plant_required, self.plant_max],
            "varieties": [[variety.id, variety.count, variety.beanometer] for variety in self.varieties],
            "setups": msgspec.to_builtins(self.setups),
            "options": [[rule.name, rule.allowed, rule.default] for rule in self.all_options if not rule.later],
            "switches": self.switches,
        }
        if self.numbers:
            normative["own"] = self.numbers
        text = json.dumps(normative, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def all_options(self) -> tuple[OptionRule, ...]:
        """The options of this edition: the family's first, then its own."""
        return (*(rule for rule in FAMILY.options if rule.name in self.family_options), *self.options)

    @cached_property
    def all_clauses(self) -> dict[str, Clause]:
        """The clauses of this edition, then those that hold at every table."""
        return {**self.clauses, **self.shared}

    @cached_property
    def all_cites(self) -> dict[str, str]:
        """The clause of each refusal, also of those that hold at every table."""
        return {**FAMILY.cites, **self.cites}

    @cached_property
    def command_names(self) -> tuple[str, ...]:
        """The commands of this edition."""
        return tuple(act for act in self.allows if act[0].isupper())

    @cached_property
    def all_markers(self) -> dict[str, Landmark]:
        """What a timeline marks: the family's markers, then this edition's own."""
        return {**FAMILY.markers, **self.markers}

    @cached_property
    def all_quiet(self) -> tuple[str, ...]:
        """The events that move no card and may be passed over in a replay: the family's, then this edition's own."""
        return (*FAMILY.quiet, *self.quiet)

    @cached_property
    def all_fates(self) -> dict[str, Landmark]:
        """What becomes of the cards that move in an event: the fates that the family knows, then this edition's own."""
        shared = {name: FAMILY.fates[name].events if name in FAMILY.fates else () for name in self.fates}
        own = {name: replace(fate, events=(*shared[name], *fate.events)) for name, fate in self.fates.items()}
        return {**FAMILY.fates, **own}

    def texts(self, table: str, language: str) -> dict[str, str]:
        """Return a table of texts in a language, such as `sentences`.

        The family's texts hold where this edition has none of its own.
        """
        own: dict[str, dict[str, str]] = getattr(self, table)
        return {**getattr(FAMILY, table)[language], **own.get(language, {})}

    def bean_names(self, language: str) -> dict[Card, BeanName]:
        """Return the names of cards in this edition, with the family's names where it has no other."""
        return {**FAMILY.beans[language], **self.beans.get(language, {})}

    def code(self, card: Card, language: str) -> str:
        """Return a card in two letters, in a language that has its own or in English; its id where it has none."""
        codes = {**self.texts("codes", "en"), **self.texts("codes", language)}
        return codes.get(card, card)

    @cached_property
    def all_notation(self) -> dict[str, tuple[str, ...]]:
        """The notation of this edition's commands on paper."""
        every = {**FAMILY.notation, **self.notation}
        return {name: every[name] for name in every if name in self.command_names}

    @cached_property
    def all_brought(self) -> dict[str, tuple[str, ...]]:
        """The notation on paper for events that bring cards from the pile, and for others that are checked there."""
        return {**FAMILY.brings, **self.brings}

    def command_texts(self, language: str) -> dict[str, str]:
        """Return the texts of this edition's commands.

        The keys are names, or `<name>:<source>` and `<name>:open` where texts differ.
        """
        texts = self.texts("commands", language)
        return {name: text for name, text in texts.items() if name.partition(":")[0] in self.command_names}

    def setup(self, players: int) -> Setup:
        """Return the numbers for `players` players; a Refusal when the edition is not for them. Rule: CL-2.1."""
        for setup in self.setups:
            if setup.players == players:
                return setup
        raise self.refusal("setup.players", f"{players} players")

    def resolved(self, chosen: Options) -> dict[str, Option]:
        """Return every option with its value, later ones only where they are not at their default.

        UnknownOption for a name or value that the edition does not have.
        """
        rules = {rule.name: rule for rule in self.all_options}
        for name, value in chosen.items():
            if name not in rules:
                raise UnknownOption(f"{self.key} has no option {name!r}; it has {', '.join(rules)}")
            if not rules[name].admits(value):
                allowed_values = ", ".join(json.dumps(allowed) for allowed in rules[name].allowed) or "any text"
                raise UnknownOption(f"{name} is one of {allowed_values}, not {json.dumps(value)}")
        values = {name: chosen.get(name, rule.default) for name, rule in rules.items()}
        return {name: value for name, value in values.items() if not rules[name].later or value != rules[name].default}

    def cited(self, citation: str) -> Clause | None:
        """Return the clause that a citation names, the one taken over if it has two parts.

        None when there is no such clause.
        """
        own, slash, taken = citation.partition("/")
        clause = self.all_clauses.get(own)
        if clause is None or not slash:
            return clause
        held = self.taken_over.get(taken) if taken in clause.takes_over else None
        return None if held is None else replace(held, section=clause.section)

    def says(self, citation: str) -> str:
        """Return the text of the clause that a citation names; KeyError when there is no such clause."""
        clause = self.cited(citation)
        if clause is None:
            raise KeyError(citation)
        return clause.says

    def behind(self, act: str, reason: object = None) -> str | None:
        """Return the citation that allows a command or event.

        It is looked up by its name and, where that matters, its reason.
        """
        return self.allowing(act, reason)[0]

    def allowing(self, act: str, reason: object = None) -> tuple[str | None, str]:
        """Return the same citation with the text of its clause, which is empty where nothing is cited."""
        allowing = self._allowing
        found = None if reason is None else allowing.get(f"{act}:{reason}")
        return found or allowing.get(act) or (None, "")

    @cached_property
    def _allowing(self) -> dict[str, tuple[str, str]]:
        return {act: (citation, self.says(citation)) for act, citation in {**FAMILY.allows, **self.allows}.items()}

    def refusal(self, mechanism: str, here: str = "") -> Refusal:
        """Return the Refusal for this mechanism, citing this edition's clause; `here` holds the facts on this table."""
        clause = self.all_cites[mechanism]
        return Refusal(clause, mechanism=mechanism, says=self.says(clause), here=here)
