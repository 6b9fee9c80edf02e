"""The markers of a game: what a scrubber shows is there for every edition."""

from domain.editions.bohnaparte.events import AttackDeclared
from projections.timeline import timeline
from replay.rewind import tables
from service.bots.simulate import simulate


def test_attacks_are_marked_with_the_seat_and_turn_of_the_attacker():
    record = simulate("bohnaparte", 3, "markers", 1, {}, ["greedy"])[0].record()
    drawn = timeline((envelope.n, envelope.event, table) for envelope, table in tables(record))
    marked = [(marker.n, marker.seat) for marker in drawn.markers if marker.kind == "attack"]
    declared = [(e.n, e.event.seat) for e in record.envelopes if isinstance(e.event, AttackDeclared)]
    assert marked == declared != []
    assert drawn.version == len(record.envelopes)
