"""The check of a deal against its commitment: every random draw is computed again from the revealed seed."""

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
"""The revealed seeds of a fork's ancestors, as far as they are available: base64, by game."""


class RandomDraw(NamedTuple):
    """A recorded random draw: the `number`-th shuffle, lot or random order, its items, and its outcome."""

    kind: str
    number: int
    contributions: tuple[str, ...]
    items: Sequence[Any]
    outcome: Any

    @property
    def is_hidden(self) -> bool:
        """Whether some card of the draw is not known."""
        return self.kind == "shuffle" and FACE_DOWN in (*self.items, *self.outcome)

    def follows_from(self, deal: Deal) -> bool:
        """Return whether the deal produces this outcome."""
        computed: Any = getattr(deal, self.kind)(self.number, self.contributions, self.items)
        return bool(computed == self.outcome)


class CheckableDraw(Protocol):
    """A random draw of any kind that can be checked against a deal."""

    @property
    def kind(self) -> str: ...

    @property
    def is_hidden(self) -> bool: ...

    def follows_from(self, deal: Deal) -> bool: ...


DRAW_FAULTS: Final = {"shuffle": found("deal.other_order"), "redeal": found("deal.other_cards")}
"""By kind of draw, the finding that the seed produces another outcome. Other kinds have that of a lot."""


class DealResult(Value, omit_defaults=False):
    """Whether the deal is proved, unproved or false, and how many shares of it players chose."""

    verdict: str
    chosen: int
    shares: int
    says: Finding


class _DealPart:
    """The part of a record that one commitment binds: from the creation, or from a fork, to the next fork."""

    def __init__(self, game: str, n: int, committed: str | None) -> None:
        self.game, self.n, self.committed = game, n, committed
        self.draws: list[tuple[int, CheckableDraw]] = []
        self.shuffles = 0
        self.revealed: tuple[int, str] | None = None
        self.name = ""
        self._checked = 0
        self._faults: list[tuple[int, Finding]] = []

    def contradictions(self, deal: Deal) -> list[tuple[int, Finding]]:
        """Return the numbers of events for which the committed deal produces another outcome, with findings.

        Each draw is computed only once.
        """
        for n, draw in self.draws[self._checked :]:
            if not draw.is_hidden and not draw.follows_from(deal):
                self._faults.append((n, DRAW_FAULTS.get(draw.kind, found("deal.other_lot"))))
        self._checked = len(self.draws)
        return self._faults


DEAL_EVENTS: Final = frozenset(
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
"""The types of events that DealCheck reads."""


class DealCheck:
    """Collects what the events of a record tell of its deal; `result` judges it."""

    def __init__(self, *, sees_all: bool) -> None:
        self._sees_all = sees_all
        self._parts: list[_DealPart] = []
        self.withheld = False
        """Whether several games have this deal, and some of them had not ended when the record ends."""
        self._shares = ShareCheck()

    def add_event(self, envelope: Envelope, event: Event) -> None:
        """Note a commitment, a share or a seed; `event` is the envelope's event in today's shape."""
        if isinstance(event, GameCreated | GameForked):
            self._parts.append(_DealPart(envelope.game, envelope.n, event.commitment))
            self.withheld = False
        elif isinstance(event, GameGrouped | GameOpened):
            self.withheld = isinstance(event, GameGrouped)
        elif isinstance(event, DeckShuffled | PileShuffled) and self._parts:
            self._parts[-1].shuffles += 1
        elif isinstance(event, DealAgreed) and self._parts and event.level == DUPLICATE:
            self._parts[-1].name = event.contribution or ""
        elif isinstance(event, DealRevealed) and self._parts:
            self._parts[-1].revealed = (envelope.n, event.seed)
        self._shares.add_event(envelope, event)

    def add_draw(self, n: int, draw: CheckableDraw) -> None:
        """Note the random draw that event n records."""
        if self._parts:
            self._parts[-1].draws.append((n, draw))

    def result(self, seeds: Seeds, *, ended: bool) -> tuple[DealResult, list[tuple[int, Finding]]]:
        """Return the verdict, and the numbers of the events that contradict the seeds, with findings."""
        faults: list[tuple[int, Finding]] = []
        doubts: list[Finding] = []
        for part in self._parts:
            part_faults, doubt = self._check_part(part, seeds, ended=ended)
            faults += part_faults
            doubts += [] if doubt is None else [doubt]
        chosen, shares = self._shares.chosen, self._shares.shares
        if faults:
            says = found("deal.false", n=faults[0][0], fault=faults[0][1])
        elif doubts or not self._parts:
            says = doubts[0] if doubts else found("deal.uncommitted")
        else:
            says = self._proved_finding()
        verdict = "false" if faults else "unproved" if doubts or not self._parts else "proved"
        return DealResult(verdict=verdict, chosen=chosen, shares=shares, says=says), faults

    def _proved_finding(self) -> Finding:
        """Return the finding for a proved deal. At level tournament it tells whether the deal could be chosen."""
        shares = self._shares
        counts = {"chosen": shares.chosen, "shares": shares.shares}
        if shares.level == DUPLICATE:
            return found("deal.duplicate")
        if shares.level != TOURNAMENT:
            return found("deal.proved", **counts)
        weakness = shares.weakness(redealt=sum(bool(part.draws) for part in self._parts) > 1)
        return found("deal.nobody", **counts) if weakness is None else found("deal.somebody", **counts, lacks=weakness)

    def _check_part(
        self, part: _DealPart, seeds: Seeds, *, ended: bool
    ) -> tuple[list[tuple[int, Finding]], Finding | None]:
        """Return the events of a part that contradict the seed, and why the part is not proved, if it is not."""
        last = part is self._parts[-1]
        revealed = part.revealed or ((part.n, seeds[part.game]) if part.game in seeds else None)
        if part.committed is None:
            return [], found("deal.uncommitted")
        if revealed is None:
            if not last:
                return [], found("deal.parent", game=part.game) if part.draws else None
            if self.withheld:
                return [], found("deal.kept")
            if not ended:
                return [], found("deal.running")
            inherited = len(self._parts) > 1 and not part.draws  # the parent had ended, so nothing was dealt here
            return [], None if inherited else found("deal.unrevealed")
        n, text = revealed
        try:
            deal = Deal(part.game, base64.b64decode(text, validate=True), name=part.name)
        except ValueError:
            return [(n, found("deal.no_seed"))], None
        if commitment(deal.game, deal.seed) != part.committed:
            return [(n, found("deal.other_seed"))], None
        faults = part.contradictions(deal)
        if not self._sees_all or any(one.is_hidden for _, one in part.draws):
            return faults, found("deal.hidden")
        unchecked = part.shuffles - sum(one.kind == "shuffle" for _, one in part.draws)
        return faults, found("deal.unchecked", count=unchecked) if unchecked else None
