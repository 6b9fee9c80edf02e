"""Section 9: when the game ends, who wins a tie."""

from domain.editions.bohnaparte.areas import board_of
from domain.editions.bohnaparte.events import MerchantBought, TerrainConquered
from domain.events import DrawPileExhausted
from domain.pending_events import PendingEvents
from domain.rulebook import Rulebook
from domain.rules.ending import Winners, end_game, share_win
from domain.table import Table


def end_when_decided(rulebook: Rulebook, draft: PendingEvents) -> None:
    """End the game when a conquest brings a seat to twelve terrains, or takes a seat's last one.

    Rule: BP-9.5, BP-9.6.
    """
    conquered = next((event for event in draft.events if isinstance(event, TerrainConquered)), None)
    if conquered is None or draft.table.result is not None:
        return
    if _terrains(draft.table, conquered.to) >= rulebook.data.numbers["terrains_to_end"]:
        end_game(rulebook, draft, "twelve_terrains")
    elif conquered.loser is not None and not _terrains(draft.table, conquered.loser):
        end_game(rulebook, draft, "no_terrain")


def end_after_purchase(rulebook: Rulebook, draft: PendingEvents) -> None:
    """End the game when the final exhaustion falls in the purchase of a merchant. Rule: BP-9.4."""
    bought = any(isinstance(event, MerchantBought) for event in draft.events)
    if bought and any(isinstance(event, DrawPileExhausted) and event.final for event in draft.events):
        end_game(rulebook, draft, "exhaustion")


def no_harvest(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Do nothing: coins are no points, so nothing is harvested at the end. Rule: BP-9.8."""


def _terrains(table: Table, seat: int) -> int:
    return sum(1 for _ in board_of(table).owned(seat))


def most_terrains(table: Table, tied: tuple[int, ...]) -> Winners:
    """Return those of the tied seats who own most terrains. Rule: BP-9.9, AMB-BP-4."""
    most = max(_terrains(table, seat) for seat in tied)
    return tuple(seat for seat in tied if _terrains(table, seat) == most), "terrains"


def most_coins(table: Table, tied: tuple[int, ...]) -> Winners:
    """Return those of the tied seats who have most coins. Rule: BP-9.9, AMB-BP-4."""
    most = max(len(table.seats[seat].coins) for seat in tied)
    return tuple(seat for seat in tied if len(table.seats[seat].coins) == most), "coins"


TIE_BREAKS = {"shared": share_win, "terrains": most_terrains, "coins": most_coins}
"""Which function breaks a tie under each value of the option `bp_tie_break`."""
