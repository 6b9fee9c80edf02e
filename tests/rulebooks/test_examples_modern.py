"""The worked examples of the modern game, and those it shares with the classic one (B)."""

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
)
from domain.events import (
    BeanPlanted,
    CardsDrawn,
    CardsTurnedUp,
    DeckShuffled,
    DonationDeclined,
    DrawPileExhausted,
    FieldHarvested,
    GameEnded,
    PhaseSkipped,
    ThirdFieldBought,
    TradeLapsed,
    TurnStarted,
)
from tests.rulebooks.table_talk import (
    Chance,
    beans,
    face_up,
    given,
    in_hand,
    new_game,
    one_of_each_command,
    set_aside,
)


def harvested(*fields, field=0, **more):
    return given("modern", fields={0: list(fields)}, **more).when(HarvestField(seat=0, field=field))


def sold(field, variety, coins, discarded, *, seat=0, reason="choice"):
    cards = {"coins": (variety,) * coins, "discarded": (variety,) * discarded}
    return FieldHarvested(seat=seat, field=field, meter=variety, reason=reason, **cards)


def planted(field, variety, source="hand"):
    return BeanPlanted(seat=0, field=field, variety=variety, source=source)


def trading(hands, turned_up=(), **more):
    return given("modern", phase="trade", hands=hands, turned_up=turned_up, **more)


def offer(give, want, *, seat=0, partner=1, **more):
    return ProposeTrade(seat=seat, partner=partner, give=give, want=want, **more)


def exhausted(number, phase, *, final=True):
    return DrawPileExhausted(number=number, final=final, phase=phase)


def ended(*scores, winners, tie_break=None):
    return GameEnded(reason="exhaustion", scores=scores, winners=winners, tie_break=tie_break)


def drawn(*cards, seat=0):
    return CardsDrawn(seat=seat, cards=cards)


def test_ex_b2__a_third_planting():
    given("modern", hands={0: ["soy"]}, planted=2).when(PlantFromHand(seat=0, field=0)).refused("MO-4.4")


def test_ex_b3__ending_phase_1_without_planting():
    given("modern", hands={0: ["soy"]}).when(EndPlanting(seat=0)).refused("MO-4.3")


def test_ex_b4__an_empty_hand_at_the_start_of_the_turn():
    pile = [*beans("blue", 3), "wax", "red", "red"]
    given("modern", phase="draw", active=3, hands={0: []}, draw_pile=pile).when(DrawCards(seat=3)).happens(
        PhaseSkipped(seat=0, phase="plant", reason="empty_hand"), CardsTurnedUp(seat=0, cards=("wax", "red"))
    )


def test_ex_b5__no_room_for_the_red_bean():
    table = given("modern", hands={0: ["red"]}, fields={0: [beans("blue", 2), beans("soy", 3)]})
    table = table.when(PlantFromHand(seat=0, field=0)).refused("MO-4.5")
    table = table.when(HarvestField(seat=0, field=1)).then(sold(1, "soy", 1, 2))
    table.when(PlantFromHand(seat=0, field=1)).then(planted(1, "red"))


def test_ex_b6__a_lone_bean_beside_a_fuller_field():
    harvested(["red"], beans("blue", 4)).refused("MO-6.4")


def test_ex_b7__a_lone_bean_beside_an_empty_field():
    harvested(["red"], []).refused("MO-6.4")
    harvested(["red"], [], options={"bean_protection": "ignore_empty"}).then(sold(0, "red", 0, 1))


def test_ex_b8__three_lone_beans():
    lone = harvested(["red"], ["blue"], ["soy"], field=1).then(sold(1, "blue", 0, 1))
    assert ("blue",) == lone.table.discard_pile


@pytest.mark.parametrize(("cards", "coins"), [(2, 2), (3, 3), (5, 3)])
def test_ex_b9__garden_beans(cards, coins):
    harvested(beans("garden", cards), []).then(sold(0, "garden", coins, cards - coins))


@pytest.mark.parametrize(("cards", "coins"), [(1, 0), (2, 2), (3, 3), (4, 4)])
def test_ex_b10__cocoa_beans(cards, coins):
    harvested(beans("cocoa", cards), ["red"]).then(sold(0, "cocoa", coins, cards - coins))


@pytest.mark.parametrize(("cards", "coins"), [(4, 1), (6, 1), (7, 2), (9, 2), (10, 3), (12, 4), (13, 4)])
def test_ex_b11__coffee_beans(cards, coins):
    harvested(beans("coffee", cards), [], players=6).then(sold(0, "coffee", coins, cards - coins))


@pytest.mark.parametrize(("cards", "coins"), [(3, 0), (4, 1), (7, 2), (9, 3), (11, 4)])
def test_ex_b12__wax_beans(cards, coins):
    harvested(beans("wax", cards), []).then(sold(0, "wax", coins, cards - coins))


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
    trading({1: ["red"]}).when(offer(in_hand(0), {"soy": 1}, seat=1, partner=2)).refused("MO-5.3")


def test_ex_b16__a_gift_declined():
    waiting = trading({1: ["red"]}).when(OfferDonation(seat=1, to=0, cards=in_hand(0)))
    declined = waiting.when(DeclineDonation(seat=0, proposal=1)).then(DonationDeclined(proposal=1, seat=0))
    assert trading({1: ["red"]}).table.seats == declined.table.seats


def test_ex_b17__a_received_card_offered_on():
    settled = trading({0: ["blue"], 1: ["soy"]}).when(offer(in_hand(0), {"soy": 1}))
    settled = settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,)))
    settled.when(offer(set_aside("soy"), {"red": 1}, partner=2)).refused("MO-5.8")


def test_ex_b18__a_card_that_went_to_somebody_else():
    asked = trading({0: ["blue"], 1: ["soy"], 2: ["red"]}).when(offer(in_hand(0), {"soy": 1}))
    gone = asked.when(offer(in_hand(0), {"red": 1}, partner=2))
    gone = gone.when(AcceptTrade(seat=2, proposal=2, handed_over=(0,)))
    gone = gone.happens(TradeLapsed(proposal=1, reason="card_gone"))
    gone.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,))).refused("MO-5.6")


def test_ex_b19__a_card_from_the_middle_of_the_hand():
    asked = trading({0: ["blue"], 1: ["soy", "red", "chili", "green"]}).when(offer(in_hand(0), {"red": 1}))
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    assert ("soy", "chili", "green") == settled.table.seats[1].hand


def test_ex_b20__three_cards_for_one():
    asked = trading({0: ["blue", "soy", "red"], 1: ["cocoa"]}).when(offer(in_hand(0, 1, 2), {"cocoa": 1}))
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,)))
    assert [("cocoa",), ("blue", "soy", "red")] == [seat.set_aside for seat in settled.table.seats[:2]]


def test_ex_b21__hand_cards_after_both_turned_up_cards_have_gone():
    gone = trading({0: ["blue"]}, ["soy", "wax"]).when(OfferDonation(seat=0, to=1, cards=face_up("soy", "wax")))
    gone = gone.when(AcceptDonation(seat=1, proposal=1))
    assert gone.when(offer(in_hand(0), {"red": 1})).events
    gone.when(EndTrading(seat=0)).when(offer(in_hand(0), {"red": 1})).refused("MO-5.9")


def test_ex_b22__drawing_before_another_player_has_planted():
    table = given("modern", phase="plant_set_aside", set_aside={2: ["soy"]})
    table.when(DrawCards(seat=0)).refused("MO-4.6")


def test_ex_b23__a_trade_in_phase_1():
    given("modern", hands={0: ["blue"]}).when(offer(in_hand(0), {"red": 1})).refused("MO-5.9")


def test_ex_b28__nine_coins_with_three_players():
    given("modern", players=3, coins={0: 9}).when(BuyThirdField(seat=0)).refused("MO-7.4")
    assert [3, 3, 3] == [len(seat.fields) for seat in new_game("modern", players=3).table.seats]


def test_ex_b29__two_coins_with_six_players():
    owner = given("modern", players=6, coins={0: ["red", "soy"]}).when(BuyThirdField(seat=0))
    owner.then(ThirdFieldBought(seat=0, coin_cards=("red", "soy"), destination="discard"))


@pytest.mark.parametrize(
    ("players", "deck", "pile"), [(3, 150, 135), (4, 130, 110), (5, 130, 105), (6, 144, 114), (7, 144, 108)]
)
def test_ex_b30__decks_and_draw_piles(players, deck, pile):
    begun = new_game("modern", players=players)
    shuffled = next(event for event in begun.events if isinstance(event, DeckShuffled))
    assert (deck, pile) == (shuffled.count, len(begun.table.draw_pile))


def test_ex_b31__the_hands_of_seven_players():
    hands = [len(seat.hand) for seat in new_game("modern", players=7, chance=Chance(lot=4)).table.seats]
    assert [6, 6, 6, 6, 3, 4, 5] == hands


def test_ex_b32__four_cards_with_six_players():
    table = given("modern", players=6, phase="draw", draw_pile=beans("blue", 9)).when(DrawCards(seat=0))
    table.happens(drawn(*beans("blue", 4)))


def test_ex_b33__the_first_exhaustion_in_the_middle_of_a_draw():
    discards = [*beans("blue", 10), *beans("wax", 10)]
    table = given("modern", phase="draw", draw_pile=["red"], discard_pile=discards).when(DrawCards(seat=0))
    table.happens(
        drawn("red"),
        exhausted(1, "draw", final=False),
        DeckShuffled(reason="exhaustion", count=20, order=tuple(discards)),
        drawn("blue", "blue"),
    )
    assert (18, ()) == (len(table.table.draw_pile), table.table.discard_pile)


def test_ex_b34__the_third_exhaustion_with_one_card_turned_up():
    table = given("modern", planted=1, draw_pile=["red"], discard_pile=["soy"], exhaustions=2, coins={1: 1})
    table = table.when(EndPlanting(seat=0)).happens(CardsTurnedUp(seat=0, cards=("red",)), exhausted(3, "trade"))
    table = table.when(EndTrading(seat=0)).when(PlantSetAside(seat=0, variety="red", field=0))
    scores = ended(0, 1, 0, 0, winners=(1,))
    table.then(planted(0, "red", "set_aside"), sold(0, "red", 0, 1, reason="game_end"), scores)


def test_ex_b36__the_third_exhaustion_with_the_last_card_drawn():
    table = given("modern", phase="draw", draw_pile=beans("red", 3), exhaustions=2, coins={1: 1})
    table.when(DrawCards(seat=0)).then(
        drawn("red", "red", "red"), exhausted(3, "draw"), ended(0, 1, 0, 0, winners=(1,))
    )


def test_ex_b37__the_second_exhaustion_with_three_players():
    table = given("modern", players=3, phase="draw", draw_pile=["red", "soy"], exhaustions=1, coins={1: 1})
    table.when(DrawCards(seat=0)).then(drawn("red", "soy"), exhausted(2, "draw"), ended(0, 1, 0, winners=(1,)))


def test_ex_b38__the_final_harvest():
    fields = {1: [["red"], beans("red", 3)]}
    table = given("modern", phase="draw", draw_pile=["blue"], exhaustions=2, hands={1: 6}, fields=fields)
    table.when(DrawCards(seat=0)).happens(
        sold(0, "red", 0, 1, seat=1, reason="game_end"),
        sold(1, "red", 2, 1, seat=1, reason="game_end"),
        ended(0, 2, 0, 0, winners=(1,)),
    )


@pytest.mark.parametrize(("hands", "winners"), [({0: 3, 2: 5}, (2,)), ({0: 5, 2: 5}, (0, 2))])
def test_ex_b39__a_tie_at_twelve_coins(hands, winners):
    table = given("modern", phase="draw", active=1, draw_pile=1, exhaustions=2, coins={0: 12, 2: 12}, hands=hands)
    table.when(DrawCards(seat=1)).happens(ended(12, 0, 12, 0, winners=winners, tie_break="most_cards_in_hand"))


def test_ex_b41__blue_in_two_fields():
    table = given("modern", hands={0: ["blue"]}, fields={0: [beans("blue", 2), []]})
    table.when(PlantFromHand(seat=0, field=1)).then(planted(1, "blue"))


def test_ex_b42__both_piles_empty():
    table = given("modern", phase="draw", draw_pile=[], discard_pile=[], exhaustions=1).when(DrawCards(seat=0))
    table.happens(exhausted(2, "draw", final=False), TurnStarted(seat=1, turn=2))
    assert (5, 2) == (len(table.table.seats[0].hand), table.table.exhaustions)


def test_ex_b43__a_coin_in_a_proposal():
    hands, coins, coin_offer = {1: ["red"]}, {0: ["soy"]}, offer((), {"red": 1}, give_coins=1)
    trading(hands, coins=coins).when(coin_offer).refused("MO-10.2")
    assert trading(hands, coins=coins, options={"trade_coins": True}).when(coin_offer).events


@pytest.mark.parametrize("command", [CreateGame(edition="modern", players=4), *one_of_each_command(2)[1:]], ids=str)
def test_ex_b44__a_command_after_the_end(command):
    over = given("modern", phase="draw", draw_pile=1, exhaustions=2).when(DrawCards(seat=0))
    over.when(command).refused("MO-9.7")
