"""The figures of finished games in a store: made once a game, and read by statistics and ratings."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final, NamedTuple, TypeVar

import msgspec

from domain.editions import rulebook
from domain.events import SeatTaken
from domain.refusals import HaricotError
from domain.upcasters import today
from projections.analytics.game_figures import VERSION, GameFigures, game_figures
from projections.summary import GameStatus, Summary
from service.analytics.counted_games import counts, due, is_bot, is_overruled, player_id, seated
from service.store.entries.analytics_entries import FiguresEntry, FiguresGone, PlayerId, SeatPlayer
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.errors import DamagedGame
from service.store.event_store import GameStore

BATCH: Final = 50
"""How many games' figures are written at once."""
AT_ONCE: Final = 500
"""How many games' figures are deleted at once."""
Row = TypeVar("Row", FiguresEntry, SeatPlayer)
_DECODER: Final = msgspec.json.Decoder(GameFigures)


class FiguredGame(NamedTuple):
    """A game that counts, its figures, and the player of each seat.

    None is a seat whose player is not known. `hidden` players are rated, and named nowhere.
    """

    summary: Summary
    figures: GameFigures
    players: tuple[str | None, ...]
    hidden: frozenset[str]

    @property
    def simulated(self) -> bool:
        """Whether all seats are bots."""
        return all(player is not None and is_bot(player) for player in self.players)

    @property
    def named(self) -> tuple[str | None, ...]:
        """The players of whom statistics may tell."""
        return tuple(None if player in self.hidden else player for player in self.players)


class FiguresStore:
    """The figures at one store, for any number of threads; two processes that make the same figures do no harm."""

    def __init__(self, store: GameStore) -> None:
        self._store = store

    def counted(self, now: int, edition: str | None = None) -> list[Summary]:
        """Return the games that count and that all clients may know at `now`, in the order of their ends."""
        heads = self._store.game_index.newest(edition=edition, status=GameStatus.FINISHED)
        disputed = {game for _, game in self._store.filed_since(0)}
        found = [
            head
            for head in heads
            if counts(head)
            and due(head, self._store, now)
            and not (head.game in disputed and is_overruled(head.game, self._store))
        ]
        return sorted(found, key=lambda head: (head.times.ended or 0, head.game))

    def rebuild(self, heads: Sequence[Summary], done: Callable[[], None] = lambda: None) -> None:
        """Delete all figures, and make those of these games again; `done` is called for each.

        If that is interrupted, figures are missing, and `catch_up` makes them. Players keep their ids.
        """
        games = self._store.game_index.games()
        while part := list(islice(games, AT_ONCE)):
            self._store.settle([FiguresGone(game=game, form=VERSION, figures="") for game in part])
        self.catch_up(heads, done)

    def catch_up(self, heads: Sequence[Summary], done: Callable[[], None] = lambda: None) -> None:
        """Make the figures that are missing for these games, or of an older version; `done` is called for each game.

        A game that cannot be read is left out.
        """
        made = {one.game: one.form for one in self._rows(FiguresEntry, heads)}
        missing = [head for head in heads if made.get(head.game) != VERSION]
        for _ in range(len(heads) - len(missing)):
            done()
        for begin in range(0, len(missing), BATCH):
            part = missing[begin : begin + BATCH]
            computed = [found for head in part if (found := self._computed(head, done)) is not None]
            if self._store.writable:
                self._store.settle(partial(_entries, computed=computed))

    def read(self, heads: Sequence[Summary]) -> Iterator[FiguredGame]:
        """Yield these games with their figures; one without figures, which could not be read, is left out."""
        hidden = frozenset(one.player for one in self._store.noted(PlayerId, hidden=True))
        players: dict[str, dict[int, str]] = {}
        for one in self._rows(SeatPlayer, heads):
            players.setdefault(one.game, {})[one.seat] = one.player
        figures = {one.game: one.figures for one in self._rows(FiguresEntry, heads) if one.form == VERSION}
        for head in heads:
            if (text := figures.get(head.game)) is None:
                continue
            seats = players.get(head.game, {})
            of_seats = tuple(seats.get(seat) for seat in range(head.players))
            yield FiguredGame(head, _DECODER.decode(text), of_seats, hidden)

    def _rows(self, kind: type[Row], heads: Sequence[Summary]) -> Sequence[Row]:
        """Return the entries of these games at least: those of a few games are asked for one by one."""
        if len(heads) > BATCH:
            return self._store.noted(kind)
        return [row for head in heads for row in self._store.noted(kind, game=head.game)]

    def _computed(self, head: Summary, done: Callable[[], None]) -> "_Computed | None":
        try:
            events = [today(one.event) for one in self._store.envelopes(head.game, upto=head.version)]
            meters = rulebook(head.edition, head.players, head.rules.options, head.rules.version).selling.meters
        except (DamagedGame, HaricotError):
            return None
        finally:
            done()
        figures = game_figures(head.edition, head.players, meters, events)
        bots = {event.seat: event.bot for event in events if isinstance(event, SeatTaken) and event.bot is not None}
        return None if figures is None else _Computed(head, figures, bots)


class _Computed(NamedTuple):
    head: Summary
    figures: GameFigures
    bots: dict[int, str]


def _entries(register: MetadataStore, computed: Sequence[_Computed]) -> Iterator[Entry]:
    """Yield the entries of these games; a person who plays for the first time gets an id."""
    drawn: dict[tuple[str, str], PlayerId] = {}
    for head, figures, bots in computed:
        known = {one.seat for one in register.noted(SeatPlayer, game=head.game)}
        for seat, player in seated(head, register, bots):
            if seat in known:  # a player who was erased since keeps the seat, without a name
                continue
            if player.bot is not None:
                yield SeatPlayer(game=head.game, seat=seat, player=player.bot)
                continue
            who = player.maker, player.person or ""
            if who not in drawn:
                drawn[who] = player_id(register, *who)
                yield drawn[who]
            yield SeatPlayer(game=head.game, seat=seat, player=drawn[who].player)
        yield FiguresEntry(game=head.game, form=VERSION, figures=msgspec.json.encode(figures).decode())
