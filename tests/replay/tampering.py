"""Forgeries of a record with recomputed checks: each returns the forged record and the expected finding."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.cards import GivenCard
from domain.commands import CardRef, DeclineTrade, EndPlanting, HarvestField, PlantFromHand, ProposeTrade, TakeSeat
from domain.editions import rulebook_of
from domain.editions.bohnaparte.events import AttackDeclared, CombatResolved, TerrainConquered
from domain.events import (
    BeanPlanted,
    CardsDealt,
    CardsDrawn,
    CardsTurnedUp,
    DealRevealed,
    DeckShuffled,
    DrawPileExhausted,
    Event,
    FieldHarvested,
    GameCreated,
    GameEnded,
    PhaseStarted,
    SeatTaken,
    ThirdFieldBought,
    TradeAccepted,
    TradeProposed,
    TurnStarted,
)
from domain.rulebook import Rulebook
from domain.table import Table
from domain.upcasters import SeatTaken as SeatTakenBefore
from domain.values import changed
from replay.codec import Cause, Envelope
from replay.proofs.shuffle import contribution_of_text
from replay.record import Record
from replay.rewind import batches, tables

DAY_MS = 86_400_000
OTHER = contribution_of_text("forged")


class Forged(NamedTuple):
    """A forged record, the event that must be reported, and the mechanism or act whose clause must be cited, if any.

    With `since`, the first report may be any event from `since` on.
    """

    record: Record
    n: int
    slot: str | None = None
    since: int | None = None


Tampering = Callable[[Record], Forged | None]
"""Returns None if a game has nothing to forge in this way."""


# How records are changed.


def retold(record: Record, n: int, **fields: Any) -> Record:
    """Return the record with other fields of event n."""
    return with_envelope(record, n, event=replace(record.envelopes[n - 1].event, **fields))


def with_envelope(record: Record, n: int, **parts: Any) -> Record:
    """Return the record with other parts of envelope n."""
    return replace(record, envelopes=changed(record.envelopes, n - 1, replace(record.envelopes[n - 1], **parts)))


def without(record: Record, n: int, count: int = 1) -> Record:
    """Return the record without some events from n on, renumbered; a cause passes to the next event of its batch."""
    gone, rest = record.envelopes[n - 1 : n - 1 + count], list(record.envelopes[n - 1 + count :])
    if count == 1 and gone[0].cause is not None and rest and rest[0].cause is None:
        rest[0] = replace(rest[0], cause=gone[0].cause)
    return numbered(record, [*record.envelopes[: n - 1], *rest])


def numbered(record: Record, envelopes: Sequence[Envelope]) -> Record:
    """Return the record with these envelopes, renumbered."""
    again = [replace(envelope, n=n) for n, envelope in enumerate(envelopes, 1)]
    return replace(record, envelopes=tuple(again))


def ending_with(record: Record, n: int, command: Any, event: Event) -> Record:
    """Return the record up to event n, followed by this command and event."""
    last = record.envelopes[n - 1]
    cause = Cause(command=command, by=f"seat:{command.seat}", key=None)
    added = Envelope(game=last.game, n=n + 1, at=last.at, event=event, cause=cause)
    return replace(record, envelopes=(*record.envelopes[:n], added))


def events(record: Record, kind: Any) -> Iterator[Envelope]:
    """Yield the events of a kind."""
    return (envelope for envelope in record.envelopes if isinstance(envelope.event, kind))


def settled(record: Record) -> Iterator[tuple[int, Table, Rulebook]]:
    """Yield the last event of each batch of play, with the table and its rulebook."""
    seen = list(tables(record))
    for (envelope, table), (following, _) in pairwise(seen):
        if following.cause is not None and table.begun and table.result is None:
            yield envelope.n, table, rulebook_of(table)


# Moves that the rules refuse.


def a_protected_bean_is_harvested(record: Record) -> Forged | None:
    for n, table, rules in settled(record):
        for index, seat in enumerate(table.seats):
            if index != table.turn.seat or not rules.phase(table).interruptible:
                continue
            for field, cards in enumerate(seat.fields):
                if len(cards) == 1 and rules.selling.protects(seat.fields, field):
                    sold = FieldHarvested(
                        seat=index, field=field, meter=cards[0], coins=(), discarded=cards, reason="choice"
                    )
                    forged = ending_with(record, n, HarvestField(seat=index, field=field), sold)
                    return Forged(forged, n + 1, "harvest.protection")
    return None


def a_received_card_is_offered(record: Record) -> Forged | None:
    for n, table, _ in settled(record):
        seat, other = table.turn.seat, table.next_seat(table.turn.seat)
        received = [card for card in table.active.set_aside if card not in table.turned_up]
        if received and table.turn.phase == "trade":
            card = received[0]
            answer = TradeProposed(
                proposal=table.next_proposal,
                seat=seat,
                partner=other,
                give=(GivenCard(source="set_aside", variety=card, slot=None),),
                want={card: 1},
                want_turned_up=(),
                give_coins=0,
                want_coins=0,
            )
            give = (CardRef(source="set_aside", variety=card),)
            command = ProposeTrade(seat=seat, partner=other, give=give, want={card: 1})
            return Forged(ending_with(record, n, command, answer), n + 1, "trade.set_aside")
    return None


def a_card_is_planted_out_of_order(record: Record) -> Forged | None:
    for n, table, _ in settled(record):
        turn, seat = table.turn, table.active
        if turn.phase == "plant" and turn.planted == 0 and len(seat.hand) > 1:
            for card, slot in zip(seat.hand[1:], seat.slots[1:], strict=True):
                fields = [k for k, field in enumerate(seat.fields) if not field or field[-1] == card]
                if fields and card != seat.hand[0]:
                    answer = BeanPlanted(seat=turn.seat, field=fields[0], variety=card, source="hand", slot=slot)
                    command = PlantFromHand(seat=turn.seat, field=fields[0])
                    return Forged(ending_with(record, n, command, answer), n + 1, "plant.not_front")
    return None


# Outcomes that do not follow.


def last_harvest(record: Record) -> Envelope:
    """The last harvest by choice of a seat that pays and leaves something."""
    return [e for e in events(record, FieldHarvested) if e.event.coins and e.event.discarded][-1]


def one_coin_too_many(record: Record) -> Forged | None:
    sold = last_harvest(record)
    coins, discarded = sold.event.coins, sold.event.discarded
    forged = retold(record, sold.n, coins=(*coins, discarded[-1]), discarded=discarded[:-1])
    return Forged(forged, sold.n, "field_harvested")


def one_coin_too_few(record: Record) -> Forged | None:
    sold = last_harvest(record)
    coins, discarded = sold.event.coins, sold.event.discarded
    forged = retold(record, sold.n, coins=coins[1:], discarded=(*discarded, coins[0]))
    return Forged(forged, sold.n, "field_harvested")


def another_winner(record: Record) -> Forged | None:
    (ended,) = events(record, GameEnded)
    others = [seat for seat in range(len(ended.event.scores)) if seat not in ended.event.winners]
    return Forged(retold(record, ended.n, winners=tuple(others[:1])), ended.n, "game_ended")


def another_score(record: Record) -> Forged | None:
    (ended,) = events(record, GameEnded)
    scores = changed(ended.event.scores, 0, ended.event.scores[0] + 1)
    return Forged(retold(record, ended.n, scores=scores), ended.n, "game_ended")


def the_combat_goes_to_the_other(record: Record) -> Forged | None:
    fought = next(events(record, CombatResolved), None)
    if fought is None:
        return None
    winner = {"attack": "defence", "defence": "attack"}[fought.event.winner]
    return Forged(retold(record, fought.n, winner=winner), fought.n, "combat_resolved")


def another_terrain_is_conquered(record: Record) -> Forged | None:
    won = next(events(record, TerrainConquered), None)
    if won is None:
        return None
    others = {e.event.target for e in events(record, AttackDeclared)} - {won.event.terrain}
    return Forged(retold(record, won.n, terrain=min(others)), won.n, "terrain_conquered") if others else None


def a_third_field_is_paid_with_other_coins(record: Record) -> Forged | None:
    for envelope, table in tables(record):
        following = record.envelopes[envelope.n] if envelope.n < len(record.envelopes) else None
        if following is not None and isinstance(following.event, ThirdFieldBought):
            stack, paid = table.seats[following.event.seat].coins, following.event.coin_cards
            other = next((card for card in stack if card not in paid), None)
            if other is not None:
                forged = retold(record, following.n, coin_cards=(other, *paid[1:]))
                return Forged(forged, following.n, "third_field.coin_cards")
    return None


# Cards that were not there.


def a_card_is_planted_that_is_nowhere(record: Record) -> Forged | None:
    return _another_card(record, BeanPlanted, "variety", "cards")


def a_card_is_drawn_that_is_nowhere(record: Record) -> Forged | None:
    return _another_card(record, CardsDrawn, "cards", "cards")


def a_card_is_dealt_that_is_nowhere(record: Record) -> Forged | None:
    return _another_card(record, CardsDealt, "cards", "cards")


def a_card_is_turned_up_that_is_nowhere(record: Record) -> Forged | None:
    return _another_card(record, CardsTurnedUp, "cards", "cards")


def _another_card(record: Record, kind: type[Event], field: str, slot: str) -> Forged | None:
    for envelope, table in tables(record):
        answer = record.envelopes[envelope.n] if envelope.n < len(record.envelopes) else None
        if answer is None or not isinstance(answer.event, kind):
            continue
        value = getattr(answer.event, field)
        seat = table.seats[answer.event.seat]  # type: ignore[attr-defined]  # all of these are seats' events
        strange = next(card for card in rulebook_of(table).deck if card not in (*seat.hand, *seat.set_aside, *value))
        forged = strange if isinstance(value, str) else (strange, *value[1:])
        if getattr(answer.event, "source", "hand") == "hand":
            return Forged(retold(record, answer.n, **{field: forged}), answer.n, slot)
    return None


def a_card_is_handed_over_that_is_nowhere(record: Record) -> Forged | None:
    for accepted in events(record, TradeAccepted):
        card = accepted.event.received[0] if accepted.event.received else None
        if card is not None and card.source == "hand":
            strange = "garden" if card.variety != "garden" else "red"
            received = (replace(card, variety=strange), *accepted.event.received[1:])
            return Forged(retold(record, accepted.n, received=received), accepted.n, "cards")
    return None


# What is left out.


def a_turn_is_left_out(record: Record) -> Forged | None:
    started = list(events(record, TurnStarted))[3]
    return Forged(without(record, started.n), started.n, "turn_started")


def an_exhaustion_is_left_out(record: Record) -> Forged | None:
    exhausted = next(events(record, DrawPileExhausted))
    return Forged(without(record, exhausted.n), exhausted.n, "draw_pile_exhausted")


def a_planting_is_left_out(record: Record) -> Forged | None:
    for batch, following in pairwise(batches(record.envelopes)):
        n, cause, after = batch[0].n, batch[0].cause, following[0].cause
        assert cause is not None
        assert after is not None
        before = record.envelopes[max(n - 2, 0)].event
        first = isinstance(before, PhaseStarted) and before.phase == "plant"
        planted = isinstance(cause.command, PlantFromHand) and isinstance(after.command, EndPlanting)
        if first and planted and len(batch) == 1:
            return Forged(without(record, n), n, "plant.first")
    return None


def a_proposal_has_another_number(record: Record) -> Forged | None:
    proposed = next(events(record, TradeProposed), None)
    if proposed is None:
        return None
    return Forged(retold(record, proposed.n, proposal=proposed.event.proposal + 1), proposed.n, "trade_proposed")


# The deal.


def the_cards_are_shuffled_otherwise(record: Record) -> Forged | None:
    shuffled = list(events(record, DeckShuffled))[-1]
    order = shuffled.event.order
    other = next(index for index, card in enumerate(order) if card != order[-1])
    forged = changed(changed(order, other, order[-1]), len(order) - 1, order[other])
    return Forged(retold(record, shuffled.n, order=forged), shuffled.n)


def a_contribution_is_another(record: Record) -> Forged | None:
    seated = next(events(record, SeatTaken | SeatTakenBefore))
    forged = retold(record, seated.n, contribution=OTHER)
    assert seated.cause is not None
    assert isinstance(seated.cause.command, TakeSeat)
    command = replace(seated.cause.command, contribution=OTHER)
    forged = with_envelope(forged, seated.n, cause=replace(seated.cause, command=command))
    started = next(e.n for e in record.envelopes if e.event.lots() or isinstance(e.event, DeckShuffled))
    return Forged(forged, next(events(record, DeckShuffled)).n, since=started)


def the_seed_is_another(record: Record) -> Forged | None:
    (revealed,) = events(record, DealRevealed)
    return Forged(retold(record, revealed.n, seed="A" * 64), revealed.n)


def the_game_has_another_id(record: Record) -> Forged | None:
    (revealed,) = events(record, DealRevealed)
    envelopes = tuple(replace(envelope, game="renamed") for envelope in record.envelopes)
    return Forged(replace(record, game="renamed", envelopes=envelopes), revealed.n)


def the_commitment_is_another(record: Record) -> Forged | None:
    (revealed,) = events(record, DealRevealed)
    return Forged(retold(record, 1, commitment="0" * 64), revealed.n)


def the_seed_is_never_revealed(record: Record) -> Forged | None:
    (revealed,) = events(record, DealRevealed)
    return Forged(without(record, revealed.n), revealed.n - 1)


# The record.


def another_seat_sends_the_command(record: Record) -> Forged | None:
    for envelope in record.envelopes:
        if envelope.cause is not None and isinstance(envelope.cause.command, PlantFromHand):
            seat = envelope.cause.command.seat
            forged = with_envelope(record, envelope.n, cause=replace(envelope.cause, by=f"seat:{1 - min(seat, 1)}"))
            return Forged(forged, envelope.n)
    return None


def time_runs_backwards(record: Record) -> Forged | None:
    middle = len(record.envelopes) // 2
    return Forged(with_envelope(record, middle, at=record.envelopes[middle - 1].at - DAY_MS), middle)


def it_is_cut_inside_a_batch(record: Record) -> Forged | None:
    batch = [batch for batch in batches(record.envelopes) if len(batch) > 2][-2]
    return Forged(replace(record, envelopes=record.envelopes[: batch[-1].n - 1]), batch[-1].n - 1)


FOUND: tuple[Tampering, ...] = (
    a_protected_bean_is_harvested,
    a_received_card_is_offered,
    a_card_is_planted_out_of_order,
    one_coin_too_many,
    one_coin_too_few,
    another_winner,
    another_score,
    the_combat_goes_to_the_other,
    another_terrain_is_conquered,
    a_third_field_is_paid_with_other_coins,
    a_card_is_planted_that_is_nowhere,
    a_card_is_drawn_that_is_nowhere,
    a_card_is_dealt_that_is_nowhere,
    a_card_is_turned_up_that_is_nowhere,
    a_card_is_handed_over_that_is_nowhere,
    a_turn_is_left_out,
    an_exhaustion_is_left_out,
    a_planting_is_left_out,
    a_proposal_has_another_number,
    the_cards_are_shuffled_otherwise,
    a_contribution_is_another,
    the_seed_is_another,
    the_game_has_another_id,
    the_commitment_is_another,
    the_seed_is_never_revealed,
    another_seat_sends_the_command,
    time_runs_backwards,
    it_is_cut_inside_a_batch,
)
"""What the audit finds, and names by its event."""


# What only signatures and checkpoints can find: the record stays one that could have been.


def all_times_are_moved_a_day(record: Record) -> Record:
    return replace(record, envelopes=tuple(replace(envelope, at=envelope.at + DAY_MS) for envelope in record.envelopes))


def a_pseudonym_is_another(record: Record) -> Record:
    return _sitter(record, pseudonym="somebody")


def a_bot_is_called_a_human(record: Record) -> Record:
    return _sitter(record, kind="human")


def _sitter(record: Record, **fields: str) -> Record:
    seated = next(events(record, SeatTaken | SeatTakenBefore))
    assert seated.cause is not None
    cause = replace(seated.cause, command=replace(seated.cause.command, **fields))
    return with_envelope(retold(record, seated.n, **fields), seated.n, cause=cause)


def a_key_is_another(record: Record) -> Record:
    last = next(e for e in reversed(record.envelopes) if e.cause is not None)
    assert last.cause is not None
    return with_envelope(record, last.n, cause=replace(last.cause, key="another"))


def an_option_is_another_on_which_nothing_hangs(record: Record) -> Record:
    created = next(events(record, GameCreated))
    assert created.cause is not None
    options = {**created.event.rules.options, "discard_inspection": "full"}
    if "discard_inspection" not in created.event.rules.options:
        return a_key_is_another(record)
    command = replace(created.cause.command, options=options)
    forged = retold(record, 1, rules=replace(created.event.rules, options=options))
    return with_envelope(forged, 1, cause=replace(created.cause, command=command))


def the_last_declined_proposal_is_left_out(record: Record) -> Record:
    proposed = list(events(record, TradeProposed))
    declined = {
        e.cause.command.proposal: e.n
        for e in record.envelopes
        if e.cause is not None and isinstance(e.cause.command, DeclineTrade)
    }
    if not proposed or proposed[-1].event.proposal not in declined:
        return a_key_is_another(record)
    number = proposed[-1].event.proposal
    if any(getattr(e.event, "proposal", 0) > number for e in record.envelopes):
        return a_key_is_another(record)
    return without(without(record, declined[number]), proposed[-1].n)


UNSEEN = (
    all_times_are_moved_a_day,
    a_pseudonym_is_another,
    a_bot_is_called_a_human,
    a_key_is_another,
    an_option_is_another_on_which_nothing_hangs,
    the_last_declined_proposal_is_left_out,
)
"""What only signatures and checkpoints can find."""
