"""The state of one webhook: which line is next, what follows from a try, what is stored.

This module has no clock and no thread. A line that was read is open until it was accepted, or until it waits with its
game. The store keeps the place in the feed before which no line is open, and the games that wait, each before its own
next line. So after a crash exactly the unfinished lines are sent again.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from service.feed.feed_reader import Feed, FeedLine, FeedPlace
from service.store.entries.metadata_store import Change, MetadataStore
from service.store.entries.webhook_entries import OFF, ON, DeadLetter, WaitingGame, Webhook
from service.store.errors import Conflict
from service.webhooks.backlog import Backlog
from service.webhooks.backoff import HELD_AFTER, RETRY_AFTER_MAX_MS, Backoff
from service.webhooks.sender import TryOutcome

OPEN_MAX: Final = 200
"""How many lines are read ahead of the first open one."""
SENT_AT_ONCE: Final = 4
"""How many games of a webhook may have a line under way at once."""
GONE: Final = "gone"
FAILING: Final = "failing"
REVOKED: Final = "token"
REASONS: Final = (GONE, FAILING, REVOKED)
"""Why a webhook ended: its target answered 410 or failed for days, or its token was revoked or expired."""
GONE_STATUS: Final = 410
FRESH: Final = "fresh"
WAITED: Final = "waited"
AGAIN: Final = "again"


class Try(NamedTuple):
    """A line to be sent: for the first time, after a wait of its game, or as a dead letter."""

    line: FeedLine
    kind: str

    @property
    def lane(self) -> tuple[bool, str]:
        """What has one line under way at a time: a game, or a dead letter."""
        return (True, self.line.at.cursor or "") if self.kind == AGAIN else (False, self.line.entry.subject)


class _Open:
    """A line that was read. When it and all before it are settled, the place moves past it."""

    __slots__ = ("line", "settled", "waits")

    def __init__(self, line: FeedLine, *, waits: bool) -> None:
        self.line = line
        self.waits = waits
        self.settled = waits


class Delivery:
    """The state of one webhook's delivery, for one thread. All times are in milliseconds since 1970."""

    def __init__(
        self, hook: Webhook, waiting: Sequence[WaitingGame], letters: Sequence[DeadLetter], feed: Feed, pauses: Backoff
    ) -> None:
        self.hook = hook
        self._feed = feed
        self._pauses = pauses
        self._backlog = Backlog(hook, waiting, letters, feed, pauses)
        self._read = FeedPlace(hook.place, hook.n, hook.cursor)
        self._more = True
        self._open = deque[_Open]()
        self._fresh: dict[str, deque[_Open]] = {}
        self._under_way = set[tuple[bool, str]]()
        self._moved = False

    def news(self) -> None:
        """Note that the feed may have new lines."""
        self._more = True

    @property
    def busy(self) -> bool:
        """Whether a line is under way."""
        return bool(self._under_way)

    @property
    def dirty(self) -> bool:
        """Whether there is something to write."""
        return self._moved or bool(self._backlog.changed)

    def read_on(self) -> None:
        """Read some lines if there is room for them."""
        hook, room = self.hook, OPEN_MAX - len(self._open)
        if not self._more or room <= 0 or hook.state != ON:
            return
        window = self._feed.read(
            hook.token, self._read, room, types=hook.types.split(), subject=hook.game, tournament=hook.tournament
        )
        for line in window.lines:
            game = line.entry.subject
            one = _Open(line, waits=self._backlog.has(game))
            self._open.append(one)
            if not one.waits:
                self._fresh.setdefault(game, deque()).append(one)
        self._more, self._read = window.more, window.at
        self._pass_on()

    def begin(self, now: int) -> Try | None:
        """Return the line to send now and mark it as under way, or None if there is none."""
        hook = self.hook
        if hook.state != ON or (hook.held_until or 0) > now:
            return None
        if len(self._under_way) >= (1 if hook.failures else SENT_AT_ONCE):
            return None
        for one in self._candidates(now):
            if one.lane not in self._under_way:
                self._under_way.add(one.lane)
                return one
        return None

    def _candidates(self, now: int) -> Iterator[Try]:
        # Waiting lines go first, or they might starve. A failing target is tried with lines that never failed.
        first = [Try(lines[0].line, FRESH) for lines in self._fresh.values()]
        if self.hook.failures:
            yield from first
        yield from (Try(line, WAITED) for line in self._backlog.waited(now))
        yield from (Try(line, AGAIN) for line in self._backlog.requeued(now))
        if not self.hook.failures:
            yield from first

    def due(self) -> int | None:
        """Return when a line may have to be sent without a new event."""
        due, held = self._backlog.due(), self.hook.held_until
        return due if held is None else max(due or 0, held)

    def settle(self, one: Try, outcome: TryOutcome, now: int) -> None:
        """Record the outcome of a try."""
        self._under_way.discard(one.lane)
        self._moved = True
        if outcome.fault is None:
            self._taken(one)
            well = replace(self.hook, failures=0, failing_since=None, held_until=None)
            self.hook = replace(well, last_success=now, status=None, fault=None)
        else:
            self._failed(one, outcome, now)
        self._pass_on()

    def end(self, reason: str) -> None:
        """Stop sending until the webhook is resumed. No line is lost."""
        self.hook = replace(self.hook, state=OFF, reason=reason)
        self._moved = True

    def _taken(self, one: Try) -> None:
        if one.kind == AGAIN:
            self._backlog.take_again(one.line)
        elif one.kind == WAITED:
            self._backlog.take(one.line)
        else:
            lines = self._fresh[one.line.entry.subject]
            lines.popleft().settled = True
            if not lines:
                del self._fresh[one.line.entry.subject]

    def _failed(self, one: Try, outcome: TryOutcome, now: int) -> None:
        before = self.hook
        since = before.failing_since or now
        held = max(self._pauses.held(before.failures + 1) or 0, min(outcome.retry_after, RETRY_AFTER_MAX_MS))
        failing = replace(before, failures=before.failures + 1, failing_since=since, status=outcome.status)
        self.hook = replace(failing, held_until=now + held if held else None, fault=outcome.fault)
        if one.kind == AGAIN:
            self._backlog.fail_again(one.line, outcome, now)
        elif one.kind == WAITED:
            self._backlog.fail(one.line, outcome, now)
        elif before.failures < HELD_AFTER:  # else the target is down, and the line stays where it is
            self._backlog.hold(one.line, outcome, now)
            for behind in self._fresh.pop(one.line.entry.subject):
                behind.waits = behind.settled = True
        if outcome.status == GONE_STATUS:
            self.end(GONE)
        elif self._pauses.are_over(self.hook.failures, now - since):
            self.end(FAILING)

    def _pass_on(self) -> None:
        """Move the place past what is settled, and remove the games without waiting lines."""
        at = FeedPlace(self.hook.place, self.hook.n, self.hook.cursor)
        while self._open and self._open[0].settled:
            one = self._open.popleft()
            at = one.line.at
            if one.waits:
                self._backlog.pass_by(one.line.entry.subject)
        at = at if self._open else self._read
        if at.cursor != self.hook.cursor:
            self.hook = replace(self.hook, place=at.place, n=at.n, cursor=at.cursor)
            self._moved = True
        self._backlog.drain({one.line.entry.subject for one in self._open if one.waits})

    def entries(self, register: MetadataStore) -> list[Change]:
        """Return the changed entries, the webhook first. Raises Conflict if another process has changed the webhook."""
        if [one.revision for one in register.find_entries(Webhook, id=self.hook.id)] != [self.hook.revision]:
            raise Conflict("another process has changed this webhook")
        return [replace(self.hook, revision=self.hook.revision + 1), *self._backlog.changed.values()]

    def written(self) -> None:
        """Note that all changes are written."""
        self.hook = replace(self.hook, revision=self.hook.revision + 1)
        self._backlog.changed.clear()
        self._moved = False
