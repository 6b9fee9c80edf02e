"""The events that the editions share, each under its stored name."""

from typing import Annotated, ClassVar

import msgspec

from domain.cards import Card, CoinCards, GivenCard, Score, Slot
from domain.field_audiences import Redactable
from domain.member_types import (
    CoinCount,
    Count,
    EditionId,
    Few,
    FieldIndex,
    OfferId,
    PhaseId,
    Reason,
    SeatIndex,
    Source,
    Text,
)
from domain.values import Value
from domain.visibility import ERASABLE, EVERYONE, SEALED, ChosenOptions, coins_of, only, slots_only

Cards = tuple[Card, ...]
GivenCards = tuple[GivenCard, ...]


class Rules(Value):
    """The rules of a game: version of the edition's data, all options resolved, digest of the data."""

    version: Text
    options: ChosenOptions
    digest: Text


class Event(Redactable):
    """A fact under a stable stored name, `<name>.<version>`; a changed shape is a new version."""

    of_making: ClassVar[bool] = False  # whether such events set up a game, before its first move
    of_front: ClassVar[bool] = False  # whether the card that leaves a hand by it is the front card, by the rules

    def lots(self) -> tuple[int, ...]:
        """Return what was drawn at random for this event, in order."""
        return ()

    def drawn_order(self) -> tuple[str, ...]:
        """Return what was laid out in an order drawn at random."""
        return ()

    def irregularity(self) -> str | None:
        """Return the mechanism that a game recorded by hand broke here, if the event itself shows it."""
        return None


class SeatEvent(Event):
    """A fact about one seat."""

    seat: Annotated[SeatIndex, EVERYONE]


class ProposalEvent(Event):
    """A seat's act on an offer; proposals and gifts are numbered together, from 1."""

    proposal: Annotated[OfferId, EVERYONE]
    seat: Annotated[SeatIndex, EVERYONE]


class ClosedProposal(Event):
    """An offer that ended without a deal, and why."""

    proposal: Annotated[OfferId, EVERYONE]
    reason: Annotated[Reason, EVERYONE]


class GameCreated(Event, tag="game_created.1"):
    """The creator chose the rules; `fields` is the number of fields that each seat begins with."""

    of_making: ClassVar[bool] = True
    edition: Annotated[EditionId, EVERYONE]
    rules: Annotated[Rules, EVERYONE]
    players: Annotated[Few, EVERYONE]
    fields: Annotated[Few, EVERYONE]
    practice: Annotated[bool, EVERYONE]
    commitment: Annotated[Text | None, EVERYONE] = None


class SeatTaken(SeatEvent, tag="seat_taken.2"):
    """A player or a `bot` sat down; `share` says who chose the contribution: the player (chosen) or chance (drawn)."""

    of_making: ClassVar[bool] = True
    pseudonym: Annotated[Text, ERASABLE]
    kind: Annotated[Text, EVERYONE]
    share: Annotated[Text, EVERYONE]
    contribution: Annotated[Text | None, EVERYONE] = None
    bot: Annotated[Text | None, EVERYONE] = None


class GameStarted(Event, tag="game_started.1"):
    """The start player is known, or, where camps are chosen before, the seat that chooses first."""

    of_making: ClassVar[bool] = True
    start_player: Annotated[SeatIndex | None, EVERYONE] = None
    first_camp_chooser: Annotated[SeatIndex | None, EVERYONE] = None

    def lots(self) -> tuple[int, ...]:
        """Return the seat that was drawn. Rule: AMB-GE-11, AMB-BP-6."""
        return tuple(seat for seat in (self.start_player, self.first_camp_chooser) if seat is not None)


class DeckShuffled(Event, tag="deck_shuffled.1"):
    """A new draw pile, top first; its order is hidden from all."""

    reason: Annotated[Reason, EVERYONE]
    count: Annotated[Count, EVERYONE]
    order: Annotated[Cards, SEALED]


class CardsDealt(SeatEvent, tag="cards_dealt.1"):
    """The opening hand; `places` are the cards' indices in the pile as it lies before this event."""

    of_making: ClassVar[bool] = True
    places: Annotated[tuple[Count, ...], EVERYONE]
    cards: Annotated[Cards, only("seat")]


class TurnStarted(SeatEvent, tag="turn_started.1"):
    """A seat became active; turns count from 1."""

    turn: Annotated[Count, EVERYONE]


class TurnEnded(SeatEvent, tag="turn_ended.1"):
    """The active seat's turn is over."""


class PhaseStarted(SeatEvent, tag="phase_started.1"):
    """A phase of the active seat's turn began."""

    phase: Annotated[PhaseId, EVERYONE]


class PhaseSkipped(SeatEvent, tag="phase_skipped.1"):
    """A phase that the rules leave out."""

    phase: Annotated[PhaseId, EVERYONE]
    reason: Annotated[Reason, EVERYONE]


class BeanPlanted(SeatEvent, tag="bean_planted.1"):
    """A card went into a field: of a hand the front one, unless a game recorded by hand names the `slot` of another."""

    of_front: ClassVar[bool] = True
    field: Annotated[FieldIndex, EVERYONE]
    variety: Annotated[Card, EVERYONE]
    source: Annotated[Source, EVERYONE]
    doubled: Annotated[bool | None, EVERYONE] = None
    slot: Annotated[Slot, only("seat")] = None

    def irregularity(self) -> str | None:
        """Return the mechanism if the card came from elsewhere in the hand. Rule: CL-4.4."""
        return None if self.slot is None else "plant.not_front"


class CardsTurnedUp(SeatEvent, tag="cards_turned_up.1"):
    """Cards from the pile, face up for all."""

    cards: Annotated[Cards, EVERYONE]


class TradeProposed(ProposalEvent, tag="trade_proposed.1"):
    """Cards offered against cards; `partner` None addresses all seats."""

    partner: Annotated[SeatIndex | None, EVERYONE] = msgspec.field(name="with")
    give: Annotated[GivenCards, slots_only("seat")]
    want: Annotated[dict[Card, Count], EVERYONE]
    want_turned_up: Annotated[Cards, EVERYONE]
    give_coins: Annotated[CoinCount, EVERYONE]
    want_coins: Annotated[CoinCount, EVERYONE]


class TradeAccepted(ProposalEvent, tag="trade_accepted.1"):
    """Cards changed place: `given` are the proposer's, `received` those of the accepter, who is `seat`."""

    proposer: Annotated[SeatIndex, EVERYONE]
    given: Annotated[GivenCards, slots_only("proposer")]
    received: Annotated[GivenCards, slots_only("seat")]
    given_coins: Annotated[CoinCards, coins_of("seat", "proposer")]
    received_coins: Annotated[CoinCards, coins_of("seat", "proposer")]


class TradeDeclined(ProposalEvent, tag="trade_declined.1"):
    """The addressed seat declined."""


class TradeWithdrawn(ProposalEvent, tag="trade_withdrawn.1"):
    """The proposer took it back."""


class TradeLapsed(ClosedProposal, tag="trade_lapsed.1"):
    """A proposal that can no longer be kept, or that the end of trading closed."""


class DonationOffered(ProposalEvent, tag="donation_offered.1"):
    """Cards offered as a gift."""

    to: Annotated[SeatIndex, EVERYONE]
    cards: Annotated[GivenCards, slots_only("seat")]
    coins: Annotated[CoinCount, EVERYONE]


class BeansDonated(ProposalEvent, tag="beans_donated.1"):
    """A gift accepted: `seat` received it."""

    giver: Annotated[SeatIndex, EVERYONE]
    cards: Annotated[GivenCards, slots_only("giver")]
    coins: Annotated[CoinCards, coins_of("seat", "giver")]


class DonationDeclined(ProposalEvent, tag="donation_declined.1"):
    """The receiver declined."""


class DonationWithdrawn(ProposalEvent, tag="donation_withdrawn.1"):
    """The giver took it back."""


class DonationLapsed(ClosedProposal, tag="donation_lapsed.1"):
    """A gift that can no longer be made, or that the end of trading closed."""


class CardsSetAside(SeatEvent, tag="cards_set_aside.1"):
    """Turned-up cards that the active seat kept."""

    cards: Annotated[Cards, EVERYONE]


class TradingEnded(SeatEvent, tag="trading_ended.1"):
    """The active seat ended the trading."""


class FieldHarvested(SeatEvent, tag="field_harvested.1"):
    """A field was sold by the beanometer of `meter`; `discarded` in laying order, last on top."""

    field: Annotated[FieldIndex, EVERYONE]
    meter: Annotated[Card, EVERYONE]
    coins: Annotated[CoinCards, coins_of("seat")]
    discarded: Annotated[Cards, EVERYONE]
    reason: Annotated[Reason, EVERYONE]


class ThirdFieldBought(SeatEvent, tag="third_field_bought.1"):
    """A third field, paid with coin cards laid face up on the discard pile, or removed from the game."""

    coin_cards: Annotated[CoinCards, EVERYONE]
    destination: Annotated[Text, EVERYONE]


class CardsDrawn(SeatEvent, tag="cards_drawn.1"):
    """Cards that joined the back of a hand, in the order drawn."""

    cards: Annotated[Cards, only("seat")]


class DrawPileExhausted(Event, tag="draw_pile_exhausted.1"):
    """The draw pile ran out for the `number`-th time."""

    number: Annotated[Count, EVERYONE]
    final: Annotated[bool, EVERYONE]
    phase: Annotated[PhaseId, EVERYONE]


class GameEnded(Event, tag="game_ended.1"):
    """The end: coins or points of each seat, the winning seats, and the tie-break that was needed."""

    reason: Annotated[Reason, EVERYONE]
    scores: Annotated[tuple[Score, ...], EVERYONE]
    winners: Annotated[tuple[SeatIndex, ...], EVERYONE]
    tie_break: Annotated[Text | None, EVERYONE] = None


class DealRevealed(Event, tag="deal_revealed.1"):
    """The seed of every shuffle of this game, base64, to be checked against the commitment."""

    seed: Annotated[Text, EVERYONE]


class GameVoided(Event, tag="game_voided.1"):
    """The organiser ended the game without a result."""

    reason: Annotated[Reason, EVERYONE]
