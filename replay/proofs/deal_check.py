"""The check of a deal against its commitment: every shuffle or lot is computed again from the revealed seed."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from domain.cards import FACE_DOWN
from domain.corrections import PileShuffled
from domain.deal_commitments import (
    DUPLICATE,
    TOURNAMENT,
    DealAgreed,
    GameGrouped,
    GameOpened,
    SeatVacated,
    ShareCommitted,
    ShareRevealed,
)
from domain.events import DealRevealed, DeckShuffled, Event, GameCreated, SeatTaken
from domain.findings import Finding, found
from domain.forks import GameForked
from domain.values import Value
from replay.codec import Envelope
from replay.proofs.share_check import ShareCheck
from replay.proofs.shuffle import Deal, commitment

Seeds = Mapping[str, str]
"""Revealed seeds, base64, by game: the available ones of a fork's ancestors."""


class Drawn(NamedTuple):
    """An outcome of chance: the `number`-th shuffle, lot or order at random, its items, and its result."""

    kind: str
    number: int
    contributions: tuple[str, ...]
    items: Sequence[Any]
    outcome: Any

    @property
    def is_hidden(self) -> bool:
        """Whether some card of it is not known."""
        return self.kind == "shuffle" and FACE_DOWN in (*self.items, *self.outcome)

    def follows_from(self, deal: Deal) -> bool:
        """Return whether this is what the deal produces."""
        follows: Any = getattr(deal, self.kind)(self.number, self.contributions, self.items)
        return bool(follows == self.outcome)


class Outcome(Protocol):
    """An outcome of chance, by any kind of draw, that can be checked against a deal."""

    @property
    def kind(self) -> str: ...

    @property
    def is_hidden(self) -> bool: ...

    def follows_from(self, deal: Deal) -> bool: ...


FAULTS: Final = {"shuffle": found("deal.other_order"), "redeal": found("deal.other_cards")}
"""The finding where another outcome follows, by the kind of draw; of a lot otherwise."""


class DealResult(Value, omit_defaults=False):
    """Whether the deal is proved, unproved or false, and how many shares of it players chose."""

    verdict: str
    chosen: int
    shares: int
    says: Finding


class _Part:
    """The part of a record that one commitment binds: from the creation, or from a fork, to the next fork."""

    def __init__(self, game: str, n: int, committed: str | None) -> None:
        self.game, self.n, self.committed = game, n, committed
        self.drawn: list[tuple[int, Outcome]] = []
        self.shuffles = 0
        self.revealed: tuple[int, str] | None = None
        self.name = ""
        self._checked = 0
        self._faults: list[tuple[int, Finding]] = []

    def not_borne_out(self, deal: Deal) -> list[tuple[int, Finding]]:
        """Return the events for which the committed deal produces another outcome; each is computed once."""
        for n, drawn in self.drawn[self._checked :]:
            if not drawn.is_hidden and not drawn.follows_from(deal):
                self._faults.append((n, FAULTS.get(drawn.kind, found("deal.other_lot"))))
        self._checked = len(self.drawn)
        return self._faults


SPEAKING: Final = frozenset(
    {
        GameCreated,
        GameForked,
        DealAgreed,
        GameGrouped,
        GameOpened,
        SeatTaken,
        ShareCommitted,
        ShareRevealed,
        SeatVacated,
    }
    | {DeckShuffled, PileShuffled, DealRevealed}
)
"""The events with information on the deal."""


class DealCheck:
    """The information of a record on its deal, collected as it is read; `line` judges it."""

    def __init__(self, *, sees_all: bool) -> None:
        self._sees_all = sees_all
        self._parts: list[_Part] = []
        self.kept = False
        """Whether the deal is that of several games, of which some had not ended when the record ends."""
        self._shares = ShareCheck()

    def note(self, envelope: Envelope, event: Event) -> None:
        """Note a commitment, a share, or a seed: the envelope's event in today's shape."""
        if isinstance(event, GameCreated | GameForked):
            self._parts.append(_Part(envelope.game, envelope.n, event.commitment))
            self.kept = False
        elif isinstance(event, GameGrouped | GameOpened):
            self.kept = isinstance(event, GameGrouped)
        elif isinstance(event, DeckShuffled | PileShuffled) and self._parts:
            self._parts[-1].shuffles += 1
        elif isinstance(event, DealAgreed) and self._parts and event.level == DUPLICATE:
            self._parts[-1].name = event.contribution or ""
        elif isinstance(event, DealRevealed) and self._parts:
            self._parts[-1].revealed = (envelope.n, event.seed)
        self._shares.note(envelope, event)

    def drew(self, n: int, drawn: Outcome) -> None:
        """Note the outcome of chance for event n."""
        if self._parts:
            self._parts[-1].drawn.append((n, drawn))

    def line(self, seeds: Seeds, *, ended: bool) -> tuple[DealResult, list[tuple[int, Finding]]]:
        """Return the verdict, and the events that contradict the seeds."""
        faults: list[tuple[int, Finding]] = []
        doubts: list[Finding] = []
        for part in self._parts:
            part_faults, doubt = self._judged(part, seeds, ended=ended)
            faults += part_faults
            doubts += [] if doubt is None else [doubt]
        chosen, shares = self._shares.chosen, self._shares.shares
        if faults:
            says = found("deal.false", n=faults[0][0], fault=faults[0][1])
        elif doubts or not self._parts:
            says = doubts[0] if doubts else found("deal.uncommitted")
        else:
            says = self._proved()
        verdict = "false" if faults else "unproved" if doubts or not self._parts else "proved"
        return DealResult(verdict=verdict, chosen=chosen, shares=shares, says=says), faults

    def _proved(self) -> Finding:
        """Return the finding for a proved deal: at level tournament, whether it could have been chosen."""
        shares = self._shares
        counts = {"chosen": shares.chosen, "shares": shares.shares}
        if shares.level == DUPLICATE:
            return found("deal.duplicate")
        if shares.level != TOURNAMENT:
            return found("deal.proved", **counts)
        lacks = shares.lacking(redealt=sum(bool(part.drawn) for part in self._parts) > 1)
        return found("deal.nobody", **counts) if lacks is None else found("deal.somebody", **counts, lacks=lacks)

    def _judged(self, part: _Part, seeds: Seeds, *, ended: bool) -> tuple[list[tuple[int, Finding]], Finding | None]:
        """Return the events of a part that contradict the seed, and why it is not proved."""
        last = part is self._parts[-1]
        revealed = part.revealed or ((part.n, seeds[part.game]) if part.game in seeds else None)
        if part.committed is None:
            return [], found("deal.uncommitted")
        if revealed is None:
            if not last:
                return [], found("deal.parent", game=part.game) if part.drawn else None
            if self.kept:
                return [], found("deal.kept")
            if not ended:
                return [], found("deal.running")
            inherited = len(self._parts) > 1 and not part.drawn  # the parent had ended, so nothing was dealt here
            return [], None if inherited else found("deal.unrevealed")
        n, text = revealed
        try:
            deal = Deal(part.game, base64.b64decode(text, validate=True), name=part.name)
        except ValueError:
            return [(n, found("deal.no_seed"))], None
        if commitment(deal.game, deal.seed) != part.committed:
            return [(n, found("deal.other_seed"))], None
        faults = part.not_borne_out(deal)
        if not self._sees_all or any(one.is_hidden for _, one in part.drawn):
            return faults, found("deal.hidden")
        unchecked = part.shuffles - sum(one.kind == "shuffle" for _, one in part.drawn)
        return faults, found("deal.unchecked", count=unchecked) if unchecked else None
