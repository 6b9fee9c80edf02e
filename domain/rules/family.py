"""The rulebook that the editions of the family share, under their common options."""

from domain.edition_data.edition import EditionData, Setup
from domain.rulebook import Ending, Rulebook
from domain.rulebook_sections import Drawing, Planting, Selling, ThirdField
from domain.rules import ending, harvest, offer_expiry, planting
from domain.rules.phases import ANYTIME, draw_phase, plant_phase, plant_set_aside_phase, trade_phase
from domain.rules.setup import OPENING, begin
from domain.visibility import Options


def family_rulebook(
    data: EditionData, setup: Setup, options: Options, tie_break: ending.TieBreak = ending.share_win
) -> Rulebook:
    """Compose the four phases with this edition's numbers; `tie_break` is its own, unless an option sets another."""
    deck = [v.id for v in data.varieties if v.id not in setup.removed for _ in range(v.count)]
    third_field = ThirdField(price=setup.third_field_price, destination="discard")
    exhaustions = options["exhaustions_to_end"]
    return Rulebook(
        data=data,
        players=setup.players,
        options=options,
        deck=tuple(deck),
        hand_sizes=setup.hand_sizes,
        initial_fields=setup.fields,
        opening=OPENING,
        turn=(plant_phase(), trade_phase(can_end_game=False), plant_set_aside_phase(), draw_phase()),
        anytime=ANYTIME,
        planting=Planting(fits=planting.fits_one_variety),
        trade_coins=options.get("trade_coins", False) is True,
        selling=Selling(
            meters={variety.id: variety.beanometer for variety in data.varieties},
            pays=harvest.sell_one_variety,
            protects=harvest.PROTECTION[str(options["bean_protection"])],
        ),
        third_field=third_field if setup.third_field_purchasable else None,
        drawing=Drawing(
            turn_up_count=lambda table: setup.turn_up,
            draw_count=lambda table: setup.draw,
            exhaustions_to_end=exhaustions if isinstance(exhaustions, int) else setup.exhaustions_to_end,
            counts_at_once=options["exhaustion_counting"] == "eager",
        ),
        ending=Ending(
            final_harvest=harvest.harvest_all,
            score=ending.count_coins,
            tie_break=ending.TIE_BREAKS.get(str(options.get("tie_break")), tie_break),
        ),
        after_command=(offer_expiry.lapse_impossible_offers,),
        begin_game=begin,
    )
