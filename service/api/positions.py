"""The arbiter's question: may this be done in this position?"""

from replay.adjudicate import adjudicate
from service.api.answering import HttpAnswer, answer
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
def adjudicate_position(call: Call, question: Question) -> HttpAnswer:  # noqa: ARG001  # every operation gets its call
    """May this be done in this position?

    The verdict with its clause, what would happen, and the table after; no game is made.
    """
    return answer(adjudicate(question.position, question.commands))
