"""The facts of a game that its proceedings need."""

from collections.abc import Iterable, Mapping

from domain.events import BeanPlanted, Event, GameEnded, GameVoided, TurnStarted
from domain.values import Value


class Case(Value):
    """A game as its proceedings see it.

    - `version` is its last event, `turns` are the events that began a turn, `settled` those after which a seat may act.
    - `planted` is the first bean planted, `ended` when it was over, in milliseconds since 1970.
    - `people` are the opaque ids of the players, by seat; `former` of all who ever sat there.
    - `arbiters` are the ids of arbiters without a seat whom a player called.
    - `persons` are all names under which the present players are known, by seat, without bots; `host` is the organiser.
    """

    players: int
    version: int
    turns: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    planted: int | None = None
    ended: int | None = None
    voided: bool = False
    people: Mapping[int, str] = {}
    former: frozenset[str] = frozenset()
    arbiters: frozenset[str] = frozenset()
    persons: Mapping[int, frozenset[str]] = {}
    host: str | None = None
    citations: frozenset[str] = frozenset()

    @property
    def partial(self) -> frozenset[str]:
        """The present and former players, who may not judge."""
        return self.former.union(self.people.values())

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the seats at which another person sits than at this one."""
        own = self.persons.get(seat, frozenset())
        return tuple(k for k, names in sorted(self.persons.items()) if k != seat and own.isdisjoint(names))

    def settled_before(self, event: int) -> int:
        """Return the last event before this one after which a seat may act: a batch is never split."""
        return next((n for n in reversed(self.settled) if n < event), 0) if self.settled else event - 1

    def next_turn(self, event: int) -> int | None:
        """Return the event with which the next turn began after this one."""
        return next((n for n in self.turns if n > event), None)


def case_of(
    players: int,
    events: Iterable[tuple[int, int, Event]],
    people: Mapping[int, str],
    citations: frozenset[str],
) -> Case:
    """Return the case of a game of these events, each (n, milliseconds since 1970, event).

    `citations` are its rulebook's.
    """
    version, turns, planted, ended, voided = 0, [], None, None, False
    for n, at, event in events:
        version = n
        match event:
            case TurnStarted():
                turns.append(n)
            case BeanPlanted():
                planted = n if planted is None else planted
            case GameEnded() | GameVoided():
                ended, voided = at, isinstance(event, GameVoided)
    return Case(
        players=players,
        version=version,
        turns=tuple(turns),
        planted=planted,
        ended=ended,
        voided=voided,
        people=people,
        citations=citations,
    )
