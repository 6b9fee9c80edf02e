"""Tests of the audit: clean games are clean, and every planted fault is found at its event."""

import base64

import pytest
from msgspec.structs import replace

from domain.commands import HarvestField, PlantFromHand
from domain.events import (
    BeanPlanted,
    CardsTurnedUp,
    DealRevealed,
    DeckShuffled,
    FieldHarvested,
    GameCreated,
    GameEnded,
    PhaseStarted,
    TradeDeclined,
    TradeLapsed,
)
from domain.values import changed
from domain.visibility import OMNISCIENT, SPECTATOR, seat_viewer
from replay.audit import AuditResult, audit
from replay.codec import Cause, Envelope
from replay.record import Record
from replay.rewind import batches, table_at
from tests.replay.example_games import traders_game, wild_game

RECORD = traders_game()


def first(kind: type, number: int = 0) -> Envelope:
    """Return the first (or a later) event of a kind."""
    return [e for e in RECORD.envelopes if isinstance(e.event, kind)][number]


def with_event(n: int, **changes: object) -> Record:
    """Return the record with one event changed."""
    envelopes = list(RECORD.envelopes)
    envelopes[n - 1] = replace(envelopes[n - 1], event=replace(envelopes[n - 1].event, **changes))
    return Record(game=RECORD.game, envelopes=tuple(envelopes))


def up_to(n: int, *batch: Envelope) -> Record:
    """Return the record up to event n, followed by another batch."""
    return Record(game=RECORD.game, envelopes=(*RECORD.envelopes[:n], *batch))


@pytest.mark.parametrize("viewer", [OMNISCIENT, SPECTATOR, seat_viewer(0), seat_viewer(1)], ids=lambda v: v.name)
@pytest.mark.parametrize("record", [traders_game(), wild_game()], ids=lambda record: record.game)
def test_a_lawful_game_is_clean_in_every_view_and_each_verdict_cites_a_clause(record, viewer):
    answer = audit(record.seen_by(viewer))
    assert answer.first is None
    assert answer.verdict == ("clean" if viewer.sees_all else "legal")
    assert [verdict.n for verdict in answer.verdicts] == [envelope.n for envelope in record.envelopes]
    assert all(verdict.clause for verdict in answer.verdicts if verdict.verdict != "unknown")


def test_only_an_omniscient_audit_has_no_unknown_verdicts():
    assert not [v for v in audit(RECORD).verdicts if v.verdict == "unknown"]
    assert [v for v in audit(RECORD.seen_by(SPECTATOR)).verdicts if v.verdict == "unknown"]


def test_the_first_event_of_a_batch_is_legal_and_the_rest_consequences():
    verdicts = audit(RECORD).verdicts
    for batch in batches(RECORD.envelopes):
        kinds = [verdicts[envelope.n - 1].verdict for envelope in batch]
        assert kinds == ["legal", *["consequence"] * (len(batch) - 1)]


def overpaid() -> tuple[AuditResult, Envelope]:
    """Return the audit of the game in which a late harvest pays one coin too many, and that harvest."""
    last_shuffle = [e for e in RECORD.envelopes if isinstance(e.event, DeckShuffled)][-1].n
    harvests = (e for e in RECORD.envelopes[last_shuffle:] if isinstance(e.event, FieldHarvested))
    sold = next(e for e in harvests if len(e.event.discarded) > 1)
    event = sold.event
    paid = with_event(sold.n, coins=(*event.coins, event.discarded[0]), discarded=event.discarded[1:])
    return audit(paid), sold


def test_an_overpaid_harvest_differs_at_its_event():
    answer, sold = overpaid()
    assert (answer.first.n, answer.verdict) == (sold.n, "irregular")


def test_an_audit_continues_after_a_divergence_with_the_recorded_events():
    answer, sold = overpaid()
    assert len(answer.verdicts) == len(RECORD.envelopes)
    assert answer.verdicts[sold.n].verdict in ("legal", "consequence")


def test_a_turned_up_card_that_was_not_on_top_is_corrupt():
    turned = first(CardsTurnedUp)
    other = "garden" if "garden" not in turned.event.cards else "blue"
    answer = audit(with_event(turned.n, cards=(other, *turned.event.cards[1:])))
    assert (answer.verdict, answer.first.n) == ("corrupt", turned.n)


def test_a_third_planting_in_one_turn_is_illegal_by_its_clause():
    n = next(e.n for e in RECORD.envelopes if table_at(RECORD, e.n).turn.planted == 2)
    table = table_at(RECORD, n)
    seat, bean = table.turn.seat, table.active.hand[0]
    field = next(k for k in range(len(table.active.fields)))
    command = PlantFromHand(seat=seat, field=field)
    planted = BeanPlanted(seat=seat, field=field, variety=bean, source="hand")
    cause = Cause(command=command, by=f"seat:{seat}", key=None)
    answer = audit(up_to(n, Envelope(game=RECORD.game, n=n + 1, at=0, event=planted, cause=cause)))
    assert (answer.verdict, answer.first.n, answer.first.clause) == ("irregular", n + 1, "CL-4.5")


def test_a_wrong_winner_differs():
    ended = first(GameEnded)
    assert audit(with_event(ended.n, winners=(3,))).first.n == ended.n or ended.event.winners == (3,)


def test_an_event_too_many_or_too_few_is_named():
    batch = next(batch for batch in batches(RECORD.envelopes) if len(batch) > 2 and batch[0].n > 20)
    short = up_to(batch[-1].n - 1)
    assert audit(short).first.n == batch[-1].n - 1
    extra = Envelope(game=RECORD.game, n=batch[-1].n + 1, at=0, event=batch[-1].event)
    assert audit(up_to(batch[-1].n, extra)).first.n == batch[-1].n + 1


def test_an_event_without_a_command_differs():
    n = 40
    event = first(BeanPlanted).event
    answer = audit(up_to(n, Envelope(game=RECORD.game, n=n + 1, at=0, event=event, cause=Cause(command=None, by="x"))))
    assert answer.first.n == n + 1


def test_an_unlawful_command_with_lawful_looking_events_is_illegal():
    sold = next(e for e in RECORD.envelopes if isinstance(e.event, FieldHarvested) and e.cause is not None)
    envelopes = list(RECORD.envelopes)
    other = HarvestField(seat=sold.event.seat, field=sold.event.field + 9)
    envelopes[sold.n - 1] = replace(sold, cause=replace(sold.cause, command=other))
    answer = audit(Record(game=RECORD.game, envelopes=tuple(envelopes)))
    assert (answer.first.n, answer.first.clause) == (sold.n, "CL-6.1")


def test_a_shuffle_that_contradicts_the_revealed_seed_is_reported():
    shuffled = first(DeckShuffled, 1)
    order = shuffled.event.order
    other = next(index for index, card in enumerate(order) if card != order[-1])
    arranged = with_event(shuffled.n, order=changed(changed(order, other, order[-1]), len(order) - 1, order[other]))
    assert audit(arranged).first.n == shuffled.n


def test_a_seed_that_contradicts_its_commitment_is_reported():
    revealed = first(DealRevealed)
    other = base64.b64encode(bytes(48)).decode()
    answer = audit(with_event(revealed.n, seed=other))
    assert (answer.verdict, answer.deal.verdict) == ("irregular", "false")
    assert [v.n for v in answer.verdicts if v.verdict == "differs"] == [revealed.n], "the seed is wrong, not the lot"


def test_a_changed_commitment_is_reported():
    created = first(GameCreated)
    answer = audit(with_event(created.n, commitment="0" * 64))
    assert first(DealRevealed).n in {v.n for v in answer.verdicts if v.verdict == "differs"}


def test_an_unknown_phase_is_reported_and_the_audit_continues():
    started = first(PhaseStarted, 3)
    answer = audit(with_event(started.n, phase="lunch"))
    assert answer.first.n == started.n
    assert len(answer.verdicts) == len(RECORD.envelopes)


def test_a_deal_that_was_never_revealed_is_reported():
    revealed = first(DealRevealed)
    assert revealed.n == len(RECORD.envelopes)
    answer = audit(up_to(revealed.n - 1))
    assert (answer.verdict, answer.first.n) == ("irregular", revealed.n - 1)


def test_a_batch_of_only_a_lapse_in_a_view_differs():
    seen = wild_game().seen_by(SPECTATOR)
    declined = next(e for e in seen.envelopes if isinstance(e.event, TradeDeclined))
    forged = replace(declined, event=TradeLapsed(proposal=declined.event.proposal, reason="card_gone"))
    answer = audit(replace(seen, envelopes=(*seen.envelopes[: declined.n - 1], forged)))
    assert (answer.verdict, answer.first.n) == ("irregular", declined.n)


def test_a_game_of_an_unknown_edition_is_judged_and_not_refused():
    created = first(GameCreated)
    answer = audit(with_event(created.n, edition="chess"))
    assert answer.first.n == created.n
