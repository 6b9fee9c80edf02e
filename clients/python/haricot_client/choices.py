"""The choices of a seat while its game is played."""

from typing import Any

from haricot_client.models import GameHead
from haricot_client.problems import HaricotProblem

CONFLICT = 409


class Turns:
    """Reads the messages of one seat, and decides when it is to move."""

    def __init__(self) -> None:
        self.moved = 0
        """The last event of the seat's own last command; earlier choices are out of date."""
        self._table: Any = None

    def offered(self, message: Any) -> Any | None:
        """Return the choices in a message for a seat that is to move; None without any, or before its last move."""
        state = message.get("notice", message)
        self._table = state.get("table", self._table)
        n = state.get("n") or (self._table or {}).get("n") or 0
        legal = state.get("legal")
        mine = legal and n >= self.moved and legal[0]["seat"] in [*state["to_act"], *state["asked"]]
        return {"asked_until": {}, **state, "n": n, "table": self._table} if mine else None


def may_be_overtaken(refusal: HaricotProblem) -> bool:
    """Return whether a refusal may come from a faster request; then the next message has the new choices."""
    return refusal.status == CONFLICT


def was_overtaken(refusal: HaricotProblem, choice: Any, head: GameHead) -> bool:
    """Return whether a faster request explains the refusal: it does not if the state is still the one of the choice."""
    return not refusal.code.startswith("rules.") or head["version"] > choice["n"]
