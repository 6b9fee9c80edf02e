"""Tests of reported cards: they narrow bounds for every viewer and never exclude the true cards."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.inference import reported_cards
from domain.inference.bounds import bounds_by_zone
from domain.inference.zones import zones_by_pointer
from domain.refusals import ImpossiblePosition
from domain.reported_cards import IS, IS_NOT, CardsAttested, cards_before, reportable_areas
from domain.view import View
from domain.visibility import OMNISCIENT, SPECTATOR, seat_viewer
from replay.codec import Cause, Envelope
from replay.notation.transcript import record_sheet
from replay.record import Record
from replay.redeal import SeenHistory, knowledge_at, redeal_table
from replay.rewind import is_batch_end, table_at, tables
from tests.long_tests import mostly_long
from tests.replay.test_redeal import DEAL, KINDS, games, true_cards

HEAD = '[BEN "1"]\n[Edition "classic"]\n[Seats "Ana; Bo; Cy"]\n[Start "B"]\n[Deck "unknown"]\n\n'
ANAS, BOS = "/seats/0/hand", "/seats/1/hand"


def known(text, viewer=SPECTATOR):
    record = record_sheet(HEAD + text, game="paper", at=0).record.seen_by(viewer)
    return knowledge_at(record, len(record.envelopes), strict=False)[1]


def at_most(text, zone, card, viewer=SPECTATOR):
    bounded = bounds_by_zone(known(text, viewer))[zone]
    return (bounded[card].least, bounded[card].most) if card in bounded else (0, 0)


def test_reported_cards_narrow_bounds():
    assert at_most("", ANAS, "garden") == (0, 5)
    assert at_most("%? A @4 != Ga", ANAS, "garden") == (0, 4)
    assert at_most("%? A != Ga,Re", ANAS, "garden") == at_most("%? A != Ga,Re", ANAS, "red") == (0, 0)
    assert at_most("%? A @4 = Ga", ANAS, "garden") == (1, 5)
    assert at_most("%? A @4 = Ga", ANAS, "red") == (0, 4)
    assert at_most("%? A @1@2@3@4@5 = Ga", ANAS, "garden") == (5, 5)
    # There are six garden beans, so where five lie the other hands have one of them at most.
    assert at_most("%? A @1@2@3@4@5 = Ga", BOS, "garden") == (0, 1)


def test_a_reported_card_is_certain_for_every_viewer():
    for viewer in (SPECTATOR, seat_viewer(2)):
        assert [(at, back.variety) for at, back in known("%? A @4 = Ga", viewer).sure()] == [(f"{ANAS}/3", "garden")]
    assert [*known("%? A @4 = Ga", OMNISCIENT).sure()] == []  # there it counts as known, and is not hidden any more


def test_a_reported_hand_stays_bounded_after_cards_leave():
    played = "%? B != Ga\n%? B @2 = Re\np1 {Gr}\n"
    assert at_most(played, BOS, "garden") == (0, 0)
    assert at_most(played, BOS, "red") == (1, 4)
    # What is drawn may be anything.
    drawn = "%? B != Ga\np1 {Gr}\n/ {up St,So}\n/\nSt2\n%! So3\nd"
    assert at_most(drawn, BOS, "garden") == (0, 3)


def test_a_redeal_respects_reported_cards():
    for text, place, holds in (
        ("%? A @4 = Ga", 3, lambda card: card == "garden"),
        ("%? A @4 != Bl,Ch,St,Gr,So,Ey,Re", 3, lambda card: card == "garden"),
        ("%? A @1 != Ga", 0, lambda card: card != "garden"),
    ):
        record = record_sheet(HEAD + text, game="paper", at=0).record
        seen = SeenHistory.of(record, SPECTATOR, len(record.envelopes))
        assert holds(redeal_table(seen, DEAL).seats[0].hand[place])


@pytest.mark.long
def test_a_contradictory_report_cannot_be_redealt():
    record = record_sheet(HEAD + "%? A @1@2@3@4@5 = Ga\n%? B @1@2 = Ga", game="paper", at=0).record
    with pytest.raises(ImpossiblePosition):
        redeal_table(SeenHistory.of(record, SPECTATOR, len(record.envelopes)), DEAL)


def with_words(record: Record, luck: Random) -> Record:
    """Return the record with occasional true reports about hands."""
    events: list[Envelope] = []
    for envelope, table in tables(record):
        events.append(replace(envelope, n=len(events) + 1))
        if luck.random() > 0.08 or not is_batch_end(record, envelope.n) or not table.begun or table.result is not None:
            continue
        seat = luck.randrange(len(table.seats))
        area = luck.choice(reportable_areas(table, seat))
        lying = cards_before(table, seat, area)
        if lying:
            places = tuple(sorted(luck.sample(range(len(lying)), luck.randint(1, len(lying)))))
            others = tuple({"red", "garden", "blue"} - {lying[place] for place in places})
            how = IS if luck.random() < 0.5 or not others else IS_NOT
            places = places[:1] if how == IS else places
            cards = (lying[places[0]],) if how == IS else others
            cause = Cause(command=None, by="record")
            event = CardsAttested(seat=seat, area=area, places=places, how=how, cards=cards)
            events.append(Envelope(game=record.game, n=len(events) + 1, at=envelope.at, event=event, cause=cause))
    return replace(record, envelopes=tuple(events))


def check_truth(kind: str, *, strict: bool) -> int:
    """Assert that no true card is excluded; count the cards that are certain at their place."""
    luck, sure = Random(kind), 0
    record = with_words(games(kind, 1)[0], luck)
    for n in sorted(luck.sample(range(20, len(record.envelopes)), 4)):
        viewer = luck.choice([SPECTATOR, *map(seat_viewer, range(record.created.players))])
        _, knowledge = knowledge_at(record.seen_by(viewer), n, strict=strict)
        truth = zones_by_pointer(View(viewer=OMNISCIENT, table=table_at(record, n)))
        for place in knowledge.places():
            assert place.can_be(truth[place.zone].cards[place.at]), (kind, n, viewer.name, place)
        for zone, bounded in bounds_by_zone(knowledge).items():
            lying = [truth[zone].cards[place.at] for place in knowledge.places() if place.zone == zone]
            assert {*lying} <= {*bounded}
            assert all(one.least <= lying.count(card) <= one.most for card, one in bounded.items()), (kind, n, zone)
        for pointer, back in knowledge.sure():
            zone, _, at = pointer.rpartition("/")
            assert truth[zone].cards[int(at)] == back.variety != FACE_DOWN
            sure += 1
        seen = SeenHistory.of(record, viewer, n)
        assert true_cards(record, seen).contradictions == 0
        if strict:
            redeal_table(seen, DEAL)
    return sure


@pytest.mark.long
@pytest.mark.parametrize("strict", mostly_long([True, False]))
def test_true_reports_keep_hidden_cards_within_their_bounds(strict):
    assert sum(check_truth(kind, strict=strict) for kind in KINDS) > 5


def test_control_a_wrong_report_is_detected(monkeypatch):
    monkeypatch.setattr(reported_cards, "_without", lambda heard, gone: heard[1:])
    with pytest.raises(AssertionError):
        [check_truth(kind, strict=False) for kind in KINDS]
