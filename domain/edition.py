"""An edition as its box tells it: numbers, options and citable clauses, read from TOML and checked."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.cards import Card, Steps
from domain.refusals import Misuse, Refusal
from domain.values import Value
from domain.visibility import Option, Options

LANGUAGES: Final = ("en", "fr", "de")


class Variety(Value):
    """One variety of an edition: how many cards, what they pay, and where that is known from."""

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


class OptionRule(Value):
    """An option that the creator of a game may set; an `open` one takes any text, which the edition reads."""

    name: str
    default: Option
    ambiguity: str
    says: str
    allowed: tuple[Option, ...] = ()
    open: bool = False

    def admits(self, value: Option) -> bool:
        """Whether the option may have this value; 1 is not True."""
        if self.open:
            return isinstance(value, str)
        return any(value == allowed and type(value) is type(allowed) for allowed in self.allowed)


class Clause(Value):
    """A citable clause, in our words; `takes_over` are the clauses of the base game that hold by it."""

    section: int
    says: str
    source: str
    ambiguity: tuple[str, ...] = ()
    takes_over: tuple[str, ...] = ()


def sentence(citation: str) -> str:
    """The part of a citation that says it: of `BP-6.1/CL-6.4` the sentence taken over."""
    return citation.rpartition("/")[2]


class Ambiguity(Value):
    """An open point of the printed rules and how it is ruled here."""

    question: str
    ruling: str
    readings: tuple[str, ...] = ()
    option: str | None = None


class Family(Value):
    """What the editions share: names, words, options, rulings, sentences.

    `differs` names the promise, or the mechanism that refuses, behind fields of events (`event.field` or
    `event.field:source`) for which the clause of [allows] would say too little. `findings` are the sentences of the
    auditor, `labels` what fields are called in them, `areas` where cards lie.
    """

    varieties: dict[Card, dict[str, str]]
    phases: dict[str, dict[str, str]]
    options: tuple[OptionRule, ...]
    ambiguities: dict[str, Ambiguity]
    sentences: dict[str, dict[str, str]]
    words: dict[str, dict[str, str]]
    differs: dict[str, str]
    findings: dict[str, dict[str, str]]
    labels: dict[str, dict[str, str]]
    areas: dict[str, dict[str, str]]


class EditionData(Value, dict=True, gc=True):
    """One edition's TOML.

    `cites` names the clause of each refusal, `allows` the clause behind each lawful act, `promises` those of the
    invariants: cards, hand, fields, exhaustions.

    A citation is a clause, or, as `BP-6.1/CL-6.4`, a clause and the one of the `base` game that it takes over.
    `family_options` are the options it shares with others, `options` its own; `numbers` is what it alone counts.
    `switches` are behaviours that one version of the rules has and another has not. A version that is kept has the
    digest that its games recorded.
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
    phases: dict[str, dict[str, str]] = {}
    sentences: dict[str, dict[str, str]] = {}
    words: dict[str, dict[str, str]] = {}

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the numbers, options and switches: what a game is decided by; texts and citations may be mended.

        That of version 1 covered its citations as well, and stands in its file.
        """
        if self.recorded_digest:
            return self.recorded_digest
        normative = {
            "key": self.key,
            "version": self.version,
            "numbers": [self.third_field_cards, self.max_fields, self.plant_required, self.plant_max],
            "varieties": [[variety.id, variety.count, variety.beanometer] for variety in self.varieties],
            "setups": msgspec.to_builtins(self.setups),
            "options": [[rule.name, rule.allowed, rule.default] for rule in self.all_options],
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

    def setup(self, players: int) -> Setup:
        """The numbers for so many players; a Refusal when the edition is not for them. Rule: CL-2.1."""
        for setup in self.setups:
            if setup.players == players:
                return setup
        raise self.refusal("setup.players", f"{players} players")

    def resolved(self, chosen: Options) -> dict[str, Option]:
        """Every option with its value; Misuse `option.unknown` for a name or value that the edition does not have."""
        rules = {rule.name: rule for rule in self.all_options}
        for name, value in chosen.items():
            if name not in rules:
                raise Misuse("option.unknown", f"{self.key} has no option {name!r}; it has {', '.join(rules)}")
            if not rules[name].admits(value):
                allowed_values = ", ".join(json.dumps(allowed) for allowed in rules[name].allowed) or "any text"
                raise Misuse("option.unknown", f"{name} is one of {allowed_values}, not {json.dumps(value)}")
        return {name: chosen.get(name, rule.default) for name, rule in rules.items()}

    def cited(self, citation: str) -> Clause | None:
        """The clause that a citation names, the one taken over if it has two parts; None when there is none such."""
        own, slash, taken = citation.partition("/")
        clause = self.clauses.get(own)
        if clause is None or not slash:
            return clause
        held = self.taken_over.get(taken) if taken in clause.takes_over else None
        return None if held is None else replace(held, section=clause.section)

    def says(self, citation: str) -> str:
        """The words of the clause that a citation names; KeyError when there is none such."""
        clause = self.cited(citation)
        if clause is None:
            raise KeyError(citation)
        return clause.says

    def behind(self, act: str, reason: object = None) -> str | None:
        """The citation behind a lawful command or event, by its name and, where that matters, its reason."""
        return self.allows.get(f"{act}:{reason}") or self.allows.get(act)

    def refusal(self, slot: str, here: str = "") -> Refusal:
        """The refusal that this edition's clause for the mechanism `slot` stands for, and what it refuses `here`."""
        clause = self.cites[slot]
        return Refusal(clause, slot=slot, says=self.says(clause), here=here)


def _read(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


FAMILY: Final = msgspec.convert(_read("domain", "family.toml"), Family)


def load(package: str, name: str) -> EditionData:
    """The edition whose TOML lies in `package`; ValueError when its numbers or citations contradict each other."""
    read = _read(package, name)
    if "base" in read:
        _take_over(read, _read("domain.editions", f"{read['base']}.toml"))
    return checked(msgspec.convert(read, EditionData), name)


def _take_over(read: dict[str, Any], base: dict[str, Any]) -> None:
    """Adds the clauses of the base game that hold in this edition, and the rulings that they rest on."""
    named = [taken for clause in read["clauses"].values() for taken in clause.get("takes_over", ())]
    read["taken_over"] = {taken: base["clauses"][taken] for taken in named if taken in base["clauses"]}
    rulings = {ruling for clause in read["taken_over"].values() for ruling in clause.get("ambiguity", ())}
    read["ambiguities"] |= {ruling: base["ambiguities"][ruling] for ruling in base["ambiguities"] if ruling in rulings}


def checked(data: EditionData, name: str) -> EditionData:
    """The same data; ValueError, in the name of its file, when its numbers or citations contradict each other."""
    faults = list(_faults(data))
    if faults:
        raise ValueError(f"{name}: " + "; ".join(faults))
    return data


def _faults(data: EditionData) -> list[str]:
    counts = {variety.id: variety.count for variety in data.varieties}
    faults = [f"{key} has no name" for key in counts if key not in FAMILY.varieties]
    faults += [] if data.version.isdecimal() else [f"the version {data.version!r} is no number"]
    for variety in data.varieties:
        if any(
            later <= earlier
            for step, following in pairwise(variety.beanometer)
            for earlier, later in zip(step, following, strict=True)
        ):
            faults.append(f"the beanometer of {variety.id} does not rise")
    for setup in data.setups:
        deck = sum(count for key, count in counts.items() if key not in setup.removed)
        if len(setup.hand_sizes) != setup.players or sum(setup.hand_sizes) > deck:
            faults.append(f"the hands of {setup.players} players do not fit")
    if tuple(setup.players for setup in data.setups) != data.players:
        faults.append("players and setups differ")
    shared = {rule.name for rule in FAMILY.options}
    faults += [f"the family has no option {name}" for name in data.family_options if name not in shared]
    rulings: Mapping[str, Ambiguity] = {**FAMILY.ambiguities, **data.ambiguities}
    faults += [
        f"{slot} cites {clause}, which is absent"
        for slot, clause in {**data.cites, **data.allows, **data.promises}.items()
        if data.cited(clause) is None
    ]
    faults += [
        f"{key} takes over {taken}, which is absent"
        for key, clause in data.clauses.items()
        for taken in clause.takes_over
        if taken not in data.taken_over
    ]
    faults += [
        f"{key} speaks of {ruling}, which is absent"
        for key, clause in data.clauses.items()
        for ruling in clause.ambiguity
        if ruling not in rulings
    ]
    faults += [
        f"option {rule.name} rests on {rule.ambiguity}, which is absent"
        for rule in data.all_options
        if rule.ambiguity not in rulings
    ]
    return faults
