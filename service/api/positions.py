"""The arbiter's question: may this be done in this position?"""

from flask import Response

from replay.adjudicate import ruling
from service.api.operation import Call, Room, answer
from service.api.shapes import Question

positions = Room("positions", __name__, description="Positions that were written down")


@positions.operation(
    "POST",
    "/positions:adjudicate",
    "adjudicate_position",
    costs=2,
    answers={"type": "object", "description": "A verdict: legal, illegal or unknown"},
    body=Question,
    body_example={
        "position": {
            "edition": "classic",
            "draw_pile": 60,
            "seats": [{"hand": ["red", "blue"], "fields": [["blue"], []]}, {"hand": 5}, {"hand": 5}],
        },
        "commands": {"type": "PlantFromHand", "seat": 0, "field": 1},
    },
    problems=["position.invalid", "option.unknown"],
)
def adjudicate_position(call: Call, question: Question) -> Response:  # noqa: ARG001  # every operation gets its call
    """May this be done in this position?

    The verdict with its clause, what would happen, and the table after; no game is made.
    """
    return answer(ruling(question.position, question.commands))
