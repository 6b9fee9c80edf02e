"""The schemas of a rulebook, with the words that a page needs of it in one language."""

from typing import Annotated

from domain.edition_data.edition import EditionData
from domain.edition_data.family import FAMILY, LANGUAGES, Clause, OptionRule
from domain.editions import EDITIONS
from domain.member_types import one_of
from domain.rulebook import Edition
from domain.translations import spoken, tongue
from domain.visibility import Option
from service.api.response_schemas import Answer

Language = Annotated[str, one_of(*LANGUAGES)]
"""The language of a response."""


class Ruleset(Answer):
    """A summary of an edition."""

    edition: str
    name: dict[str, str]
    title: str
    players: tuple[int, ...]
    version: str
    digest: str
    url: str


class RulesetList(Answer):
    """The editions that can be played."""

    rulesets: list[Ruleset]


class RulesetClause(Answer):
    """A clause that can be cited, with the rulings that it rests on."""

    id: str
    section: int
    says: str
    source: str
    ambiguity: tuple[str, ...]


class OpenPoint(Answer):
    """An open point of the printed rules, and its ruling here."""

    id: str
    question: str
    readings: tuple[str, ...]
    ruling: str
    option: str | None


class RulesetOption(Answer):
    """An option with its words: its name, what it chooses, and each of its values in short."""

    name: str
    title: str
    says: str
    allowed: tuple[Option, ...]
    values: tuple[str, ...]
    default: Option
    ambiguity: str
    open: bool


class BeanVariety(Answer):
    """A variety: its name here, how many cards, and what it pays as pairs of cards and coins.

    `name` is the singular, `plural` the plural, `short` the text on its card.
    """

    id: str
    name: str
    plural: str
    short: str
    names: dict[str, str]
    count: int
    beanometer: tuple[tuple[int, int], ...]
    source: str


class RulesetDetails(Answer):
    """An edition as it can be cited, with all words that a page needs of it in one language.

    `phases`, `sections`, `markers`, `areas`, `notes` and `words` are texts by their keys; `{seat}` stands for a seat.

    `commands` are templates for its commands, by language, with the names of members in braces. Text in brackets is
    left out if its member is empty, and of `[a|b]` then b is left. The key `<command>:<source>` is for a command whose
    text depends on where its card comes from. The key `<command>:open` is for the content of an open-ended one.
    """

    edition: str
    lang: Language
    name: dict[str, str]
    title: str
    players: tuple[int, ...]
    version: str
    versions: tuple[str, ...]
    digest: str
    options: list[RulesetOption]
    varieties: list[BeanVariety]
    clauses: list[RulesetClause]
    rulings: list[OpenPoint]
    phases: dict[str, str]
    sections: dict[str, str]
    markers: dict[str, str]
    areas: dict[str, str]
    notes: dict[str, str]
    words: dict[str, str]
    commands: dict[str, dict[str, str]]


def clause_answer(name: str, clause: Clause) -> RulesetClause:
    """Return a clause in the form of responses."""
    return RulesetClause(
        id=name, section=clause.section, says=clause.says, source=clause.source, ambiguity=clause.ambiguity
    )


def ruleset_summary(edition: Edition, language: str) -> Ruleset:
    """Return a summary of an edition, with its title in a language."""
    data = edition.data
    return Ruleset(
        edition=data.key,
        name=data.name,
        title=data.name[language],
        players=data.players,
        version=data.version,
        digest=data.digest,
        url=f"/v1/rulesets/{data.key}",
    )


def ruleset_details(edition: Edition, language: str) -> RulesetDetails:
    """Return an edition with its clauses, options, rulings and words, in a language."""
    data = spoken(edition.data, language)
    return RulesetDetails(
        edition=data.key,
        lang=language,
        name=data.name,
        title=data.name[language],
        players=data.players,
        version=data.version,
        versions=tuple(EDITIONS[data.key].versions),
        digest=data.digest,
        options=[_option(data.key, rule, language) for rule in data.all_options],
        varieties=_varieties(data, language),
        clauses=[clause_answer(name, clause) for name, clause in data.all_clauses.items()],
        rulings=[
            OpenPoint(
                id=name, question=point.question, readings=point.readings, ruling=point.ruling, option=point.option
            )
            for name, point in data.ambiguities.items()
        ],
        phases={name: texts[language] for name, texts in {**FAMILY.phases, **data.phases}.items()},
        sections=data.texts("sections", language),
        markers={kind: marker.name[language] for kind, marker in data.all_markers.items()},
        areas=data.texts("areas", language),
        notes=data.notes.get(language, {}),
        words=data.texts("words", language),
        commands={lang: data.command_texts(lang) for lang in LANGUAGES},
    )


def _option(key: str, rule: OptionRule, language: str) -> RulesetOption:
    words = tongue(key, language)
    return RulesetOption(
        name=rule.name,
        title=words.option(rule.name),
        says=rule.says,
        allowed=rule.allowed,
        values=tuple(words.value(rule.name, value) for value in rule.allowed),
        default=rule.default,
        ambiguity=rule.ambiguity,
        open=rule.open,
    )


def _varieties(data: EditionData, language: str) -> list[BeanVariety]:
    beans, every = data.bean_names(language), {each: data.bean_names(each) for each in LANGUAGES}
    return [
        BeanVariety(
            id=variety.id,
            name=beans[variety.id].name,
            plural=beans[variety.id].many,
            short=beans[variety.id].short,
            names={each: named[variety.id].name for each, named in every.items()},
            count=variety.count,
            beanometer=variety.beanometer,
            source=variety.source,
        )
        for variety in data.varieties
    ]
