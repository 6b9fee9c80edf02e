"""The recorded outcomes of chance in a batch, with a note of what the rules asked for."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

from domain.cards import FACE_DOWN, all_face_down
from domain.deal_commitments import DealAgreed
from domain.events import Cards, DealRevealed, DeckShuffled, Event, GameCreated, SeatTaken
from domain.forks import GameForked
from domain.refusals import CorruptHistory, UnknownCard
from domain.upcasters import upcast
from replay.codec import Envelope
from replay.proofs.deal_check import RandomDraw
from replay.proofs.shuffle import share_commitment


class RecordedChance:
    """The outcomes of chance that a batch recorded: shuffles, lots, share and seed."""

    def __init__(self, batch: Sequence[Envelope], *, withheld: bool = False) -> None:
        self._batch = batch
        self._withheld = withheld
        self._ordered = False
        self.draws: list[RandomDraw] = []

    @cached_property
    def _events(self) -> list[Event]:
        return [upcast(envelope.event) for envelope in self._batch]  # on demand only: most commands need no chance

    @cached_property
    def _orders(self) -> Iterator[Cards]:
        return (event.order for event in self._events if isinstance(event, DeckShuffled))

    @property
    def commitment(self) -> str | None:
        """The commitment that was recorded."""
        created = (event for event in self._events if isinstance(event, GameCreated | GameForked))
        return next((event.commitment for event in created), None)

    def shuffle(self, k: int, contributions: tuple[str, ...], pile: Cards) -> Cards:
        """Return the recorded order of the next shuffle; face-down cards when the record has no further shuffle."""
        if (order := next(self._orders, None)) is None:
            return all_face_down(pile)
        self.draws.append(RandomDraw("shuffle", k, contributions, pile, order))
        return order

    def lot(self, j: int, contributions: tuple[str, ...], candidates: tuple[int, ...]) -> int:
        """Return the j-th recorded lot; UnknownCard when there is none or it is not a candidate."""
        lots = [lot for event in self._events for lot in event.lots()]
        if j >= len(lots) or lots[j] not in candidates:
            raise UnknownCard("lot")
        self.draws.append(RandomDraw("lot", j, contributions, candidates, lots[j]))
        return lots[j]

    def order(self, j: int, contributions: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:
        """Return the recorded order, given once; CorruptHistory for a second call or an order of other items."""
        recorded = next((event.drawn_order() for event in self._events if event.drawn_order()), ())
        if self._ordered or sorted(recorded) != sorted(items):
            raise CorruptHistory("another order follows from the lots")
        self._ordered = True
        self.draws.append(RandomDraw("order", j, contributions, items, recorded))
        return recorded

    def draw_share(self, seat: int) -> str | None:
        """Return the recorded share of this seat in the deal; None when the record has none."""
        taken = (event for event in self._events if isinstance(event, SeatTaken) and event.seat == seat)
        agreed = (event.contribution for event in self._events if isinstance(event, DealAgreed))
        return next(chain((event.contribution for event in taken), agreed), None)

    def verify_share(self, seat: int, contribution: str, commitment: str) -> bool:
        """Return whether this is the share that the seat has committed to in this game."""
        return share_commitment(self._batch[0].game, seat, contribution) == commitment

    def reveal(self) -> str | None:
        """Return the recorded seed; face down when the record does not reveal it, so that its absence shows.

        None for a deal that is kept until other games have ended.
        """
        return (
            None
            if self._withheld
            else next((event.seed for event in self._events if isinstance(event, DealRevealed)), FACE_DOWN)
        )
