"""The greedy bot: it scores every legal command and chooses the best."""

from random import Random
from typing import Final

from domain.commands import CardRef, Command, OfferDonation
from domain.rulebook import Bounds, Rulebook
from domain.table import Table
from service.lifecycle.bots import editions
from service.lifecycle.bots.bot import Bot, Situation
from service.lifecycle.bots.common_evaluation import FARMING, grows, has_room_for
from service.lifecycle.bots.evaluation import VOLUNTARY_SCORE_MIN, Score, constant_score

SCORES: Final[dict[type[Command], Score]] = {**FARMING, **editions.SCORES}
"""The score of each kind of command. A kind that is not listed is never chosen."""
_NEVER: Final = constant_score(-1.0)


class GreedyBot(Bot):
    """Plants where cards match, harvests fields that can earn no more, accepts what fits, gives away what does not."""

    def pick(self, situation: Situation, luck: Random) -> Command | None:
        """Return the option with the best score; ties go to the first."""
        rulebook, table, options, must_act = situation
        best, best_score = None, 0.0 if must_act else VOLUNTARY_SCORE_MIN
        for option in options:
            command = self.offer(rulebook, table, option, luck) if isinstance(option, Bounds) else option
            if command is None:
                continue
            score = SCORES.get(type(command), _NEVER)(rulebook, table, command)
            if score > best_score:
                best, best_score = command, score
        return best

    def offer(self, rulebook: Rulebook, table: Table, bounds: Bounds, luck: Random) -> Command | None:
        """Return a turned-up card that fits no own field, as a gift to a seat that grows it."""
        if bounds.type != "OfferDonation" or luck.random() < 0.5:
            return None
        for card in bounds.turned_up:
            takers = [seat for seat in bounds.seats if grows(rulebook, table.seats[seat], card)]
            if takers and not has_room_for(rulebook, table.seats[self.seat], card):
                gift = CardRef(source="turned_up", variety=card)
                return OfferDonation(seat=self.seat, to=luck.choice(takers), cards=(gift,))
        return None
