"""What a seat is offered while its game goes on."""

from typing import Any

from haricot_client.models import GameHead
from haricot_client.problems import HaricotProblem

CONFLICT = 409


class Turns:
    """Reads the messages of one seat, and knows when it is to move."""

    def __init__(self) -> None:
        self.moved = 0
        """The last event of one's own last command: what was offered before it is past."""
        self._table: Any = None

    def offered(self, message: Any) -> Any | None:
        """What a message offers a seat that is to move; None where that is nothing, or came before its last move."""
        state = message.get("notice", message)
        self._table = state.get("table", self._table)
        n = state.get("n") or (self._table or {}).get("n") or 0
        legal = state.get("legal")
        mine = legal and n >= self.moved and legal[0]["seat"] in [*state["to_act"], *state["asked"]]
        return {"asked_until": {}, **state, "n": n, "table": self._table} if mine else None


def may_be_overtaken(refusal: HaricotProblem) -> bool:
    """Whether a command may have been refused since others were faster: then the next message says what may be done."""
    return refusal.status == CONFLICT


def was_overtaken(refusal: HaricotProblem, choice: Any, head: GameHead) -> bool:
    """Return whether it was: what the rules forbid in the very state that was offered, nobody's haste explains."""
    return not refusal.code.startswith("rules.") or head["version"] > choice["n"]
