"""What Bohnaparte adds: the board, the war, depots, merchants."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations_with_replacement, product
from typing import Final

import numpy as np

from domain.cards import FACE_DOWN
from domain.commands import Command, DrawCards
from domain.editions.bohnaparte.areas import (
    BEATEN,
    MERCHANT_KEEPS,
    UPRIGHT,
    Attack,
    Board,
    holdings,
    war,
    war_turn,
)
from domain.editions.bohnaparte.board_options import board_for
from domain.editions.bohnaparte.commands import (
    ArrangeMerchantCards,
    BuildFortress,
    BuyDepot,
    BuyMerchant,
    ChooseCamp,
    ChooseStartPlayer,
    CommitCombatCard,
    DeclareAttack,
    DrawAbbeyCard,
    EndAttacks,
    StoreInDepot,
)
from domain.editions.bohnaparte.terrains import CAMP, is_conquerable
from domain.events import Cards
from domain.evolve import remove_cards
from domain.rulebook import Rulebook
from domain.table import Seat, Table
from haricot_rl.editions import ActionForm, Extension
from haricot_rl.observation_parts import ObservationPart, Vector

SOURCES: Final = ("hand", "depot", "pile")
EACH_TERRAIN: Final = 7
"""How many numbers describe a terrain, apart from those of its owner."""


class WarExtension(Extension):
    """Terrains are identified by their ids, which are the same on a board that is laid out at random."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        cells = board_for(rulebook.data, rulebook.players, rulebook.options).cells
        self.kinds = {cell.id: cell.terrain for cell in cells}
        self.terrains = sorted(self.kinds)
        self.places = {terrain: place for place, terrain in enumerate(self.terrains)}
        self.boards: list[tuple[Board, Vector] | None] = [None] * self.players

    def _of(self, *kinds: str) -> list[str]:
        return [terrain for terrain in self.terrains if self.kinds[terrain] in kinds]

    def forms(self) -> Mapping[type[Command], ActionForm]:
        """Name terrains by their ids, cards by their variety, other seats by their distance."""
        targets = [terrain for terrain in self.terrains if is_conquerable(self.kinds[terrain])]
        riders = (None, *self._of("paddock"))
        committed: list[tuple[object, ...]] = [("hand", card, None) for card in self.cards]
        committed += [("depot", None, card) for card in self.cards] + [("pile", None, None)]
        villages = range(len(self._of("village")))
        return {
            ChooseCamp: ActionForm(("terrain",), [(camp,) for camp in self._of(CAMP)]),
            ChooseStartPlayer: ActionForm(("chosen",), [(distance,) for distance in range(self.players)]),
            DrawAbbeyCard: ActionForm((), [()]),
            StoreInDepot: ActionForm(("variety",), [(None,), *((card,) for card in self.cards)]),
            DeclareAttack: ActionForm(("target", "riders"), list(product(targets, riders))),
            CommitCombatCard: ActionForm(("source", "slot", "variety"), committed),
            EndAttacks: ActionForm((), [()]),
            BuildFortress: ActionForm(("quarry", "terrain"), list(product(self._of("quarry"), self.terrains))),
            BuyDepot: ActionForm((), [()]),
            BuyMerchant: ActionForm((), [()]),
            ArrangeMerchantCards: ActionForm(
                (), list(combinations_with_replacement(sorted(self.cards), MERCHANT_KEEPS)), self._left_on_merchant
            ),
            DrawCards: ActionForm(("extra",), [(None,), *((extra,) for extra in villages)]),
        }

    def _left_on_merchant(self, command: ArrangeMerchantCards, table: Table) -> object:
        """Return the two cards that stay, which distinguish the ways to take; the others keep their order."""
        on_merchant = holdings(table.seats[command.seat]).merchant or ()
        return tuple(sorted(remove_cards(on_merchant, command.taken, "merchant")))

    def extra_commands(self, table: Table, seat: int) -> Iterable[Command]:
        """Yield every two cards that may stay on the merchant; the rules list only the first ways of taking."""
        if not war_turn(table).to_take or seat != table.turn.seat:
            return ()
        return self._takings(holdings(table.seats[seat]).merchant or (), seat)

    def _takings(self, on_merchant: Cards, seat: int) -> Iterator[Command]:
        if FACE_DOWN not in on_merchant:
            for kept in dict.fromkeys(combinations_with_replacement(sorted(set(on_merchant)), MERCHANT_KEEPS)):
                if all(on_merchant.count(card) >= kept.count(card) for card in kept):
                    yield ArrangeMerchantCards(seat=seat, taken=remove_cards(on_merchant, kept, "merchant"))

    def table_parts(self) -> list[ObservationPart]:
        """Return the terrains, the open attack, and what is left to do in this turn."""
        each, count = self.players + EACH_TERRAIN, len(self.terrains)
        says = (
            f"of each terrain ({', '.join(self.terrains)}) {each} numbers: no owner, or the owner by distance; "
            "fortress, empty quarry, riders upright, riders beaten, row, left edge in half cards"
        )
        return [
            ObservationPart("terrains", each * count, 127, says),
            ObservationPart("target", count, 1, "the terrain under attack"),
            ObservationPart("riders_attack", 1, 1, "riders attack in this round"),
            ObservationPart(
                "attack_from", len(SOURCES), 1, f"where the attacker's card came from: {', '.join(SOURCES)}"
            ),
            ObservationPart("own_committed", len(self.cards), 1, "the card that this seat has committed"),
            ObservationPart("abbeys", 1, 64, "abbey draws left in this turn, once one was made"),
            ObservationPart("to_take", 1, 64, "cards to take from the merchant"),
            ObservationPart("last_attack", 1, 1, "no attack may follow"),
        ]

    def table_numbers(self, table: Table, seat: int) -> Vector:
        """Return the numbers of these parts; a committed card only for the seat that committed it."""
        ground, turn = war(table), war_turn(table)
        left = (turn.abbeys or 0, turn.to_take, turn.last_attack)
        return np.concatenate(
            (self._board(ground.board, seat), self._attack(ground.attack, seat), np.array(left, np.float32))
        )

    def _board(self, board: Board, seat: int) -> Vector:
        last = self.boards[seat]
        if last is not None and last[0] is board:
            return last[1]
        numbers = np.zeros((len(self.terrains), self.players + EACH_TERRAIN), np.float32)
        for cell, terrain in zip(board.cells, board.terrains, strict=True):
            row = numbers[self.places[cell.id]]
            row[0 if terrain.owner is None else 1 + (terrain.owner - seat) % self.players] = 1
            upright, beaten = terrain.riders == UPRIGHT, terrain.riders == BEATEN
            row[self.players + 1 :] = (terrain.fortress, terrain.empty, upright, beaten, cell.row, cell.x)
        found = numbers.ravel()
        self.boards[seat] = board, found
        return found

    def _attack(self, attack: Attack | None, seat: int) -> Vector:
        target, sources, committed = (
            len(self.terrains),
            len(SOURCES),
            None if attack is None else attack.committed.attack,
        )
        numbers = np.zeros(target + 1 + sources + len(self.cards), np.float32)
        if attack is None:
            return numbers
        numbers[self.places[attack.target]] = 1
        numbers[target] = attack.by_riders
        if committed is not None:  # once the defender has committed, both cards are revealed
            numbers[target + 1 + SOURCES.index(committed.source)] = 1
            if committed.seat == seat:
                numbers[-len(self.cards) :] = self.counts[committed.card,]
        return numbers

    def seat_parts(self) -> list[ObservationPart]:
        """Return the depot and the merchant of a seat."""
        cards = len(self.cards)
        return [
            ObservationPart("depot", 2, 64, "there is a depot; its cards, counted"),
            ObservationPart("depot_cards", cards, 64, "its cards by variety: only for this seat"),
            ObservationPart("merchant", 2, 64, "there is a merchant; its cards, counted"),
            ObservationPart(
                "merchant_cards", cards, 64, "its cards that were looked at, by variety: only for this seat"
            ),
        ]

    def seat_numbers(self, seat: Seat, *, own: bool) -> Vector:
        """Return the numbers of these parts; cards only for their owner, of the merchant's only those looked at."""
        held = holdings(seat)
        depot, merchant = held.depot or (), held.merchant or ()
        return np.concatenate(
            (
                np.array((held.depot is not None, len(depot)), np.float32),
                self.counts[depot if own else ()],
                np.array((held.merchant is not None, len(merchant)), np.float32),
                self.counts[merchant[: held.merchant_seen] if own else ()],
            )
        )


EXTENSION = WarExtension
