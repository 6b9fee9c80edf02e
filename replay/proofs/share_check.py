"""The check of a deal's shares against its level: who chose them, and which were committed to in time."""

from domain.deal_commitments import TOURNAMENT, DealAgreed, SeatVacated, ShareCommitted, ShareRevealed
from domain.events import DeckShuffled, Event, SeatTaken
from domain.findings import Finding, found
from domain.forks import GameForked
from replay.codec import Envelope
from replay.proofs.shuffle import share_commitment

CHOSEN_MIN = 2
"""How many players' shares it takes: the operator together with all who chose one can choose a deal."""


class ShareCheck:
    """The information of a record on the shares, in its order, independently of what the rules allow."""

    def __init__(self) -> None:
        self.level = ""
        self._known: dict[int, str] = {}
        """Who chose each known share, by seat."""
        self._bound: dict[int, str] = {}
        self._flaw: Finding | None = None
        self._dealt = False
        self._stopped = 0
        """How often all began again when a share was known."""

    @property
    def chosen(self) -> int:
        """How many shares players chose."""
        return sum(share == "chosen" for share in self._known.values())

    @property
    def shares(self) -> int:
        """How many shares are known."""
        return len(self._known)

    def note(self, envelope: Envelope, event: Event) -> None:
        """Note the envelope's event, in today's shape."""
        match event:
            case DealAgreed():
                self.level = event.level
            case SeatTaken() if event.contribution is not None:
                self._comes(event.seat)
                self._known[event.seat] = event.share
            case ShareCommitted():
                self._comes(event.seat)
                self._bound[event.seat] = event.commitment
            case ShareRevealed():
                bound = self._bound.get(event.seat)
                if bound != share_commitment(envelope.game, event.seat, event.contribution):
                    self._fault(found("deal.share_other", seat=event.seat))
                self._known[event.seat] = "chosen"
            case SeatVacated():
                self._empty(event.seat)
            case DeckShuffled():
                self._deal()
            case GameForked() if not self._dealt:
                self._begin_anew()

    def lacking(self, *, redealt: bool) -> Finding | None:
        """Return why this deal could have been chosen, at level tournament; `redealt` is what a fork shuffled again."""
        if self._flaw is not None:
            return self._flaw
        if redealt:
            return found("deal.share_fork")
        if self.chosen < CHOSEN_MIN:
            return found("deal.share_few", chosen=self.chosen)
        # A player who owed the last share, and knew the seed, saw each deal and could wait for another.
        return found("deal.share_stopped", count=self._stopped) if self._stopped else None

    @property
    def revealing(self) -> bool:
        """Whether a committed share is known."""
        return any(seat in self._known for seat in self._bound)

    def _comes(self, seat: int) -> None:
        if self.level == TOURNAMENT and (self._dealt or self.revealing):
            self._fault(found("deal.share_late", seat=seat))

    def _deal(self) -> None:
        self._dealt = True
        for seat in sorted(self._bound.keys() - self._known.keys()):
            self._fault(found("deal.share_missing", seat=seat))

    def _fault(self, says: Finding) -> None:
        self._flaw = self._flaw or says

    def _empty(self, seat: int) -> None:
        """Free a seat; where a share was known by then, all begin again, and with them the findings."""
        if self._dealt:
            self._fault(found("deal.share_late", seat=seat))
        elif self.revealing:
            self._stopped += 1
            self._begin_anew()
        self._bound.pop(seat, None)
        self._known.pop(seat, None)

    def _begin_anew(self) -> None:
        for bound in self._bound:
            self._known.pop(bound, None)
        self._bound.clear()
        self._flaw = None
