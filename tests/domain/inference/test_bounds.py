"""Tests of the bounds of hidden cards: the true cards lie within them, for every viewer at every event."""

from collections import Counter
from random import Random

import pytest

from domain.inference.bounds import bounds_by_zone
from domain.inference.hidden_hands import HiddenHand
from domain.inference.knowledge import Knowledge, Since
from domain.inference.zones import zones_by_pointer
from domain.view import View
from domain.visibility import OMNISCIENT, SPECTATOR, seat_viewer
from replay.redeal import knowledge_at
from replay.rewind import table_at
from tests.long_tests import mostly_long
from tests.replay.test_redeal import COUNT, KINDS, games

MOMENTS = 12 if COUNT else 5


def check_bounds(kind: str) -> Counter[bool]:
    """Assert that no bound is wrong; count the exact bounds and the others."""
    luck, found = Random(kind), Counter[bool]()
    for record in (one for number in range(1, max(COUNT, 1) + 1) for one in games(kind, number)):
        viewers = [SPECTATOR, *map(seat_viewer, range(record.created.players))]
        for _ in range(MOMENTS):
            viewer, n = luck.choice(viewers), luck.randrange(12, len(record.envelopes))
            _, known = knowledge_at(record.seen_by(viewer), n, strict=True)
            truth = zones_by_pointer(View(viewer=OMNISCIENT, table=table_at(record, n)))
            hidden = [(place.zone, truth[place.zone].cards[place.at]) for place in known.places()]
            for zone, bounded in bounds_by_zone(known).items():
                lying = Counter(card for where, card in hidden if where == zone)
                assert lying.keys() <= bounded.keys(), (kind, n, viewer.name, zone)
                for card, bounds in bounded.items():
                    assert bounds.least <= lying[card] <= bounds.most, (kind, n, viewer.name, zone, card)
                    found[bounds.least == bounds.most] += 1
            for pointer, back in known.sure():
                zone, _, place = pointer.rpartition("/")
                assert truth[zone].cards[int(place)] == back.variety
    return found


@pytest.mark.parametrize("kind", mostly_long(KINDS))
def test_hidden_cards_lie_within_their_bounds(kind):
    assert check_bounds(kind).total() > 0


def test_a_single_hidden_zone_is_fully_known():
    for record in games("duel", 1):
        for n in range(len(record.envelopes) - 1, 100, -1):
            _, known = knowledge_at(record.seen_by(seat_viewer(0)), n, strict=True)
            if len(known.zones) == 1:
                (bounded,) = bounds_by_zone(known).values()
                assert {card: bounds.least for card, bounds in bounded.items()} == +known.unseen
                assert all(bounds.least == bounds.most for bounds in bounded.values())
                return
    pytest.fail("no such moment in these games")


def _twice(hand: HiddenHand, size: int) -> dict[str, int]:
    return {card: 2 * count for card, (count, _) in hand._least[size].items()}


FAULTS = {
    "an offer counts for two": (HiddenHand, "least", _twice),
    "nothing was shuffled since": (Knowledge, "_since", lambda *_: Since.OLD),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_control_wrong_bounds_are_detected(fault, monkeypatch):
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises((AssertionError, IndexError)):
        list(map(check_bounds, KINDS))
