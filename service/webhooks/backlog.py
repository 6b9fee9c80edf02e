"""What a webhook could not send at once: games that wait before their next line, and dead letters."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from service.feed.feed_reader import Feed, FeedLine, FeedPlace
from service.store.entries.metadata_store import Change, deletion_of
from service.store.entries.webhook_entries import DeadLetter, WaitingGame, Webhook
from service.webhooks.backoff import Backoff
from service.webhooks.sender import TryOutcome

AHEAD_MAX: Final = 100
"""How many lines of a waiting game are read at once."""


class Backlog:
    """The waiting games and dead letters of one webhook, for one thread. All times are in milliseconds since 1970."""

    def __init__(
        self, hook: Webhook, waiting: Sequence[WaitingGame], letters: Sequence[DeadLetter], feed: Feed, pauses: Backoff
    ) -> None:
        self._hook = hook
        self._feed = feed
        self._pauses = pauses
        self._waiting = {one.game: one for one in waiting}
        self._ahead: dict[str, deque[FeedLine]] = {}
        self._drained = {one.game for one in waiting if not one.waiting}
        """Games without a waiting line, kept while lines of theirs are still open."""
        self._letters = {one.cursor: one for one in letters if one.due is not None}
        self.changed: dict[tuple[str, str], Change] = {}
        """What has changed since the last write, by table and name."""

    def has(self, game: str) -> bool:
        """Return whether a game waits."""
        return game in self._waiting

    def due(self) -> int | None:
        """Return when the next of them must be tried."""
        dues = [one.due for one in self._waiting.values() if one.waiting]
        return min(dues + [one.due for one in self._letters.values() if one.due is not None], default=None)

    def waited(self, now: int) -> Iterator[FeedLine]:
        """Yield the next line of each game whose wait is over."""
        for one in list(self._waiting.values()):
            if one.due <= now and one.waiting and (line := self._line_before_which(one)) is not None:
                yield line

    def requeued(self, now: int) -> Iterator[FeedLine]:
        """Yield the dead letters that must be sent again."""
        for one in list(self._letters.values()):
            if one.due is not None and one.due <= now:
                before = FeedPlace(one.place, one.n - 1)
                found = self._feed.read(self._hook.token, before, 1, subject=one.game).lines
                if found and found[0].at.cursor == one.cursor:
                    yield found[0]
                else:  # the game cannot be read any more
                    self._put_letter(replace(one, due=None))

    def _line_before_which(self, one: WaitingGame) -> FeedLine | None:
        """Return the line before which a game waits, or None if the game cannot be read any more."""
        ahead, at, more = self._ahead.setdefault(one.game, deque()), FeedPlace(one.place, one.n), True
        types = self._hook.types.split()
        while not ahead and more:
            window = self._feed.read(self._hook.token, at, min(one.waiting, AHEAD_MAX), types=types, subject=one.game)
            ahead.extend(window.lines)
            more, at = window.more, window.at
        if not ahead:
            self._put_waiting(replace(one, waiting=0))
        return ahead[0] if ahead else None

    def hold(self, line: FeedLine, outcome: TryOutcome, now: int) -> None:
        """Have the game of this line, which failed, wait before it."""
        due = now + (self._pauses.after(1) or 0)
        self._put_waiting(
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

    def pass_by(self, game: str) -> None:
        """Count another line of a game that waits."""
        one = self._waiting[game]
        self._put_waiting(replace(one, waiting=one.waiting + 1))

    def take(self, line: FeedLine) -> None:
        """Move a game past its waiting line, which was accepted."""
        one = self._waiting[line.entry.subject]
        self._ahead[one.game].popleft()
        moved = replace(one, place=line.at.place, n=line.at.n, waiting=one.waiting - 1)
        self._put_waiting(replace(moved, tries=0, due=0, status=None, fault=None))

    def fail(self, line: FeedLine, outcome: TryOutcome, now: int) -> None:
        """Have the game of a line that failed again wait longer.

        After the last retry, the line becomes a dead letter.
        """
        one = self._waiting[line.entry.subject]
        tries = one.tries + 1
        pause = self._pauses.after(tries)
        if pause is not None:
            failed = replace(one, tries=tries, due=now + pause)
            self._put_waiting(replace(failed, status=outcome.status, fault=outcome.fault))
            return
        self._put_letter(
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
        self.take(line)

    def take_again(self, line: FeedLine) -> None:
        """Remove a dead letter that was accepted in the end."""
        letter = self._letters.pop(line.at.cursor or "")
        self.changed[letter.sql_table, letter.cursor] = deletion_of(letter)

    def fail_again(self, line: FeedLine, outcome: TryOutcome, now: int) -> None:
        """Have a dead letter that failed again wait, or give it up for a second time."""
        letter = self._letters[line.at.cursor or ""]
        pause = self._pauses.after(letter.tries + 1)
        failed = replace(letter, tries=letter.tries + 1, due=None if pause is None else now + pause)
        self._put_letter(replace(failed, status=outcome.status, fault=outcome.fault))

    def drain(self, still_open: set[str]) -> None:
        """Remove the games without waiting lines, except those with lines that are still open."""
        for game in self._drained - still_open:
            self._drained.discard(game)
            self._ahead.pop(game, None)
            one = self._waiting.pop(game)
            self.changed[one.sql_table, game] = deletion_of(one)

    def _put_waiting(self, one: WaitingGame) -> None:
        self._waiting[one.game] = one
        (self._drained.discard if one.waiting else self._drained.add)(one.game)
        self.changed[one.sql_table, one.game] = one

    def _put_letter(self, one: DeadLetter) -> None:
        if one.due is None:
            self._letters.pop(one.cursor, None)
        else:
            self._letters[one.cursor] = one
        self.changed[one.sql_table, one.cursor] = one
