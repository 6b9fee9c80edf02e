"""Adjudication: is this legal in this position?"""

from typing import Any, Final

from marshmallow import validate

from domain.editions import rulebook_of
from domain.refusals import Misuse
from domain.translations import tongue
from projections.command_labels import CommandLabels
from projections.harvest_values import field_payments
from projections.sentences import Chronicle
from replay.adjudicate import Adjudication, adjudicate_in_detail
from replay.legal_choices import options_at, options_json
from replay.notation.position_writer import write_position_line
from service.api.judging.adjudication_schemas import ADJUDICATION, AdjudicationRequest
from service.http.json_bodies import JsonBody
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import LanguageQuery, StrictInteger, expansion_param
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.remedies import remedy_for_refusal
from service.streaming.expansions import CHOICES, PAYS, WORDS, words_of

LINE: Final = "line"
VERDICT_EXPANSIONS: Final = (CHOICES, PAYS, LINE, WORDS)
"""The additional parts of a verdict."""


class RulingQuery(LanguageQuery):
    """The language, and the additional parts of the verdict."""

    expansions = expansion_param(
        VERDICT_EXPANSIONS,
        "What stands beside the verdict: `words`, the commands that were judged and what would "
        "happen, in sentences; `line`, the table on one line; `pays`, what a harvest of each field of the table would "
        "pay; `choices`, what a seat "
        "may do there and why not the rest",
        example="words,choices",
    )
    seat = StrictInteger(
        validate=validate.Range(0, 15),
        metadata={"description": "Whose choices; by default the seat of the last command, else the seat to act"},
    )


positions = Operations()


@positions.operation(
    "POST",
    "/positions:adjudicate",
    "adjudicate_position",
    ResponseSpec(ADJUDICATION),
    RequestSpec(
        query=RulingQuery,
        body=JsonBody(AdjudicationRequest),
        example={
            "position": {
                "edition": "classic",
                "draw_pile": 60,
                "seats": [{"hand": ["red", "blue"], "fields": [["blue"], []]}, {"hand": 5}, {"hand": 5}],
            },
            "commands": {"type": "PlantFromHand", "seat": 0, "field": 1},
        },
    ),
    cost=2,
    problems=["position.invalid", "option.unknown"],
)
def adjudicate_position(call: Call, query: dict[str, Any], question: AdjudicationRequest) -> HttpAnswer:
    """Decide whether an act is legal in a position.

    The response has the verdict with its clause, what would happen, and the table after it. No game is made. Without
    commands the position itself is checked. It may be one line, as `haricot show --line` writes it. `names` are those
    of the players, for the texts.
    """
    adjudication = adjudicate_in_detail(question.position, question.commands)
    verdict, lang = adjudication.verdict, query["lang"]
    if "says" in verdict:
        verdict["says"] = tongue(adjudication.table.edition, lang).text(verdict["says"])
        verdict["remedy"] = remedy_for_refusal(call.context.book, verdict["code"].removeprefix("rules."), lang)
    names = query.get("expansions", "").split(",")
    chronicle = Chronicle(rulebook_of(adjudication.table).data, lang, question.names)
    if WORDS in names:
        verdict |= _words(adjudication, chronicle)
    if "table" in verdict and PAYS in names:
        verdict["pays"] = field_payments(rulebook_of(adjudication.table), adjudication.table)
    if "table" in verdict and LINE in names:
        verdict[LINE] = write_position_line(verdict["table"], lang)
    if "table" in verdict and CHOICES in names:
        verdict["choices"] = _choices(adjudication, chronicle, query.get("seat"))
    return answer(verdict)


def _words(adjudication: Adjudication, chronicle: Chronicle) -> dict[str, list[str]]:
    """Return the judged commands in words, and their effect in sentences if there is one."""
    words = []
    for order, table in adjudication.judged:
        (label,) = CommandLabels(chronicle, rulebook_of(table), table, _seat_of(order, table.turn.seat)).labels([order])
        words.append(label)
    sentences = [chronicle.sentence(event) for event in adjudication.events]
    return {"orders": words, **({"sentences": sentences} if "events" in adjudication.verdict else {})}


def _choices(adjudication: Adjudication, chronicle: Chronicle, seat: int | None) -> dict[str, Any]:
    """Return what a seat may do on the table of the verdict. Raises Misuse for a seat that does not exist."""
    table = adjudication.table
    if seat is None:
        seat = _seat_of(adjudication.judged[-1][0] if adjudication.judged else None, table.turn.seat)
    if seat >= len(table.seats):
        raise Misuse(f"there is no seat {seat + 1}: seats are 1 to {len(table.seats)}", place="seat")
    options = options_at(table, seat)
    answers = options_json(options, 0)
    for refused in answers["blocked"]:
        refused["says"] = tongue(table.edition, chronicle.language).text(refused["says"])
    choices = {name: answers[name] for name in ("seat", "legal", "offers", "blocked")}
    return {**choices, "words": words_of(options, chronicle)}


def _seat_of(order: Any, otherwise: int) -> int:
    seat = getattr(order, "seat", None)
    return otherwise if seat is None else seat
