"""The sentences that record a use of a power or a step in a dispute, and the parser that finds their codes."""

import re
from functools import cache
from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "paused": "The game was paused.",
    "resumed": "The game goes on.",
    "comments.opened": "Spectators may comment on this game.",
    "comments.closed": "Spectators may no longer comment on this game.",
    "hints.off": "The organiser allows no hints in this game.",
    "seat.bot": "Seat {seat} was given to a bot.",
    "seat.other": "Seat {seat} was given to somebody else.",
    "seat.token": "A new token was given out for seat {seat}.",
    "seat.named": "Seat {seat} has another name.",
    "seat.anew": "The tokens of this game were given out anew.",
    "persons.stated": "The organiser says who sits at the seats.",
    "persons.different": "The organiser confirms that different people sit at the seats.",
    "arbiter.called": "An arbiter was called: {reason}",
    "call.opened": "{who} calls an arbiter: everybody else is asked to agree.",
    "call.came": "Whoever was called as an arbiter has come.",
    "call.agreed": "{who} agrees to the arbiter.",
    "call.admitted": "The arbiter may look at every hand and rule: all that were asked agree.",
    "call.withdrawn": "{who} calls no arbiter any more.",
    "look.cards": "An arbiter looked at the cards as {view} sees them.",
    "look.fork": "An arbiter looked at the cards in a fork of this game, which is sealed until it ends.",
    "dispute.opened": "{who} disputes event {event}: dispute {dispute}.",
    "dispute.stated": "{who} states something in dispute {dispute}.",
    "dispute.pinned": "{who} names events as evidence in dispute {dispute}.",
    "dispute.found": "{who} finds what happened in dispute {dispute}.",
    "dispute.ruled": "{who} rules on dispute {dispute}.",
    "dispute.proposed": "{who} proposes to a committee how to rule on dispute {dispute}.",
    "dispute.joined": "{who} agrees with what is proposed on dispute {dispute}.",
    "dispute.decided": "A committee rules on dispute {dispute}.",
    "dispute.appealed": "{who} appeals from the ruling on dispute {dispute}.",
    "dispute.reopened": "{who} takes dispute {dispute} up again.",
    "dispute.withdrawn": "{who} withdraws dispute {dispute}.",
    "dispute.protest": "{who} plays on under protest in dispute {dispute}.",
    "dispute.again": "{who} names the game in which dispute {dispute} is played again.",
    "dispute.confirmed": "{who} confirms the result.",
}
"""The sentences by their codes. Never change one: annotations store the text, and the parser must recognise it."""
NUMERIC_FACTS: Final = ("seat", "event", "dispute")
_FACT_PATTERNS: Final = {
    **dict.fromkeys(NUMERIC_FACTS, "[0-9]+"),
    "who": "Seat [0-9]+|An arbiter|The organiser",
    "view": "[a-z0-9:]+",
}
_PLACEHOLDER: Final = re.compile(r"\\{(\w+)\\}")
Facts = dict[str, str | int]


def trace_text(code: str, **facts: object) -> str:
    """Return the sentence with this code, as it is stored and as API clients read it."""
    return SENTENCES[code].format(**facts)


def parse_trace(text: str) -> tuple[str, Facts] | None:
    """Return the code of a stored sentence and the facts in it, or None for any other text."""
    for code, pattern in _patterns().items():
        if (match := pattern.fullmatch(text)) is not None:
            return code, {
                name: int(fact) if name in NUMERIC_FACTS else fact for name, fact in match.groupdict().items()
            }
    return None


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    def group(placeholder: re.Match[str]) -> str:
        name = placeholder[1]
        return f"(?P<{name}>{_FACT_PATTERNS.get(name, '.+')})"

    return {code: re.compile(_PLACEHOLDER.sub(group, re.escape(text)), re.DOTALL) for code, text in SENTENCES.items()}
