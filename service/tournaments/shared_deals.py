"""The deals of a duplicate round: which tables share one, and which deal a game has."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.deal_commitments import TABLES_MAX, DealAgreed, GameGrouped
from domain.tournaments.state import DrawnRound, Tournament, TournamentTable
from replay.codec import Envelope
from service.access.context import Context

MAKING: Final = 3
"""How many events at its beginning say with which games a game shares its deal."""


def deal_groups(
    state: Tournament, round_: DrawnRound, tables: Sequence[TournamentTable]
) -> Iterator[tuple[TournamentTable, ...]]:
    """Yield these tables of a round in groups, each of those that get one deal; a group of one has a deal of its own.

    In duplicate all tables of one size share a deal, up to TABLES_MAX of them. A table that had a game before shares
    none: its players have seen cards, and so could those of the others have.
    """
    sizes = dict[int, list[TournamentTable]]()
    for table in tables:
        if state.rules.duplicate is None or round_.is_decisive or table.game is not None:
            yield (table,)
        else:
            sizes.setdefault(len(table.players), []).append(table)
    for same in sizes.values():
        groups = -(-len(same) // TABLES_MAX)
        for number in range(groups):
            yield tuple(same[number::groups])


def deal_of(context: Context, game: str) -> str | None:
    """Return the organiser's share of a deal that several games were made with; None for a game with its own deal."""
    return deal_in(context.records.envelopes(game, MAKING))


def deal_in(envelopes: Sequence[Envelope]) -> str | None:
    """Return the same for a game that begins with these events."""
    events = [one.event for one in envelopes[:MAKING]]
    agreed = next((event for event in events if isinstance(event, DealAgreed)), None)
    grouped = any(isinstance(event, GameGrouped) for event in events)
    return agreed.contribution if agreed is not None and grouped else None
