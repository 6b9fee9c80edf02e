"""Section 10 of the classic rulebook, and the rulings that the creator of a game may choose otherwise."""

import pytest

from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    BuyThirdField,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    OfferDonation,
    PlantFromHand,
    PlantSetAside,
    ProposeTrade,
)
from domain.editions import EDITIONS, rulebook
from domain.events import (
    BeansDonated,
    CardsDrawn,
    DeckShuffled,
    DrawPileExhausted,
    GameEnded,
    GameStarted,
    PhaseStarted,
    TradeAccepted,
    TradeLapsed,
    TurnStarted,
)
from domain.field_audiences import redact
from domain.refusals import UnknownOption
from domain.visibility import OMNISCIENT, SPECTATOR, seat_viewer
from replay.positions.write import position_of
from tests.rulebooks.scenes import FixedChance, beans, given, hand_card, in_hand, new_game

COINS = {"trade_coins": True}


def under(options, **more):
    return given("classic", options=options, **more)


def coin_trade(*, give_coins=0, want_coins=0, give=(), want=None, seat=0, partner=1):
    return ProposeTrade(
        seat=seat, partner=partner, give=give, want=want or {}, give_coins=give_coins, want_coins=want_coins
    )


def trading_with_coins(options=COINS, **more):
    hands = {0: ["blue"], 1: ["red"], 2: ["soy"]}
    return under(options, phase="trade", hands=hands, coins={0: ["soy", "red"], 1: ["blue", "chili", "stink"]}, **more)


def test_cl_10_1__three_players_have_three_fields_and_cannot_buy():
    assert [3, 3, 3] == [len(seat.fields) for seat in new_game("classic", players=3).table.seats]
    given("classic", players=3, coins={1: 9}).when(BuyThirdField(seat=1)).refused("CL-7.5")


def test_cl_10_1__with_two_fields_three_players_may_buy_for_3_coins():
    two = {"classic_three_player_fields": 2}
    assert [2, 2, 2] == [len(seat.fields) for seat in new_game("classic", players=3, options=two).table.seats]
    under(two, players=3, coins={1: 2}).when(BuyThirdField(seat=1)).refused("CL-7.5")
    assert 3 == len(under(two, players=3, coins={1: 3}).when(BuyThirdField(seat=1)).table.seats[1].fields)


def test_amb_cl_1__the_option_is_for_three_players():
    assert 2 == len(new_game("classic", players=4, options={"classic_three_player_fields": 3}).table.seats[0].fields)


@pytest.mark.parametrize(("options", "price"), [({}, 2), ({"classic_five_player_third_field_cost": 3}, 3)])
def test_cl_10_2__five_players_pay_2_coins_unless_the_option_says_3(options, price):
    under(options, players=5, coins={4: price - 1}).when(BuyThirdField(seat=4)).refused("CL-7.5")
    assert 3 == len(under(options, players=5, coins={4: price}).when(BuyThirdField(seat=4)).table.seats[4].fields)


def test_amb_cl_2__the_option_is_for_five_players():
    cheap = {"classic_five_player_third_field_cost": 2}
    under(cheap, coins={0: 2}).when(BuyThirdField(seat=0)).refused("CL-7.5")


def test_cl_10_3__coins_are_not_traded_unless_the_option_says_so():
    table = trading_with_coins({})
    table.when(coin_trade(give=in_hand(0), want={"red": 1}, give_coins=1)).refused("CL-10.3")
    table.when(coin_trade(give=in_hand(0), want_coins=1)).refused("CL-10.3")
    table.when(OfferDonation(seat=0, to=1, coins=1)).refused("CL-10.3")
    assert table.when(coin_trade(give=in_hand(0), want={"red": 1})).events


def test_cl_10_3__traded_coins_pass_directly_into_the_stack_and_cards_are_set_aside():
    asked = trading_with_coins().when(coin_trade(give=in_hand(0), want={"red": 1}, give_coins=1, want_coins=2))
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,)))
    cards = {"given": (hand_card("blue", 0),), "received": (hand_card("red", 0),)}
    coins = {"given_coins": ("red",), "received_coins": ("chili", "stink")}
    settled.then(TradeAccepted(proposal=1, seat=1, proposer=0, **cards, **coins))
    assert [("soy", "chili", "stink"), ("blue", "red")] == [seat.coins for seat in settled.table.seats[:2]]
    assert [("red",), ("blue",)] == [seat.set_aside for seat in settled.table.seats[:2]]


def test_cl_10_3__coins_may_stand_instead_of_cards_on_either_side():
    bought = trading_with_coins().when(coin_trade(give_coins=2, want={"red": 1}))
    assert 0 == len(bought.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,))).table.seats[0].coins)
    changed = trading_with_coins().when(coin_trade(give_coins=1, want_coins=1)).when(AcceptTrade(seat=1, proposal=1))
    assert [("soy", "stink"), ("blue", "chili", "red")] == [seat.coins for seat in changed.table.seats[:2]]


def test_cl_10_3__each_side_still_holds_a_card_or_a_coin():
    trading_with_coins().when(coin_trade(give_coins=1)).refused("CL-5.5")
    trading_with_coins().when(coin_trade(want_coins=1)).refused("CL-5.5")
    trading_with_coins().when(OfferDonation(seat=0, to=1)).refused("CL-5.8")


def test_cl_10_3__one_gives_coins_one_owns():
    table = trading_with_coins()
    table.when(coin_trade(give_coins=3, want={"red": 1})).refused("CL-10.3")
    table.when(OfferDonation(seat=0, to=1, coins=3)).refused("CL-10.3")
    asked = table.when(coin_trade(give=in_hand(0), want_coins=4))
    asked.when(AcceptTrade(seat=1, proposal=1)).refused("CL-10.3")
    assert table.when(coin_trade(give=in_hand(0), want_coins=3)).when(AcceptTrade(seat=1, proposal=1)).events


def test_cl_10_3__coins_may_be_given_away():
    given_away = (
        trading_with_coins().when(OfferDonation(seat=1, to=0, coins=2)).when(AcceptDonation(seat=0, proposal=1))
    )
    given_away.then(BeansDonated(proposal=1, seat=0, giver=1, cards=(), coins=("chili", "stink")))
    assert ("soy", "red", "chili", "stink") == given_away.table.seats[0].coins


def test_cl_10_3__received_coins_may_be_used_at_once():
    richer = trading_with_coins().when(BuyThirdField(seat=0)).refused("CL-7.5")
    richer = richer.when(OfferDonation(seat=1, to=0, coins=1)).when(AcceptDonation(seat=0, proposal=1))
    assert 3 == len(richer.when(BuyThirdField(seat=0)).table.seats[0].fields)


def test_cl_10_3__coins_too_change_hands_only_with_the_active_player_and_in_phase_2():
    trading_with_coins().when(OfferDonation(seat=1, to=2, coins=1)).refused("CL-5.2")
    trading_with_coins().when(coin_trade(seat=1, partner=2, give_coins=1, want={"soy": 1})).refused("CL-5.2")
    under(COINS, coins={0: 1}).when(OfferDonation(seat=0, to=1, coins=1)).refused("CL-5.12")


def test_amb_ge_5__spending_coins_lapses_the_proposal_that_offered_them():
    asked = trading_with_coins().when(coin_trade(seat=1, partner=0, give_coins=1, want={"blue": 1}))
    asked.when(BuyThirdField(seat=1)).happens(TradeLapsed(proposal=1, reason="coins_gone"))


@pytest.mark.parametrize(
    ("protection", "beside_empty", "beside_two"),
    [("strict", False, False), ("ignore_empty", True, False), ("off", True, True)],
)
def test_amb_ge_1__bean_protection(protection, beside_empty, beside_two):
    for neighbour, allowed in (([], beside_empty), (["red", "red"], beside_two), (["red"], True)):
        lone = under({"bean_protection": protection}, fields={0: [["blue"], neighbour]}).when(
            HarvestField(seat=0, field=0)
        )
        assert allowed == (lone if allowed else lone.refused("CL-6.4")).table.discard_pile.count("blue")


@pytest.mark.parametrize("protection", ["strict", "ignore_empty", "off"])
def test_amb_ge_1__an_empty_field_is_never_harvested(protection):
    under({"bean_protection": protection}).when(HarvestField(seat=0, field=0)).refused("CL-6.6")


def lazily(**more):
    return under({"exhaustion_counting": "lazy"}, **more)


def test_amb_ge_2__eager_counts_when_the_last_card_leaves():
    pile = {"phase": "draw", "draw_pile": beans("blue", 3), "discard_pile": ["red"]}
    eager = under({"exhaustion_counting": "eager"}, **pile).when(DrawCards(seat=0))
    assert (1, ("red",)) == (eager.table.exhaustions, eager.table.draw_pile)


def test_amb_ge_2__lazy_counts_when_a_card_is_wanted_and_none_is_there():
    table = lazily(phase="draw", draw_pile=beans("blue", 3), discard_pile=["red"]).when(DrawCards(seat=0))
    assert (0, (), ("red",)) == (table.table.exhaustions, table.table.draw_pile, table.table.discard_pile)
    lazily(phase="draw", draw_pile=["blue"], discard_pile=["red", "soy"]).when(DrawCards(seat=0)).happens(
        CardsDrawn(seat=0, cards=("blue",)),
        DrawPileExhausted(number=1, final=False, phase="draw"),
        DeckShuffled(reason="exhaustion", count=2, order=("red", "soy")),
        CardsDrawn(seat=0, cards=("red", "soy")),
    )


def test_amb_ge_2__lazy_gives_the_next_player_phase_1_before_the_game_ends():
    table = lazily(phase="draw", draw_pile=beans("blue", 3), exhaustions=2, discard_pile=["red"], hands={1: []})
    table = table.when(DrawCards(seat=0)).happens(
        TurnStarted(seat=1, turn=2), DrawPileExhausted(number=3, final=True, phase="trade")
    )
    assert ((), None) == (table.table.turned_up, table.table.result)
    assert table.when(EndTrading(seat=1)).table.result is not None


def test_amb_ge_2__lazy_ends_in_phase_4_when_that_draw_fails():
    end = lazily(phase="draw", draw_pile=beans("blue", 2), exhaustions=2, discard_pile=["red"]).when(DrawCards(seat=0))
    assert end.happens(CardsDrawn(seat=0, cards=("blue", "blue"))).table.result is not None


def test_amb_ge_2__lazy_counts_each_time_a_card_is_missing():
    table = lazily(phase="draw", draw_pile=["blue"], discard_pile=["red", "soy"], coins={2: 3}, hands={1: ["green"]})
    table = table.when(DrawCards(seat=0)).when(BuyThirdField(seat=2)).when(PlantFromHand(seat=1, field=0))
    table.when(EndPlanting(seat=1)).happens(DrawPileExhausted(number=2, final=False, phase="trade"))


def test_amb_ge_3__lazy_counts_two_empty_piles_once_a_step():
    table = lazily(phase="draw", draw_pile=[], exhaustions=1).when(DrawCards(seat=0))
    assert 2 == table.table.exhaustions
    wanting = lazily(phase="draw", draw_pile=["blue"]).when(DrawCards(seat=0))
    assert 1 == wanting.table.exhaustions


HARVEST = HarvestField(seat=0, field=0)


@pytest.mark.parametrize(
    ("visibility", "viewer", "coins"),
    [
        ("public", seat_viewer(1), ["red", "red"]),
        ("public", SPECTATOR, ["red", "red"]),
        ("hidden", seat_viewer(0), ["red", "red"]),
        ("hidden", seat_viewer(1), 2),
        ("hidden", SPECTATOR, 2),
    ],
)
def test_amb_ge_9__coins_visibility_hides_bean_sides_but_no_numbers(visibility, viewer, coins):
    sold = under({"coins_visibility": visibility}, fields={0: [beans("red", 3), []]}).when(HARVEST)
    seen = redact(sold.events[0], viewer, sold.table.rules.options)
    shown = ("face_down",) * coins if isinstance(coins, int) else tuple(coins)
    assert (shown, ("red",)) == (seen.coins, seen.discarded)
    assert coins == position_of(sold.table, viewer)["seats"][0]["coins"]


@pytest.mark.parametrize(("visibility", "seen"), [("public", ("stink",)), ("hidden", ("face_down",))])
def test_amb_ge_9__traded_coins_are_open_to_the_two_parties(visibility, seen):
    asked = trading_with_coins(COINS | {"coins_visibility": visibility}).when(coin_trade(give=in_hand(0), want_coins=1))
    event, options = asked.when(AcceptTrade(seat=1, proposal=1)).events[0], asked.table.rules.options
    coins = [redact(event, seat_viewer(seat), options).received_coins for seat in range(3)]
    assert [("stink",), ("stink",), seen] == coins


@pytest.mark.parametrize(("inspection", "shown"), [("top_only", "face_down"), ("full", "soy")])
def test_amb_ge_10__discard_inspection_shows_the_top_card_or_all(inspection, shown):
    table = under({"discard_inspection": inspection}, discard_pile=["red", "soy"]).table
    for viewer in (seat_viewer(0), SPECTATOR):
        assert ["red", shown] == position_of(table, viewer)["discard_pile"]
    assert ["red", "soy"] == position_of(table, OMNISCIENT)["discard_pile"]


@pytest.mark.parametrize(("value", "start"), [("random", 2), ("seat_0", 0)])
def test_amb_ge_11__start_player(value, start):
    begun = new_game("classic", options={"start_player": value}, chance=FixedChance(lot=2))
    begun.happens(GameStarted(start_player=start), TurnStarted(seat=start, turn=1))


@pytest.mark.parametrize(
    ("value", "winners", "named"),
    [
        ("edition", (0, 2, 3), "shared"),
        ("shared", (0, 2, 3), "shared"),
        ("most_cards_in_hand", (2, 3), "most_cards_in_hand"),
        ("last_active", (0,), "last_active"),
    ],
)
def test_amb_ge_12__tie_break(value, winners, named):
    hands = {0: 1, 1: 9, 2: 4, 3: 4}
    tied = under(
        {"tie_break": value}, phase="draw", active=1, hands=hands, coins={0: 5, 2: 5, 3: 5}, draw_pile=1, exhaustions=2
    )
    tied.when(DrawCards(seat=1)).happens(
        GameEnded(reason="exhaustion", scores=(5, 0, 5, 5), winners=winners, tie_break=named)
    )


def test_amb_ge_12__without_a_tie_nothing_is_broken():
    clear = under({"tie_break": "last_active"}, phase="draw", coins={2: 1}, draw_pile=1, exhaustions=2)
    clear.when(DrawCards(seat=0)).happens(GameEnded(reason="exhaustion", scores=(0, 0, 1, 0), winners=(2,)))


@pytest.mark.parametrize(("value", "last"), [("edition", 3), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)])
def test_amb_bp_17__exhaustions_to_end(value, last):
    pile = {"phase": "draw", "draw_pile": 1, "options": {"exhaustions_to_end": value}}
    end = given("classic", exhaustions=last - 1, **pile).when(DrawCards(seat=0))
    assert end.happens(DrawPileExhausted(number=last, final=True, phase="draw")).table.result is not None
    for earlier in range(last - 1):
        assert given("classic", exhaustions=earlier, **pile).when(DrawCards(seat=0)).table.result is None


def last_trading(value):
    options = {"classic_end_in_phase_2": value}
    table = under(options, planted=1, draw_pile=["red", "blue"], exhaustions=2, fields={0: [["red"], []]})
    return table.when(EndPlanting(seat=0)).when(EndTrading(seat=0))


def test_amb_cl_4__after_phase_2_the_game_is_over():
    end = last_trading("after_phase_2")
    assert (0, 0, 0, 0) == end.table.result.scores
    end.when(PlantSetAside(seat=0, variety="red", field=0)).refused("CL-9.7")


def test_amb_cl_4__after_phase_3_the_set_aside_cards_are_planted_first():
    planting = last_trading("after_phase_3").happens(PhaseStarted(seat=0, phase="plant_set_aside"))
    planting = planting.when(PlantSetAside(seat=0, variety="red", field=0))
    assert planting.table.result is None
    assert (1, 0, 0, 0) == planting.when(PlantSetAside(seat=0, variety="blue", field=1)).table.result.scores


@pytest.mark.parametrize(
    "option", [{"bean_protection": "lenient"}, {"trade_coins": 1}, {"sissi_counting": "all_cards"}]
)
def test_an_option_that_the_edition_does_not_have_is_no_option(option):
    with pytest.raises(UnknownOption):
        EDITIONS["classic"].data.resolved(option)


def test_an_option_that_is_true_is_not_one_that_is_1():
    assert rulebook("classic", 4, {"trade_coins": True}).trade_coins
    with pytest.raises(UnknownOption):
        rulebook("classic", 4, {"trade_coins": 1})
