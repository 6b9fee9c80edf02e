"""The deals of a duplicate round: which tables share one, and which deal a game has."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.deal_commitments import TABLES_MAX, DealAgreed, GameGrouped
from domain.tournaments.state import DrawnRound, Tournament, TournamentTable
from replay.codec import Envelope
from service.access.context import Context

CREATION_EVENTS: Final = 3
"""How many first events of a game say whether it shares its deal with other games."""


def deal_groups(
    state: Tournament, round_: DrawnRound, tables: Sequence[TournamentTable]
) -> Iterator[tuple[TournamentTable, ...]]:
    """Yield groups of these tables. The tables of a group share one deal.

    In duplicate, tables of the same size share a deal, up to TABLES_MAX of them. A table that had a game before is a
    group of its own, because its players have seen cards of the shared deal.
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


def shared_deal_of_game(context: Context, game: str) -> str | None:
    """Return the organiser's share of a game's deal if other games share it, or None for a deal of its own."""
    return shared_deal_in_events(context.records.envelopes(game, CREATION_EVENTS))


def shared_deal_in_events(envelopes: Sequence[Envelope]) -> str | None:
    """Return the same as `shared_deal_of_game` for a game that begins with these events."""
    events = [one.event for one in envelopes[:CREATION_EVENTS]]
    agreed = next((event for event in events if isinstance(event, DealAgreed)), None)
    grouped = any(isinstance(event, GameGrouped) for event in events)
    return agreed.contribution if agreed is not None and grouped else None
