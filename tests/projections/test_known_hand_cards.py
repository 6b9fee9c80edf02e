"""Tests of known hand cards: true in whole games of every edition, and nearly complete for small hands."""

import os
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.events import BeanPlanted, DonationOffered, TradeProposed
from domain.evolve import fold
from domain.inference.hidden_hands import Back, HiddenHand, HiddenHands
from domain.table import Table
from domain.view import View
from domain.visibility import SPECTATOR, Viewer, seat_viewer
from projections.known_hand_cards import hand_place_of
from replay.record import Record
from replay.rewind import tables
from service.lifecycle.bots.simulate import simulate
from tests.long_tests import one_in
from tests.projections.test_card_movements import GAMES

COUNT = int(os.environ.get("HARICOT_BACKS", "1"))
"""The number of whole games of each edition; small hands are forty times as many."""
Offer = TradeProposed | DonationOffered
World = tuple[tuple[int, str], ...]
"""A possible hand, the front card first: the event in which each card came, and its variety."""


@cache
def record_of(game: str, number: int = 1) -> Record:
    """Play a whole game of bots."""
    edition, players, options = GAMES[game]
    return simulate(edition, players, "backs", number, options, ["trader", "random", "greedy"])[0].record()


def reckoned(record: Record, *, strict: bool = True) -> Iterator[tuple[int, list[list[Back]]]]:
    """Yield the known cards after each event, seat by seat."""
    hands = HiddenHands(strict=strict)
    for envelope, table in tables(record):
        hands.add(envelope.n, envelope.event, table)
        sizes = [len(seat.hand) for seat in table.seats]
        yield envelope.n, [[hands.back(seat, place) for place in range(size)] for seat, size in enumerate(sizes)]


def named(event: Any) -> set[tuple[int, int, str]]:
    """Return the hand cards that an offer names: seat, slot and variety."""
    if not isinstance(event, Offer):
        return set()
    cards = event.give if isinstance(event, TradeProposed) else event.cards
    return {(event.seat, card.slot or 0, card.variety) for card in cards if card.source == "hand"}


def check_truth(record: Record, viewer: Viewer, *, strict: bool = True) -> int:
    """Assert that all known cards are true; return how many varieties were known."""
    walked = [Table(), *(table for _, table in tables(record))]
    came: dict[tuple[int, int | None], int] = {}
    varieties = 0
    for (n, backs), (before, table) in zip(
        reckoned(record.seen_by(viewer), strict=strict), pairwise(walked), strict=True
    ):
        for index, (seat, known) in enumerate(zip(table.seats, backs, strict=True)):
            for slot in seat.slots:
                came.setdefault((index, slot), n)
            is_same = before.seats and seat.hand is before.seats[index].hand
            if viewer.seat == index or (is_same and not named(record.envelopes[n - 1].event)):
                continue
            for slot, card, back in zip(seat.slots, seat.hand, known, strict=True):
                assert came[index, slot] in back.came
                assert max(back.came) <= n
                if back.variety != FACE_DOWN:
                    assert back.variety == card
                    assert back.offered is not None
                    assert back.offered <= n
                    assert (index, slot, card) in named(record.envelopes[back.offered - 1].event)
                    varieties += 1
    return varieties


@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_known_hand_cards_are_true(game):
    for number in range(1, COUNT + 1):
        for viewer in (SPECTATOR, seat_viewer(0)):
            check_truth(record_of(game, number), viewer)


def test_known_hand_cards_include_varieties_in_whole_games():
    games = [record_of("hidden coins that are traded", number) for number in (1, 2, 3)]
    assert any(check_truth(record, SPECTATOR) for record in games)


@pytest.mark.parametrize("method", ["leaves", "front_leaves"])
def test_control_guessed_hand_cards_are_detected(monkeypatch, method):
    other = HiddenHand.front_leaves if method == "leaves" else _from_the_back
    monkeypatch.setattr(HiddenHand, method, other)
    with pytest.raises(AssertionError):
        test_known_hand_cards_are_true("modern")


def _from_the_back(hand: HiddenHand, variety: str) -> None:
    hand._came, hand._least = hand._came[:-1], hand._least[:-1]


def small_hands(luck: Random) -> Iterator[tuple[HiddenHand, set[World]]]:
    """Yield a hand after random visible events, with every hand that is consistent with them."""
    hand, true, worlds = HiddenHand(), list[tuple[int, str]](), {World()}
    beans = ("red", "soy", "blue")
    for n in range(1, 15):
        kind = luck.choice("cccoofgh" if len(true) < 5 else "oofgh") if true else "c"
        at, hidden = luck.randrange(len(true) or 1), luck.random() < 0.7
        if kind == "c":
            count = min(luck.choice((1, 1, 2)), 5 - len(true))
            true += [(n, luck.choice(beans)) for _ in range(count)]
            hand.comes(n, count)
            new = [tuple((n, bean) for bean in some) for some in product(beans, repeat=count)]
            worlds = {world + some for world in worlds for some in new}
        elif kind == "o":
            cards = tuple(bean for _, bean in luck.sample(true, luck.randint(1, min(3, len(true)))))
            hand.offers(n, cards)
            worlds = {one for one in worlds if all(_count(one, bean) >= cards.count(bean) for bean in cards)}
        elif kind == "f":
            _, front = true.pop(0)
            hand.front_leaves(front)
            worlds = {world[1:] for world in worlds if world[0][1] == front}
        else:
            bean = FACE_DOWN if kind == "h" and hidden else true[at][1]
            true.pop(at)
            hand.leaves(bean)
            worlds = {
                one[:index] + one[index + 1 :]
                for one in worlds
                for index in range(len(one))
                if bean in (FACE_DOWN, one[index][1])
            }
        assert tuple(true) in worlds
        yield hand, worlds


def _count(world: World, bean: str) -> int:
    return sum(bean == one for _, one in world)


def test_a_variety_is_known_exactly_when_it_follows():
    follows, known = 0, 0
    for seed in range(40 * COUNT):
        for hand, worlds in small_hands(Random(seed)):
            for place in range(len(hand)):
                back, varieties = hand.back(place), {world[place][1] for world in worlds}
                assert {world[place][0] for world in worlds} <= set(back.came)
                assert back.variety == FACE_DOWN or varieties == {back.variety}
                follows += len(varieties) == 1
                known += back.variety != FACE_DOWN
    assert known > 0.97 * follows > 20


@pytest.mark.parametrize("method", ["_close", "front_leaves", "leaves"])
def test_control_a_missing_or_premature_variety_is_detected(monkeypatch, method):
    planted = {"_close": lambda _: None, "front_leaves": HiddenHand.leaves, "leaves": HiddenHand.front_leaves}[method]
    monkeypatch.setattr(HiddenHand, method, planted)
    with pytest.raises((AssertionError, IndexError)):
        test_a_variety_is_known_exactly_when_it_follows()


def test_hand_cards_of_a_transcribed_game_may_come_from_any_event():
    record, viewer = record_of("classic"), SPECTATOR
    at = next(n for n, one in enumerate(record.envelopes) if isinstance(one.event, BeanPlanted) and n > 60)
    seat = record.envelopes[at].event.seat  # type: ignore[union-attr]  # it is a planting
    before = fold(one.event for one in record.envelopes[:at]).seats[seat]
    wrong = BeanPlanted(seat=seat, field=0, variety=before.hand[-1], source="hand", slot=before.slots[-1])
    irregular = (*record.envelopes[:at], replace(record.envelopes[at], event=wrong))
    assert check_truth(replace(record, envelopes=irregular), viewer, strict=False) == 0
    with pytest.raises(AssertionError):  # control
        check_truth(replace(record, envelopes=irregular), viewer)


@pytest.mark.parametrize(
    "pointer", ["/seats/1/hand/99", "/seats/1/hand/00", "/seats/1/hand", "/draw_pile/0", "", "/", "/seats/0/hand/0"]
)
def test_only_cards_of_a_hidden_hand_can_be_asked_about(pointer):
    view = View.of(fold(one.event for one in record_of("classic").envelopes[:30]), seat_viewer(0))
    assert hand_place_of(view, pointer) is None
    assert hand_place_of(view, "/seats/1/hand/2") == (1, 2)
