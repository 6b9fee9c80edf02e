"""What can be played, by which rules."""

from importlib.metadata import version
from typing import Any

from marshmallow import Schema, fields, validate

from domain.edition import Clause
from domain.editions import EDITIONS, edition_named
from domain.family import FAMILY, LANGUAGES, OptionRule
from domain.refusals import Misuse
from domain.rulebook import Edition
from service.api.answering import HttpAnswer, answer
from service.api.call import Call
from service.api.json_text import DEPTH_MAX
from service.api.operation import Gives, Operations, Takes
from service.api.shapes import Answer
from service.hosting.bots import BOTS
from service.problems import Problem


class Ruleset(Answer):
    """An edition in a line."""

    edition: str
    name: dict[str, str]
    players: tuple[int, ...]
    version: str
    digest: str
    url: str


class RulesetList(Answer):
    """The editions that can be played."""

    rulesets: list[Ruleset]


class RulesetClause(Answer):
    """A citable clause with the rulings it rests on."""

    id: str
    section: int
    says: str
    source: str
    ambiguity: tuple[str, ...]


class Ruling(Answer):
    """An open point of the printed rules, and how it is ruled here."""

    id: str
    question: str
    ruling: str
    option: str | None


class BeanVariety(Answer):
    """A variety: its names, how many cards, and what it pays as pairs of cards and coins."""

    id: str
    names: dict[str, str]
    count: int
    beanometer: tuple[tuple[int, int], ...]
    source: str


class RulesetFull(Answer):
    """An edition as it can be cited.

    `commands` are its commands in words, by language: a template for each, with the names of its members in braces;
    what stands in brackets is left out when it says nothing, and of `[a|b]` then b is left. Where a command is told by
    where its card comes from the name is `<command>:<source>`, of what an open-ended one may contain `<command>:open`.
    """

    edition: str
    name: dict[str, str]
    players: tuple[int, ...]
    version: str
    versions: tuple[str, ...]
    digest: str
    options: tuple[OptionRule, ...]
    varieties: list[BeanVariety]
    clauses: list[RulesetClause]
    rulings: list[Ruling]
    commands: dict[str, dict[str, str]]


class Welcome(Answer):
    """The service: what it is, what it can play, its limits, where to go on."""

    service: str
    version: str
    editions: tuple[str, ...]
    bots: tuple[str, ...]
    limits: dict[str, int | float | str]
    links: dict[str, str]


def clause_shape(name: str, clause: Clause) -> RulesetClause:
    """A clause as it is answered."""
    return RulesetClause(
        id=name, section=clause.section, says=clause.says, source=clause.source, ambiguity=clause.ambiguity
    )


rulesets = Operations("rulesets", "The editions, their options and their citable clauses")


@rulesets.operation(
    "GET",
    "/",
    "describe_service",
    Gives(Welcome),
)
def describe_service(call: Call) -> HttpAnswer:
    """What this service is and can do.

    Its editions, bots and limits, and where to go on.
    """
    settings = call.context.settings
    limits: dict[str, int | float | str] = {
        "body_bytes": settings.body_bytes_max,
        "file_bytes": settings.file_bytes_max,
        "depth": DEPTH_MAX,
        "streams": settings.streams_max,
        "rate": settings.rate,
        "heartbeat_seconds": settings.heartbeat,
    }
    links = {"games": "/v1/games", "rulesets": "/v1/rulesets", "description": "/openapi.json", "docs": "/docs"}
    return answer(
        Welcome(
            service="haricot",
            version=version("haricot"),
            editions=tuple(EDITIONS),
            bots=tuple(BOTS),
            limits=limits,
            links=links,
        )
    )


@rulesets.operation(
    "GET",
    "/rulesets",
    "list_rulesets",
    Gives(RulesetList),
)
def list_rulesets(call: Call) -> HttpAnswer:  # noqa: ARG001  # every operation gets its call
    """The editions that can be played.

    Each with the numbers of players and the version under which new games are played.
    """
    return answer(RulesetList(rulesets=[_line(edition) for edition in EDITIONS.values()]))


class RulesetQuery(Schema):
    """Under which version of the rules."""

    version = fields.String(
        validate=validate.Length(max=20),
        metadata={"description": "As games of this version are played; today's by default"},
    )


@rulesets.operation(
    "GET",
    "/rulesets/<edition>",
    "get_ruleset",
    Gives(RulesetFull),
    Takes(query=RulesetQuery),
)
def get_ruleset(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """An edition with its options, beanometers, clauses and rulings.

    A game is played and judged for ever under the version that it was made in.
    """
    edition = _edition(call, query.get("version"))
    data, line = edition.data, _line(edition)
    rulings = {**FAMILY.ambiguities, **data.ambiguities}
    return answer(
        RulesetFull(
            edition=line.edition,
            name=line.name,
            players=line.players,
            version=line.version,
            versions=tuple(EDITIONS[data.key].versions),
            digest=line.digest,
            options=data.all_options,
            varieties=[
                BeanVariety(
                    id=variety.id,
                    names={language: data.bean_names(language)[variety.id].name for language in LANGUAGES},
                    count=variety.count,
                    beanometer=variety.beanometer,
                    source=variety.source,
                )
                for variety in data.varieties
            ],
            clauses=[clause_shape(name, clause) for name, clause in data.clauses.items()],
            rulings=[
                Ruling(id=name, question=point.question, ruling=point.ruling, option=point.option)
                for name, point in rulings.items()
            ],
            commands={language: data.command_texts(language) for language in LANGUAGES},
        )
    )


@rulesets.operation(
    "GET",
    "/rulesets/<edition>/clauses/<path:clause>",
    "get_clause",
    Gives(RulesetClause),
)
def get_clause(call: Call) -> HttpAnswer:
    """One citable clause; of `BP-6.1/CL-6.4` the sentence of the base game that the first part takes over.

    Clauses are cited by verdicts, problems and rulings; `url` of a problem's clause leads to the page that has it.
    """
    data, name = _edition(call).data, call.args["clause"]
    clause = data.cited(name)
    if clause is None:
        raise Problem("not-found", f"{data.key} has no clause {name[:40]!r}: see /v1/rulesets/{data.key}")
    return answer(clause_shape(name, clause))


def _edition(call: Call, version: str | None = None) -> Edition:
    try:
        return edition_named(call.args["edition"], version)
    except Misuse as error:
        raise Problem("not-found", error.says) from error


def _line(edition: Edition) -> Ruleset:
    data = edition.data
    return Ruleset(
        edition=data.key,
        name=data.name,
        players=data.players,
        version=data.version,
        digest=data.digest,
        url=f"/v1/rulesets/{data.key}",
    )
