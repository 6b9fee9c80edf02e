"""The events that stand on a table: the offers that are open, as `table.proposals` holds them."""

from domain.cards import GivenCard
from domain.events import DonationOffered, TradeProposed

__all__ = ["DonationOffered", "GivenCard", "TradeProposed"]
