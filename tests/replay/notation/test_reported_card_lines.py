"""Tests of `%?`, a report about a hidden card: it round-trips and holds until another card is shown."""

import pytest
from msgspec.structs import replace

from domain.editions import edition_named
from domain.reported_cards import CardsAttested
from domain.visibility import SPECTATOR, seat_viewer
from projections.sentences import Chronicle
from replay.audit import audit
from replay.codec import Cause
from replay.notation.export import write_sheet
from replay.notation.move_reader import NotationError
from replay.notation.sheet import Contradiction
from replay.notation.transcript import record_sheet
from replay.record import read_file, write_file
from replay.rewind import table_at

HEAD = '[BEN "1"]\n[Edition "classic"]\n[Seats "Ana; Bo; Cy"]\n[Start "B"]\n[Deck "unknown"]\n\n'
SAID = "%? B @1 = Gr\np1 {Gr}\n%? A @4@2 != Ga,Re\n%? C != St\n%? A @3 = So\n"


def taken_down(text):
    return record_sheet(HEAD + text, game="paper", at=0)


def test_reported_cards_round_trip_in_every_view():
    back = taken_down(SAID)
    written = write_sheet(back.record, back.names, back.remarks)
    assert written.endswith(f"\n\n{SAID}")
    assert write_file(record_sheet(written, game="paper", at=0).record) == write_file(back.record)
    assert read_file(write_file(back.record)) == back.record
    for viewer in (SPECTATOR, seat_viewer(2)):
        assert "%? A @4@2 != Ga,Re\n%? C != St\n%? A @3 = So\n" in write_sheet(back.record.seen_by(viewer), back.names)


def test_a_reported_card_changes_no_table():
    back = taken_down("%? A @3 = So\n%? C != St")
    assert [verdict.verdict for verdict in audit(back.record).verdicts[-2:]] == ["consequence"] * 2
    assert {verdict.says.name for verdict in audit(back.record).verdicts[-2:]} == {"attested"}
    dealt = [one.event for one in back.record.envelopes if hasattr(one.event, "places") and one.event.seat == 0]
    assert set(dealt[0].cards) == {"face_down"}
    assert table_at(back.record, len(back.record.envelopes)).seats[0].hand[2] == "soy"


def test_a_move_that_depends_on_a_reported_card_is_accepted():
    with pytest.raises(Contradiction, match="Bo's first card in hand"):
        taken_down("p1")
    for text in ("%? B @1 = Gr\np1", "%? B @1 = Gr\np1 {Gr}"):
        record = taken_down(text).record
        assert record.envelopes[-1].event.variety == "green"
        assert audit(record).verdicts[-1].verdict == "legal"


def test_a_reported_card_has_sentences_in_three_languages():
    event = taken_down("%? A @4@2 != Ga,Re").record.envelopes[-1].event
    said = {
        lang: Chronicle(edition_named("classic").data, lang, ["Ana"]).sentence(event) for lang in ("en", "fr", "de")
    }
    assert said == {
        "en": "Told at the table: Ana, card 4, 2 of the hand: none of Garden bean, Red bean",
        "fr": "Dit à la table\u00a0: Ana, la main, carte 4, 2\u00a0: autre que Gartenbohne, Rote Bohne",
        "de": "Am Tisch gesagt: Ana, Hand, Karte 4, 2: nicht Gartenbohne, Rote Bohne",
    }


def test_reported_cards_survive_undone_moves():
    back = taken_down("p1 {Gr}\n%? B != Ga\np2 {St}\n%undo 1\n%? A @1 != Bl\np2 {St}")
    left = {one.game: one for one in back.parents}
    again = write_sheet(back.record, back.names, back.remarks, parent=left.get)
    assert "%? B != Ga\np2 {St}\n%undo 1\n%? A @1 != Bl\np2 {St}" in again
    with pytest.raises(Contradiction, match="told that this card is not one"):
        taken_down("p1 {Gr}\n%? B != Ga\np2 {St}\n%undo 1\np2 {Ga}")


def test_a_mark_before_a_move_is_a_remark():
    back = taken_down("%? p1 {Gr}")
    written = write_sheet(back.record, back.names, back.remarks)
    assert [said.text for said in back.remarks] == ["%note what followed was not what the rules say"]
    assert write_sheet(*(again := record_sheet(written, game="paper", at=0))[::3], again.remarks) == written


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("%? B @9 = Gr", 6, "5 cards in hand"),
        ("%? B @1@1 != Gr", 6, "each named once"),
        ("%? B = Gr", 8, "of a place, and of one variety"),
        ("%? B @1 = Gr,Re", 11, "of a place, and of one variety"),
        ("%? B @1 =", 10, "is a variety"),
        ("%? B @1 = ??", 11, "is a variety"),
        ("%? B @1 = Gx", 11, "did you mean"),
        ("%? E @1 = Gr", 4, "no seat E"),
        ("%? pile = Gr", 4, "nothing is told of 'pile'"),
        ("%? up @1 != Gr", 4, "nothing is told of 'up'"),
        ("%? B coins @1 = Gr", 6, "nothing is told of 'coins', .*: B hand"),
        ("%? B 1 @1 = Gr", 6, "nothing is told of '1'"),
        ("%? B depot @1 = Gr", 6, "nothing is told of 'depot'"),
    ],
)
def test_a_mistake_in_a_reported_card_is_reported_with_its_column(text, column, says):
    with pytest.raises(NotationError, match=says) as caught:
        taken_down(text)
    assert (caught.value.line, caught.value.column) == (7, column)
    assert not isinstance(caught.value, Contradiction)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("%? B @1 = Gr\np1 {Re}", "red is noted where green lies"),
        ("%? B != Gr\np1 {Gr}", "told that this card is not one"),
        ("%? B @1 != Gr\n%fix B @1 > pile {Gr}", "told that this card is not one"),
        ("%? B @1 = Gr\n%? B @1 = Re", "not there"),
        ("%? B @1 = Gr\n%? B @1 != Gr", "known is not told to be another"),
    ],
)
def test_a_report_that_contradicts_a_shown_card_is_refused(text, says):
    with pytest.raises(Contradiction, match=says):
        taken_down(text)


def test_control_an_unauthorised_report_is_detected():
    record = taken_down("p1 {Gr}\n/ {up St,So}\n#1>A @1=Re* {Ch}\n%? A @1 = Bl").record
    *before, spoken = record.envelopes
    assert audit(record).verdicts[-1].verdict == "consequence"
    other = CardsAttested(seat=1, area="hand", places=(0,), how="is", cards=("red",))
    perhaps = replace(spoken.event, how="perhaps")
    by_seat = replace(spoken, cause=Cause(command=None, by="seat:0"))
    for forged in (by_seat, replace(spoken, event=other), replace(spoken, event=perhaps)):
        assert audit(replace(record, envelopes=(*before, forged))).verdicts[-1].verdict == "differs"
