"""Classic Bohnanza, 3 to 5 players: plant, trade, plant what was received, draw."""

from msgspec.structs import replace

from domain.edition_data.edition import EditionData, Setup
from domain.edition_data.loader import load
from domain.rulebook import Edition, Rulebook
from domain.rulebook_sections import ThirdField
from domain.rules.family import family_rulebook
from domain.rules.phases import draw_phase, plant_phase, plant_set_aside_phase, trade_phase
from domain.visibility import Options


def compose(data: EditionData, setup: Setup, options: Options) -> Rulebook:
    """Compose the classic game for these players and options. Rule: CL-2.7, CL-7.2, CL-9.2."""
    two_fields = setup.players == 3 and options["classic_three_player_fields"] == 2
    base = family_rulebook(data, _with_two_fields(setup) if two_fields else setup, options)
    end_in_phase_2 = options["classic_end_in_phase_2"] == "after_phase_2"
    return replace(
        base,
        turn=(plant_phase(), trade_phase(can_end_game=end_in_phase_2), plant_set_aside_phase(), draw_phase()),
        third_field=_third_field(base, setup, options),
    )


def _with_two_fields(setup: Setup) -> Setup:
    return replace(setup, fields=2, third_field_purchasable=True)


def _third_field(base: Rulebook, setup: Setup, options: Options) -> ThirdField | None:
    if base.third_field is None or setup.players != 5:
        return base.third_field
    return replace(base.third_field, price=options["classic_five_player_third_field_cost"])


CLASSIC = Edition(data=load("domain.editions", "classic.toml"), compose=compose)
