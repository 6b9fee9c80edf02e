"""The order in which seats speak while a table trades.

At a real table all talk at once. Here one seat after the other speaks: as the trading begins, and again after each
deal, every seat clockwise from the active one, then the active seat. The active seat speaks until it makes a deal or
ends the trading. An offer is answered before anything else happens. Offers are counted, so that every turn ends.
"""

from domain.table import Table


class TradeTurns:
    """The seats that speak before the active one, and how many offers each may still make in this turn."""

    def __init__(self, players: int, offers_each_turn: int) -> None:
        self.players = players
        self.offers_each_turn = offers_each_turn
        self.turn = 0
        self.offers_left = [offers_each_turn] * players
        self.speakers: list[int] = []

    def start_turn(self, table: Table) -> None:
        """Note that a turn has begun, if one has."""
        if table.turn.number != self.turn:
            self.turn = table.turn.number
            self.offers_left = [self.offers_each_turn] * self.players
            self.restart(table)

    def speaker(self, table: Table) -> int:
        """Return the seat that speaks; seats without an offer left or a card in hand are passed over."""
        while self.speakers:
            seat = self.speakers[0]
            if self.offers_left[seat] and table.seats[seat].hand:
                return seat
            del self.speakers[0]
        return table.turn.seat

    def pass_turn(self) -> None:
        """Pass the word to the next seat."""
        del self.speakers[0]

    def count_offer(self, seat: int) -> None:
        """Count an offer of the seat."""
        self.offers_left[seat] -= 1

    def restart(self, table: Table) -> None:
        """Note that something changed: every seat may speak once more."""
        active = table.turn.seat
        self.speakers = [(active + step) % self.players for step in range(1, self.players)]
