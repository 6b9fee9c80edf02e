"""Sissi the Bean Empress, 3 to 5 players: in each field the empress alternates with a captain."""

from typing import Any

import msgspec
from msgspec.structs import replace

from domain.cards import Steps
from domain.edition_data.edition import EditionData, Setup
from domain.edition_data.loader import load
from domain.editions.sissi.action import draw_phase
from domain.editions.sissi.fields import Court, sale_rule
from domain.editions.sissi.positions import position_faults
from domain.rulebook import Edition, Rulebook
from domain.rulebook_sections import Planting
from domain.rules import ending
from domain.rules.family import family_rulebook
from domain.rules.phases import plant_phase, plant_set_aside_phase, trade_phase
from domain.visibility import Options


def compose(data: EditionData, setup: Setup, options: Options) -> Rulebook:
    """Compose the family's phases with alternating fields, in which every seat draws.

    Rule: SI-3.1, SI-4.4, SI-6.2, SI-9.5.
    """
    base = family_rulebook(data, setup, options, tie_break=ending.last_active_seat)
    numbers: dict[str, Any] = data.numbers
    court = Court(royal=numbers["royal"], doubles_from_hand=options["sissi_double_in_phase_1"] is True)
    counting = str(options["sissi_counting"])
    meters = dict(base.selling.meters)
    if counting != "all_cards":
        meters = msgspec.convert(numbers["by_variety"], dict[str, Steps])
    return replace(
        base,
        turn=(
            plant_phase(),
            trade_phase(can_end_game=False),
            plant_set_aside_phase(),
            draw_phase(court, everybody=options["sissi_action_scope"] == "all_players"),
        ),
        planting=Planting(fits=court.fits, misfit=court.misfit, doubles=court.doubles),
        selling=replace(
            base.selling,
            meters=meters,
            pays=sale_rule(counting, owner_chooses=options["sissi_coin_cards"] == "owner_choice"),
        ),
        invariants=(position_faults,),
    )


SISSI = Edition(data=load("domain.editions.sissi", "sissi.toml"), compose=compose)
