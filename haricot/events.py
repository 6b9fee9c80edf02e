"""The events of open offers, as `table.proposals` holds them."""

from domain.cards import GivenCard
from domain.events import DonationOffered, TradeProposed

__all__ = ["DonationOffered", "GivenCard", "TradeProposed"]
