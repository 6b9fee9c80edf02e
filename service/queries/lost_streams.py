"""Seats that have lost their stream in this process: they had one, and have none now."""

import time
from collections.abc import Callable
from threading import Lock

Seat = tuple[str, int]
"""A game and one of its seats."""


class LostStreams:
    """Counts the streams of seats, for any thread. `on_lost` is called with the game when a seat loses its last one."""

    def __init__(self) -> None:
        self._open: dict[Seat, int] = {}
        self._lost: dict[Seat, float] = {}
        self._guard = Lock()
        self.on_lost: Callable[[str], None] = lambda _: None

    def stream_opened(self, game: str, seat: int) -> None:
        """Count a new stream of this seat."""
        with self._guard:
            self._open[game, seat] = self._open.get((game, seat), 0) + 1
            self._lost.pop((game, seat), None)

    def stream_closed(self, game: str, seat: int) -> None:
        """Stop counting a stream of this seat, which has ended."""
        with self._guard:
            left = self._open.pop((game, seat), 1) - 1
            if left:
                self._open[game, seat] = left
            else:
                self._lost[game, seat] = time.monotonic()
        if not left:
            self.on_lost(game)

    def seats(self, game: str) -> dict[int, float]:
        """Return the seats of a game without a stream, each with the seconds since they lost it."""
        now = time.monotonic()
        with self._guard:
            return {seat: now - since for (holder, seat), since in self._lost.items() if holder == game}

    def games(self) -> set[str]:
        """Return the games with a seat that has lost its stream."""
        with self._guard:
            return {game for game, _ in self._lost}

    def forget(self, game: str) -> None:
        """Forget the lost streams of a game that is over or has no clock."""
        with self._guard:
            self._lost = {seat: since for seat, since in self._lost.items() if seat[0] != game}
