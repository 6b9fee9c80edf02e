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
    BeanPlanted,
    CardsDrawn,
    CardsSetAside,
    CardsTurnedUp,
    FieldHarvested,
    PhaseSkipped,
    PhaseStarted,
    ThirdFieldBought,
    TradingEnded,
    TurnEnded,
    TurnStarted,
)
from domain.refusals import Misuse
from replay.codec import Codec
from tests.rulebooks.table_talk import beans, given, in_hand, no_game_yet

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


def test_cl_3_1__a_turn_has_four_phases_in_order():
    turn = given("classic", hands={0: ["red"]}, draw_pile=["soy", "soy", *beans("blue", 4)])
    turn = turn.when(PlantFromHand(seat=0, field=0)).then(BeanPlanted(seat=0, field=0, variety="red", source="hand"))
    turn = turn.when(EndPlanting(seat=0)).then(
        PhaseStarted(seat=0, phase="trade"), CardsTurnedUp(seat=0, cards=("soy", "soy"))
    )
    turn = turn.when(EndTrading(seat=0)).then(
        CardsSetAside(seat=0, cards=("soy", "soy")), TradingEnded(seat=0), PhaseStarted(seat=0, phase="plant_set_aside")
    )
    turn = turn.when(PlantSetAside(seat=0, variety="soy", field=1)).when(PlantSetAside(seat=0, variety="soy", field=1))
    turn = turn.happens(PhaseStarted(seat=0, phase="draw")).when(DrawCards(seat=0))
    turn.happens(CardsDrawn(seat=0, cards=("blue",) * 3), TurnEnded(seat=0))


@pytest.mark.parametrize(
    ("phase", "command"), [case for case in OUT_OF_ORDER if case != ("plant_set_aside", DrawCards(seat=0))]
)
def test_cl_3_1__nothing_is_done_before_or_after_its_phase(phase, command):
    in_phase(phase).when(command).refused("CL-3.1")


@pytest.mark.parametrize(("command", "phase"), [*OWN_PHASE.items()])
def test_cl_3_1__everything_is_done_in_its_phase(command, phase):
    assert in_phase(phase).when(command).events


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


def test_cl_3_3__with_an_empty_hand_phase_1_is_skipped():
    table = given("classic", phase="draw", hands={1: []}, draw_pile=[*beans("blue", 3), "red", "soy", "soy"])
    table.when(DrawCards(seat=0)).then(
        CardsDrawn(seat=0, cards=("blue",) * 3),
        TurnEnded(seat=0),
        TurnStarted(seat=1, turn=2),
        PhaseSkipped(seat=1, phase="plant", reason="empty_hand"),
        PhaseStarted(seat=1, phase="trade"),
        CardsTurnedUp(seat=1, cards=("red", "soy")),
    )


def test_cl_3_3__with_one_card_phase_1_is_not_skipped():
    begun = given("classic", phase="draw", hands={1: ["red"]}).when(DrawCards(seat=0))
    assert PhaseStarted(seat=1, phase="plant") == begun.events[-1]
    begun.when(EndPlanting(seat=1)).refused("CL-4.4")


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


def test_cl_3_5__an_offer_has_no_room_for_a_promise():
    offer = '"type": "ProposeTrade", "seat": 0, "with": 1, "give": [], "want": {"red": 1}'
    assert {"red": 1} == Codec().command(f"{{{offer}}}").want
    with pytest.raises(Misuse, match="promise"):
        Codec().command(f'{{{offer}, "promise": "a soy in my next turn"}}')


def test_cl_3_5__who_took_a_gift_owes_nothing():
    table = given("classic", phase="trade", hands={0: ["red"], 1: ["soy"]})
    taken = table.when(OfferDonation(seat=1, to=0, cards=in_hand(0))).when(AcceptDonation(seat=0, proposal=1))
    assert ("red",) == taken.when(EndTrading(seat=0)).table.seats[0].hand
