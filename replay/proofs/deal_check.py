"""Holds a revealed deal against its commitment: every shuffle and every lot computed again from the seed."""

import base64
import binascii
from collections.abc import Iterator
from functools import cache
from typing import Any

from domain.cards import hidden
from domain.engine import decide
from domain.events import Cards, DealRevealed, DeckShuffled, Event
from domain.refusals import HaricotError
from domain.rulebook import Rulebook
from domain.table import Table
from replay.codec import Cause
from replay.proofs.shuffle import Deal
from replay.record import Record
from replay.rewind import tables


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
    before = opened = Table()
    cause: Cause[Any] | None = None
    for envelope, table in tables(record):
        event = envelope.event
        if envelope.cause is not None:
            cause, opened = envelope.cause, before
        if envelope.n > 1 and (forked is None or envelope.n > forked.at + 1):
            if isinstance(event, DeckShuffled):
                pile = _pile(event, before, rules)
                if pile is not None and event.order != deal.shuffle(before.shuffles, before.contributions, pile):
                    yield envelope.n, "the revealed seed gives another order"
            elif (
                _is_by_lot(type(event))
                and rules is not None
                and _drawn_otherwise(event, cause, opened, before, rules, deal)
            ):
                yield envelope.n, "the revealed seed gives another lot"
            elif isinstance(event, DealRevealed) and before.commitment != deal.commitment:
                yield envelope.n, "the seed is not the one committed to"
        before = table


def _pile(event: DeckShuffled, before: Table, rules: Rulebook | None) -> Cards | None:
    """What was shuffled; None when that is a deck of which nobody here knows the rules."""
    if event.reason != "setup":
        return before.discard_pile
    return None if rules is None else rules.deck


@cache
def _is_by_lot(kind: type[Event]) -> bool:
    return kind.lots is not Event.lots or kind.drawn_order is not Event.drawn_order


def _drawn_otherwise(
    event: Event, cause: Cause[Any] | None, opened: Table, before: Table, rules: Rulebook, deal: Deal
) -> bool:
    """Whether the event's command, decided again on the table before it, draws other lots from this deal."""
    if cause is None or cause.command is None:
        return False
    try:
        expected = decide(rules, opened, cause.command, _LotsAlone(deal, before))
    except HaricotError:  # what is not lawful is named elsewhere
        return False
    return event not in expected


class _LotsAlone:
    """The chance of a deal without its shuffles, which cost a hundred times as much and are checked by themselves."""

    def __init__(self, deal: Deal, seated: Table) -> None:
        self._seated = seated
        self.commitment = deal.commitment
        self.lot = deal.lot
        self.order = deal.order

    def shuffle(self, k: int, contributions: tuple[str, ...], pile: Cards) -> Cards:  # noqa: ARG002  # a Chance
        """As many cards, face down: no lot hangs on them."""
        return hidden(pile)

    def share(self, seat: int) -> str | None:
        """The share as it was recorded: it was never the deal's to decide."""
        sitter = self._seated.seats[seat].sitter
        return None if sitter is None else sitter.contribution

    def reveal(self) -> str | None:
        """Nothing is revealed again."""
        return None
