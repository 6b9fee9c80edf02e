"""Section 3 of the classic rulebook: the turn, its phases, and what may be done at any moment."""

import pytest

from domain.commands import (
    AcceptDonation,
    BuyThirdField,
    CreateGame,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    OfferDonation,
    PlantFromHand,
    PlantSetAside,
)
from domain.events import (
    CardsDrawn,
    FieldHarvested,
    PhaseStarted,
    ThirdFieldBought,
    TradingEnded,
    TurnEnded,
    TurnStarted,
)
from tests.rulebooks.scenes import beans, given, in_hand, no_game_yet

PHASES = ["plant", "trade", "plant_set_aside", "draw"]
OWN_PHASE = {
    PlantFromHand(seat=0, field=0): "plant",
    EndPlanting(seat=0): "plant",
    EndTrading(seat=0): "trade",
    PlantSetAside(seat=0, variety="red", field=0): "plant_set_aside",
    DrawCards(seat=0): "draw",
}
OUT_OF_ORDER = [(phase, command) for phase in PHASES for command, own in OWN_PHASE.items() if phase != own]


def in_phase(phase, **more):
    set_aside = {0: ["red"]} if phase == "plant_set_aside" else {}
    return given("classic", phase=phase, planted=1, hands={0: ["red", "soy"]}, set_aside=set_aside, **more)


def test_cl_3_1__with_nothing_set_aside_phase_3_opens_and_is_over():
    given("classic", phase="trade").when(EndTrading(seat=0)).then(
        TradingEnded(seat=0), PhaseStarted(seat=0, phase="plant_set_aside"), PhaseStarted(seat=0, phase="draw")
    )


def test_cl_3_2__after_drawing_the_next_player_clockwise_is_active():
    given("classic", phase="draw", active=3, draw_pile=beans("blue", 9)).when(DrawCards(seat=3)).then(
        CardsDrawn(seat=3, cards=("blue",) * 3),
        TurnEnded(seat=3),
        TurnStarted(seat=0, turn=2),
        PhaseStarted(seat=0, phase="plant"),
    )


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("phase", PHASES)
def test_cl_3_4__every_player_may_harvest_in_every_phase(phase, seat):
    table = in_phase(phase, fields={seat: [beans("red", 2), []]})
    table.when(HarvestField(seat=seat, field=0)).then(
        FieldHarvested(seat=seat, field=0, meter="red", coins=("red",), discarded=("red",), reason="choice")
    )


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("phase", PHASES)
def test_cl_3_4__every_player_may_buy_a_third_field_in_every_phase(phase, seat):
    in_phase(phase, coins={seat: ["soy", "soy", "red"]}).when(BuyThirdField(seat=seat)).then(
        ThirdFieldBought(seat=seat, coin_cards=("soy", "soy", "red"), destination="discard")
    )


@pytest.mark.parametrize("command", [HarvestField(seat=0, field=0), BuyThirdField(seat=0)])
def test_cl_3_4__a_moment_of_the_game_comes_after_its_beginning(command):
    no_game_yet().when(CreateGame(edition="classic", players=4)).when(command).refused("CL-3.4")


def test_cl_3_5__who_took_a_gift_owes_nothing():
    table = given("classic", phase="trade", hands={0: ["red"], 1: ["soy"]})
    taken = table.when(OfferDonation(seat=1, to=0, cards=in_hand(0))).when(AcceptDonation(seat=0, proposal=1))
    assert ("red",) == taken.when(EndTrading(seat=0)).table.seats[0].hand
