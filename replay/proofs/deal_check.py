"""Holds a revealed deal against its commitment: every shuffle and every lot computed again from the seed."""

import base64
import binascii
from collections.abc import Iterator, Sequence
from contextlib import suppress

from domain.cards import Card
from domain.engine import decide
from domain.events import DealRevealed, DeckShuffled
from domain.refusals import HaricotError
from domain.rulebook import Rulebook
from domain.table import Table
from replay.codec import Envelope
from replay.proofs.shuffle import Deal
from replay.record import Record
from replay.rewind import batches, tables


def dealt_otherwise(record: Record, rules: Rulebook | None) -> Iterator[tuple[int, str]]:
    """The events (n, what is wrong) that the revealed seed does not bear out; nothing while it is not revealed.

    The pile of the first shuffle is the deck of the `rules`, in the order of the edition's data. Only what the last
    commitment binds is checked: in a fork, the fork's own shuffles.
    """
    revealed = next((e for e in record.envelopes if isinstance(e.event, DealRevealed)), None)
    if revealed is None or not isinstance(revealed.event, DealRevealed) or not record.viewer.sees_all:
        return
    forked = record.forked_from
    try:
        deal = Deal(record.game, base64.b64decode(revealed.event.seed, validate=True))
    except (ValueError, binascii.Error):
        yield revealed.n, "the seed is not base64 of 48 bytes"
        return
    before, lots = None, {batch[0].n: batch for batch in batches(record.envelopes) if _has_lots(batch)}
    for envelope, table in tables(record):
        event = envelope.event
        if before is not None and (forked is None or envelope.n > forked.at + 1):
            if envelope.n in lots and rules is not None:
                yield from _drawn_otherwise(lots[envelope.n], before, rules, deal)
            if isinstance(event, DeckShuffled):
                pile: tuple[Card, ...] = before.discard_pile
                if event.reason == "setup":
                    pile = () if rules is None else rules.deck
                if event.order != deal.shuffle(before.shuffles, before.contributions, pile):
                    yield envelope.n, "the revealed seed gives another order"
            elif isinstance(event, DealRevealed) and before.commitment != deal.commitment:
                yield envelope.n, "the seed is not the one committed to"
        before = table


def _has_lots(batch: Sequence[Envelope]) -> bool:
    return any(envelope.event.lots() or envelope.event.drawn_order() for envelope in batch)


def _drawn_otherwise(
    batch: Sequence[Envelope], before: Table, rules: Rulebook, deal: Deal
) -> Iterator[tuple[int, str]]:
    """The lots of a batch, drawn again by deciding its command with the revealed deal; lots are few."""
    cause = batch[0].cause
    expected: dict[type, object] = {}
    with suppress(HaricotError):  # what is not lawful is named elsewhere
        if cause is not None and cause.command is not None:
            expected = {type(event): event for event in decide(rules, before, cause.command, deal)}
    for envelope in batch:
        event = envelope.event
        if (event.lots() or event.drawn_order()) and expected.get(type(event), event) != event:
            yield envelope.n, "the revealed seed gives another lot"
