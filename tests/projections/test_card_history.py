"""Tests of card histories, in whole games of every edition and every view."""

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from domain.cards import FACE_DOWN
from domain.editions import EDITIONS
from domain.events import BeanPlanted, CardsDrawn, DeckShuffled, FieldHarvested, TradeAccepted
from domain.inference.zones import zones_of
from domain.refusals import Misuse
from domain.table import Table
from domain.view import View
from domain.visibility import OMNISCIENT, SPECTATOR, Viewer, seat_viewer
from projections import card_history as module
from projections.card_history import LOST, MOVED, CardTracker, Fate, fate_of
from projections.card_movements import card_moves
from replay.codec import event_types
from replay.positions.write import write_position
from replay.rewind import tables
from tests.long_tests import mostly_long
from tests.projections.test_card_movements import GAMES, record_of, resolved, viewers


@cache
def tables_of(game: str) -> list[Table]:
    """Return the tables of a game, by event."""
    return [Table(), *(table for _, table in tables(record_of(game)))]


def tracker(game: str, viewer: Viewer) -> CardTracker:
    """Return the tracker of a game for a viewer."""
    seen = record_of(game).seen_by(viewer)
    walked = tables_of(game)
    return CardTracker(lambda n: View.of(walked[n], viewer), [envelope.event for envelope in seen.envelopes])


def cards_at(game: str, viewer: Viewer, n: int) -> list[str]:
    """Return the pointers to all cards that a viewer can identify."""
    zones = [zone for zone in zones_of(View.of(tables_of(game)[n], viewer)) if zone.pointer]
    places = [(zone, zone.place(index)) for zone in zones for index in range(len(zone.cards))]
    return [place for zone, place in places if place is not None and (zone.single or place != zone.pointer)]


def chosen(game: str, viewer: Viewer, count: int = 5) -> list[tuple[int, str]]:
    """Return random cards at random tables."""
    luck, last = Random(f"{game}{viewer.name}"), len(tables_of(game)) - 1
    moments = [luck.randrange(10, last) for _ in range(count)]
    return [(n, luck.choice(places)) for n in moments if (places := cards_at(game, viewer, n))]


@pytest.mark.parametrize("game", mostly_long(reversed(GAMES)))
def test_a_card_has_the_same_history_from_every_table(game):
    for viewer in viewers(game):
        follows = tracker(game, viewer)
        for n, pointer in chosen(game, viewer):
            life = follows.history(n, pointer)
            for fate in life[1]:
                if fate.did != LOST and fate.place in cards_at(game, viewer, fate.n):
                    assert follows.history(fate.n, fate.place) == life


@pytest.mark.long
@pytest.mark.parametrize("game", mostly_long(reversed(GAMES)))
def test_a_card_history_has_only_what_card_movements_show(game):
    for viewer in viewers(game):
        follows, events = tracker(game, viewer), record_of(game).seen_by(viewer).envelopes
        for n, pointer in chosen(game, viewer):
            variety, life = follows.history(n, pointer)
            names = [resolved(position(game, viewer, n), pointer)]
            for fate in life:
                before, after = (View.of(tables_of(game)[k], viewer) for k in (fate.n - 1, fate.n))
                found = card_moves(before, after, events[fate.n - 1].event)
                names += [move.card for move in found]
                assert fate.did in (LOST, "offered") or any(
                    (fate.place or "").startswith(move.to or "") for move in found
                )
                if fate.place is not None and isinstance(lying := resolved(write_position(after), fate.place), str):
                    assert lying in (variety, FACE_DOWN)
            assert variety in names


def position(game: str, viewer: Viewer, n: int) -> Any:
    """Return the position after event n for a viewer."""
    return write_position(View.of(tables_of(game)[n], viewer))


@pytest.mark.parametrize("game", mostly_long(reversed(GAMES), 2))
def test_every_movement_has_a_fate_and_only_a_shuffle_ends_a_visible_history(game):
    follows, fates = tracker(game, OMNISCIENT), set()
    for n, pointer in chosen(game, OMNISCIENT, 20):
        _, life = follows.history(n, pointer)
        fates |= {fate.did for fate in life}
        for index, fate in enumerate(life):
            if fate.did == LOST:
                assert index in (0, len(life) - 1)
                assert "shuffled" in [one.did for one in (life[1:2] if index == 0 else life[-2:-1])]
    assert MOVED not in fates
    assert {"shuffled", "drawn", "planted"} <= fates


def test_each_event_that_moves_cards_declares_their_fate():
    for game, (edition, _, _) in GAMES.items():
        for (before, after), envelope in zip(pairs(game), record_of(game).envelopes, strict=True):
            if card_moves(before, after, envelope.event) and str(envelope.event.__struct_config__.tag) not in RESTING:
                assert fate_of(edition, type(envelope.event)) != MOVED, envelope.event


RESTING = (
    "hand_card_discarded.1",
    "offered_card_discarded.1",
    "turned_up_discarded.1",
    "combat_resolved.1",
)
"""Events that only discard cards."""


def pairs(game: str) -> list[tuple[View, View]]:
    """Return the views before and after each event."""
    views = [View.of(table, OMNISCIENT) for table in tables_of(game)]
    return list(pairwise(views))


def test_fates_name_existing_events():
    for edition in EDITIONS.values():
        assert {name for fate in edition.data.all_fates.values() for name in fate.events} <= set(event_types())
    assert "stored" in EDITIONS["bohnaparte"].data.all_fates
    assert "stored" not in EDITIONS["classic"].data.all_fates
    assert len(EDITIONS["bohnaparte"].data.all_fates["paid"].events) > 1


def first(game: str, kind: type, **members: Any) -> int:
    """Return the number of the first event of a kind with these members."""
    return next(
        envelope.n
        for envelope in record_of(game).envelopes
        if isinstance(envelope.event, kind)
        and all(getattr(envelope.event, name) == member for name, member in members.items())
    )


def test_a_card_is_followed_from_the_pile_to_the_discards():
    sold = first("classic", FieldHarvested)
    event = record_of("classic").envelopes[sold - 1].event
    assert isinstance(event, FieldHarvested)
    _, life = tracker("classic", OMNISCIENT).history(sold - 1, f"/seats/{event.seat}/fields/{event.field}/0")
    fates = [fate.did for fate in life]
    assert fates[0] == "shuffled"
    assert fates[1] in ("dealt", "drawn", "turned_up")
    assert fates.index("planted") < fates.index("discarded") < fates.index("shuffled", 1)
    assert fates[-1] in (LOST, "shuffled")
    assert [fate.n for fate in life] == sorted(fate.n for fate in life)


def test_a_spectator_follows_a_traded_card_until_it_enters_a_hand():
    trade = next(
        envelope
        for envelope in record_of("modern").envelopes
        if isinstance(envelope.event, TradeAccepted) and envelope.event.given[0].source == "hand"
    )
    event = trade.event
    assert isinstance(event, TradeAccepted)
    n, seat = trade.n, event.seat
    after = tables_of("modern")[n].seats[seat].set_aside
    pointer = f"/seats/{seat}/set_aside/{len(after) - len(event.given)}"
    variety, life = tracker("modern", SPECTATOR).history(n, pointer)
    assert variety == event.given[0].variety
    known = [fate for fate in life if fate.n <= n]
    assert [fate.did for fate in known] == [LOST, "offered", "traded"]
    assert [fate.place for fate in known] == [f"/seats/{event.proposer}/hand"] * 2 + [pointer]
    _, own = tracker("modern", seat_viewer(event.proposer)).history(n, pointer)
    assert [fate.did for fate in own[:2]] in (["shuffled", "dealt"], ["shuffled", "drawn"])
    assert {"offered", "traded"} <= {fate.did for fate in own}


def test_a_card_is_followed_when_others_leave_the_hand():
    game, viewer = "classic", OMNISCIENT
    drawn = first(game, CardsDrawn)
    seat = record_of(game).envelopes[drawn - 1].event.seat  # type: ignore[union-attr]  # it is a draw
    hand = tables_of(game)[drawn].seats[seat].hand
    slot = tables_of(game)[drawn].seats[seat].slots[-1]
    _, life = tracker(game, viewer).history(drawn, f"/seats/{seat}/hand/{len(hand) - 1}")
    left = next(n for n in range(drawn, len(tables_of(game))) if slot not in tables_of(game)[n].seats[seat].slots)
    later = next(fate for fate in life if fate.n > drawn and fate.did != "offered")
    assert later.n == left


@pytest.mark.parametrize(
    "pointer",
    [
        "/draw_pile/0",
        "/draw_pile",
        "/seats/1/hand/0",
        "/seats/1/hand",
        "/seats/9/fields/0/0",
        "/seats/0/fields/0/00",
        "/seats/0/fields/0/99",
        "/seats/0/fields",
        "/nothing",
        "/",
        "",
        "/seats/0/fields/0/-1",
    ],
)
def test_a_card_that_the_view_cannot_identify_is_refused(pointer):
    n = first("classic", BeanPlanted)
    with pytest.raises(Misuse, match="no card that this view can tell from others"):
        tracker("classic", SPECTATOR).history(n, pointer)


def test_control_a_tracker_with_stale_positions_is_detected(monkeypatch):
    monkeypatch.setattr(module, "_shifted_spot", lambda spot, moved, here, there: spot)
    with pytest.raises((AssertionError, LookupError, Misuse)):
        test_a_card_has_the_same_history_from_every_table("modern")


def test_control_a_tracker_that_guesses_is_detected(monkeypatch):
    inner = module._moves_of_card

    def guessed(spot: Any, variety: Any, moved: Any, here: Any, there: Any) -> Any:
        found = inner(spot, variety, moved, here, there)
        return moved[:1] if found is None else found

    monkeypatch.setattr(module, "_moves_of_card", guessed)
    with pytest.raises((AssertionError, LookupError, Misuse)):
        test_a_card_has_the_same_history_from_every_table("modern")


def test_a_shuffle_is_in_the_history_of_every_card_of_the_pile():
    n = first("classic", DeckShuffled, reason="exhaustion")
    pointer = "/discard_pile/0"
    _, life = tracker("classic", SPECTATOR).history(n - 1, pointer)
    assert Fate(n=n, did="shuffled", place="/draw_pile") in life
