"""Tests of the contract of events: names, fields in order, audiences."""

import pytest

from domain.evolve import has_applier
from domain.field_audiences import audiences_of
from domain.visibility import EVERYONE, SEALED, Audience, ByFieldValue, IfFieldIs, Within, coins_of, only, slots_only
from tests.event_table import declared_events

# m only the seats whose hands are touched; f only `from_seat`.
# Marks: o only the seat named in `seat`; h the same while the card comes from the hand; s sealed; p and its seat: slots
# of given cards; c and seats: coin cards, which `coins_visibility = hidden` keeps for these seats; z each zone its own.
CONTRACT = {
    "game_timed.1": "terms",
    "clock_started.1": "reason",
    "clock_stopped.1": "reason",
    "clock_extended.1": "budget seconds reason seat",
    "clock_expired.1": "budget seat",
    "trading_passed.1": "seat",
    "game_created.1": "edition rules players fields practice commitment",
    "seat_taken.1": "seat pseudonym kind contribution",
    "seat_taken.2": "seat pseudonym kind share contribution bot",
    "deal_agreed.1": "level term contribution",
    "game_grouped.1": "tables",
    "game_opened.1": "",
    "share_committed.1": "seat commitment",
    "share_revealed.1": "seat contribution",
    "seat_vacated.1": "seat",
    "game_started.1": "start_player first_camp_chooser",
    "deck_shuffled.1": "reason count order:s",
    "cards_dealt.1": "seat places cards:o",
    "turn_started.1": "seat turn",
    "turn_ended.1": "seat",
    "phase_started.1": "seat phase",
    "phase_skipped.1": "seat phase reason",
    "bean_planted.1": "seat field variety source doubled slot:o",
    "cards_turned_up.1": "seat cards",
    "trade_proposed.1": "proposal seat with give:p-seat want want_turned_up give_coins want_coins",
    "trade_accepted.1": "proposal seat proposer given:p-proposer received:p-seat"
    " given_coins:c-seat-proposer received_coins:c-seat-proposer",
    "trade_declined.1": "proposal seat",
    "trade_withdrawn.1": "proposal seat",
    "trade_lapsed.1": "proposal reason",
    "donation_offered.1": "proposal seat to cards:p-seat coins",
    "beans_donated.1": "proposal seat giver cards:p-giver coins:c-seat-giver",
    "donation_declined.1": "proposal seat",
    "donation_withdrawn.1": "proposal seat",
    "donation_lapsed.1": "proposal reason",
    "cards_set_aside.1": "seat cards",
    "trading_ended.1": "seat",
    "field_harvested.1": "seat field meter coins:c-seat discarded reason",
    "third_field_bought.1": "seat coin_cards destination",
    "cards_drawn.1": "seat cards:o",
    "draw_pile_exhausted.1": "number final phase",
    "game_ended.1": "reason scores winners tie_break",
    "deal_revealed.1": "seed",
    "game_voided.1": "reason",
    "table_corrected.1": "origin target shown cards:m from_seat from_field slots:f to_seat to_field",
    "turn_corrected.1": "seat phase",
    "pile_shuffled.1": "count order:s",
    "card_attested.1": "seat places how cards",
    "card_attested.2": "seat area places how cards",
    "game_forked.1": "parent asked at root mode commitment table:z",
    "offer_left.1": "seat cards",
    "offered_card_discarded.1": "seat variety",
    "hand_card_discarded.1": "seat variety slot:o",
    "discard_matched.1": "seat cards",
    "matching_stopped.1": "seat",
    "turned_up_discarded.1": "seat cards",
    "board_laid_out.1": "layout geometry cells",
    "camp_chosen.1": "seat terrain",
    "start_player_chosen.1": "seat chosen",
    "abbey_card_revealed.1": "seat variety result",
    "card_stored_in_depot.1": "seat source variety:h",
    "depot_bought.1": "seat coin_cards",
    "merchant_bought.1": "seat coin_cards",
    "merchant_stocked.1": "seat cards:s",
    "merchant_cards_seen.1": "seat cards:o",
    "merchant_cards_arranged.1": "seat taken:o left:o",
    "fortress_built.1": "seat quarry terrain coin_cards",
    "attack_declared.1": "seat target coin_card defender riders via_river",
    "combat_card_committed.1": "side round source seat variety:o slot:o pile_card:s",
    "combat_resolved.1": "round attack_value defence_value cannon winner attack_card defence_card",
    "terrain_conquered.1": "terrain to from",
    "riders_beaten.1": "seat riders",
    "riders_readied.1": "seat riders",
    "attacks_ended.1": "seat",
}
SHIPPED = declared_events()


def _audience(mark: str) -> Audience | None:
    kind, *seats = mark.split("-")
    if kind == "h":
        return IfFieldIs(field="source", value="hand", to=only("seat"))
    if kind == "m":
        hands = ("hands", only("from_seat", "to_seat"))
        ends = (("from", only("from_seat")), ("to", only("to_seat")))
        return ByFieldValue(field="shown", audiences=(hands, *ends, ("nobody", SEALED)))
    if kind == "f":
        return only("from_seat")
    return {"": EVERYONE, "s": SEALED, "o": only("seat"), "p": slots_only(*seats), "c": coins_of(*seats)}.get(kind)


def test_exactly_the_events_of_the_contract_are_declared():
    assert set(SHIPPED) == set(CONTRACT)


@pytest.mark.parametrize("name", CONTRACT)
def test_an_event_has_exactly_the_fields_and_audiences_of_the_contract(name):
    fields = [field.partition(":") for field in CONTRACT[name].split()]
    kind = SHIPPED[name]
    assert list(kind.__struct_encode_fields__) == [field for field, _, _ in fields]
    for (_, _, mark), audience in zip(fields, audiences_of(kind).values(), strict=True):
        assert isinstance(audience, Within) if mark == "z" else audience == _audience(mark)


@pytest.mark.parametrize("name", CONTRACT)
def test_every_event_changes_the_table_through_one_applier(name):
    assert has_applier(SHIPPED[name])


def test_control_a_changed_audience_is_detected():
    assert audiences_of(SHIPPED["cards_drawn.1"])["cards"] != EVERYONE
    assert _audience("o") != _audience("")
