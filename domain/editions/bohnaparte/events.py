"""The events that Bohnaparte adds to the family's."""

from typing import Annotated, ClassVar

import msgspec

from domain.cards import Card, CoinCard, CoinCards, Slot
from domain.editions.bohnaparte.areas import TerrainId
from domain.editions.bohnaparte.boards import Cell
from domain.events import Cards, Event, SeatEvent
from domain.member_types import Count, SeatIndex, Source, Text
from domain.visibility import EVERYONE, SEALED, IfFieldIs, only


class BoardLaidOut(Event, tag="board_laid_out.1"):
    """The board lies there; no terrain has an owner."""

    of_making: ClassVar[bool] = True
    layout: Annotated[Text, EVERYONE]
    geometry: Annotated[Text, EVERYONE]
    cells: Annotated[tuple[Cell, ...], EVERYONE]

    def drawn_order(self) -> tuple[str, ...]:
        """Return the terrains beside the camps, which the variant with random places orders at random.

        Rule: BP-10.2.
        """
        return tuple(cell.terrain for cell in self.cells if cell.terrain != "camp")


class CampChosen(SeatEvent, tag="camp_chosen.1"):
    """A seat put its first marker on a camp."""

    terrain: Annotated[TerrainId, EVERYONE]


class StartPlayerChosen(SeatEvent, tag="start_player_chosen.1"):
    """The last chooser of a camp named the start player."""

    chosen: Annotated[SeatIndex, EVERYONE]


class AbbeyCardRevealed(SeatEvent, tag="abbey_card_revealed.1"):
    """The top card of the pile became a coin (`result` "coin") or went to the discard pile ("discard")."""

    variety: Annotated[Card, EVERYONE]
    result: Annotated[Text, EVERYONE]


class CardStoredInDepot(SeatEvent, tag="card_stored_in_depot.1"):
    """A card went into the depot: the front card of the hand, or a set-aside card, which all had seen."""

    of_front: ClassVar[bool] = True
    source: Annotated[Source, EVERYONE]
    variety: Annotated[Card, IfFieldIs(field="source", value="hand", to=only("seat"))]


class DepotBought(SeatEvent, tag="depot_bought.1"):
    """A depot, empty, paid with coin cards laid face up on the discard pile."""

    coin_cards: Annotated[CoinCards, EVERYONE]


class MerchantBought(SeatEvent, tag="merchant_bought.1"):
    """A merchant, paid with coin cards laid face up on the discard pile."""

    coin_cards: Annotated[CoinCards, EVERYONE]


class MerchantStocked(SeatEvent, tag="merchant_stocked.1"):
    """Cards from the pile lie on the merchant; no player has seen them."""

    cards: Annotated[Cards, SEALED]


class MerchantCardsSeen(SeatEvent, tag="merchant_cards_seen.1"):
    """The owner has looked at all cards on the merchant."""

    cards: Annotated[Cards, only("seat")]


class MerchantCardsArranged(SeatEvent, tag="merchant_cards_arranged.1"):
    """The owner took cards to the back of the hand, in this order, and left the others."""

    taken: Annotated[Cards, only("seat")]
    left: Annotated[Cards, only("seat")]


class FortressBuilt(SeatEvent, tag="fortress_built.1"):
    """The quarry is empty now, and a fortress is on the terrain."""

    quarry: Annotated[TerrainId, EVERYONE]
    terrain: Annotated[TerrainId, EVERYONE]
    coin_cards: Annotated[CoinCards, EVERYONE]


class AttackDeclared(SeatEvent, tag="attack_declared.1"):
    """An attack began and was paid for; `defender` None for a neutral terrain."""

    target: Annotated[TerrainId, EVERYONE]
    coin_card: Annotated[CoinCard, EVERYONE]
    defender: Annotated[SeatIndex | None, EVERYONE] = None
    riders: Annotated[TerrainId | None, EVERYONE] = None
    via_river: Annotated[TerrainId | None, EVERYONE] = None


class CombatCardCommitted(Event, tag="combat_card_committed.1"):
    """A card lies face down in the attack: `variety` from hand or depot, or `pile_card`.

    `seat` is None where neutral terrain defends itself; `side` is attack or defence.
    """

    side: Annotated[Text, EVERYONE]
    round: Annotated[Count, EVERYONE]
    source: Annotated[Source, EVERYONE]
    seat: Annotated[SeatIndex | None, EVERYONE] = None
    variety: Annotated[Card | None, only("seat")] = None
    slot: Annotated[Slot, only("seat")] = None
    pile_card: Annotated[Card | None, SEALED] = None


class CombatResolved(Event, tag="combat_resolved.1"):
    """Both sides were revealed; a card is None for riders, or for a side without one."""

    round: Annotated[Count, EVERYONE]
    attack_value: Annotated[Count, EVERYONE]
    defence_value: Annotated[Count, EVERYONE]
    cannon: Annotated[bool, EVERYONE]
    winner: Annotated[Text, EVERYONE]
    attack_card: Annotated[Card | None, EVERYONE] = None
    defence_card: Annotated[Card | None, EVERYONE] = None


class TerrainConquered(Event, tag="terrain_conquered.1"):
    """The attacker's marker replaced the owner's, if there was one."""

    terrain: Annotated[TerrainId, EVERYONE]
    to: Annotated[SeatIndex, EVERYONE]
    loser: Annotated[SeatIndex | None, EVERYONE] = msgspec.field(name="from", default=None)


class RidersBeaten(SeatEvent, tag="riders_beaten.1"):
    """The riders of this paddock were turned over."""

    riders: Annotated[TerrainId, EVERYONE]


class RidersReadied(SeatEvent, tag="riders_readied.1"):
    """The riders of this paddock are upright again."""

    riders: Annotated[TerrainId, EVERYONE]


class AttacksEnded(SeatEvent, tag="attacks_ended.1"):
    """The active seat attacks no more this turn."""
