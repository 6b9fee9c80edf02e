"""Bohnaparte, 3 to 6 players: the family's game with a war over a board of terrains."""

from functools import partial

from msgspec.structs import replace

from domain.commands import BuyThirdField, Command, HarvestField, OfferDonation, PlantSetAside, ProposeTrade
from domain.edition_data.edition import EditionData, Setup
from domain.edition_data.loader import load
from domain.editions.bohnaparte import camps, depot, ending, fortress, merchant, riders, terrains
from domain.editions.bohnaparte.abbey import abbey_phase
from domain.editions.bohnaparte.areas import Board
from domain.editions.bohnaparte.attack import attack_phase
from domain.editions.bohnaparte.board_options import board_for
from domain.editions.bohnaparte.boards import MAPS
from domain.editions.bohnaparte.commands import BuildFortress, BuyDepot, BuyMerchant, StoreInDepot
from domain.editions.bohnaparte.positions import complete_board, position_faults
from domain.editions.bohnaparte.villages import draw_phase
from domain.rulebook import Edition, Ending, Mechanism, Move, Phase, Rulebook
from domain.rules.family import family_rulebook
from domain.rules.phases import BUY_THIRD_FIELD, HARVEST, plant_phase, plant_set_aside_phase, trade_phase
from domain.table import Table
from domain.visibility import Options


def compose(data: EditionData, setup: Setup, options: Options) -> Rulebook:
    """Compose the family's game with a war on the board that the options name. Rule: BP-2.3, BP-10.1."""
    return with_war(family_rulebook(data, setup, options), board_for(data, setup.players, options))


def with_war(base: Rulebook, board: Board) -> Rulebook:
    """Add camps, attacks, purchases for the war to a game of the family. Rule: BP-3.1, BP-3.3, BP-9.1 to BP-9.9."""
    options = base.options
    turned_up = base.drawing.turn_up_count(Table())
    with_depots, with_merchants = options["bp_riders"] != "on", options["bp_riders"] != "off"
    store_from_hand = _if_in_game(with_depots, depot.STORE_FROM_HAND, "depot.not_in_game")
    store_set_aside = _if_in_game(with_depots, depot.STORE_SET_ASIDE, "depot.not_in_game")
    return replace(
        base,
        opening=(*base.opening, *camps.CHOOSING),
        begin_game=partial(camps.begin, board=board, by_lot=options["bp_placement"] == "random"),
        on_turn_start=riders.ready_riders,
        turn=(
            abbey_phase(store_from_hand),
            _with_move(plant_phase(), StoreInDepot, store_from_hand),
            _refusing_depot_cards(trade_phase(can_end_game=options["bp_final_attack_phase"] is False)),
            _refusing_depot_cards(
                replace(_with_move(plant_set_aside_phase(), StoreInDepot, store_set_aside), can_end_game=False)
            ),
            attack_phase(),
            draw_phase(),
        ),
        anytime={
            HarvestField: HARVEST,
            BuyThirdField: BUY_THIRD_FIELD,
            BuyDepot: _if_in_game(with_depots, depot.BUY, "depot.not_in_game"),
            BuildFortress: _if_in_game(with_depots, fortress.BUILD, "fortress.not_in_game"),
            BuyMerchant: _if_in_game(with_merchants, merchant.BUY, "merchant.not_in_game"),
        },
        drawing=replace(base.drawing, turn_up_count=lambda table: terrains.count_turned_up(turned_up, table)),
        ending=Ending(
            final_harvest=ending.no_harvest,
            score=terrains.victory_points,
            tie_break=ending.TIE_BREAKS[str(options["bp_tie_break"])],
        ),
        after_command=(*base.after_command, ending.end_when_decided, ending.end_after_purchase),
        complete_position=partial(complete_board, board=board),
        lands=terrains.lands_of(base, int(options["bp_camp_victory_points"])),
        invariants=(position_faults,),
    )


def _with_move(phase: Phase, kind: type[Command], move: Move) -> Phase:
    return replace(phase, moves={**phase.moves, kind: move})


def _refusing_depot_cards(phase: Phase) -> Phase:
    reaching = (PlantSetAside, ProposeTrade, OfferDonation)
    moves = {
        kind: depot.refusing_depot_cards(kind, move) if kind in reaching else move for kind, move in phase.moves.items()
    }
    return replace(phase, moves=moves)


def _if_in_game(in_game: bool, move: Move, mechanism: Mechanism) -> Move:
    """Return the move; where this variant does not have it, one that `mechanism` always refuses. Rule: BP-14.1."""
    return move if in_game else replace(move, guard=lambda rulebook, table, command: mechanism)


def _with_boards(data: EditionData) -> EditionData:
    """Return the data with the maps of the boards among its numbers, since they too decide a game."""
    return replace(data, numbers={**data.numbers, "boards": MAPS})


BOHNAPARTE = Edition(data=_with_boards(load("domain.editions.bohnaparte", "bohnaparte.toml")), compose=compose)
