"""Tests of the markers of a timeline, for every edition."""

from msgspec.structs import replace

from domain.edition_data.family import Landmark
from domain.editions import EDITIONS
from domain.editions.bohnaparte.events import AttackDeclared
from projections.timeline import marker_of, timeline
from replay.rewind import tables
from service.lifecycle.bots.simulate import simulate


def test_attacks_are_marked_with_the_seat_and_turn_of_the_attacker():
    record = simulate("bohnaparte", 3, "markers", 1, {}, ["greedy"])[0].record()
    drawn = timeline((envelope.n, envelope.event, table) for envelope, table in tables(record))
    marked = [(marker.n, marker.seat) for marker in drawn.markers if marker.kind == "attack"]
    declared = [(e.n, e.event.seat) for e in record.envelopes if isinstance(e.event, AttackDeclared)]
    assert marked == declared != []
    assert drawn.version == len(record.envelopes)


def test_an_edition_marks_its_declared_events(monkeypatch):
    record = simulate("duel", 2, "own-markers", 1, {}, ["greedy"])[0].record()
    steps = [(envelope.n, envelope.event, table) for envelope, table in tables(record)]
    left = [e.n for e in record.envelopes if str(e.event.__struct_config__.tag) == "offer_left.1"]
    assert all(marker.n not in left for marker in timeline(steps).markers)
    offered = Landmark(events=("offer_left.1",), name={"en": "offer", "fr": "offre", "de": "Angebot"})
    duel = EDITIONS["duel"]
    monkeypatch.setitem(EDITIONS, "duel", replace(duel, data=replace(duel.data, markers={"offer": offered})))
    marker_of.cache_clear()
    drawn = timeline(steps)
    marker_of.cache_clear()
    assert [marker.n for marker in drawn.markers if marker.kind == "offer"] == left != []
