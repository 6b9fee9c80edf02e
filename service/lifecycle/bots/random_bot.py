"""The random bot: it chooses any legal command, and stops trading soon."""

from random import Random

from domain.commands import CardRef, Command, OfferDonation, ProposeTrade
from domain.rulebook import Bounds
from domain.table import Table
from service.lifecycle.bots.bot import Bot, Situation


class RandomBot(Bot):
    """Chooses among all that is legal, offers included."""

    def pick(self, situation: Situation, luck: Random) -> Command | None:
        """Return any option. A seat that need not act mostly waits."""
        if not situation.options or (not situation.must_act and luck.random() < 0.8):
            return None
        choice = luck.choice(situation.options)
        return self._offer(situation.table, choice, luck) if isinstance(choice, Bounds) else choice

    def _offer(self, table: Table, bounds: Bounds, luck: Random) -> Command | None:
        cards = [CardRef(source="hand", slot=slot) for slot in bounds.from_hand]
        cards += [CardRef(source="turned_up", variety=card) for card in bounds.turned_up]
        if not cards:
            return None
        give = (luck.choice(cards),)
        partner = luck.choice(bounds.seats)
        if bounds.type == "OfferDonation":
            return OfferDonation(seat=self.seat, to=partner, cards=give)
        growing = [field[-1] for seat in table.seats for field in seat.fields if field]
        if not growing:
            return None
        return ProposeTrade(seat=self.seat, partner=partner, give=give, want={luck.choice(growing): 1})
