"""The service, its editions and their clauses."""

from importlib.metadata import version
from typing import Any

from marshmallow import fields, validate

from domain.editions import EDITIONS, edition_named
from domain.refusals import Misuse
from domain.rulebook import Edition
from domain.translations import spoken
from service.api.judging.ruleset_schemas import (
    RulesetClause,
    RulesetDetails,
    RulesetList,
    clause_answer,
    ruleset_details,
    ruleset_summary,
)
from service.api.response_schemas import Answer
from service.http.json_text import DEPTH_MAX
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import LanguageQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.lifecycle.bots import BOTS
from service.problems import Problem


class ServiceInfo(Answer):
    """The service: what it is, what it can play, its limits, and links."""

    service: str
    version: str
    editions: tuple[str, ...]
    bots: tuple[str, ...]
    limits: dict[str, int | float | str]
    links: dict[str, str]


rulesets = Operations()


@rulesets.operation(
    "GET",
    "/",
    "get_service",
    ResponseSpec(ServiceInfo),
)
def get_service(call: Call) -> HttpAnswer:
    """Describe this service and what it can do.

    It returns its editions, bots, limits, and links.
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
    links = {
        "games": "/v1/games",
        "rulesets": "/v1/rulesets",
        "book": f"/v1/books/{call.context.book.key}",
        "description": "/openapi.json",
        "docs": "/docs",
    }
    return answer(
        ServiceInfo(
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
    ResponseSpec(RulesetList),
    RequestSpec(query=LanguageQuery),
)
def list_rulesets(call: Call, query: dict[str, Any]) -> HttpAnswer:  # noqa: ARG001  # every operation gets its call
    """List the editions that can be played.

    Each has the numbers of players and the version for new games.
    """
    return answer(RulesetList(rulesets=[ruleset_summary(edition, query["lang"]) for edition in EDITIONS.values()]))


class RulesetQuery(LanguageQuery):
    """Which version of the rules, in which language."""

    version = fields.String(
        validate=validate.Length(max=20),
        metadata={"description": "As games of this version are played; today's by default"},
    )


@rulesets.operation(
    "GET",
    "/rulesets/<edition>",
    "get_ruleset",
    ResponseSpec(RulesetDetails),
    RequestSpec(query=RulesetQuery),
)
def get_ruleset(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get an edition: options, beanometers, clauses, rulings.

    A game is always played and judged under the version that it was made in. `lang` is the language of the response.
    """
    return answer(ruleset_details(_edition(call, query.get("version")), query["lang"]))


@rulesets.operation(
    "GET",
    "/rulesets/<edition>/clauses/<path:clause>",
    "get_clause",
    ResponseSpec(RulesetClause),
    RequestSpec(query=LanguageQuery),
)
def get_clause(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get one citable clause of an edition.

    For `BP-6.1/CL-6.4` this is the sentence of the base game that `BP-6.1` replaces. Clauses are cited by verdicts,
    problems and rulings. The `url` of a problem's clause is the page that has it.
    """
    data, name = spoken(_edition(call).data, query["lang"]), call.args["clause"]
    clause = data.cited(name)
    if clause is None:
        raise Problem("not-found", f"{data.key} has no clause {name[:40]!r}: see /v1/rulesets/{data.key}")
    return answer(clause_answer(name, clause))


def _edition(call: Call, version: str | None = None) -> Edition:
    try:
        return edition_named(call.args["edition"], version)
    except Misuse as error:
        raise Problem("not-found", error.says) from error
