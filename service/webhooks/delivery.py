"""The delivery state of one webhook: the next line to send, the effect of each try, and the entries to store.

This module uses no clock and no thread. A line that was read is open until it is accepted or moves to the backlog. The
store keeps the place in the feed before which no line is open, and the next line of each game in the backlog. So after
a crash, exactly the unfinished lines are sent again.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from service.feed.feed_reader import FeedLine, FeedPosition, FeedReader
from service.store.entries.metadata_store import Change, MetadataStore
from service.store.entries.webhook_entries import OFF, ON, DeadLetter, WaitingGame, Webhook
from service.store.errors import Conflict
from service.webhooks.backlog import Backlog
from service.webhooks.backoff import FAILURES_BEFORE_PAUSE, RETRY_AFTER_MAX_MS, Backoff
from service.webhooks.sender import TryOutcome

OPEN_LINES_MAX: Final = 200
"""How many lines may be open at once."""
CONCURRENT_GAMES_MAX: Final = 4
"""How many games of a webhook may have a line in flight at once."""
GONE: Final = "gone"
FAILING: Final = "failing"
REVOKED: Final = "token"
REASONS: Final = (GONE, FAILING, REVOKED)
"""Why a webhook ended: its target answered 410 or failed for days, or its token was revoked or expired."""
GONE_STATUS: Final = 410
NEW_LINE: Final = "fresh"
WAITING_LINE: Final = "waited"
DEAD_LETTER: Final = "again"


class Try(NamedTuple):
    """A line to send. Its kind says whether it is new, from a waiting game, or a dead letter."""

    line: FeedLine
    kind: str

    @property
    def lane(self) -> tuple[bool, str]:
        """The key that allows one try in flight at a time: a game, or a dead letter."""
        return (True, self.line.at.cursor or "") if self.kind == DEAD_LETTER else (False, self.line.entry.subject)


class _OpenLine:
    """A line that was read. Once it and all lines before it are settled, the stored place moves past it."""

    __slots__ = ("line", "settled", "waits")

    def __init__(self, line: FeedLine, *, waits: bool) -> None:
        self.line = line
        self.waits = waits
        self.settled = waits


class Delivery:
    """The delivery state of one webhook, for one thread. Times are in milliseconds since 1970."""

    def __init__(
        self,
        hook: Webhook,
        waiting: Sequence[WaitingGame],
        letters: Sequence[DeadLetter],
        feed: FeedReader,
        backoff: Backoff,
    ) -> None:
        self.hook = hook
        self._feed = feed
        self._backoff = backoff
        self._backlog = Backlog(hook, waiting, letters, feed, backoff)
        self._read_place = FeedPosition(hook.place, hook.n, hook.cursor)
        self._has_more = True
        self._open_lines = deque[_OpenLine]()
        self._new_lines: dict[str, deque[_OpenLine]] = {}
        self._under_way = set[tuple[bool, str]]()
        self._has_moved = False

    def mark_unread(self) -> None:
        """Record that the feed may have new lines."""
        self._has_more = True

    @property
    def is_busy(self) -> bool:
        """Whether a line is in flight."""
        return bool(self._under_way)

    @property
    def has_changes(self) -> bool:
        """Whether there are unwritten changes."""
        return self._has_moved or bool(self._backlog.changed)

    def read_lines(self) -> None:
        """Read new lines of the feed, up to the limit of open lines."""
        hook, room = self.hook, OPEN_LINES_MAX - len(self._open_lines)
        if not self._has_more or room <= 0 or hook.state != ON:
            return
        window = self._feed.read(
            hook.token, self._read_place, room, types=hook.types.split(), subject=hook.game, tournament=hook.tournament
        )
        for line in window.lines:
            game = line.entry.subject
            open_line = _OpenLine(line, waits=self._backlog.is_waiting(game))
            self._open_lines.append(open_line)
            if not open_line.waits:
                self._new_lines.setdefault(game, deque()).append(open_line)
        self._has_more, self._read_place = window.more, window.at
        self._advance_place()

    def next_try(self, now: int) -> Try | None:
        """Return the next try and mark it as in flight, or None if nothing may be sent now."""
        hook = self.hook
        if hook.state != ON or (hook.held_until or 0) > now:
            return None
        if len(self._under_way) >= (1 if hook.failures else CONCURRENT_GAMES_MAX):
            return None
        for one in self._candidates(now):
            if one.lane not in self._under_way:
                self._under_way.add(one.lane)
                return one
        return None

    def _candidates(self, now: int) -> Iterator[Try]:
        # Waiting lines go first, so that they cannot starve. A failing target is tried first with new lines.
        first = [Try(lines[0].line, NEW_LINE) for lines in self._new_lines.values()]
        if self.hook.failures:
            yield from first
        yield from (Try(line, WAITING_LINE) for line in self._backlog.due_lines(now))
        yield from (Try(line, DEAD_LETTER) for line in self._backlog.due_dead_letters(now))
        if not self.hook.failures:
            yield from first

    def next_due_ms(self) -> int | None:
        """Return when the next line is due if no new line arrives, or None."""
        due, held = self._backlog.next_due_ms(), self.hook.held_until
        return due if held is None else max(due or 0, held)

    def record_outcome(self, attempt: Try, outcome: TryOutcome, now: int) -> None:
        """Record the outcome of a try."""
        self._under_way.discard(attempt.lane)
        self._has_moved = True
        if outcome.fault is None:
            self._accept(attempt)
            succeeded = replace(self.hook, failures=0, failing_since=None, held_until=None)
            self.hook = replace(succeeded, last_success=now, status=None, fault=None)
        else:
            self._fail(attempt, outcome, now)
        self._advance_place()

    def end(self, reason: str) -> None:
        """Stop sending until the webhook is resumed. No line is lost."""
        self.hook = replace(self.hook, state=OFF, reason=reason)
        self._has_moved = True

    def _accept(self, attempt: Try) -> None:
        if attempt.kind == DEAD_LETTER:
            self._backlog.accept_dead_letter(attempt.line)
        elif attempt.kind == WAITING_LINE:
            self._backlog.accept_line(attempt.line)
        else:
            lines = self._new_lines[attempt.line.entry.subject]
            lines.popleft().settled = True
            if not lines:
                del self._new_lines[attempt.line.entry.subject]

    def _fail(self, attempt: Try, outcome: TryOutcome, now: int) -> None:
        before = self.hook
        since = before.failing_since or now
        pause_ms = max(
            self._backoff.target_pause(before.failures + 1) or 0, min(outcome.retry_after, RETRY_AFTER_MAX_MS)
        )
        failing = replace(before, failures=before.failures + 1, failing_since=since, status=outcome.status)
        self.hook = replace(failing, held_until=now + pause_ms if pause_ms else None, fault=outcome.fault)
        if attempt.kind == DEAD_LETTER:
            self._backlog.fail_dead_letter(attempt.line, outcome, now)
        elif attempt.kind == WAITING_LINE:
            self._backlog.fail_line(attempt.line, outcome, now)
        elif before.failures < FAILURES_BEFORE_PAUSE:  # after more failures the target is down, and the line stays open
            self._backlog.add_waiting_game(attempt.line, outcome, now)
            for behind in self._new_lines.pop(attempt.line.entry.subject):
                behind.waits = behind.settled = True
        if outcome.status == GONE_STATUS:
            self.end(GONE)
        elif self._backoff.is_exhausted(self.hook.failures, now - since):
            self.end(FAILING)

    def _advance_place(self) -> None:
        """Move the stored place past all settled lines, and remove games without waiting lines from the backlog."""
        at = FeedPosition(self.hook.place, self.hook.n, self.hook.cursor)
        while self._open_lines and self._open_lines[0].settled:
            one = self._open_lines.popleft()
            at = one.line.at
            if one.waits:
                self._backlog.count_waiting_line(one.line.entry.subject)
        at = at if self._open_lines else self._read_place
        if at.cursor != self.hook.cursor:
            self.hook = replace(self.hook, place=at.place, n=at.n, cursor=at.cursor)
            self._has_moved = True
        self._backlog.remove_drained_games({one.line.entry.subject for one in self._open_lines if one.waits})

    def entries(self, register: MetadataStore) -> list[Change]:
        """Return the changed entries, the webhook first. Raises Conflict if another process has changed the webhook."""
        if [one.revision for one in register.find_entries(Webhook, id=self.hook.id)] != [self.hook.revision]:
            raise Conflict("another process has changed this webhook")
        return [replace(self.hook, revision=self.hook.revision + 1), *self._backlog.changed.values()]

    def mark_written(self) -> None:
        """Record that all changes are written."""
        self.hook = replace(self.hook, revision=self.hook.revision + 1)
        self._backlog.changed.clear()
        self._has_moved = False
