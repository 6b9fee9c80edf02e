"""The backlog of a webhook: games that wait for a retry of their next line, and dead letters."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from service.feed.feed_reader import FeedLine, FeedPosition, FeedReader
from service.store.entries.metadata_store import Change, deletion_of
from service.store.entries.webhook_entries import DeadLetter, WaitingGame, Webhook
from service.webhooks.backoff import Backoff
from service.webhooks.sender import TryOutcome

READ_AHEAD_MAX: Final = 100
"""How many lines of a waiting game are read ahead."""


class Backlog:
    """The waiting games and dead letters of one webhook, for one thread. Times are in milliseconds since 1970."""

    def __init__(
        self,
        hook: Webhook,
        waiting: Sequence[WaitingGame],
        letters: Sequence[DeadLetter],
        feed: FeedReader,
        backoff: Backoff,
    ) -> None:
        self._hook = hook
        self._feed = feed
        self._backoff = backoff
        self._waiting = {one.game: one for one in waiting}
        self._read_ahead: dict[str, deque[FeedLine]] = {}
        self._drained = {one.game for one in waiting if not one.waiting}
        """Games without a waiting line. They are removed once none of their lines is open."""
        self._letters = {one.cursor: one for one in letters if one.due is not None}
        self.changed: dict[tuple[str, str], Change] = {}
        """The entries that changed since the last write, by table and name."""

    def is_waiting(self, game: str) -> bool:
        """Return whether a line of this game waits for a retry."""
        return game in self._waiting

    def next_due_ms(self) -> int | None:
        """Return when the next line must be tried again, or None if none waits."""
        dues = [one.due for one in self._waiting.values() if one.waiting]
        return min(dues + [one.due for one in self._letters.values() if one.due is not None], default=None)

    def due_lines(self, now: int) -> Iterator[FeedLine]:
        """Yield the next line of each waiting game that is due."""
        for one in list(self._waiting.values()):
            if one.due <= now and one.waiting and (line := self._next_line(one)) is not None:
                yield line

    def due_dead_letters(self, now: int) -> Iterator[FeedLine]:
        """Yield the lines of requeued dead letters that are due."""
        for one in list(self._letters.values()):
            if one.due is not None and one.due <= now:
                before = FeedPosition(one.place, one.n - 1)
                found = self._feed.read(self._hook.token, before, 1, subject=one.game).lines
                if found and found[0].at.cursor == one.cursor:
                    yield found[0]
                else:  # the game can no longer be read
                    self._store_dead_letter(replace(one, due=None))

    def _next_line(self, entry: WaitingGame) -> FeedLine | None:
        """Return the next line of a waiting game, or None if the game can no longer be read."""
        lines, at, more = self._read_ahead.setdefault(entry.game, deque()), FeedPosition(entry.place, entry.n), True
        types = self._hook.types.split()
        while not lines and more:
            window = self._feed.read(
                self._hook.token, at, min(entry.waiting, READ_AHEAD_MAX), types=types, subject=entry.game
            )
            lines.extend(window.lines)
            more, at = window.more, window.at
        if not lines:
            self._store_waiting_game(replace(entry, waiting=0))
        return lines[0] if lines else None

    def add_waiting_game(self, line: FeedLine, outcome: TryOutcome, now: int) -> None:
        """Add the game of a line that failed for the first time. It waits for a retry of this line."""
        due = now + (self._backoff.retry_pause(1) or 0)
        self._store_waiting_game(
            WaitingGame(
                hook=self._hook.id,
                game=line.entry.subject,
                place=line.at.place,
                n=line.at.n - 1,
                waiting=0,
                tries=1,
                due=due,
                since=now,
                status=outcome.status,
                fault=outcome.fault,
            )
        )

    def count_waiting_line(self, game: str) -> None:
        """Count another line of a waiting game."""
        entry = self._waiting[game]
        self._store_waiting_game(replace(entry, waiting=entry.waiting + 1))

    def accept_line(self, line: FeedLine) -> None:
        """Move a waiting game past its next line, which was accepted or became a dead letter."""
        entry = self._waiting[line.entry.subject]
        self._read_ahead[entry.game].popleft()
        moved = replace(entry, place=line.at.place, n=line.at.n, waiting=entry.waiting - 1)
        self._store_waiting_game(replace(moved, tries=0, due=0, status=None, fault=None))

    def fail_line(self, line: FeedLine, outcome: TryOutcome, now: int) -> None:
        """Schedule the next retry of a waiting line that failed. After the last retry, it becomes a dead letter."""
        entry = self._waiting[line.entry.subject]
        tries = entry.tries + 1
        pause = self._backoff.retry_pause(tries)
        if pause is not None:
            failed = replace(entry, tries=tries, due=now + pause)
            self._store_waiting_game(replace(failed, status=outcome.status, fault=outcome.fault))
            return
        self._store_dead_letter(
            DeadLetter(
                hook=self._hook.id,
                cursor=line.at.cursor or "",
                game=line.entry.subject,
                place=line.at.place,
                n=line.at.n,
                type=line.type or line.kind,
                tries=tries,
                at=now,
                status=outcome.status,
                fault=outcome.fault,
            )
        )
        self.accept_line(line)

    def accept_dead_letter(self, line: FeedLine) -> None:
        """Remove a dead letter that was accepted."""
        letter = self._letters.pop(line.at.cursor or "")
        self.changed[letter.sql_table, letter.cursor] = deletion_of(letter)

    def fail_dead_letter(self, line: FeedLine, outcome: TryOutcome, now: int) -> None:
        """Schedule the next retry of a requeued dead letter that failed, or give it up after the last retry."""
        letter = self._letters[line.at.cursor or ""]
        pause = self._backoff.retry_pause(letter.tries + 1)
        failed = replace(letter, tries=letter.tries + 1, due=None if pause is None else now + pause)
        self._store_dead_letter(replace(failed, status=outcome.status, fault=outcome.fault))

    def remove_drained_games(self, still_open: set[str]) -> None:
        """Remove the games without waiting lines, except games with open lines."""
        for game in self._drained - still_open:
            self._drained.discard(game)
            self._read_ahead.pop(game, None)
            one = self._waiting.pop(game)
            self.changed[one.sql_table, game] = deletion_of(one)

    def _store_waiting_game(self, game: WaitingGame) -> None:
        self._waiting[game.game] = game
        (self._drained.discard if game.waiting else self._drained.add)(game.game)
        self.changed[game.sql_table, game.game] = game

    def _store_dead_letter(self, letter: DeadLetter) -> None:
        if letter.due is None:
            self._letters.pop(letter.cursor, None)
        else:
            self._letters[letter.cursor] = letter
        self.changed[letter.sql_table, letter.cursor] = letter
