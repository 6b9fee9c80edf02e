"""The bean duel for 2 players: there is no trade, and each player leaves the other an offer of cards."""

from msgspec.structs import replace

from domain.commands import BuyThirdField, HarvestField
from domain.edition_data.edition import EditionData, Setup
from domain.edition_data.loader import load
from domain.editions.duel.discarding import with_discard
from domain.editions.duel.offer import offer_phase, refusing_the_offer
from domain.editions.duel.positions import position_faults
from domain.editions.duel.turn_restrictions import in_own_turn, without_trading
from domain.editions.duel.turned_up import turned_up_phase
from domain.rulebook import Edition, Rulebook
from domain.rulebook_sections import ThirdField
from domain.rules import ending
from domain.rules.family import family_rulebook
from domain.rules.phases import BUY_THIRD_FIELD, HARVEST, draw_phase, plant_phase
from domain.visibility import Options


def compose(data: EditionData, setup: Setup, options: Options) -> Rulebook:
    """Compose the family's game in five steps, without its trading.

    Rule: DU-3.1 to DU-3.5, DU-7.1, DU-9.1 to DU-9.3.
    """
    five_each = options["duel_deal"] == "five_each"
    setup = replace(setup, hand_sizes=tuple(data.numbers["hand_sizes_alike"])) if five_each else setup
    base = family_rulebook(data, setup, options, tie_break=ending.most_cards_in_hand)
    step_3 = turned_up_phase(
        ends_at_once=options["duel_end_timing"] == "immediate",
        matches_by_itself=options["duel_matching"] == "automatic",
    )
    # Version 1 of these rules read DU-3.4 otherwise; its games keep that permanently.
    bought_at_any_time = data.switches["third_field_out_of_turn"]
    turn = (offer_phase(), with_discard(plant_phase()), step_3, refusing_the_offer(draw_phase()))
    return replace(
        base,
        opening=tuple(map(without_trading, base.opening)),
        turn=tuple(map(without_trading, turn)),
        anytime={
            HarvestField: in_own_turn(HARVEST, "harvest.own_turn"),
            BuyThirdField: BUY_THIRD_FIELD
            if bought_at_any_time
            else in_own_turn(BUY_THIRD_FIELD, "third_field.own_turn"),
        },
        third_field=ThirdField(price=setup.third_field_price, destination="removed"),
        after_command=(),
        invariants=(position_faults,),
    )


DUEL = Edition(data=load("domain.editions.duel", "duel.toml"), compose=compose)
