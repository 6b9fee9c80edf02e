"""What a game offers a seat that plays it, message by message; whoever drives this gives the commands."""

from typing import Any


class Playing:
    """The table as a seat last saw it, and the event `moved` that its own last command led to."""

    def __init__(self) -> None:
        self.moved = 0
        self._table: Any = None

    def offered(self, message: Any) -> Any | None:
        """What a message offers a seat that is to move, with the table; None where there is nothing, or it is old."""
        state = message.get("notice", message)
        self._table = message.get("table", self._table)  # a notice that a game goes on has none: nothing has changed
        n = state.get("n") or state.get("table", {}).get("n") or 0
        legal = state.get("legal")
        mine = legal and n >= self.moved and legal[0]["seat"] in [*state["to_act"], *state["asked"]]
        return {**state, "table": self._table} if mine else None
