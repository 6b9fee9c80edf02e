"""What statistics and ratings say of a store by now, kept in memory and continued as games end."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from threading import Lock
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

from projections.analytics.game_figures import GameFigures
from projections.summary import GameStatus, Summary
from service.analytics.analytics_fold import AnalyticsFold
from service.analytics.counted_games import NEVER, counts, due_at, is_overruled
from service.analytics.figures_store import FiguredGame, FiguresStore
from service.ops.caches import RecentlyUsed
from service.ops.clock import now_ms
from service.store.entries.analytics_entries import PlayerId
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache

LOOK_SECONDS: Final = 0.1
"""How long games without figures are not looked for again."""
ANSWERS_MAX: Final = 500
"""How many answers are cached."""
Answer = TypeVar("Answer")


class _CountedHead(NamedTuple):
    """A game that counts, and from when on all clients may know its end."""

    summary: Summary
    due_at: int


class AnalyticsCache:
    """The analytics of a store, for any number of threads.

    They depend on three things: which finished games count, which players are hidden, and what time it is. Where the
    games that come are the last to end, the folds go on. Otherwise all is folded again.
    """

    def __init__(self, store: GameStore, register: MetadataCache) -> None:
        self.figures = FiguresStore(store)
        self._store = store
        self._register = register
        self._guard = Lock()
        self._position: int | None = None
        self._heads: dict[str, _CountedHead] = {}
        self._overruled: dict[str, _CountedHead] = {}
        self._filed = 0
        self._folded: dict[str, None] = {}
        self._waiting: set[str] = set()
        self._looked = 0.0
        self._age: int | None = None
        self._hidden: frozenset[str] = frozenset()
        self._fold = AnalyticsFold()
        self._answers = RecentlyUsed[Hashable, tuple[Any]]("analytics", ANSWERS_MAX)

    def ask(self, query: Hashable, answer: Callable[[AnalyticsFold], Answer]) -> Answer:
        """Return what `answer` makes of the analytics as of now. The same query is made once while nothing changes."""
        with self._guard:
            self._bring_up_to_date()
            if (kept := self._answers.peek(query)) is None:
                kept = (answer(self._fold),)
                self._answers.put(query, kept)
            found: Answer = kept[0]
            return found

    def figures_of(self, games: Sequence[Summary]) -> dict[str, GameFigures]:
        """Return the figures of these games, which `ask` told of."""
        return {one.summary.game: one.figures for one in self.figures.read(games)}

    def missing(self, *, look: bool = False) -> list[Summary]:
        """Return the games of which all clients may know and that have no figures, in the order of their ends.

        With `look` figures are looked for at once, as when some were just made.
        """
        with self._guard:
            self._looked = 0.0 if look else self._looked
            self._bring_up_to_date()
            return [self._heads[game].summary for game in self._due(now_ms())]

    def _due(self, now: int) -> list[str]:
        return sorted((game for game in self._waiting if self._heads[game].due_at <= now), key=self._place)

    def _place(self, game: str) -> tuple[int, str]:
        return self._heads[game].summary.times.ended or 0, game

    def _bring_up_to_date(self) -> None:
        is_other = self._read_heads() | self._read_rulings() | self._read_hidden()
        due, found = self._due(now_ms()), list[FiguredGame]()
        if due and monotonic() - self._looked >= LOOK_SECONDS:
            found = list(self.figures.read([self._heads[game].summary for game in due]))
            self._looked = monotonic()
        if found and self._folded and self._place(found[0].summary.game) < self._place(next(reversed(self._folded))):
            is_other = True
        if is_other:
            games = sorted([*self._folded, *(one.summary.game for one in found)], key=self._place)
            found = list(self.figures.read([self._heads[game].summary for game in games]))
            self._fold = AnalyticsFold()
            self._folded.clear()
            self._waiting.update(games)  # those whose figures another process makes again at this moment
        for one in found:
            self._fold.add(one)
            self._folded[one.summary.game] = None
            self._waiting.discard(one.summary.game)
        if found or is_other:
            self._answers = RecentlyUsed("analytics", ANSWERS_MAX)

    def _read_heads(self) -> bool:
        """Read which games have ended or were voided; return whether one of those before counts no longer."""
        upto = self._store.position()
        if upto == self._position:
            return False
        is_other = False
        for game, head in self._news(upto):
            if head is not None and counts(head) and (due := due_at(head, self._store)) != NEVER:
                self._heads[game] = _CountedHead(head, due)
                if game not in self._folded:
                    self._waiting.add(game)
            else:
                is_other |= self._leave_out(game)
        self._position = upto
        return is_other

    def _read_rulings(self) -> bool:
        """Read what was ruled; return whether a game that was counted no longer is."""
        news = self._store.filed_since(self._filed)
        is_other = False
        for game in dict.fromkeys(game for _, game in news):
            if game not in self._heads and game not in self._overruled:
                continue
            if is_overruled(game, self._store):
                if game in self._heads:
                    self._overruled[game] = self._heads[game]
                is_other |= self._leave_out(game)
            elif game in self._overruled:
                self._heads[game] = self._overruled.pop(game)
                self._waiting.add(game)
        self._filed = max((line for line, _ in news), default=self._filed)
        return is_other

    def _leave_out(self, game: str) -> bool:
        self._heads.pop(game, None)
        self._waiting.discard(game)
        if game not in self._folded:
            return False
        del self._folded[game]
        return True

    def _news(self, upto: int) -> Iterator[tuple[str, Summary | None]]:
        game_index = self._store.game_index
        if self._position is None:
            for head in game_index.newest(status=GameStatus.FINISHED):
                yield head.game, head
            return
        for game in dict.fromkeys(game for _, game in self._store.milestones_since(self._position, upto)):
            yield game, game_index.head(game)

    def _read_hidden(self) -> bool:
        """Read which players are hidden; return whether these are others than before."""
        age = self._register.age
        if age == self._age:
            return False
        before, self._age = self._hidden, age
        self._hidden = frozenset(one.player for one in self._store.noted(PlayerId, hidden=True))
        return self._hidden != before
