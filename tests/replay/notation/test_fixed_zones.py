"""Tests of `%fix` for the zones of an edition: cards are moved and stay hidden from viewers who do not see the zone."""

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.corrections import TableCorrected
from domain.editions import rulebook_of
from domain.invariants import broken_invariants
from domain.view import View
from domain.visibility import SPECTATOR, seat_viewer
from replay.audit import audit
from replay.notation.export import write_sheet
from replay.notation.move_reader import NotationError
from replay.notation.sheet import Contradiction
from replay.notation.transcript import record_sheet
from replay.record import read_file, write_file
from replay.rewind import is_batch_end, table_at, tables

GOLDEN = Path(__file__).parents[2] / "golden/games"
DUEL = '[BEN "1"]\n[Edition "duel"]\n[Seats "Ana; Bo"]\n[Start "B"]\n[Deck "unknown"]\n\n'


@cache
def begun(zone):
    """Return a sheet of Bohnaparte up to a table at which a seat has cards in this zone, and that seat."""
    for game in ("bohnaparte-3-1969", "bohnaparte-4-1964-0001-02de09"):
        record = read_file((GOLDEN / f"{game}.haricot.jsonl").read_bytes())
        for envelope, table in tables(record):
            found = [at for at, seat in enumerate(table.seats) if seat.annex is not None and getattr(seat.annex, zone)]
            if found and is_batch_end(record, envelope.n):
                so_far = replace(record, envelopes=record.envelopes[: envelope.n])
                return write_sheet(so_far, [f"P{seat}" for seat in range(len(table.seats))]), found[0]
    raise AssertionError(f"no seat has a {zone}")


def last(back):
    return table_at(back.record, len(back.record.envelopes))


@cache
def fixed(zone, *lines):
    text, seat = begun(zone)
    return record_sheet(text + "\n".join(lines).replace("X", "ABCD"[seat]), game="paper", at=0)


def held(zone, back):
    return getattr(last(back).seats[begun(zone)[1]].annex, zone)


def check(back):
    """Assert that the sheet round-trips, that its corrections are legal, and that views are the redacted table."""
    again = write_sheet(back.record, back.names, back.remarks)
    assert write_file(record_sheet(again, game=back.record.game, at=0).record) == write_file(back.record)
    assert [verdict for verdict in audit(back.record).verdicts[-2:] if verdict.wrong] == []
    table = last(back)
    assert broken_invariants(rulebook_of(table), table) == []
    for viewer in (SPECTATOR, *map(seat_viewer, range(len(table.seats)))):
        *_, (_, seen) = tables(back.record.seen_by(viewer))
        assert seen == View.of(table, viewer).table, viewer.name


def readers(back):
    """Return the viewers who see the cards of the last correction."""
    everybody = (SPECTATOR, *map(seat_viewer, range(back.record.created.players)))
    views = {viewer.name: back.record.seen_by(viewer).envelopes[-1].event for viewer in everybody}
    assert all(isinstance(event, TableCorrected) for event in views.values())
    return {name for name, event in views.items() if "face_down" not in event.cards}


def test_a_fix_corrects_a_depot():
    owner = f"seat:{begun('depot')[1]}"
    before = held("depot", fixed("depot"))
    more = fixed("depot", "%fix pile > X depot")
    assert len(held("depot", more)) == len(before) + 1
    assert readers(more) == {owner}
    check(more)
    card = held("depot", more)[-1]
    back = fixed("depot", "%fix pile > X depot", f"%fix X depot > pile {{{card}}}")
    assert held("depot", back) == before
    assert readers(back) == {owner}
    check(back)
    assert readers(fixed("depot", "%fix pile > X depot", f"%fix X depot > discards {{{card}}}")) > {owner, "spectator"}


@pytest.mark.long
def test_a_fix_of_a_merchant_hides_its_cards():
    before = held("merchant", fixed("merchant"))
    more = fixed("merchant", "%fix pile > X merchant")
    assert held("merchant", more)[:-1] == before
    assert readers(more) == set()
    check(more)
    back = fixed("merchant", "%fix pile > X merchant", "%fix X merchant > pile")
    assert held("merchant", back) == before
    assert readers(back) == set()
    check(back)
    given = fixed("merchant", "%fix X merchant > X")
    assert len(held("merchant", given)) == len(before) - 1
    assert readers(given) == {f"seat:{begun('merchant')[1]}"}
    check(given)


def test_a_fix_corrects_face_up_cards():
    back = record_sheet(DUEL + "%fix pile > offer {Gr}\n%fix offer > A 1 {Gr}", game="paper", at=0)
    assert last(back).seats[0].fields[0] == ("green",)
    check(back)


def test_a_fix_shuffles_a_pile():
    back = record_sheet(DUEL + "%fix A @1 > pile {Gr}\n%fix shuffle pile\n%count pile 138", game="paper", at=0)
    assert set(last(back).draw_pile) == {"face_down"}
    check(back)
    known = fixed("depot", "%fix shuffle pile")
    pile = last(fixed("depot")).draw_pile
    assert set(last(known).draw_pile) == {"face_down"}
    noted = fixed("depot", f"%fix shuffle pile {{mix {','.join(reversed(pile))}}}")
    assert last(noted).draw_pile == pile[::-1]
    for shuffled in (known, noted):
        check(shuffled)


def test_cards_after_a_shuffling_fix_come_from_its_order():
    back = record_sheet(DUEL + "%fix A @1 > pile {Gr}\n%fix shuffle pile\n%fix pile > A {Re}", game="paper", at=0)
    order = next(one.event.order for one in back.record.envelopes if hasattr(one.event, "order") and one.n > 5)
    assert order[0] == "red"
    check(back)


@pytest.mark.parametrize(
    ("line", "kind", "says"),
    [
        ("%fix pile > X depo", NotationError, "did you mean depot"),
        ("%fix pile > offer", NotationError, "no place"),
        ("%fix X depot @1 > pile", NotationError, "by their places"),
        ("%fix X depot > pile", NotationError, "in braces"),
        ("%fix X merchant > discards", NotationError, "in braces"),
        ("%fix shuffle pile {mix Gr}", Contradiction, "loses no card"),
    ],
)
def test_an_impossible_fix_of_a_zone_is_refused(line, kind, says):
    with pytest.raises(kind, match=says):
        fixed("merchant" if "merchant" in line else "depot", line)


def test_control_a_correction_that_reveals_a_card_is_detected():
    back = fixed("merchant", "%fix pile > X merchant")
    *before, moved = back.record.envelopes
    for shown in ("all", "hands"):
        forged = replace(back.record, envelopes=(*before, replace(moved, event=replace(moved.event, shown=shown))))
        assert audit(forged).verdicts[-1].verdict == "differs"
    assert moved.event.cards != ("face_down",)
