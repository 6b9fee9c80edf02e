"""The algorithms that draw rounds, by name: every change that can lead to other tables gets another name."""

from typing import Final

DRAW: Final = "haricot-draw/1"
"""Heats, leagues and Swiss rounds."""
ROUND_ROBIN_DRAW: Final = "haricot-round-robin/1"
KNOCKOUT_DRAW: Final = "haricot-knockout/1"
FINAL_DRAW: Final = "haricot-final/1"
DECISIVE: Final = frozenset({KNOCKOUT_DRAW, FINAL_DRAW})
"""Tables of these rounds give no points: the places there decide the standings."""
