"""The roll of all games: each in a line, read once, then brought on by what is written, and found without a search."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from heapq import merge
from threading import RLock
from typing import Final, NamedTuple

from projections.leaderboard import Best, Rank, ranked, results
from service.envelope_mapper import EnvelopeMapper
from service.heads import Course, Head, head_of, unfit
from service.recorder import GameRecorder, GameRow
from service.register import Arrangement
from service.store_problems import StoreProblems

STILL_SEEN_AS: Final = {"open": ("running", "finished", "voided"), "running": ("finished", "voided")}
"""As what else, by the log, a game may stand there that some see late."""
BATCH: Final = 2_000
PAGE: Final = 200


class Shelfmark(NamedTuple):
    """Where a game stands: among those of its edition and status, and whether some see it late."""

    edition: str
    status: str
    late: bool


class _Game:
    """A game as far as the roll has it: `fault` says why it is none that can be listed."""

    __slots__ = ("course", "fault", "head", "late", "row", "version")

    def __init__(self, row: GameRow, course: Course, *, late: bool) -> None:
        self.row = row
        self.course = course
        self.late = late
        self.version = row.version or 0
        self.head: Head | None = None
        self.fault: str | None = None

    @property
    def shelfmark(self) -> Shelfmark | None:
        return None if self.head is None else Shelfmark(self.head.edition, self.head.status, self.late)


class Roll:
    """The games of one store, for any number of threads. A game that is damaged takes away itself alone.

    Every question first takes in what has been written since the last one: its cost grows with that, and with nothing
    else. Whoever has found a game damaged says so by `fault`.
    """

    def __init__(self, recorder: GameRecorder, problems: StoreProblems) -> None:
        self._recorder = recorder
        self._problems = problems
        problems.on_damage = self.fault
        self._mapper = EnvelopeMapper()
        self._guard = RLock()
        self._clear()

    def _clear(self) -> None:
        self._position: int | None = None
        self._games: dict[str, _Game] = {}
        self._named: dict[int, str] = {}
        self._shelves: defaultdict[Shelfmark, list[int]] = defaultdict(list)
        self._forks: defaultdict[str, list[str]] = defaultdict(list)
        self._boards: defaultdict[tuple[str, int], list[tuple[Rank, Best]]] = defaultdict(list)
        self._faults: dict[str, str] = {}

    def heads(self) -> list[Head]:
        """Every game that can be listed, in the order in which they came into the store."""
        with self._guard:
            self._bring_on()
            return [game.head for game in self._games.values() if game.head is not None]

    def head(self, game: str) -> Head | None:
        """A game in a line, None when there is none that can be listed."""
        with self._guard:
            self._bring_on()
            known = self._games.get(game)
            return None if known is None else known.head

    def games(self) -> list[str]:
        """Every game, also those that are damaged, in the order in which they came into the store."""
        with self._guard:
            self._bring_on()
            return list(self._games)

    def faults(self) -> Mapping[str, str]:
        """The games that cannot be listed, and why not, as far as that is known."""
        with self._guard:
            self._bring_on()
            return dict(self._faults)

    def fault(self, game: str, says: str) -> None:
        """This game was found to be damaged."""
        with self._guard:
            self._faults.setdefault(game, says)
            known = self._games.get(game)
            if known is not None:
                self._place(known, None)
                known.fault = known.fault or says

    def place(self, game: str) -> int | None:
        """The place of a game in the order in which they came into the store; None when there is no such game."""
        with self._guard:
            self._bring_on()
            known = self._games.get(game)
            return None if known is None else known.row.number

    def newest(
        self,
        edition: str | None = None,
        status: str | None = None,
        below: int | None = None,
        among: Collection[str] | None = None,
    ) -> Iterator[str]:
        """The games that may be of this edition and status, newest first, those with places below this one.

        One that some see late may be seen by them with a status that it had. With `among` only those out of these.
        """
        while True:
            with self._guard:
                self._bring_on()
                shelves = self._among(edition, status, among)
                ends = (len(shelf) if below is None else bisect_left(shelf, below) for shelf in shelves)
                pages = [shelf[max(0, end - PAGE) : end][::-1] for shelf, end in zip(shelves, ends, strict=True)]
                places = list(merge(*pages, reverse=True))[:PAGE]
                found = [self._named[place] for place in places]
            if not found:
                return
            yield from found
            below = places[-1]

    def _among(self, edition: str | None, status: str | None, among: Collection[str] | None) -> list[list[int]]:
        if among is None:
            return [shelf for mark, shelf in self._shelves.items() if _may_be(mark, edition, status)]
        games = (self._games[game] for game in among if game in self._games)
        marks = ((game.row.number, game.shelfmark) for game in games)
        return [sorted(place for place, mark in marks if mark is not None and _may_be(mark, edition, status))]

    def forks_of(self, game: str) -> list[Head]:
        """The games that were forked from this one, as they came into the store."""
        with self._guard:
            self._bring_on()
            heads = (self._games[fork].head for fork in self._forks[game])
            return [head for head in heads if head is not None]

    def best(self, edition: str, players: int) -> list[Best]:
        """The best results of an edition among so many players, best first."""
        with self._guard:
            self._bring_on()
            board = self._boards[edition, players]
            return [best for _, best in reversed(board)]

    def _bring_on(self) -> None:
        with self._problems.told():
            position = self._recorder.max_notification_id() or 0
            if position == self._position:
                return
            if self._position is None or position < self._position:
                self._clear()
                self._read_all()
                self._position = position  # what came since is read again, and changes nothing
                return
            while batch := self._recorder.told_since(self._position, BATCH):
                changed: dict[str, None] = {}
                for at, game, n, topic, state in batch:
                    self._position = at
                    if self._follow(game, n, topic, state):
                        changed[game] = None
                for game in changed:
                    self._tell(self._games[game])

    def _read_all(self) -> None:
        rows, milestones = self._recorder.overview()
        late = {one.game for one in self._recorder.noted(Arrangement) if one.late}
        found: defaultdict[str, list[tuple[int, str, bytes]]] = defaultdict(list)
        for stored in milestones:
            found[str(stored.originator_id)].append((stored.originator_version, stored.topic, stored.state))
        for row in rows:
            game = self._open(row, late=row.game in late)
            for n, topic, state in found[row.game]:
                self._milestone(game, n, topic, state)
            self._tell(game)

    def _open(self, row: GameRow, *, late: bool) -> _Game:
        parent = None if row.prefix_of is None else self._games.get(row.prefix_of)
        course = Course() if parent is None else parent.course.upto(row.prefix_to or 0)
        game = _Game(row, course, late=late or (parent is not None and parent.late))
        self._games[row.game] = game
        self._named[row.number] = row.game
        if row.prefix_of is not None and (parent is None or not 0 < (row.prefix_to or 0) <= parent.version):
            game.fault = f"it was forked from event {row.prefix_to} of {row.prefix_of}, which is not there"
        elif not row.version:
            game.fault = "it has no events"
        return game

    def _follow(self, name: str, n: int, topic: str, state: bytes | None) -> bool:
        """Takes in event n of a game; False when there is no such game."""
        game = self._games.get(name)
        if game is None:
            row = self._recorder.game(name)
            if row is None:
                self._faults.setdefault(name, "there are events of it, and it is no game")
                return False
            game = self._open(row, late=any(one.late for one in self._recorder.noted(Arrangement, game=name)))
        game.version = max(game.version, n)
        if state is not None:
            self._milestone(game, n, topic, state)
        return True

    def _milestone(self, game: _Game, n: int, topic: str, state: bytes) -> None:
        envelope = self._mapper.read(game.row.game, n, topic, state)
        if envelope is None:
            game.fault = game.fault or f"event {n} cannot be read"
        else:
            game.course = game.course.after(envelope)

    def _tell(self, game: _Game) -> None:
        """Places a game where it stands now."""
        created = game.course.created
        if created is None:
            game.fault = game.fault or "its first event is missing"
        elif (says := unfit(created)) is not None:
            game.fault = game.fault or says
        if game.fault is not None:
            self._faults.setdefault(game.row.game, game.fault)
        self._place(game, None if game.fault else head_of(game.row, game.version, game.course))

    def _place(self, game: _Game, head: Head | None) -> None:
        before, place = game.shelfmark, game.row.number
        told = () if game.head is None else results(game.head.outcome)
        game.head = head
        if game.shelfmark != before:
            if before is not None:
                self._shelves[before].remove(place)
            if game.shelfmark is not None:
                insort(self._shelves[game.shelfmark], place)
        if head is None:
            return
        if before is None and head.forked_from is not None:
            self._forks[head.forked_from.game].append(head.game)
        if not told:
            for best in results(head.outcome):
                insort(self._boards[head.edition, head.players], (ranked(best), best), key=_rank)


def _rank(entry: tuple[Rank, Best]) -> Rank:
    return entry[0]


def _may_be(mark: Shelfmark, edition: str | None, status: str | None) -> bool:
    if edition not in (None, mark.edition):
        return False
    return status in (None, mark.status) or (mark.late and mark.status in STILL_SEEN_AS.get(status or "", ()))
