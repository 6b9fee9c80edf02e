"""Section 5 of every rulebook: offers that end without a deal, at the latest with the trading."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.cards import without_cards
from domain.commands import EndTrading
from domain.corrections import TableCorrected
from domain.events import (
    BeansDonated,
    Cards,
    CardsSetAside,
    ClosedProposal,
    DonationLapsed,
    DonationOffered,
    GivenCards,
    TradeAccepted,
    TradeLapsed,
    TradingEnded,
)
from domain.evolve import applies, require, require_cards
from domain.pending_events import PendingEvents
from domain.rulebook import Mechanism, Rulebook
from domain.rules.offers import Proposal, close_proposal
from domain.table import Table


def forbids_end_trading(rulebook: Rulebook, table: Table, move: EndTrading) -> Mechanism | None:
    """Forbid ending the trading to all but the active seat. Rule: CL-5.11."""
    return None if move.seat == table.turn.seat else "trade.end"


def end_trading(rulebook: Rulebook, draft: PendingEvents, move: EndTrading) -> None:
    """Let open proposals lapse and set the turned-up cards aside. Rule: CL-5.11."""
    for proposal in draft.table.proposals:
        draft.record(_lapse_event(proposal, "trading_ended"))
    if draft.table.turned_up:
        draft.record(CardsSetAside(seat=move.seat, cards=draft.table.turned_up))
    draft.record(TradingEnded(seat=move.seat))


def lapse_impossible_offers(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Let offers lapse that can no longer be settled: after a deal or a correction, or once their coins are spent.

    Rule: CL-5.7, AMB-GE-5, AMB-GE-6.
    """
    if not draft.table.proposals:
        return
    settled = any(isinstance(event, TradeAccepted | BeansDonated | TableCorrected) for event in draft.events)
    for proposal in draft.table.proposals:
        if reason := lapse_reason(draft.table, proposal) if settled else _coins_gone(draft.table, proposal):
            draft.record(_lapse_event(proposal, reason))


def _lapse_event(proposal: Proposal, reason: str) -> TradeLapsed | DonationLapsed:
    lapsed = DonationLapsed if isinstance(proposal, DonationOffered) else TradeLapsed
    return lapsed(proposal=proposal.proposal, reason=reason)


def lapse_reason(table: Table, proposal: Proposal) -> str | None:
    """Return why an open offer can no longer be settled; None while it can.

    The hand of the other side is never a reason, since it is hidden. Reasons that all viewers see come first, so that
    every view finds the same one. Rule: CL-5.7, AMB-GE-6.
    """
    if reason := _coins_gone(table, proposal):
        return reason
    cards: GivenCards
    turned_up: Cards
    if isinstance(proposal, DonationOffered):
        cards, turned_up = proposal.cards, ()
    else:
        cards, turned_up = proposal.give, proposal.want_turned_up
    turned_up += tuple(card.variety for card in cards if card.source == "turned_up")
    if turned_up and without_cards(table.turned_up, turned_up) is None:
        return "turned_up_gone"
    slots = table.seats[proposal.seat].slots
    return None if all(card.source != "hand" or card.slot in slots for card in cards) else "card_gone"


def _coins_gone(table: Table, proposal: Proposal) -> str | None:
    coins = proposal.coins if isinstance(proposal, DonationOffered) else proposal.give_coins
    return "coins_gone" if coins > len(table.seats[proposal.seat].coins) else None


def end_trading_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[EndTrading]:
    """Return the command that ends the trading, for the active seat."""
    return [EndTrading(seat=seat)] if seat == table.turn.seat else []


def end_trading_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[EndTrading]:
    """Return the command of a seat that may not end the trading."""
    return [EndTrading(seat=seat)]


@applies(TradeLapsed, DonationLapsed)
def offer_lapsed(table: Table, event: ClosedProposal) -> Table:
    """Close the offer and remember it as lapsed."""
    return close_proposal(table, event.proposal, lapsed=True)


@applies(CardsSetAside)
def cards_set_aside(table: Table, event: CardsSetAside) -> Table:
    """Move the turned-up cards to the active seat's set-aside area."""
    require_cards(event.cards == table.turned_up, event.cards, "turned_up")
    seat = table.seats[event.seat]
    table = table.with_seat(event.seat, replace(seat, set_aside=seat.set_aside + event.cards))
    return replace(table, turned_up=())


@applies(TradingEnded)
def trading_ended(table: Table, event: TradingEnded) -> Table:
    """Change nothing; CorruptHistory if an offer is open."""
    require(
        event.seat == table.turn.seat and not table.proposals, "the active seat ends the trading, all offers closed"
    )
    return table
