"""Card movements between two tables, in whole games of every edition and every view."""

from collections import Counter
from collections.abc import Container, Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.events import DeckShuffled, Event, TradeAccepted
from domain.inference.zones import zones_of
from domain.view import View
from domain.visibility import OMNISCIENT, SPECTATOR, Viewer, seat_viewer
from projections.card_movements import CardMove, card_moves
from replay.positions.write import write_position
from replay.record import Record
from replay.rewind import tables
from service.lifecycle.bots.simulate import simulate
from tests.long_tests import mostly_long

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "classic": ("classic", 3, {}),
    "hidden coins that are traded": (
        "classic",
        4,
        {"coins_visibility": "hidden", "trade_coins": True, "discard_inspection": "full"},
    ),
    "modern": ("modern", 6, {}),
    "duel": ("duel", 2, {"duel_matching": "choice"}),
    "sissi": ("sissi", 3, {"sissi_counting": "each_variety", "coins_visibility": "hidden"}),
    "bohnaparte": ("bohnaparte", 3, {}),
}
Step = tuple[Event, View, View]
FROM_ZONE_TO_ZONE = {
    "cards_dealt.1": {("draw_pile", "hand")},
    "cards_drawn.1": {("draw_pile", "hand")},
    "cards_turned_up.1": {("draw_pile", "turned_up")},
    "cards_set_aside.1": {("turned_up", "set_aside")},
    "trade_accepted.1": {("hand", "set_aside"), ("turned_up", "set_aside"), ("coins", "coins")},
    "beans_donated.1": {("hand", "set_aside"), ("turned_up", "set_aside"), ("coins", "coins")},
    "bean_planted.1": {("hand", "fields"), ("set_aside", "fields"), ("turned_up", "fields"), ("offer", "fields")},
    "field_harvested.1": {("fields", "coins"), ("fields", "discard_pile")},
    "third_field_bought.1": {("coins", "discard_pile"), ("coins", None)},
    "deck_shuffled.1": {("discard_pile", "draw_pile"), (None, "draw_pile")},
    "hand_card_discarded.1": {("hand", "discard_pile")},
    "discard_matched.1": {("discard_pile", "turned_up")},
    "offer_left.1": {("turned_up", "offer")},
    "offered_card_discarded.1": {("offer", "discard_pile")},
    "turned_up_discarded.1": {("turned_up", "discard_pile")},
    "abbey_card_revealed.1": {("draw_pile", "coins"), ("draw_pile", "discard_pile")},
    "card_stored_in_depot.1": {("hand", "depot"), ("set_aside", "depot")},
    "depot_bought.1": {("coins", "discard_pile")},
    "merchant_bought.1": {("coins", "discard_pile")},
    "merchant_stocked.1": {("draw_pile", "merchant")},
    "merchant_cards_arranged.1": {("merchant", "hand")},
    "fortress_built.1": {("coins", "discard_pile")},
    "attack_declared.1": {("coins", "discard_pile")},
    "combat_card_committed.1": {("hand", "card"), ("depot", "card"), ("draw_pile", "card")},
    "combat_resolved.1": {("card", "discard_pile")},
}
"""The possible origins and targets of cards in an event, by its stored name."""


@cache
def record_of(game: str) -> Record:
    """Play a whole game of bots."""
    edition, players, options = GAMES[game]
    return simulate(edition, players, "moves", 1, options, ["random", "trader", "greedy"])[0].record()


def viewers(game: str) -> list[Viewer]:
    """Return all viewers except seats in the middle."""
    return [SPECTATOR, OMNISCIENT, seat_viewer(0), seat_viewer(GAMES[game][1] - 1)]


def steps(game: str, viewer: Viewer) -> Iterator[Step]:
    """Yield each event of a game with the views before and after it."""
    before = None
    for envelope, table in tables(record_of(game)):
        view = View.of(table, viewer)
        if before is not None:
            yield envelope.event, before, view
        before = view


def resolved(position: Any, pointer: str) -> Any:
    """Return the value at a JSON Pointer."""
    for part in pointer.split("/")[1:]:
        position = position[int(part)] if isinstance(position, list) else position[part]
    return position


def zones(view: View) -> dict[str, int]:
    """Count the cards in each zone of the table."""
    return {zone.pointer: len(zone.cards) for zone in zones_of(view) if zone.pointer}


def zone_of(sizes: Container[str], pointer: str) -> str:
    """Return the pointer to the zone of a place."""
    return pointer if pointer in sizes else pointer.rpartition("/")[0]


def check(event: Event, before: View, after: View, found: tuple[CardMove, ...]) -> None:
    """Assert that the movements lead from table to table, have valid pointers, and name only visible cards."""
    sizes, expected = Counter(zones(before)), zones(after)
    sides = [(zones(view), write_position(view)) for view in (before, after)] if found else []
    cards = {zone.pointer: Counter(zone.shown) for zone in zones_of(before)}
    for move in found:
        shown = []
        for (there, position), pointer, sign in zip(sides, (move.origin, move.to), (-1, 1), strict=True):
            if pointer is None:
                continue
            zone, lying = zone_of(there, pointer), resolved(position, pointer)
            sizes[zone] += sign * move.count
            cards.setdefault(zone, Counter())[move.card] += sign * move.count
            shown.append(lying)
            assert not isinstance(lying, str) or lying in (move.card, FACE_DOWN)
        assert move.card == FACE_DOWN or move.card in shown, f"{move} names what neither table shows there"
    assert {zone: size for zone, size in sizes.items() if size} == {zone: n for zone, n in expected.items() if n}
    for zone in zones_of(after):
        led = cards.get(zone.pointer, Counter[str]())
        if zone.pointer and FACE_DOWN not in (*led, *zone.shown):
            assert +led == Counter(zone.shown)


@pytest.mark.parametrize("game", mostly_long(reversed(GAMES)))
def test_movements_explain_each_table_change_and_reveal_nothing_more(game):
    for viewer in viewers(game):
        for event, before, after in steps(game, viewer):
            check(event, before, after, card_moves(before, after, event))


@pytest.mark.parametrize("game", mostly_long(reversed(GAMES), 2))
def test_each_event_has_only_its_own_kinds_of_movement(game):
    seen: set[str] = set()
    for event, before, after in steps(game, OMNISCIENT):
        name = str(event.__struct_config__.tag)
        names = {zone.pointer: zone.name for view in (before, after) for zone in zones_of(view)}
        for move in card_moves(before, after, event):
            ways = [None if place is None else names[zone_of(names, place)] for place in (move.origin, move.to)]
            assert tuple(ways) in FROM_ZONE_TO_ZONE[name], (event, move)
            seen.add(name)
    assert {"cards_dealt.1", "cards_drawn.1", "bean_planted.1", "field_harvested.1", "deck_shuffled.1"} <= seen


@pytest.mark.parametrize("viewer", [SPECTATOR, OMNISCIENT, seat_viewer(0)])
def test_traded_cards_move_to_the_other_seat(viewer):
    deals = 0
    for event, before, after in steps("hidden coins that are traded", viewer):
        if isinstance(event, TradeAccepted):
            found = card_moves(before, after, event)
            gains = Counter(move.to.split("/")[2] for move in found if move.to and move.to.endswith("coins") is False)
            assert gains == Counter({str(event.seat): len(event.given), str(event.proposer): len(event.received)})
            for move in found:
                assert move.origin is not None
                assert move.to is not None
                if move.origin.startswith("/seats"):
                    assert move.origin.split("/")[2] != move.to.split("/")[2]
            deals += 1
    assert deals


def test_a_shuffle_is_one_movement_of_the_whole_pile_in_every_view():
    for viewer in (SPECTATOR, OMNISCIENT):
        shuffles = [(e, b, a) for e, b, a in steps("classic", viewer) if isinstance(e, DeckShuffled)]
        assert [[(m.origin, m.to, m.count, m.card) for m in card_moves(b, a, e)] for e, b, a in shuffles] == [
            [(None if e.reason == "setup" else "/discard_pile", "/draw_pile", e.count, FACE_DOWN)]
            for e, _, _ in shuffles
        ]
        assert len(shuffles) > 1


def test_cards_that_only_shift_in_a_hand_have_no_movement():
    for event, before, after in steps("classic", seat_viewer(0)):
        found = card_moves(before, after, event)
        if str(event.__struct_config__.tag) == "bean_planted.1" and event.seat == 0:
            assert len(found) == 1
            assert (found[0].origin or "").startswith("/seats/0/")


@pytest.mark.parametrize(
    "fault", ["one is left out", "one goes nowhere", "one is named that nobody sees", "one is doubled"]
)
def test_control_wrong_movements_are_detected(fault):
    drawn = next(
        (event, before, after, found)
        for event, before, after in steps("classic", SPECTATOR)
        if str(event.__struct_config__.tag) == "cards_drawn.1" and (found := card_moves(before, after, event))
    )
    *step, found = drawn
    wrong = {
        "one is left out": found[1:],
        "one goes nowhere": (replace(found[0], to="/seats/9/hand"), *found[1:]),
        "one is named that nobody sees": (replace(found[0], card="red"), *found[1:]),
        "one is doubled": (found[0], *found),
    }[fault]
    check(*step, found)
    with pytest.raises((AssertionError, LookupError)):
        check(*step, wrong)
