"""Section 5 of every rulebook: trades with the active player, from proposal to settlement."""

from collections import Counter
from collections.abc import Iterable

from domain.cards import GivenCard, without_cards
from domain.commands import AcceptTrade, CardRef, DeclineTrade, ProposeTrade, WithdrawTrade
from domain.events import (
    GivenCards,
    TradeAccepted,
    TradeDeclined,
    TradeProposed,
    TradeWithdrawn,
)
from domain.evolve import applies
from domain.pending_events import PendingEvents
from domain.rulebook import Bounds, GuardFailure, Mechanism, Move, Moves, Rulebook
from domain.rules.decline_withdraw import declining_move, withdrawing_move
from domain.rules.offers import (
    Side,
    add_proposal,
    answer_choices,
    forbids_acceptance,
    forbids_cards,
    latest_coins,
    offer_bounds,
    offer_numbers_to_try,
    open_proposal,
    resolve_cards,
    sample_offers,
    settle_deal,
    slots_fault,
)
from domain.table import Table


def forbids_propose(rulebook: Rulebook, table: Table, move: ProposeTrade) -> Mechanism | None:
    """Forbid a trade unless one party is active, the cards may be offered, and both sides hold something.

    Wanted cards of a hidden hand are never checked. Rule: CL-5.2 to CL-5.5, CL-5.10, CL-10.3.
    """
    active = table.turn.seat
    if move.partner == move.seat or not (move.partner is None or 0 <= move.partner < len(table.seats)):
        return "trade.parties"
    if active not in (move.seat, move.partner):
        return "trade.parties"
    if (move.give_coins or move.want_coins) and not rulebook.trade_coins:
        return "trade.coins"
    if move.want_coins < 0 or not 0 <= move.give_coins <= len(table.seats[move.seat].coins):
        return "trade.coins"
    if move.want_turned_up and move.seat == active:
        return "trade.hand_only"
    if refused := forbids_cards(table, move.seat, move.give):
        return refused
    if not (move.give or move.give_coins) or not (move.want or move.want_turned_up or move.want_coins):
        return "trade.both_sides"
    if any(count < 1 for count in move.want.values()):
        return "trade.both_sides"
    return None


def propose(rulebook: Rulebook, draft: PendingEvents, move: ProposeTrade) -> None:
    """Open the proposal; no card moves. Rule: CL-5.6."""
    draft.record(
        TradeProposed(
            proposal=draft.table.next_proposal,
            seat=move.seat,
            partner=move.partner,
            give=resolve_cards(draft.table, move.seat, move.give),
            want=move.want,
            want_turned_up=move.want_turned_up,
            give_coins=move.give_coins,
            want_coins=move.want_coins,
        )
    )


def forbids_accept(rulebook: Rulebook, table: Table, move: AcceptTrade) -> Mechanism | None:
    """Forbid accepting to all but an addressed seat with the wanted cards, while every offered card is in its place.

    Rule: CL-5.6, CL-5.7, CL-5.13.
    """
    if refused := forbids_acceptance(table, move.seat, move.proposal, TradeProposed):
        return refused
    proposal = _trade(table, move.proposal)
    if proposal.want_turned_up and without_cards(table.turned_up, proposal.want_turned_up) is None:
        return "trade.card_gone"
    own = table.seats[move.seat]
    if proposal.want_coins > len(own.coins):
        return "trade.coins"
    if why := slots_fault(own, move.handed_over):
        return GuardFailure("trade.handed_over", why)
    asked, given_up = Counter(proposal.want), len(move.handed_over)
    if given_up != asked.total():
        return GuardFailure("trade.handed_over", f"cards asked for are {asked.total()}, handed over {given_up}")
    for card in _handed_over(table, move):
        if asked[card.variety] == 0:
            return GuardFailure("trade.handed_over", f"the {card.variety} in slot {card.slot} is not asked for")
        asked[card.variety] -= 1
    return None


def accept(rulebook: Rulebook, draft: PendingEvents, move: AcceptTrade) -> None:
    """Exchange the cards of both sides. Rule: CL-5.6, CL-5.10."""
    table = draft.table
    proposal = _trade(table, move.proposal)
    turned_up = tuple(GivenCard(source="turned_up", variety=card, slot=None) for card in proposal.want_turned_up)
    draft.record(
        TradeAccepted(
            proposal=proposal.proposal,
            seat=move.seat,
            proposer=proposal.seat,
            given=proposal.give,
            received=_handed_over(table, move) + turned_up,
            given_coins=latest_coins(table.seats[proposal.seat], proposal.give_coins),
            received_coins=latest_coins(table.seats[move.seat], proposal.want_coins),
        )
    )


def _trade(table: Table, number: int) -> TradeProposed:
    proposal = open_proposal(table, number)
    assert isinstance(proposal, TradeProposed)
    return proposal


def _handed_over(table: Table, move: AcceptTrade) -> GivenCards:
    return resolve_cards(table, move.seat, tuple(CardRef(source="hand", slot=slot) for slot in move.handed_over))


def _propose_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[ProposeTrade]:
    return ()  # endlessly many: the list shows their bounds instead


def _propose_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[ProposeTrade]:
    card = rulebook.deck[0]
    want = {card: 1}
    too_many = len(table.seats[seat].coins) + 1
    for give, partner in sample_offers(rulebook, table, seat):
        yield ProposeTrade(seat=seat, partner=partner, give=give, want=want)
        yield ProposeTrade(seat=seat, partner=partner, give=give)
        yield ProposeTrade(seat=seat, partner=partner, give=give, want_turned_up=(card,))
        yield ProposeTrade(seat=seat, partner=partner, give=give, want=want, want_coins=1)
        yield ProposeTrade(seat=seat, partner=partner, give=give, want=want, give_coins=too_many)


def _propose_bounds(rulebook: Rulebook, table: Table, seat: int) -> Bounds | None:
    return offer_bounds(rulebook, table, seat, "ProposeTrade")


def _accept_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[AcceptTrade]:
    for proposal in table.proposals:
        if isinstance(proposal, TradeProposed) and proposal.seat != seat and proposal.partner in (seat, None):
            for slots in answer_choices(table.seats[seat], proposal.want):
                yield AcceptTrade(seat=seat, proposal=proposal.proposal, handed_over=slots)


def _accept_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[AcceptTrade]:
    for number in offer_numbers_to_try(table):
        yield AcceptTrade(seat=seat, proposal=number, handed_over=(table.seats[seat].next_slot,))
        yield AcceptTrade(seat=seat, proposal=number)


MOVES: Moves = {
    ProposeTrade: Move(
        guard=forbids_propose,
        rule=propose,
        candidates=_propose_candidates,
        mistakes=_propose_mistakes,
        bounds=_propose_bounds,
        wrong_phase="trade.phase",
    ),
    AcceptTrade: Move(
        guard=forbids_accept,
        rule=accept,
        candidates=_accept_candidates,
        mistakes=_accept_mistakes,
        wrong_phase="trade.phase",
    ),
    DeclineTrade: declining_move(TradeProposed, DeclineTrade, TradeDeclined),
    WithdrawTrade: withdrawing_move(TradeProposed, WithdrawTrade, TradeWithdrawn),
}
"""The commands of a trade."""


@applies(TradeProposed)
def trade_proposed(table: Table, event: TradeProposed) -> Table:
    """Open the proposal."""
    return add_proposal(table, event)


@applies(TradeAccepted)
def trade_accepted(table: Table, event: TradeAccepted) -> Table:
    """Move the cards of each side to the other's set-aside area."""
    given, received, paid, earned = event.given, event.received, event.given_coins, event.received_coins
    proposer = Side(seat=event.proposer, gives=given, gets=received, pays=paid, earns=earned)
    accepter = Side(seat=event.seat, gives=received, gets=given, pays=earned, earns=paid)
    return settle_deal(table, event.proposal, proposer, accepter)
