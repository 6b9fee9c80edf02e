"""The arbiter's question: may this be done in this position?"""

from typing import Any

from domain.translations import tongue
from replay.adjudicate import adjudicate
from service.api.answering import HttpAnswer, answer
from service.api.arguments import TongueQuery
from service.api.call import Call
from service.api.operation import Gives, Operations, Takes
from service.api.played import ADJUDICATION, Question
from service.api.typed import Typed

positions = Operations("positions", "Positions that were written down")


@positions.operation(
    "POST",
    "/positions:adjudicate",
    "adjudicate_position",
    Gives(ADJUDICATION),
    Takes(
        query=TongueQuery,
        body=Typed(Question),
        example={
            "position": {
                "edition": "classic",
                "draw_pile": 60,
                "seats": [{"hand": ["red", "blue"], "fields": [["blue"], []]}, {"hand": 5}, {"hand": 5}],
            },
            "commands": {"type": "PlantFromHand", "seat": 0, "field": 1},
        },
    ),
    costs=2,
    problems=["position.invalid", "option.unknown"],
)
def adjudicate_position(call: Call, query: dict[str, Any], question: Question) -> HttpAnswer:  # noqa: ARG001  # every operation gets its call
    """May this be done in this position?

    The verdict with its clause, what would happen, and the table after; no game is made.
    """
    verdict = adjudicate(question.position, question.commands)
    if "says" in verdict:
        verdict["says"] = tongue(verdict["table"]["edition"], query["lang"]).text(verdict["says"])
    return answer(verdict)
