"""The table of a game that goes on."""

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
"""What can be done again and again, and the game comes no nearer to its end."""
EVENTS_MAX: Final = 5000
"""How long a game may grow by these; the longest that bots have played has some 1,600 events."""


class LiveTable(Value, gc=True):
    """A table that is played at, after event `version`, which happened at `at`; `chance` is the rest of its deal.

    `over` says that nothing can happen here any more. The summary says both as well, but they are asked for all along.
    """

    table: Table
    summary: Summary
    at: int
    chance: Any
    version: int = 0
    over: bool = False

    @property
    def game(self) -> str:
        """What the game is called."""
        return self.summary.game

    @property
    def barred(self) -> tuple[type[Command], ...]:
        """What nobody can do here any more, however the rules see it."""
        return ENDLESS if self.version >= EVENTS_MAX else ()

    def after(self, envelopes: Sequence[Envelope], table: Table | None = None) -> "LiveTable":
        """The same after these events, which lead to `table`, where that is known; CorruptHistory if they cannot be."""
        summary, at = self.summary, self.at
        chance = self.chance if self.version else named_after(self.chance, self.game, envelopes)
        for envelope in envelopes:
            summary, at = summary.after(envelope.n, envelope.at, envelope.event), envelope.at
        if isinstance(chance, Deal) and chance.kept != bool(summary.tables):
            chance = dataclasses.replace(chance, kept=bool(summary.tables))  # until all open that open together
        table = table or table_after(envelopes, self.table)
        new = replace(self, table=table, summary=summary, at=at, version=summary.version, over=summary.over)
        return new if chance is self.chance else replace(new, chance=chance)


def named_after(chance: Any, game: str, envelopes: Sequence[Envelope]) -> Any:
    """The deal of a game that begins with these events: of level duplicate it is named after the organiser's share."""
    for envelope in envelopes[:3]:
        event = envelope.event
        if envelope.game != game or not isinstance(chance, Deal):
            return chance
        if isinstance(event, DealAgreed) and event.contribution:
            chance = dataclasses.replace(chance, name=event.contribution)
    return chance
