"""The check of a deal's shares against its level: who chose them, and which were committed to in time."""

from domain.deal_commitments import TOURNAMENT, DealAgreed, SeatVacated, ShareCommitted, ShareRevealed
from domain.events import DeckShuffled, Event, SeatTaken
from domain.findings import Finding, found
from domain.forks import GameForked
from replay.codec import Envelope
from replay.proofs.shuffle import share_commitment

CHOSEN_SHARES_MIN = 2
"""How many players must choose a share. The operator and all players who chose one can together choose a deal."""


class ShareCheck:
    """Collects what the events of a record tell of the shares, independently of what the rules allow."""

    def __init__(self) -> None:
        self.level = ""
        self._share_origins: dict[int, str] = {}
        """The origin of each known share, such as `chosen`, by seat."""
        self._commitments: dict[int, str] = {}
        self._flaw: Finding | None = None
        self._dealt = False
        self._restarts = 0
        """How often the exchange of shares started again after a share was known."""

    @property
    def chosen(self) -> int:
        """How many shares players chose."""
        return sum(share == "chosen" for share in self._share_origins.values())

    @property
    def shares(self) -> int:
        """How many shares are known."""
        return len(self._share_origins)

    def add_event(self, envelope: Envelope, event: Event) -> None:
        """Note the envelope's event, in today's shape."""
        match event:
            case DealAgreed():
                self.level = event.level
            case SeatTaken() if event.contribution is not None:
                self._require_in_time(event.seat)
                self._share_origins[event.seat] = event.share
            case ShareCommitted():
                self._require_in_time(event.seat)
                self._commitments[event.seat] = event.commitment
            case ShareRevealed():
                bound = self._commitments.get(event.seat)
                if bound != share_commitment(envelope.game, event.seat, event.contribution):
                    self._note_flaw(found("deal.share_other", seat=event.seat))
                self._share_origins[event.seat] = "chosen"
            case SeatVacated():
                self._free_seat(event.seat)
            case DeckShuffled():
                self._close_shares()
            case GameForked() if not self._dealt:
                self._restart()

    def weakness(self, *, redealt: bool) -> Finding | None:
        """Return how the operator or a player could have chosen this deal of level tournament, or None.

        `redealt` tells whether a fork shuffled again.
        """
        if self._flaw is not None:
            return self._flaw
        if redealt:
            return found("deal.share_fork")
        if self.chosen < CHOSEN_SHARES_MIN:
            return found("deal.share_few", chosen=self.chosen)
        # A player who knew the seed and owed the last share saw each deal, and could leave to get another one.
        return found("deal.share_stopped", count=self._restarts) if self._restarts else None

    @property
    def has_revealed_share(self) -> bool:
        """Whether a committed share is known."""
        return any(seat in self._share_origins for seat in self._commitments)

    def _require_in_time(self, seat: int) -> None:
        if self.level == TOURNAMENT and (self._dealt or self.has_revealed_share):
            self._note_flaw(found("deal.share_late", seat=seat))

    def _close_shares(self) -> None:
        self._dealt = True
        for seat in sorted(self._commitments.keys() - self._share_origins.keys()):
            self._note_flaw(found("deal.share_missing", seat=seat))

    def _note_flaw(self, says: Finding) -> None:
        self._flaw = self._flaw or says

    def _free_seat(self, seat: int) -> None:
        """Free a seat. If a committed share was known by then, the exchange of shares starts again."""
        if self._dealt:
            self._note_flaw(found("deal.share_late", seat=seat))
        elif self.has_revealed_share:
            self._restarts += 1
            self._restart()
        self._commitments.pop(seat, None)
        self._share_origins.pop(seat, None)

    def _restart(self) -> None:
        for bound in self._commitments:
            self._share_origins.pop(bound, None)
        self._commitments.clear()
        self._flaw = None
