"""Who has the word while a table trades.

At a table all talk at once. Here one seat after the other has the word: as the trading begins, and again after each
deal, every seat clockwise from the active one, then the active seat itself, which keeps it until it makes a deal or
ends the trading. An offer is answered before anything else happens. Offers are counted, so that no turn lasts for ever.
"""

from domain.table import Table


class Talk:
    """The seats that have the word before the active one, and how many offers each may still make in this turn."""

    def __init__(self, players: int, offers_each_turn: int) -> None:
        self.players = players
        self.offers_each_turn = offers_each_turn
        self.turn = 0
        self.left = [offers_each_turn] * players
        self.speakers: list[int] = []

    def listen(self, table: Table) -> None:
        """Note that a turn has begun, if one has."""
        if table.turn.number != self.turn:
            self.turn = table.turn.number
            self.left = [self.offers_each_turn] * self.players
            self.dealt(table)

    def speaker(self, table: Table) -> int:
        """Return the seat that has the word; whoever has no offer left or no card in hand is passed over."""
        while self.speakers:
            seat = self.speakers[0]
            if self.left[seat] and table.seats[seat].hand:
                return seat
            del self.speakers[0]
        return table.turn.seat

    def passed(self) -> None:
        """Whoever has the word hands it on."""
        del self.speakers[0]

    def offered(self, seat: int) -> None:
        """The seat has made an offer."""
        self.left[seat] -= 1

    def dealt(self, table: Table) -> None:
        """Note that something changed: every seat may speak once more."""
        active = table.turn.seat
        self.speakers = [(active + step) % self.players for step in range(1, self.players)]
