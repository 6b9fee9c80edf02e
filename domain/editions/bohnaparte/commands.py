"""The commands that Bohnaparte adds to the family's."""

from collections.abc import Iterable
from typing import Annotated

from domain.cards import Card, CoinCard, CoinCards, Slot
from domain.commands import CardRef, Fault, SeatCommand, Slots, card_ref_faults
from domain.editions.bohnaparte.areas import TerrainId
from domain.member_types import SeatIndex, Source
from domain.visibility import EVERYONE, only


class ChooseCamp(SeatCommand, tag=True):
    """Choose a free camp to begin from. Rule: BP-2.5."""

    terrain: Annotated[TerrainId, EVERYONE]


class ChooseStartPlayer(SeatCommand, tag=True):
    """Name the start player. Rule: BP-2.6."""

    chosen: Annotated[SeatIndex, EVERYONE]


class DrawAbbeyCard(SeatCommand, tag=True):
    """Turn over the top card of the pile for an abbey. Rule: BP-12.8."""


class StoreInDepot(SeatCommand, tag=True):
    """Put the front card of the hand, or this set-aside card, into the depot. Rule: BP-4.2."""

    variety: Annotated[Card | None, EVERYONE] = None


class DeclareAttack(SeatCommand, tag=True):
    """Attack a terrain, perhaps with the riders of a paddock, paying this coin card. Rule: BP-11.1 to BP-11.3."""

    target: Annotated[TerrainId, EVERYONE]
    riders: Annotated[TerrainId | None, EVERYONE] = None
    coin_card: Annotated[CoinCard | None, EVERYONE] = None


class CommitCombatCard(SeatCommand, tag=True):
    """Commit a card from the hand (by its slot), the depot (by its variety) or the pile. Rule: BP-11.4."""

    source: Annotated[Source, EVERYONE]
    slot: Annotated[Slot, only("seat")] = None
    variety: Annotated[Card | None, only("seat")] = None

    def faults(self, hand: Slots) -> Iterable[Fault]:
        """Yield a fault when the card to commit is not named; a card from the pile needs no name."""
        card = CardRef(source=self.source, slot=self.slot, variety=self.variety)
        return () if self.source == "pile" else card_ref_faults(card, hand, "hand, depot or pile")


class EndAttacks(SeatCommand, tag=True):
    """Continue with drawing. Rule: BP-11.1."""


class BuildFortress(SeatCommand, tag=True):
    """Empty your own quarry for a fortress on a terrain of yours. Rule: BP-13.1."""

    quarry: Annotated[TerrainId, EVERYONE]
    terrain: Annotated[TerrainId, EVERYONE]
    coin_cards: Annotated[CoinCards | None, EVERYONE] = None


class BuyDepot(SeatCommand, tag=True):
    """Buy a depot. Rule: BP-13.5."""

    coin_cards: Annotated[CoinCards | None, EVERYONE] = None


class BuyMerchant(SeatCommand, tag=True):
    """Buy a merchant. Rule: BP-14.9."""

    coin_cards: Annotated[CoinCards | None, EVERYONE] = None


class ArrangeMerchantCards(SeatCommand, tag=True):
    """Take these cards from the merchant into the hand, in this order. Rule: BP-14.10."""

    taken: Annotated[tuple[Card, ...], only("seat")]
