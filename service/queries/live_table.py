"""The table of a running game."""

import dataclasses
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from domain.commands import Command, OfferDonation, ProposeTrade
from domain.deal_commitments import DealAgreed
from domain.table import Table
from domain.values import Value
from projections.summary import Summary
from replay.codec import Envelope
from replay.proofs.shuffle import Deal
from replay.rewind import table_after

ENDLESS: Final = (ProposeTrade, OfferDonation)
"""Commands that can be repeated without end, and bring the game no nearer to its end."""
EVENTS_MAX: Final = 5000
"""How many events such commands may reach. The longest game of bots has some 1,600 events."""


class LiveTable(Value, gc=True):
    """A table after event `version`, which happened at `at`. `chance` is the rest of its deal.

    `over` says that the game has ended. The summary has this too; the copy is for quick access.
    """

    table: Table
    summary: Summary
    at: int
    chance: Any
    version: int = 0
    over: bool = False

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.summary.game

    @property
    def barred(self) -> tuple[type[Command], ...]:
        """The commands that are refused here at any state of the rules, because the game has too many events."""
        return ENDLESS if self.version >= EVENTS_MAX else ()

    def after(self, envelopes: Sequence[Envelope], table: Table | None = None) -> "LiveTable":
        """Return the table after these events.

        `table` is the result if it is known. Raises CorruptHistory for impossible ones.
        """
        summary, at = self.summary, self.at
        chance = self.chance if self.version else named_after(self.chance, self.game, envelopes)
        for envelope in envelopes:
            summary, at = summary.after(envelope.n, envelope.at, envelope.event), envelope.at
        if isinstance(chance, Deal) and chance.withheld != bool(summary.tables):
            # Until the deals of its group are revealed together.
            chance = dataclasses.replace(chance, withheld=bool(summary.tables))
        table = table or table_after(envelopes, self.table)
        new = replace(self, table=table, summary=summary, at=at, version=summary.version, over=summary.over)
        return new if chance is self.chance else replace(new, chance=chance)


def named_after(chance: Any, game: str, envelopes: Sequence[Envelope]) -> Any:
    """Return the deal of a game that begins with these events.

    In a duplicate it is named after the organiser's share.
    """
    for envelope in envelopes[:3]:
        event = envelope.event
        if envelope.game != game or not isinstance(chance, Deal):
            return chance
        if isinstance(event, DealAgreed) and event.contribution:
            chance = dataclasses.replace(chance, name=event.contribution)
    return chance
