"""Section 5 of every rulebook: declining an offer, or taking back your own."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.commands import Command
from domain.events import (
    DonationDeclined,
    DonationWithdrawn,
    Event,
    ProposalEvent,
    TradeDeclined,
    TradeWithdrawn,
)
from domain.evolve import applies
from domain.pending_events import PendingEvents
from domain.rulebook import Mechanism, Move, Rule, Rulebook
from domain.rules.offers import Proposal, addressee, close_proposal, forbids_answer, offer_numbers_to_try, open_proposal
from domain.table import Table


def declining_move(offered: type[Proposal], command: Callable[..., Command], declined: Callable[..., Event]) -> Move:
    """Return the move that declines an open offer, for the addressed seat only. Rule: CL-5.6, CL-5.8."""

    def guard(rulebook: Rulebook, table: Table, move: Any) -> Mechanism | None:
        if refused := forbids_answer(table, move.seat, move.proposal, offered):
            return refused
        proposal = open_proposal(table, move.proposal)
        return "trade.closed" if proposal is None or addressee(proposal) is None else None

    def candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[Command]:
        mine = [offer for offer in table.proposals if isinstance(offer, offered) and addressee(offer) == seat]
        return [command(seat=seat, proposal=offer.proposal) for offer in mine]

    return _answer_move(guard, command, declined, candidates)


def withdrawing_move(offered: type[Proposal], command: Callable[..., Command], withdrawn: Callable[..., Event]) -> Move:
    """Return the move that withdraws an open offer, for the seat that made it. Rule: CL-5.6."""

    def guard(rulebook: Rulebook, table: Table, move: Any) -> Mechanism | None:
        proposal = open_proposal(table, move.proposal)
        return None if isinstance(proposal, offered) and proposal.seat == move.seat else "trade.closed"

    def candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[Command]:
        own = [offer for offer in table.proposals if isinstance(offer, offered) and offer.seat == seat]
        return [command(seat=seat, proposal=offer.proposal) for offer in own]

    return _answer_move(guard, command, withdrawn, candidates)


def _answer_move(guard: Any, command: Callable[..., Command], event: Callable[..., Event], candidates: Any) -> Move:
    def mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[Command]:
        return [command(seat=seat, proposal=number) for number in offer_numbers_to_try(table)]

    return Move(
        guard=guard, rule=_closing_rule(event), candidates=candidates, mistakes=mistakes, wrong_phase="trade.phase"
    )


def _closing_rule(event: Callable[..., Event]) -> Rule:
    def close_offer(rulebook: Rulebook, draft: PendingEvents, move: Any) -> None:
        draft.record(event(proposal=move.proposal, seat=move.seat))

    return close_offer


@applies(TradeDeclined, TradeWithdrawn, DonationDeclined, DonationWithdrawn)
def offer_closed(table: Table, event: ProposalEvent) -> Table:
    """Close the offer; no card moves."""
    return close_proposal(table, event.proposal)
