"""The current table of a game, with its summary and the rest of its deal."""

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

REPEATABLE_COMMANDS: Final = (ProposeTrade, OfferDonation)
"""Commands that can be repeated without limit, and bring the game no nearer to its end."""
EVENTS_MAX: Final = 5000
"""At how many events these commands are refused. The longest game of bots has some 1,600 events."""


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
    def refused_commands(self) -> tuple[type[Command], ...]:
        """The commands that are refused under all rules, because the game has too many events."""
        return REPEATABLE_COMMANDS if self.version >= EVENTS_MAX else ()

    def after(self, envelopes: Sequence[Envelope], table: Table | None = None) -> "LiveTable":
        """Return the table after these events. `table` is the resulting one if it is known.

        Raises CorruptHistory for impossible events.
        """
        summary, at = self.summary, self.at
        chance = self.chance if self.version else with_deal_name(self.chance, self.game, envelopes)
        for envelope in envelopes:
            summary, at = summary.after(envelope.n, envelope.at, envelope.event), envelope.at
        if isinstance(chance, Deal) and chance.withheld != bool(summary.tables):
            # The deal is withheld secret until the deals of the group are revealed together.
            chance = dataclasses.replace(chance, withheld=bool(summary.tables))
        table = table or table_after(envelopes, self.table)
        new = replace(self, table=table, summary=summary, at=at, version=summary.version, over=summary.over)
        return new if chance is self.chance else replace(new, chance=chance)


def with_deal_name(chance: Any, game: str, envelopes: Sequence[Envelope]) -> Any:
    """Return the deal of a game that begins with these events.

    In a duplicate tournament, the name of the deal is the organiser's share.
    """
    for envelope in envelopes[:3]:
        event = envelope.event
        if envelope.game != game or not isinstance(chance, Deal):
            return chance
        if isinstance(event, DealAgreed) and event.contribution:
            chance = dataclasses.replace(chance, name=event.contribution)
    return chance
