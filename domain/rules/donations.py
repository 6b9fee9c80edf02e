"""Section 5 of every rulebook, gifts: one-sided, to or from the active player, only if accepted."""

from collections.abc import Iterable

from domain.commands import AcceptDonation, DeclineDonation, OfferDonation, WithdrawDonation
from domain.events import BeansDonated, DonationDeclined, DonationOffered, DonationWithdrawn
from domain.evolve import applies
from domain.pending_events import PendingEvents
from domain.rulebook import Bounds, Mechanism, Move, Moves, Rulebook
from domain.rules.decline_withdraw import declining_move, withdrawing_move
from domain.rules.offers import (
    Side,
    add_proposal,
    forbids_acceptance,
    forbids_cards,
    latest_coins,
    offer_bounds,
    offer_numbers_to_try,
    open_proposal,
    resolve_cards,
    sample_offers,
    settle_deal,
)
from domain.table import Table


def forbids_offer(rulebook: Rulebook, table: Table, move: OfferDonation) -> Mechanism | None:
    """Forbid the gift unless the giver or the receiver is active. Rule: CL-5.2, CL-5.8, CL-10.3."""
    if move.to == move.seat or not 0 <= move.to < len(table.seats):
        return "donation.parties"
    if table.turn.seat not in (move.seat, move.to):
        return "trade.parties"
    if move.coins and not (rulebook.trade_coins and 0 < move.coins <= len(table.seats[move.seat].coins)):
        return "trade.coins"
    if refused := forbids_cards(table, move.seat, move.cards):
        return refused
    return None if move.cards or move.coins else "donation.empty"


def offer(rulebook: Rulebook, draft: PendingEvents, move: OfferDonation) -> None:
    """Offer the gift; no card moves. Rule: CL-5.8."""
    cards = resolve_cards(draft.table, move.seat, move.cards)
    number = draft.table.next_proposal
    draft.record(DonationOffered(proposal=number, seat=move.seat, to=move.to, cards=cards, coins=move.coins))


def forbids_accept(rulebook: Rulebook, table: Table, move: AcceptDonation) -> Mechanism | None:
    """Forbid accepting to all but the receiver of an open gift. Rule: CL-5.7, CL-5.8."""
    return forbids_acceptance(table, move.seat, move.proposal, DonationOffered)


def accept(rulebook: Rulebook, draft: PendingEvents, move: AcceptDonation) -> None:
    """Move the cards to the receiver's set-aside area. Rule: CL-5.8, CL-5.10."""
    gift = open_proposal(draft.table, move.proposal)
    assert isinstance(gift, DonationOffered)
    coins = latest_coins(draft.table.seats[gift.seat], gift.coins)
    draft.record(BeansDonated(proposal=gift.proposal, seat=move.seat, giver=gift.seat, cards=gift.cards, coins=coins))


def _offer_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[OfferDonation]:
    return ()  # endlessly many: the list shows their bounds instead


def _offer_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[OfferDonation]:
    too_many = len(table.seats[seat].coins) + 1
    for cards, to in sample_offers(rulebook, table, seat):
        if to is not None:
            yield OfferDonation(seat=seat, to=to, cards=cards)
            yield OfferDonation(seat=seat, to=to)
            yield OfferDonation(seat=seat, to=to, cards=cards, coins=too_many)


def _offer_bounds(rulebook: Rulebook, table: Table, seat: int) -> Bounds | None:
    return offer_bounds(rulebook, table, seat, "OfferDonation")


def _gifts_to(table: Table, seat: int) -> list[int]:
    return [gift.proposal for gift in table.proposals if isinstance(gift, DonationOffered) and gift.to == seat]


def _accept_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[AcceptDonation]:
    return [AcceptDonation(seat=seat, proposal=number) for number in _gifts_to(table, seat)]


def _accept_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[AcceptDonation]:
    return [AcceptDonation(seat=seat, proposal=number) for number in offer_numbers_to_try(table)]


MOVES: Moves = {
    OfferDonation: Move(
        guard=forbids_offer,
        rule=offer,
        candidates=_offer_candidates,
        mistakes=_offer_mistakes,
        bounds=_offer_bounds,
        wrong_phase="trade.phase",
    ),
    AcceptDonation: Move(
        guard=forbids_accept,
        rule=accept,
        candidates=_accept_candidates,
        mistakes=_accept_mistakes,
        wrong_phase="trade.phase",
    ),
    DeclineDonation: declining_move(DonationOffered, DeclineDonation, DonationDeclined),
    WithdrawDonation: withdrawing_move(DonationOffered, WithdrawDonation, DonationWithdrawn),
}
"""The commands of a gift."""


@applies(DonationOffered)
def donation_offered(table: Table, event: DonationOffered) -> Table:
    """Open the gift."""
    return add_proposal(table, event)


@applies(BeansDonated)
def beans_donated(table: Table, event: BeansDonated) -> Table:
    """Move the cards to the receiver's set-aside area."""
    giver = Side(seat=event.giver, gives=event.cards, pays=event.coins)
    receiver = Side(seat=event.seat, gets=event.cards, earns=event.coins)
    return settle_deal(table, event.proposal, giver, receiver)
