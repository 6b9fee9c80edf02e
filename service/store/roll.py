"""The roll of all games: each in a line, read once, brought on by what is written, found without a search."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from heapq import merge
from threading import RLock
from typing import Final

from projections.leaderboard import Best, Rank, ranked, results
from projections.summary import Summary
from service.store.envelope_mapper import EnvelopeMapper
from service.store.error_translator import ErrorTranslator
from service.store.fitness import unfit
from service.store.listed import ListedGame, Shelfmark
from service.store.recorder import GameRecorder, GameRow
from service.store.register import Arrangement

BATCH: Final = 2_000
PAGE: Final = 200


class Roll:
    """The games of one store, for any number of threads. A damaged game is left out; all others stay listed.

    Every method first reads the events written since the last call, and its cost grows with their number only. Code
    that finds a game damaged reports it by `fault`.
    """

    def __init__(self, recorder: GameRecorder, errors: ErrorTranslator) -> None:
        self._recorder = recorder
        self._errors = errors
        errors.on_damage = self.fault
        self._mapper = EnvelopeMapper()
        self._guard = RLock()
        self._clear()

    def _clear(self) -> None:
        self._position: int | None = None
        self._games: dict[str, ListedGame] = {}
        self._named: dict[int, str] = {}
        self._groups: defaultdict[Shelfmark, list[int]] = defaultdict(list)
        self._forks: defaultdict[str, list[str]] = defaultdict(list)
        self._boards: defaultdict[tuple[str, int], list[tuple[Rank, Best]]] = defaultdict(list)
        self._faults: dict[str, str] = {}

    def heads(self) -> list[Summary]:
        """Every game that can be listed, in the order in which they came into the store."""
        with self._guard:
            self._bring_on()
            return [game.summary for game in self._games.values() if game.summary is not None]

    def head(self, game: str) -> Summary | None:
        """The summary of a game; None when there is no such game or it cannot be listed."""
        with self._guard:
            self._bring_on()
            known = self._games.get(game)
            return None if known is None else known.summary

    def games(self) -> list[str]:
        """Every game, also those that are damaged, in the order in which they came into the store."""
        with self._guard:
            self._bring_on()
            return list(self._games)

    def faults(self) -> Mapping[str, str]:
        """The games known to be damaged, each with the reason."""
        with self._guard:
            self._bring_on()
            return dict(self._faults)

    def fault(self, game: str, says: str) -> None:
        """Records that this game is damaged and takes it off the lists; the first reason stays."""
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

        A game that some viewers see late is also given under an earlier status. With `among`, only those games count.
        """
        while True:
            with self._guard:
                self._bring_on()
                groups = self._among(edition, status, among)
                ends = (len(group) if below is None else bisect_left(group, below) for group in groups)
                pages = [group[max(0, end - PAGE) : end][::-1] for group, end in zip(groups, ends, strict=True)]
                places = list(merge(*pages, reverse=True))[:PAGE]
                found = [self._named[place] for place in places]
            if not found:
                return
            yield from found
            below = places[-1]

    def _among(self, edition: str | None, status: str | None, among: Collection[str] | None) -> list[list[int]]:
        if among is None:
            return [group for mark, group in self._groups.items() if mark.may_be(edition, status)]
        games = (self._games[game] for game in among if game in self._games)
        marks = ((game.row.number, game.shelfmark) for game in games)
        return [sorted(place for place, mark in marks if mark is not None and mark.may_be(edition, status))]

    def forks_of(self, game: str) -> list[Summary]:
        """The games that were forked from this one, as they came into the store."""
        with self._guard:
            self._bring_on()
            forks = (self._games[fork].summary for fork in self._forks[game])
            return [fork for fork in forks if fork is not None]

    def best(self, edition: str, players: int) -> list[Best]:
        """The best results of an edition among so many players, best first."""
        with self._guard:
            self._bring_on()
            board = self._boards[edition, players]
            return [best for _, best in reversed(board)]

    def _bring_on(self) -> None:
        with self._errors.translated():
            position = self._recorder.max_notification_id() or 0
            if position == self._position:
                return
            if self._position is None or position < self._position:
                self._clear()
                self._read_all()
                self._position = position  # what came since is read again, and changes nothing
                return
            while batch := self._recorder.milestones_since(self._position, BATCH):
                changed = {game: None for _, game, n, topic, state in batch if self._follow(game, n, topic, state)}
                for game in changed:
                    self._place_anew(self._games[game])
                self._position = batch[-1][0]  # only now: what failed in between is read again, and changes nothing

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
            self._place_anew(game)

    def _open(self, row: GameRow, *, late: bool) -> ListedGame:
        parent = None if row.prefix_of is None else self._games.get(row.prefix_of)
        game = ListedGame(row, parent, late=late)
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

    def _milestone(self, game: ListedGame, n: int, topic: str, state: bytes) -> None:
        envelope = self._mapper.read(game.row.game, n, topic, state)
        if envelope is None:
            game.fault = game.fault or f"event {n} cannot be read"
        else:
            game.milestones[n] = (n, envelope.at, envelope.event)

    def _place_anew(self, game: ListedGame) -> None:
        """Sorts a game into the lists by its events so far, or takes it off them when it is damaged."""
        created = game.created
        if created is None:
            game.fault = game.fault or "its first event is missing"
        elif (says := unfit(created)) is not None:
            game.fault = game.fault or says
        if game.fault is not None:
            self._faults.setdefault(game.row.game, game.fault)
        self._place(game, None if game.fault else game.summarised())

    def _place(self, game: ListedGame, summary: Summary | None) -> None:
        before, place = game.shelfmark, game.row.number
        ranks = game.summary is not None and bool(results(game.summary))
        game.summary = summary
        if game.shelfmark != before:
            if before is not None:
                self._groups[before].remove(place)
            if game.shelfmark is not None:
                insort(self._groups[game.shelfmark], place)
        if summary is None:
            return
        if before is None and summary.forked_from is not None:
            self._forks[summary.forked_from.game].append(summary.game)
        if not ranks:
            for best in results(summary):
                insort(self._boards[summary.edition, summary.players], (ranked(best), best), key=_rank)


def _rank(entry: tuple[Rank, Best]) -> Rank:
    return entry[0]
