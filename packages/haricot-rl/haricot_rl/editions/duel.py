"""What the duel adds: the offer that one player leaves the other, discards."""

from collections.abc import Mapping
from itertools import product

import numpy as np

from domain.commands import Command
from domain.editions.duel.areas import offer, steps_this_turn
from domain.editions.duel.discarding import DiscardFromHand
from domain.editions.duel.matching import StopMatching, TakeMatchingDiscard
from domain.editions.duel.offer import DiscardOffered, PlantOffered
from domain.editions.duel.turned_up import LeaveOffer, PlantTurnedUp
from domain.table import Table
from haricot_rl.editions import ActionForm, Extension
from haricot_rl.observation_parts import ObservationPart, Vector


class DuelExtension(Extension):
    """Offered and turned-up cards are planted or left; one card of the hand is discarded."""

    def forms(self) -> Mapping[type[Command], ActionForm]:
        """Return the forms: cards by their variety; of those in hand the one in front."""
        planted = list(product(self.cards, range(self.fields)))
        each_card = [(card,) for card in self.cards]
        return {
            PlantOffered: ActionForm(("variety", "field"), planted),
            DiscardOffered: ActionForm(("variety",), each_card),
            DiscardFromHand: ActionForm(("slot",), each_card),
            PlantTurnedUp: ActionForm(("variety", "field"), planted),
            LeaveOffer: ActionForm((), [()]),
            TakeMatchingDiscard: ActionForm((), [()]),
            StopMatching: ActionForm((), [()]),
        }

    def table_parts(self) -> list[ObservationPart]:
        """Return the offer, and what was done in this turn."""
        return [
            ObservationPart("offer", len(self.cards), 9, "cards of the offer, by variety"),
            ObservationPart("discarded", 1, 1, "the discard of this turn is made"),
            ObservationPart("matching", 1, 1, "a matching discard may be taken"),
        ]

    def table_numbers(self, table: Table, seat: int) -> Vector:  # noqa: ARG002  # both see the same
        """Return the numbers of these parts."""
        now = steps_this_turn(table)
        return np.concatenate((self.counts[offer(table)], np.array((now.discarded, now.matching), np.float32)))


EXTENSION = DuelExtension
