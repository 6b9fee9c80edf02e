"""Before phase 1: the owner of an abbey turns over the top card of the pile, which may become a coin."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.commands import EndPlanting, PlantFromHand
from domain.editions.bohnaparte.areas import board_of, war_turn, with_turn
from domain.editions.bohnaparte.attack_strength import values_of
from domain.editions.bohnaparte.commands import DrawAbbeyCard, StoreInDepot
from domain.editions.bohnaparte.events import AbbeyCardRevealed
from domain.events import Cards, PhaseStarted
from domain.evolve import applies, require
from domain.pending_events import PendingEvents
from domain.refusals import UnknownCard
from domain.rulebook import Mechanism, Move, Moves, Phase, Rule, Rulebook
from domain.rules import drawing
from domain.rules.phases import END_PLANTING, PLANT_FROM_HAND
from domain.table import Table


def abbey_draws_left(table: Table) -> int:
    """Return how many abbeys the active seat may still use this turn. Rule: BP-12.8."""
    left = war_turn(table).abbeys
    return board_of(table).counts(table.turn.seat, "abbey") if left is None else left


def forbids_abbey_card(rulebook: Rulebook, table: Table, move: DrawAbbeyCard) -> Mechanism | None:
    """Forbid the draw unless the active seat has an abbey left to use, while there is a card to draw. Rule: BP-12.8."""
    if move.seat != table.turn.seat:
        return "abbey.active"
    return None if abbey_draws_left(table) and (table.draw_pile or table.discard_pile) else "abbey.none_left"


def draw_abbey_card(rulebook: Rulebook, draft: PendingEvents, move: DrawAbbeyCard) -> None:
    """Reveal the top card: a weak bean becomes a coin, a strong one is discarded. UnknownCard if it is face down.

    Rule: BP-12.8, BP-8.2.
    """
    worth = values_of(rulebook)
    least, most = rulebook.data.numbers["abbey_coins"]

    def revealed(cards: Cards) -> AbbeyCardRevealed:
        if cards[0] == FACE_DOWN:
            raise UnknownCard("draw_pile[0]")
        result = "coin" if least <= worth[cards[0]] <= most else "discard"
        return AbbeyCardRevealed(seat=move.seat, variety=cards[0], result=result)

    drawing.take_cards(rulebook, draft, 1, revealed)


def _abbey_card_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DrawAbbeyCard]:
    return [DrawAbbeyCard(seat=seat)]


def _starting_plant_phase(move: Move) -> Move:
    """Return the move with phase 1 begun before it, so that no abbey draws afterwards. Rule: BP-12.8."""
    rule: Rule = move.rule

    def apply_rule(rulebook: Rulebook, draft: PendingEvents, command: Any) -> None:
        draft.record(PhaseStarted(seat=draft.table.turn.seat, phase="plant"))
        rule(rulebook, draft, command)

    return replace(move, rule=apply_rule)


def abbey_phase(store: Move) -> Phase:
    """Return the phase of abbey draws, until the first card is planted or stored; left out without an abbey.

    Rule: BP-3.1.
    """
    moves: Moves = {
        DrawAbbeyCard: Move(
            guard=forbids_abbey_card,
            rule=draw_abbey_card,
            candidates=_abbey_card_candidates,
            wrong_phase="abbey.too_late",
        ),
        PlantFromHand: _starting_plant_phase(PLANT_FROM_HAND),
        StoreInDepot: _starting_plant_phase(store),
        EndPlanting: END_PLANTING,
    }
    return Phase(
        name="abbey",
        moves=moves,
        is_present=lambda table: bool(abbey_draws_left(table)),
        ends_when=lambda table: table.final,
        can_end_game=True,
    )


@applies(AbbeyCardRevealed)
def abbey_card_revealed(table: Table, event: AbbeyCardRevealed) -> Table:
    """Use up one abbey draw; the card becomes its owner's last coin, or the top of the discard pile."""
    require(abbey_draws_left(table) > 0 and event.seat == table.turn.seat, "an abbey draws once a turn")
    turn = replace(war_turn(table), abbeys=abbey_draws_left(table) - 1)
    table = with_turn(replace(table, draw_pile=drawing.without_top_cards(table, (event.variety,))), turn)
    if event.result == "discard":
        return replace(table, discard_pile=(event.variety, *table.discard_pile))
    require(event.result == "coin", f"an abbey card does not become a {event.result}")
    seat = table.seats[event.seat]
    return table.with_seat(event.seat, replace(seat, coins=(*seat.coins, event.variety)))
