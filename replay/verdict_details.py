"""The details of a verdict on one event: the facts behind it, what else was legal, what the event changed."""

from collections.abc import Iterator, Sequence

from domain.cards import FACE_DOWN
from domain.commands import Command, PlantFromHand, SeatCommand
from domain.editions import rulebook_of
from domain.engine import decide
from domain.events import Cards
from domain.evolve import evolve
from domain.findings import Finding, found
from domain.member_types import Kind, members_of, value_of_kind
from domain.refusals import CorruptHistory, Misuse, Refusal, ShareRefused, UnknownCard
from domain.table import Table
from domain.upcasters import upcast
from domain.values import Value
from replay.codec import Envelope
from replay.legal_choices import SeatOptions, options_at
from replay.record import Record
from replay.recorded_chance import RecordedChance
from replay.rewind import batches, require_n, tables

_REPLAY_ERRORS = (Refusal, ShareRefused, UnknownCard, CorruptHistory, Misuse)
"""The errors of a command that is impossible on another table."""


class Standing(Value, omit_defaults=False):
    """The standing of a game: coins by seat, and scores and winners once it is over."""

    coins: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None


class Effect(Value):
    """The standing after event `upto` as the game was played, and as it would be without a batch.

    `stopped` is why the rest cannot be followed; None where all of it can.
    """

    upto: int
    played: Standing
    without: Standing
    stopped: str | Finding | None = None


def effect_findings(effect: Effect) -> tuple[Finding, ...]:
    """Return the findings on what a batch changed, and on why the game cannot be replayed further without it."""
    upto, scored = effect.upto, effect.played.scores is not None and effect.without.scores is not None
    shown = [(one.scores if scored else one.coins) or () for one in (effect.played, effect.without)]
    played, without = (", ".join(map(str, one)) for one in shown)
    other = found("effect.scores" if scored else "effect.coins", n=upto, played=played, without=without)
    what = found("effect.same", n=upto) if effect.played == effect.without else other
    return (what,) if effect.stopped is None else (what, found("effect.stops", n=upto, fault=effect.stopped))


class VerdictExplanation(Value):
    """The details of the verdict on event n, which belongs to the batch that begins at `first`.

    `facts` and `options` are None for viewers who do not see the hand of the acting seat. `effect` is None for viewers
    who do not see every card.
    """

    n: int
    first: int
    command: Command | None
    facts: tuple[Finding, ...] | None
    options: SeatOptions | None
    effect: Effect | None


def explain_verdict(record: Record, n: int) -> VerdictExplanation:
    """Return the details of the verdict on event n, as the record's viewer sees it; Misuse when there is none."""
    require_n(record, n)
    all_batches = list(batches(record.envelopes))
    batch_index = next(index for index, batch in enumerate(all_batches) if batch[-1].n >= n)
    first, tables_by_n = (
        all_batches[batch_index][0],
        {0: Table(), **{envelope.n: table for envelope, table in tables(record)}},
    )
    before = tables_by_n[first.n - 1]
    command = None if first.cause is None else first.cause.command
    viewer, seat = record.viewer, command.seat if isinstance(command, SeatCommand) else None
    known = before.begun and seat is not None and seat < len(before.seats) and (viewer.sees_all or viewer.seat == seat)
    options = None
    if known and seat is not None:
        try:
            options = options_at(before, seat, masked=not viewer.sees_all, why=False)
        except _REPLAY_ERRORS:  # no rules here fit this table
            options = None
    return VerdictExplanation(
        n=n,
        first=first.n,
        command=command,
        facts=tuple(_facts(before, command)) if known and isinstance(command, SeatCommand) else None,
        options=options,
        effect=_effect(all_batches, batch_index, tables_by_n) if viewer.sees_all and first.n > 1 else None,
    )


def _facts(table: Table, command: SeatCommand) -> Iterator[Finding]:
    """Yield the facts that the rules consult for this command: the turn, and all that it names of its seat."""
    seat, own = command.seat, table.seats[command.seat]
    yield found("fact.turn", seat=table.turn.seat, phase=table.turn.phase, number=table.turn.number)
    kinds = {member.kind for member in members_of(type(command))}
    if isinstance(command, PlantFromHand):
        yield found("fact.planted", count=table.turn.planted)
        if own.hand and own.hand[0] != FACE_DOWN:
            yield found("fact.front", seat=seat, cards=own.hand[:1])
    yield from _hand_findings(seat, own.hand, own.slots, command)
    if Kind.FIELD in kinds:
        for number, beans in enumerate(own.fields, 1):
            if beans:
                yield found("fact.field", seat=seat, number=number, cards=beans)
            else:
                yield found("fact.field_empty", seat=seat, number=number)
    if Kind.CARD in kinds and own.set_aside:
        yield found("fact.set_aside", seat=seat, cards=own.set_aside)
    if Kind.OFFER in kinds:
        number = value_of_kind(command, Kind.OFFER)
        stands = number in {one.proposal for one in table.proposals}
        yield found("fact.proposal" if stands else "fact.proposal_gone", number=number)
    if len(members_of(type(command))) == 1 or kinds & {Kind.COIN, Kind.COINS}:
        yield found("fact.coins", seat=seat, count=len(own.coins))


def _hand_findings(seat: int, hand: Cards, slots: Sequence[int | None], command: SeatCommand) -> Iterator[Finding]:
    """Yield the cards of the seat's own hand that a command names by their slots, each with its place."""
    for member in members_of(type(command)):
        if member.kind is not Kind.SLOT:
            continue
        value = getattr(command, member.attribute)
        for slot in value if isinstance(value, tuple) else (value,):
            if slot is not None and slot in slots and hand[place := list(slots).index(slot)] != FACE_DOWN:
                yield found("fact.hand", seat=seat, number=place + 1, cards=hand[place : place + 1])


class _SameCardsChance(RecordedChance):
    """The recorded chance of a batch, for a table on which the same cards are shuffled."""

    def shuffle(self, k: int, contributions: tuple[str, ...], pile: Cards) -> Cards:
        """Return the recorded order; UnknownCard if other cards are shuffled than in the record."""
        order = super().shuffle(k, contributions, pile)
        if FACE_DOWN not in order and sorted(order) == sorted(pile):
            return order
        raise UnknownCard("draw_pile")


def _effect(all_batches: Sequence[Sequence[Envelope]], batch_index: int, tables_by_n: dict[int, Table]) -> Effect:
    """Return the standing of the game as it was played, and the standing without this batch."""
    table, upto, stopped = tables_by_n[all_batches[batch_index][0].n - 1], all_batches[batch_index][-1].n, None
    for batch in all_batches[batch_index + 1 :]:
        if table.result is not None:
            break
        try:
            table = _replay_batch(table, batch)
        except _REPLAY_ERRORS as error:
            stopped = getattr(error, "says", str(error))
            break
        upto = batch[-1].n
    return Effect(upto=upto, played=_standing(tables_by_n[upto]), without=_standing(table), stopped=stopped)


def _replay_batch(table: Table, batch: Sequence[Envelope]) -> Table:
    cause = batch[0].cause
    if cause is not None and cause.command is not None:
        return decide(rulebook_of(table), table, cause.command, _SameCardsChance(batch)).table
    for envelope in batch:
        table = evolve(table, upcast(envelope.event))
    return table


def _standing(table: Table) -> Standing:
    result = table.result
    return Standing(
        coins=tuple(len(seat.coins) for seat in table.seats),
        scores=None if result is None else result.scores,
        winners=None if result is None else result.winners,
    )
