"""Chooses which bot acts next.

Each bot may act in turn. If none wants to, a bot that the game waits for must act.
"""

from collections.abc import Container, Mapping

from domain.clock_state import command_that_goes_on
from domain.commands import Command, DeclineDonation, DeclineTrade, EndTrading, OfferDonation, ProposeTrade, SeatCommand
from domain.editions import rulebook_of
from domain.events import DonationOffered
from domain.invariants import broken_tables_as_corrupt
from domain.refusals import Misuse
from domain.rulebook import Bounds, Rulebook
from domain.rules.offers import addressee, polling_order
from domain.table import Table
from service.lifecycle.bots.bot import Bot, Situation, situation_of


def next_command(
    table: Table, n: int, bots: Mapping[int, Bot], *, barred: tuple[type[Command], ...] = ()
) -> Command | None:
    """Return the command of a bot after event `n`, or None if the game waits for a seat without a bot.

    `table` shows all cards, and each bot gets its own view of it. Commands in `barred` are not chosen.
    """
    return _choose_command(rulebook_of(table), table, n, bots, barred)


@broken_tables_as_corrupt
def _choose_command(
    rulebook: Rulebook, table: Table, n: int, bots: Mapping[int, Bot], barred: tuple[type[Command], ...]
) -> Command | None:
    situations: dict[int, Situation] = {}
    for seat in polling_order(table):
        if seat in bots:
            situation = situations[seat] = situation_of(rulebook, table, seat)
            command = bots[seat].choose(situation, n)
            if isinstance(command, SeatCommand) and command.seat != seat:
                raise Misuse(f"the bot on seat {seat + 1} acts for seat {command.seat + 1}")
            if (
                command is not None
                and not isinstance(command, barred)
                and not _repeats_unanswered_offer(table, bots, command)
            ):
                return _decline_before_ending(table, bots, command)
    return _decline_before_ending(table, bots, _forced_command(table, situations))


def _repeats_unanswered_offer(table: Table, bots: Container[int], command: Command) -> bool:
    """Return whether this is an offer to a person who has not answered the bot's earlier offer yet."""
    if not isinstance(command, ProposeTrade | OfferDonation):
        return False
    to = command.partner if isinstance(command, ProposeTrade) else command.to
    return to not in bots and any(one.seat == command.seat and addressee(one) == to for one in table.proposals)


def _decline_before_ending(table: Table, bots: Container[int], command: Command | None) -> Command | None:
    """Return the command, or a decline of a person's open offer if the command would end the trading.

    Rule: CL-5.6, CL-5.11.
    """
    if isinstance(command, EndTrading):
        for offer in table.proposals:
            if (seat := addressee(offer)) in bots and seat is not None and offer.seat not in bots:
                decline = DeclineDonation if isinstance(offer, DonationOffered) else DeclineTrade
                return decline(seat=seat, proposal=offer.proposal)
    return command


def _forced_command(table: Table, situations: Mapping[int, Situation]) -> Command | None:
    """Return a command of a bot that the game waits for: one that ends its phase, or else the first legal one."""
    for seat in sorted(situations, key=lambda seat: (seat != table.turn.seat, seat)):
        if situations[seat].must_act:
            options = [option for option in situations[seat].options if not isinstance(option, Bounds)]
            if options:
                return command_that_goes_on(options)
    return None
