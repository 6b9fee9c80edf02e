"""The worked examples: cases printed in the rulebook (A), and cases of the classic game (B)."""

import pytest

from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    BuyThirdField,
    CreateGame,
    DeclineDonation,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    OfferDonation,
    PlantFromHand,
    PlantSetAside,
    ProposeTrade,
    TakeSeat,
)
from domain.events import (
    BeanPlanted,
    CardsDrawn,
    CardsSetAside,
    CardsTurnedUp,
    DeckShuffled,
    DonationDeclined,
    DrawPileExhausted,
    FieldHarvested,
    GameEnded,
    PhaseSkipped,
    PhaseStarted,
    ThirdFieldBought,
    TradeLapsed,
    TradeProposed,
    TurnStarted,
)
from replay.audit import audit
from replay.codec import Cause, Envelope
from replay.game import Game
from replay.record import Record
from tests.rulebooks.table_talk import (
    Chance,
    beans,
    face_up,
    given,
    hand_card,
    in_hand,
    new_game,
    one_of_each_command,
    set_aside,
    turned_up_card,
)


def harvested(*fields, field=0, **more):
    return given("classic", fields={0: list(fields)}, **more).when(HarvestField(seat=0, field=field))


def sold(field, variety, coins, discarded, *, seat=0, reason="choice"):
    cards = {"coins": (variety,) * coins, "discarded": (variety,) * discarded}
    return FieldHarvested(seat=seat, field=field, meter=variety, reason=reason, **cards)


def planted(field, variety, source="hand"):
    return BeanPlanted(seat=0, field=field, variety=variety, source=source)


def trading(hands, turned_up=(), **more):
    return given("classic", phase="trade", hands=hands, turned_up=turned_up, **more)


def offer(give, want, *, seat=0, partner=1, **more):
    return ProposeTrade(seat=seat, partner=partner, give=give, want=want, **more)


def exhausted(number, phase, *, final=True):
    return DrawPileExhausted(number=number, final=final, phase=phase)


def ended(*scores, winners, tie_break=None):
    return GameEnded(reason="exhaustion", scores=scores, winners=winners, tie_break=tie_break)


@pytest.mark.parametrize(("cards", "coins"), [*enumerate([0, 0, 1, 1, 2, 2, 3, 4, 4], 1)])
def test_ex_a1__stink_beans(cards, coins):
    beside = ["red"] if cards == 1 else []
    harvested(beans("stink", cards), beside).then(sold(0, "stink", coins, cards - coins))


def test_ex_a2__three_green_beans():
    green = harvested(beans("green", 3), []).then(sold(0, "green", 1, 2))
    assert (("green",), ("green", "green")) == (green.table.seats[0].coins, green.table.discard_pile)


def test_ex_a3__soy_is_offered_and_the_garden_bean_kept():
    table = trading({}, ["soy", "garden"], fields={0: [["red"], beans("garden", 2)]}).when(
        offer(face_up("soy"), {"red": 1})
    )
    proposal = {"seat": 0, "partner": 1, "give": (turned_up_card("soy"),), "want": {"red": 1}, "want_turned_up": ()}
    table.then(TradeProposed(proposal=1, give_coins=0, want_coins=0, **proposal))
    table.when(EndTrading(seat=0)).happens(CardsSetAside(seat=0, cards=("soy", "garden")))


def test_ex_a4__soy_and_a_blue_bean_from_the_hand_for_a_red_one():
    hands = {0: ["chili", "blue", "green"], 1: ["stink", "red", "soy"]}
    asked = trading(hands, ["soy", "garden"]).when(offer((*face_up("soy"), *in_hand(1)), {"red": 1}))
    zero, one, *_ = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).table.seats
    assert (("red",), ("soy", "blue")) == (zero.set_aside, one.set_aside)
    assert (("chili", "green"), ("stink", "soy")) == (zero.hand, one.hand)


def test_ex_a5__harvests_between_the_plantings_of_phase_3():
    fields = {0: [["garden"], beans("black_eyed", 3)]}
    table = given("classic", phase="plant_set_aside", set_aside={0: ["black_eyed", "green", "chili"]}, fields=fields)
    table = table.when(PlantSetAside(seat=0, variety="black_eyed", field=1))
    table = table.when(HarvestField(seat=0, field=1)).then(sold(1, "black_eyed", 2, 2))
    table = table.when(PlantSetAside(seat=0, variety="green", field=1))
    table = table.when(HarvestField(seat=0, field=0)).then(sold(0, "garden", 0, 1))
    table = table.when(PlantSetAside(seat=0, variety="chili", field=0))
    assert (("chili",), ("green",)) == table.table.seats[0].fields


def recorded(*, slot):
    """The audit of a game in which somebody wrote down seat 0's first planting."""
    game = Game("written-down", Chance(order=red_soy_soy_soy_blue_first))
    game.act(CreateGame(edition="classic", players=4), by="arbiter", key=None, at=0)
    for seat in range(4):
        game.act(TakeSeat(seat=seat, kind="human", pseudonym=f"player {seat}"), by="arbiter", key=None, at=0)
    cause = Cause(command=PlantFromHand(seat=0, field=0), by="arbiter")
    event = BeanPlanted(seat=0, field=0, variety="red" if slot is None else "blue", source="hand", slot=slot)
    written = Envelope(game=game.game, n=game.version + 1, at=0, event=event, cause=cause)
    return audit(Record(game=game.game, envelopes=(*game.envelopes, written)))


def red_soy_soy_soy_blue_first(pile):
    left = list(pile)
    for card in (first := ["red", "soy", "soy", "soy", "blue"]):
        left.remove(card)
    return first + left


def test_ex_b1__another_card_than_the_front_one():
    irregular = recorded(slot=1)
    assert ("irregular", "CL-4.4") == (irregular.verdict, irregular.first.clause)
    assert ("illegal", "CL-4.4") == (irregular.verdicts[-1].verdict, irregular.verdicts[-1].clause)
    regular = recorded(slot=None)
    assert ("legal", "legal") == (regular.verdict, regular.verdicts[-1].verdict)


def test_ex_b2__a_third_planting():
    given("classic", hands={0: ["soy"]}, planted=2).when(PlantFromHand(seat=0, field=0)).refused("CL-4.5")


def test_ex_b3__ending_phase_1_without_planting():
    given("classic", hands={0: ["soy"]}).when(EndPlanting(seat=0)).refused("CL-4.4")


def test_ex_b4__an_empty_hand_at_the_start_of_the_turn():
    pile = [*beans("blue", 3), "soy", "red", "red"]
    given("classic", phase="draw", active=3, hands={0: []}, draw_pile=pile).when(DrawCards(seat=3)).happens(
        TurnStarted(seat=0, turn=2),
        PhaseSkipped(seat=0, phase="plant", reason="empty_hand"),
        PhaseStarted(seat=0, phase="trade"),
        CardsTurnedUp(seat=0, cards=("soy", "red")),
    )


def test_ex_b5__no_room_for_the_red_bean():
    table = given("classic", hands={0: ["red"]}, fields={0: [beans("blue", 2), beans("soy", 3)]})
    table = table.when(PlantFromHand(seat=0, field=0)).refused("CL-4.6")
    table = table.when(HarvestField(seat=0, field=1)).then(sold(1, "soy", 1, 2))
    table.when(PlantFromHand(seat=0, field=1)).then(planted(1, "red"))


def test_ex_b6__a_lone_bean_beside_a_fuller_field():
    harvested(["red"], beans("blue", 4)).refused("CL-6.4")


def test_ex_b7__a_lone_bean_beside_an_empty_field():
    harvested(["red"], []).refused("CL-6.4")
    harvested(["red"], [], options={"bean_protection": "ignore_empty"}).then(sold(0, "red", 0, 1))


def test_ex_b8__three_lone_beans():
    lone = harvested(["red"], ["blue"], ["soy"], field=1).then(sold(1, "blue", 0, 1))
    assert ("blue",) == lone.table.discard_pile


@pytest.mark.parametrize(("cards", "coins"), [(2, 2), (3, 3), (5, 3)])
def test_ex_b9__garden_beans(cards, coins):
    harvested(beans("garden", cards), []).then(sold(0, "garden", coins, cards - coins))


@pytest.mark.parametrize(
    ("variety", "cards", "coins"),
    [("blue", 9, 3), ("blue", 10, 4), ("chili", 8, 3), ("chili", 9, 4), ("green", 6, 3), ("green", 7, 4)],
)
def test_ex_b13__the_upper_steps(variety, cards, coins):
    harvested(beans(variety, cards), []).then(sold(0, variety, coins, cards - coins))


def test_ex_b14__an_inactive_player_harvests_in_phase_2():
    table = trading({0: ["blue"]}, fields={2: [beans("red", 4), []]}).when(offer(in_hand(0), {"soy": 1}))
    after = table.when(HarvestField(seat=2, field=0)).then(sold(0, "red", 3, 1, seat=2))
    assert table.table.proposals == after.table.proposals != ()


def test_ex_b15__a_trade_between_two_inactive_players():
    trading({1: ["red"]}).when(offer(in_hand(0), {"soy": 1}, seat=1, partner=2)).refused("CL-5.2")


def test_ex_b16__a_gift_declined():
    waiting = trading({1: ["red"]}).when(OfferDonation(seat=1, to=0, cards=in_hand(0)))
    declined = waiting.when(DeclineDonation(seat=0, proposal=1)).then(DonationDeclined(proposal=1, seat=0))
    assert trading({1: ["red"]}).table.seats == declined.table.seats


def test_ex_b17__a_received_card_offered_on():
    settled = trading({0: ["blue"], 1: ["soy"]}).when(offer(in_hand(0), {"soy": 1}))
    settled = settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,)))
    settled.when(offer(set_aside("soy"), {"red": 1}, partner=2)).refused("CL-5.10")
    settled.when(OfferDonation(seat=0, to=2, cards=set_aside("soy"))).refused("CL-5.10")


def test_ex_b18__a_card_that_went_to_somebody_else():
    asked = trading({0: ["blue"], 1: ["soy"], 2: ["red"]}).when(offer(in_hand(0), {"soy": 1}))
    gone = asked.when(offer(in_hand(0), {"red": 1}, partner=2))
    gone = gone.when(AcceptTrade(seat=2, proposal=2, handed_over=(0,)))
    gone = gone.happens(TradeLapsed(proposal=1, reason="card_gone"))
    gone.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,))).refused("CL-5.7")


def test_ex_b19__a_card_from_the_middle_of_the_hand():
    asked = trading({0: ["blue"], 1: ["soy", "red", "chili", "green"]}).when(offer(in_hand(0), {"red": 1}))
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    assert ("soy", "chili", "green") == settled.table.seats[1].hand


def test_ex_b20__three_cards_for_one():
    asked = trading({0: ["blue", "soy", "red"], 1: ["garden"]}).when(offer(in_hand(0, 1, 2), {"garden": 1}))
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,)))
    assert [("garden",), ("blue", "soy", "red")] == [seat.set_aside for seat in settled.table.seats[:2]]


def test_ex_b21__hand_cards_after_both_turned_up_cards_have_gone():
    gone = trading({0: ["blue"]}, ["soy", "garden"]).when(OfferDonation(seat=0, to=1, cards=face_up("soy", "garden")))
    gone = gone.when(AcceptDonation(seat=1, proposal=1))
    proposal = {"seat": 0, "partner": 1, "give": (hand_card("blue", 0),), "want": {"red": 1}, "want_turned_up": ()}
    gone.when(offer(in_hand(0), {"red": 1})).then(TradeProposed(proposal=2, give_coins=0, want_coins=0, **proposal))
    gone.when(EndTrading(seat=0)).when(offer(in_hand(0), {"red": 1})).refused("CL-5.12")


def test_ex_b22__drawing_before_another_player_has_planted():
    table = given("classic", phase="plant_set_aside", set_aside={2: ["soy"]})
    table.when(DrawCards(seat=0)).refused("CL-4.8")


def test_ex_b23__a_trade_in_phase_1():
    given("classic", hands={0: ["blue"]}).when(offer(in_hand(0), {"red": 1})).refused("CL-5.12")


def test_ex_b24__a_third_field_out_of_turn():
    owner = given("classic", coins={3: ["red", "soy", "blue"]}, fields={3: [["red"], ["soy"]]}).when(
        BuyThirdField(seat=3)
    )
    owner.then(ThirdFieldBought(seat=3, coin_cards=("red", "soy", "blue"), destination="discard"))
    assert (("blue", "soy", "red"), ()) == (owner.table.discard_pile, owner.table.seats[3].fields[2])


def test_ex_b25__two_coins_with_four_players():
    given("classic", coins={0: 2}).when(BuyThirdField(seat=0)).refused("CL-7.5")


def test_ex_b26__a_third_field_owned_already():
    given("classic", coins={0: 3}, fields={0: [[], [], []]}).when(BuyThirdField(seat=0)).refused("CL-7.5")


def test_ex_b27__two_coins_with_five_players():
    cheap = given("classic", players=5, coins={0: ["red", "soy"]}).when(BuyThirdField(seat=0))
    cheap.then(ThirdFieldBought(seat=0, coin_cards=("red", "soy"), destination="discard"))
    dear = given("classic", players=5, coins={0: 2}, options={"classic_five_player_third_field_cost": 3})
    dear.when(BuyThirdField(seat=0)).refused("CL-7.5")


def test_ex_b28__nine_coins_with_three_players():
    given("classic", players=3, coins={0: 9}).when(BuyThirdField(seat=0)).refused("CL-7.5")
    assert [3, 3, 3] == [len(seat.fields) for seat in new_game("classic", players=3).table.seats]


def test_ex_b33__the_first_exhaustion_in_the_middle_of_a_draw():
    discards = [*beans("blue", 10), *beans("chili", 10)]
    table = given("classic", phase="draw", draw_pile=["red"], discard_pile=discards).when(DrawCards(seat=0))
    table.happens(
        CardsDrawn(seat=0, cards=("red",)),
        exhausted(1, "draw", final=False),
        DeckShuffled(reason="exhaustion", count=20, order=tuple(discards)),
        CardsDrawn(seat=0, cards=("blue", "blue")),
    )
    assert (18, ()) == (len(table.table.draw_pile), table.table.discard_pile)


def test_ex_b34__the_third_exhaustion_with_one_card_turned_up():
    table = given("classic", planted=1, draw_pile=["red"], discard_pile=["soy"], exhaustions=2, coins={1: 1})
    table = table.when(EndPlanting(seat=0)).happens(CardsTurnedUp(seat=0, cards=("red",)), exhausted(3, "trade"))
    table = (
        table.when(offer(face_up("red"), {"soy": 1})).when(EndTrading(seat=0)).happens(ended(0, 1, 0, 0, winners=(1,)))
    )
    assert not [event for event in table.events if isinstance(event, CardsDrawn | PhaseStarted)]


def turned_up_the_last_two(**options):
    table = given("classic", planted=1, draw_pile=["red", "red"], exhaustions=2, coins={1: 1}, options=options)
    table = table.when(EndPlanting(seat=0))
    return table.happens(CardsTurnedUp(seat=0, cards=("red", "red")), exhausted(3, "trade")).when(EndTrading(seat=0))


def test_ex_b35__the_third_exhaustion_with_two_cards_turned_up():
    turned_up_the_last_two().happens(ended(0, 1, 0, 0, winners=(1,)))
    planting = turned_up_the_last_two(classic_end_in_phase_2="after_phase_3").when(
        PlantSetAside(seat=0, variety="red", field=0)
    )
    planting = planting.then(planted(0, "red", "set_aside")).when(PlantSetAside(seat=0, variety="red", field=0))
    scores = ended(1, 1, 0, 0, winners=(0, 1), tie_break="shared")
    planting.then(planted(0, "red", "set_aside"), sold(0, "red", 1, 1, reason="game_end"), scores)


def test_ex_b36__the_third_exhaustion_with_the_last_card_drawn():
    table = given("classic", phase="draw", draw_pile=beans("red", 3), exhaustions=2, coins={1: 1})
    table.when(DrawCards(seat=0)).then(
        CardsDrawn(seat=0, cards=("red",) * 3), exhausted(3, "draw"), ended(0, 1, 0, 0, winners=(1,))
    )


def test_ex_b38__the_final_harvest():
    fields = {1: [["red"], beans("red", 3)]}
    table = given("classic", phase="draw", draw_pile=["blue"], exhaustions=2, hands={1: 6}, fields=fields)
    table = table.when(DrawCards(seat=0)).happens(
        sold(0, "red", 0, 1, seat=1, reason="game_end"),
        sold(1, "red", 2, 1, seat=1, reason="game_end"),
        ended(0, 2, 0, 0, winners=(1,)),
    )
    assert ((), ()) == table.table.seats[1].fields


def test_ex_b40__a_tie_at_twelve_coins():
    table = given("classic", phase="draw", draw_pile=1, exhaustions=2, coins={0: 12, 2: 12})
    table.when(DrawCards(seat=0)).happens(ended(12, 0, 12, 0, winners=(0, 2), tie_break="shared"))


def test_ex_b41__blue_in_two_fields():
    table = given("classic", hands={0: ["blue"]}, fields={0: [beans("blue", 2), []]})
    table.when(PlantFromHand(seat=0, field=1)).then(planted(1, "blue"))


def test_ex_b42__both_piles_empty():
    table = given("classic", phase="draw", draw_pile=[], discard_pile=[], exhaustions=1).when(DrawCards(seat=0))
    table.happens(exhausted(2, "draw", final=False), TurnStarted(seat=1, turn=2))
    assert (5, 2) == (len(table.table.seats[0].hand), table.table.exhaustions)


def test_ex_b43__a_coin_in_a_proposal():
    hands, coins, coin_offer = {1: ["red"]}, {0: ["soy"]}, offer((), {"red": 1}, give_coins=1)
    trading(hands, coins=coins).when(coin_offer).refused("CL-10.3")
    settled = trading(hands, coins=coins, options={"trade_coins": True}).when(coin_offer)
    settled = settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,)))
    assert (("soy",), ("red",)) == (settled.table.seats[1].coins, settled.table.seats[0].set_aside)


@pytest.mark.parametrize("command", one_of_each_command(2))
def test_ex_b44__a_command_after_the_end(command):
    over = given("classic", phase="draw", draw_pile=1, exhaustions=2).when(DrawCards(seat=0))
    over.when(command).refused("CL-9.7")
