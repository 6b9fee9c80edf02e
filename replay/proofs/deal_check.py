"""Holds a revealed deal against its commitment: every shuffle and every lot computed again from the seed."""

import base64
import binascii
from collections.abc import Iterator

from domain.events import Cards, DealRevealed, DeckShuffled
from replay.proofs.shuffle import Deal
from replay.record import Record
from replay.rewind import tables


def dealt_otherwise(record: Record, deck: Cards) -> Iterator[tuple[int, str]]:
    """The events (n, what is wrong) that the revealed seed does not bear out; nothing while it is not revealed.

    `deck` is the edition's, in the order of its data: the pile of the first shuffle.
    Only what the last commitment binds is checked: in a fork, the fork's own shuffles.
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
    before = None
    for envelope, table in tables(record):
        event = envelope.event
        if before is not None and (forked is None or envelope.n > forked.at + 1):
            if isinstance(event, DeckShuffled):
                contributions = before.contributions
                pile = before.discard_pile if event.reason != "setup" else deck
                if event.order != deal.shuffle(before.shuffles, contributions, pile):
                    yield envelope.n, "the revealed seed gives another order"
            elif event.lots() and before.rules.options.get("start_player", "random") == "random":
                contributions, everyone = before.contributions, tuple(range(len(before.seats)))
                if event.lots() != tuple(deal.lot(j, contributions, everyone) for j, _ in enumerate(event.lots())):
                    yield envelope.n, "the revealed seed gives another lot"
            elif isinstance(event, DealRevealed) and before.commitment != deal.commitment:
                yield envelope.n, "the seed is not the one committed to"
        before = table
